// SPDX-License-Identifier: Apache-2.0

/// A place between two user-perceived characters of a line, or at one of its ends: where a caret can
/// stand.
package struct TextBoundary: Hashable, Sendable {
  /// Distance from the line's left end in view pixels.
  package let x: Double
  /// Number of bytes of UTF-8 before it in the text.
  package let byteOffset: Int
  /// True if the character behind it runs from right to left; at the end, if the line does.
  package let isRightToLeft: Bool

  /// A boundary in front of a character with these properties.
  package init(x: Double, byteOffset: Int, isRightToLeft: Bool) {
    self.x = x
    self.byteOffset = byteOffset
    self.isRightToLeft = isRightToLeft
  }
}
