// SPDX-License-Identifier: Apache-2.0
internal import CRelease

/// The release that the daemon and its client belong to.
package enum SwellRelease {
  /// The version, after semantic versioning.
  package static let version = "0.1.0"

  /// The version, and the commit in brackets where it is known; programs print it with `--version`.
  package static var description: String {
    description(commit: crelease_commit())
  }

  /// The same for `commit`, as the linker was told it: 1, or 2 for a tree that was changed since, above
  /// the first 48 bits of the commit's name; 0 for none.
  package static func description(commit: UInt64) -> String {
    guard commit != 0 else { return version }
    let digits = String(commit & 0xFFFF_FFFF_FFFF, radix: 16)
    let name = String(repeating: "0", count: 12 - digits.utf8.count) + digits
    return "\(version) (\(name)\(commit >> 48 == 1 ? "" : ", changed"))"
  }
}
