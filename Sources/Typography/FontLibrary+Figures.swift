// SPDX-License-Identifier: Apache-2.0
package import Raster
private import Geometry

extension FontLibrary {
  /// The digits of a font, with equal advances, and the text behind them.
  ///
  /// Each digit is centred in the widest digit's advance, unless the font has tabular figures of
  /// its own (OpenType `tnum`), which are then used.
  ///
  /// - Parameters:
  ///   - font: See ``FontLibrary``.
  ///   - tail: The text behind the digits; may be empty.
  ///   - pixelSize: View pixels per em; clamped to 1 … 4096.
  /// - Returns: The eleven glyphs, of which the last one is the text, anchored at the pen position on the baseline.
  /// - Throws: ``TypographyError`` as ``label(_:font:pixelSize:least:maximumWidth:)``; draw
  ///   ``SegmentFigures`` then.
  package func figureGlyphs(
    font: String?,
    tail: String = "%",
    pixelSize: Double
  ) throws(TypographyError) -> FigureGlyphs {
    let size = pixelSize >= 1 ? min(pixelSize, 4096) : 1
    return try withWholeFonts { () throws(TypographyError) in
      try figureGlyphs(font: font, tail: tail, clampedSize: size)
    }
  }

  /// A text whose spaces do not break, which are not trimmed at its ends either.
  private static func unbroken(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar == " " ? "\u{A0}" : scalar) }
    return String(scalars)
  }

  /// The glyphs at `size` pixels per em, which is in range.
  private func figureGlyphs(
    font: String?,
    tail: String,
    clampedSize size: Double
  ) throws(TypographyError) -> FigureGlyphs {
    var layouts: [TextLayout] = []
    for text in "0123456789".map(String.init) + (tail.isEmpty ? [] : [Self.unbroken(tail)]) {
      layouts.append(try layout(TextParagraph(text), font: font, tabularFigures: true))
    }
    let cell = layouts.prefix(10).map(\.advance).max() ?? 0
    let limit = (Int(size) * 4 + 4) * max(1, tail.unicodeScalars.count)
    var masks = layouts.enumerated().map { index, layout in
      let inset = index == FigureGlyphs.percentSign ? 0 : (cell - layout.advance) / 2
      return draw(
        layout,
        pixelSize: size,
        x: inset * size,
        y: 0,
        limit: PixelRect(left: -limit, top: -limit, right: limit, bottom: limit)
      ).placedMask()
    }
    var advances = layouts.enumerated().map { index, layout in
      (index == FigureGlyphs.percentSign ? layout.advance : cell) * size
    }
    if tail.isEmpty {
      masks.append(.nothing)
      advances.append(0)
    }
    // The figure one has a flat foot and top, so it is free of the round digits' overshoot.
    let height = layouts[1].ink.isEmpty ? layouts[0].ink.height : layouts[1].ink.maxY
    return FigureGlyphs(glyphs: masks, advances: advances, digitHeight: height * size)
  }
}
