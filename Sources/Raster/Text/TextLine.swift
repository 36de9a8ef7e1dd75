// SPDX-License-Identifier: Apache-2.0

/// One line of text as a text field shows it: every space kept, nothing shrunk, a caret's places
/// known.
package struct TextLine: Hashable, Sendable {
  /// The ink, relative to the line's left end on the baseline.
  package let mask: PlacedMask
  /// Distance from the line's left to its right end by the pen's movement, in view pixels.
  package let advance: Double
  /// Distance from the middle of a box in which the line looks centred *down* to the baseline, in
  /// view pixels, not rounded: half the height of the script's capitals.
  package let baselineDrop: Double
  /// True if the line as a whole runs from right to left.
  package let isRightToLeft: Bool
  /// One boundary in front of each user-perceived character, in the order in which they are read, and
  /// one at the end; never empty.
  ///
  /// A boundary lies at the leading edge of the character behind it: the left one where the character
  /// runs from left to right, else the right one. The end is that of the line's own direction.
  /// A ligature's advance is divided evenly among its characters.
  package let boundaries: [TextBoundary]
  /// True if the text was longer than ``maximumByteCount`` or ``maximumCharacterCount``, so that its rest is not in the
  /// line.
  package let isCut: Bool

  /// Most bytes of UTF-8 that are looked at.
  package static let maximumByteCount = 1024
  /// Most user-perceived characters that are looked at.
  package static let maximumCharacterCount = 256

  /// A line of these values; traps without a boundary.
  package init(
    mask: PlacedMask,
    advance: Double,
    baselineDrop: Double,
    isRightToLeft: Bool,
    boundaries: [TextBoundary],
    isCut: Bool
  ) {
    precondition(!boundaries.isEmpty)
    self.mask = mask
    self.advance = advance
    self.baselineDrop = baselineDrop
    self.isRightToLeft = isRightToLeft
    self.boundaries = boundaries
    self.isCut = isCut
  }
}
