// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

extension FontLibrary {
  /// Shapes a line: runs of one font, script and direction, put side by side in visual order.
  ///
  /// - Throws: ``TypographyError`` when `font` cannot be used; missing fallbacks do not throw.
  func layout(
    _ paragraph: TextParagraph,
    font: String?,
    tabularFigures: Bool = false
  ) throws(TypographyError) -> TextLayout {
    let runs = try runs(of: paragraph, font: font, tabularFigures: tabularFigures)
    let text = paragraph.scalars.map(\.value)
    var layout = TextLayout()
    for index in BidiLevels.visualOrder(of: runs.map(\.level)) {
      let run = runs[index]
      let start = (glyph: layout.glyphs.count, pen: layout.advance)
      faces[run.faceIndex].shape(
        run,
        of: text,
        pen: &layout.advance,
        faceIndex: run.faceIndex,
        into: &layout.glyphs
      )
      // No font has negative advances in a whole run, but damaged ones have anything.
      layout.runs.append(
        TextLayout.Run(
          run: run,
          glyphs: start.glyph..<layout.glyphs.count,
          pen: start.pen...max(start.pen, layout.advance)
        )
      )
    }
    layout.letterBox = letterBox(of: paragraph, runs: runs, ink: layout.ink)
    return layout
  }

  /// Draws the glyphs of a layout.
  ///
  /// - Parameters:
  ///   - layout: The line.
  ///   - pixelSize: Pixels per em.
  ///   - x: Start of the line, in pixels to the right of the anchor.
  ///   - y: The baseline, in pixels *below* the anchor.
  ///   - limit: Pixels relative to the anchor that may be drawn at most.
  /// - Returns: A canvas around the ink inside `limit`.
  func draw(
    _ layout: TextLayout,
    pixelSize: Double,
    x: Double,
    y: Double,
    limit: PixelRect
  ) -> CoverageCanvas {
    let ink = layout.ink
    if ink.isEmpty { return CoverageCanvas(bounds: .empty) }
    // A pixel more on each side takes up the rounding of the outlines to 1/64 pixel.
    let bounds = PixelRect(
      left: Self.pixel(x + ink.minX * pixelSize, rule: .down) - 1,
      top: Self.pixel(y - ink.maxY * pixelSize, rule: .down) - 1,
      right: Self.pixel(x + ink.maxX * pixelSize, rule: .up) + 1,
      bottom: Self.pixel(y - ink.minY * pixelSize, rule: .up) + 1
    ).intersection(limit)
    var canvas = CoverageCanvas(bounds: bounds)
    for glyph in layout.glyphs where !glyph.ink.isEmpty {
      faces[glyph.faceIndex].draw(
        glyph.glyph,
        pixelSize: pixelSize,
        x: x + glyph.x * pixelSize,
        y: glyph.y * pixelSize - y,
        on: &canvas
      )
    }
    return canvas
  }

  /// A coordinate as a whole pixel, kept far inside `Int`.
  private static func pixel(_ value: Double, rule: FloatingPointRoundingRule) -> Int {
    Int(min(max(value, -1e6), 1e6).rounded(rule))
  }

  /// Splits a paragraph where font, script or direction change, in logical order.
  private func runs(
    of paragraph: TextParagraph,
    font: String?,
    tabularFigures: Bool
  ) throws(TypographyError) -> [TextRun] {
    let faces = try faceIndices(for: paragraph, font: font)
    let language = paragraph.language(locale: Self.locale)
    var runs: [TextRun] = []
    for (cluster, face) in zip(paragraph.clusters, faces) {
      let script = paragraph.scripts[cluster.lowerBound]
      let level = paragraph.levels[cluster.lowerBound]
      if let last = runs.last, last.faceIndex == face, last.level == level,
        last.script == script.tag
      {
        runs[runs.count - 1].range = last.range.lowerBound..<cluster.upperBound
        continue
      }
      runs.append(
        TextRun(
          range: cluster,
          level: level,
          script: script.tag,
          faceIndex: face,
          language: script.isIdeographic ? language : nil,
          wantsTabularFigures: tabularFigures
        )
      )
    }
    return runs
  }

  /// Foot and top of the letters that a line is centred by.
  ///
  /// They belong to the script and the font, not to the text, so that lines of one script in
  /// boxes side by side share a baseline: capitals for scripts that have them and for digits, the
  /// ideographic box for ideographs, a tall letter for others; the ink itself where no letter of
  /// the script is known.
  private func letterBox(
    of paragraph: TextParagraph,
    runs: [TextRun],
    ink: GlyphBounds
  ) -> ClosedRange<Double> {
    let script = paragraph.leadingScript
    if let run = runs.first(where: { $0.script == script.tag }),
      let letter = script.referenceLetter,
      let glyph = faces[run.faceIndex].glyph(for: letter)
    {
      let box = faces[run.faceIndex].bounds(of: glyph)
      if !box.isEmpty { return box.minY...box.maxY }
    }
    return ink.isEmpty ? 0...0 : ink.minY...ink.maxY
  }
}
