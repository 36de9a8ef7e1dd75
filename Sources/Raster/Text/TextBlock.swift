// SPDX-License-Identifier: Apache-2.0

/// Text wrapped into lines, from top to bottom.
package struct TextBlock: Hashable, Sendable {
  /// One of the lines.
  package struct Line: Hashable, Sendable {
    /// The ink, relative to the line's left end on its baseline.
    package let mask: PlacedMask
    /// The line's width by the pen's movement, spaces at its end aside, in view pixels.
    package let advance: Double
    /// True if the line as a whole runs from right to left, so that it begins at the right.
    package let isRightToLeft: Bool

    /// A line of these parts.
    package init(mask: PlacedMask, advance: Double, isRightToLeft: Bool) {
      self.mask = mask
      self.advance = advance
      self.isRightToLeft = isRightToLeft
    }
  }

  /// The lines; none where there is no text.
  package let lines: [Line]
  /// From the top of the block to the first baseline, in whole view pixels.
  package let ascent: Int
  /// From the last baseline to the bottom of the block, in whole view pixels.
  package let descent: Int
  /// From one baseline to the next, in whole view pixels.
  package let lineHeight: Int
  /// True if there is more text than is shown; the last line ends with "…" then.
  package let isCut: Bool

  /// A block of these parts.
  package init(lines: [Line], ascent: Int, descent: Int, lineHeight: Int, isCut: Bool) {
    self.lines = lines
    self.ascent = ascent
    self.descent = descent
    self.lineHeight = lineHeight
    self.isCut = isCut
  }

  /// Most bytes of UTF-8 that are looked at.
  package static let maximumByteCount = 4096
  /// Most lines.
  package static let maximumLineCount = 64

  /// Height of all lines, in whole view pixels.
  package var height: Int {
    lines.isEmpty ? 0 : ascent + (lines.count - 1) * lineHeight + descent
  }
}
