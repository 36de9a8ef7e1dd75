// SPDX-License-Identifier: Apache-2.0

/// The reason why an image could not be read or written.
package struct ImagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  package enum Reason: Hashable, Sendable {
    /// The file is missing, is no regular file, or may not be read.
    case unreadable(String)
    /// The file cannot be created or written.
    case unwritable(String)
    /// There is not a single byte.
    case empty
    /// The bytes begin neither as a PNG image does nor as a JPEG image.
    case unknownKind
    /// The image is a JPEG image, and the library that decodes those is not installed.
    case missingDecoder
    /// The image is larger than what is accepted: its width and height in pixels.
    case tooLarge(width: UInt32, height: UInt32)
    /// The file is larger than ``DecodedImage/maximumFileSize``.
    case fileTooLarge
    /// The data end too early or contradict themselves, in the decoder's words.
    case damaged(String)
  }

  /// The kind of fault.
  package let reason: Reason
  /// The file's path; empty for bytes in memory.
  package let path: String

  /// An error about the file at `path`, or about bytes in memory.
  package init(_ reason: Reason, path: String = "") {
    self.reason = reason
    self.path = path
  }

  /// One sentence that says what to do.
  package var description: String {
    let name = path.isEmpty ? "the image" : path
    switch reason {
    case .unreadable(let cause):
      return "\(name) cannot be read: \(cause); check its path and its permissions"
    case .unwritable(let cause):
      return "\(name) cannot be written: \(cause)"
    case .empty:
      return "\(name) is empty; give a PNG or JPEG image"
    case .unknownKind:
      return "\(name) is neither a PNG image nor a JPEG image; convert it to PNG"
    case .missingDecoder:
      return "\(name) is a JPEG image, and libturbojpeg.so.0 is not installed:"
        + " install libturbojpeg0, or give a PNG image"
    case .tooLarge(let width, let height):
      return "\(name) has \(width) × \(height) pixels; at most \(DecodedImage.maximumExtent) a side"
        + " and \(DecodedImage.maximumPixelCount) in all are accepted; scale it down"
    case .fileTooLarge:
      return "\(name) is larger than \(DecodedImage.maximumFileSize >> 20) MiB; scale it down"
    case .damaged(let cause):
      return "\(name) is a damaged image (\(cause)); export it again"
    }
  }
}
