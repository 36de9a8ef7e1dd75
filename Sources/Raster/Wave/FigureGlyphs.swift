// SPDX-License-Identifier: Apache-2.0

/// The glyphs that percent figures are set from, rasterised once so that a frame shapes no text.
package struct FigureGlyphs: Sendable, Hashable {
  /// Number of glyphs: the digits 0 – 9 and what stands behind them, a percent sign as a rule.
  package static let count = 11
  /// Index of what stands behind the digits in ``glyphs`` and ``advances``.
  package static let percentSign = 10

  /// The ink of 0, 1, … 9 and what stands behind them; each origin is relative to the pen position on the baseline.
  package let glyphs: [PlacedMask]
  /// Advance of the pen by each glyph, in view pixels.
  package let advances: [Double]
  /// Height of the digits' ink above the baseline, in view pixels; the figure is centred vertically by this height.
  package let digitHeight: Double

  /// Glyphs with their advances; traps unless there are ``count`` of both.
  package init(glyphs: [PlacedMask], advances: [Double], digitHeight: Double) {
    precondition(glyphs.count == Self.count && advances.count == Self.count)
    self.glyphs = glyphs
    self.advances = advances
    self.digitHeight = digitHeight
  }
}
