// SPDX-License-Identifier: Apache-2.0

/// The reason why text could not be turned into coverage.
package struct TypographyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  package enum Reason: Hashable, Sendable {
    /// A library could not be started, which only happens when memory is short.
    case libraryUnavailable
    /// fontconfig knows no scalable font at all.
    case noFontInstalled
    /// The file is missing, is no regular file, or may not be read.
    case unreadableFontFile
    /// The file can be read but holds no scalable font that HarfBuzz and FreeType understand.
    case notAFont
    /// The file was written to or cut while it was read.
    case changedFontFile
  }

  /// The kind of fault.
  package let reason: Reason
  /// The file or the library concerned; empty where there is none.
  package let subject: String

  /// An error about `subject`.
  package init(_ reason: Reason, subject: String = "") {
    self.reason = reason
    self.subject = subject
  }

  /// One sentence that says what to do.
  package var description: String {
    switch reason {
    case .libraryUnavailable:
      "\(subject) could not be started; the machine is out of memory"
    case .noFontInstalled:
      "no scalable font is installed; install one, for instance Debian's fonts-dejavu-core"
    case .unreadableFontFile:
      "the font file \(subject) cannot be read; check its path and its permissions"
    case .notAFont:
      "\(subject) is not a scalable font; give a TrueType or OpenType file"
    case .changedFontFile:
      "the font file \(subject) changes while it is read; install fonts by renaming, not in place"
    }
  }
}
