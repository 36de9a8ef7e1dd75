// SPDX-License-Identifier: Apache-2.0
package import Raster

extension FontLibrary {
  /// Text wrapped into lines of at most `width`.
  ///
  /// Lines end where UAX #14 allows it, and between any two characters where a word alone is too
  /// wide. Spaces at a line's end are not counted; a soft hyphen at it is shown. Line breaks in the
  /// text end lines, one at its end aside. Where there is more text than `lines` hold, the last one
  /// is cut and ends with "…". A line has one character at least, however narrow the room is.
  ///
  /// - Parameters:
  ///   - text: Any string; of very long text the first `TextBlock/maximumByteCount` bytes count.
  ///   - font: See ``FontLibrary``.
  ///   - pixelSize: View pixels per em; clamped to 1024, and not positive means no line.
  ///   - width: Room for a line in view pixels; clamped to 0 … 16,384.
  ///   - lines: Most lines; clamped to 1 … `TextBlock/maximumLineCount`.
  ///   - direction: The direction of each paragraph of the text.
  ///   - tabularFigures: True if digits shall have equal advances.
  /// - Returns: The lines, at most `lines`.
  /// - Throws: ``TypographyError`` as ``label(_:font:pixelSize:least:maximumWidth:)``.
  package func paragraph(
    _ text: String,
    font: String?,
    pixelSize: Double,
    width: Double,
    lines: Int,
    direction: TextDirection = .automatic,
    tabularFigures: Bool = false
  ) throws(TypographyError) -> TextBlock {
    let size = pixelSize > 0 ? min(pixelSize, Self.maximumLinePixelSize) : 0
    let characters = TextCharacters(
      text,
      maximumByteCount: TextBlock.maximumByteCount,
      maximumCharacterCount: .max,
      keepsBreaks: true
    )
    let wrapper = TextWrapper(
      font: font,
      pixelSize: size,
      room: width > 0 ? min(width, 16_384) : 0,
      lineCount: min(max(lines, 1), TextBlock.maximumLineCount),
      tabularFigures: tabularFigures
    )
    return try withWholeFonts { () throws(TypographyError) in
      let pieces = size > 0 ? TextWrapper.pieces(of: characters, direction: direction) : []
      let wrapped = try wrapper.wrap(pieces, isCut: characters.isCut, with: self)
      let metrics = try lineMetrics(of: wrapped.lines.map(\.layout), font: font, pixelSize: size)
      return TextBlock(
        lines: wrapped.lines.map { line in
          TextBlock.Line(
            mask: lineMask(
              of: line.layout,
              pixelSize: size,
              isRightToLeft: line.isRightToLeft
            ),
            advance: line.layout.advance * size,
            isRightToLeft: line.isRightToLeft
          )
        },
        ascent: metrics.ascent,
        descent: metrics.descent,
        lineHeight: metrics.lineHeight,
        isCut: wrapped.isCut
      )
    }
  }

  /// Heights that suit all fonts of `layouts`, in whole pixels.
  func lineMetrics(
    of layouts: [TextLayout],
    font: String?,
    pixelSize: Double
  ) throws(TypographyError) -> (ascent: Int, descent: Int, lineHeight: Int) {
    var used: Set<Int> = [try faceIndex(for: font)]
    for run in layouts.flatMap(\.runs) { used.insert(run.run.faceIndex) }
    let metrics = used.map { faces[$0].lineMetrics }
    func pixels(_ length: (FontFace.LineMetrics) -> Double) -> Int {
      // Damaged fonts have any metrics; four ems are more than any script needs.
      Int((min(max(metrics.map(length).max() ?? 0, 0), 4) * pixelSize).rounded(.up))
    }
    let ascent = pixels(\.ascent)
    let descent = pixels(\.descent)
    return (ascent, descent, max(pixels(\.lineHeight), ascent + descent))
  }
}
