// SPDX-License-Identifier: Apache-2.0

/// The place of one face of a font on disk.
struct FontFile: Hashable {
  /// An absolute path, or one relative to the working directory.
  let path: String
  /// The face's number inside a collection, with a named instance in the upper 16 bits, as both
  /// fontconfig and FreeType count them.
  let index: Int
  /// The family's name as fontconfig gives it; empty for a file that was named by its path.
  let family: String
}
