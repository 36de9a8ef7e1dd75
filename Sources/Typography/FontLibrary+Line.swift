// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import Raster

extension FontLibrary {
  /// One line of text with the places where a caret can stand.
  ///
  /// Spaces at the ends count, nothing is shrunk or shortened; control characters and line breaks
  /// become spaces of their own. Embeddings and isolates are honoured. What follows the limits of
  /// `TextLine` is left out; ink beyond 16,384 pixels from the line's beginning is not drawn.
  ///
  /// - Parameters:
  ///   - text: Any string; scripts are found out.
  ///   - font: See ``FontLibrary``.
  ///   - pixelSize: View pixels per em; clamped to 1024, and not positive means no ink and no advance.
  ///   - direction: The line's own direction.
  ///   - tabularFigures: True if digits shall have equal advances.
  /// - Returns: The line; an empty text has one boundary at 0.
  /// - Throws: ``TypographyError`` as ``label(_:font:pixelSize:least:maximumWidth:)``.
  package func line(
    _ text: String,
    font: String?,
    pixelSize: Double,
    direction: TextDirection = .automatic,
    tabularFigures: Bool = false
  ) throws(TypographyError) -> TextLine {
    let characters = TextCharacters(
      text,
      maximumByteCount: TextLine.maximumByteCount,
      maximumCharacterCount: TextLine.maximumCharacterCount
    )
    let size = pixelSize > 0 ? min(pixelSize, Self.maximumLinePixelSize) : 0
    let paragraph = TextParagraph(characters, direction: direction)
    return try withWholeFonts { () throws(TypographyError) in
      let layout = try layout(paragraph, font: font, tabularFigures: tabularFigures)
      return TextLine(
        mask: lineMask(of: layout, pixelSize: size, isRightToLeft: paragraph.isRightToLeft),
        advance: layout.advance * size,
        baselineDrop: layout.baselineDrop * size,
        isRightToLeft: paragraph.isRightToLeft,
        boundaries: boundaries(
          of: paragraph,
          layout: layout,
          characters: characters,
          pixelSize: size
        ),
        isCut: characters.isCut
      )
    }
  }

  /// Largest size of a line in pixels per em.
  static var maximumLinePixelSize: Double { 1024 }

  /// The ink of a line, relative to its left end on the baseline, kept to bounded memory.
  func lineMask(of layout: TextLayout, pixelSize: Double, isRightToLeft: Bool) -> PlacedMask {
    if pixelSize <= 0 || layout.ink.isEmpty { return CoverageCanvas(bounds: .empty).placedMask() }
    // Stacks of marks can be endlessly high; four ems are more than any script needs.
    let height = Int((4 * pixelSize).rounded(.up))
    let extent = 16_384
    let advance = Int((layout.advance * pixelSize).rounded(.up))
    return draw(
      layout,
      pixelSize: pixelSize,
      x: 0,
      y: 0,
      limit: PixelRect(
        left: isRightToLeft ? advance - extent : -height,
        top: -height,
        right: isRightToLeft ? advance + height : extent,
        bottom: height
      )
    ).placedMask()
  }

  /// The places in front of each character and at the end.
  private func boundaries(
    of paragraph: TextParagraph,
    layout: TextLayout,
    characters: TextCharacters,
    pixelSize: Double
  ) -> [TextBoundary] {
    let edges = layout.characterEdges(paragraph.clusters)
    var boundaries = edges.indices.map { index in
      let isRightToLeft = paragraph.levels[paragraph.clusters[index].lowerBound] & 1 == 1
      return TextBoundary(
        x: edges[index].leading * pixelSize,
        byteOffset: characters.byteOffsets[index],
        isRightToLeft: isRightToLeft
      )
    }
    boundaries.append(
      TextBoundary(
        x: paragraph.isRightToLeft ? 0 : layout.advance * pixelSize,
        byteOffset: characters.byteCount,
        isRightToLeft: paragraph.isRightToLeft
      )
    )
    return boundaries
  }
}
