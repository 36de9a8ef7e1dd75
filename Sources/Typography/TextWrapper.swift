// SPDX-License-Identifier: Apache-2.0
internal import Raster

/// Fills lines with text, from top to bottom, each with as much as fits.
struct TextWrapper {
  /// The font's name, see ``FontLibrary``.
  var font: String?
  /// View pixels per em.
  var pixelSize: Double
  /// Room for a line in view pixels.
  var room: Double
  /// Most lines.
  var lineCount: Int
  /// True if digits shall have equal advances.
  var tabularFigures: Bool

  /// A paragraph, and where its lines may end.
  struct Piece {
    var paragraph: TextParagraph
    /// For each character whether a line may end behind it.
    var isBreakable: [Bool]
  }

  /// A line as it is shaped.
  struct Line {
    var layout: TextLayout
    var isRightToLeft: Bool
  }

  /// The rest of a paragraph that is to be filled into lines.
  private struct Rest {
    var piece: Piece
    /// Width of each character in the paragraph as one line, in pixels.
    var widths: [Double]
    /// The first character of the next line.
    var start = 0

    var isEmpty: Bool { start >= widths.count }

    /// `end` without the spaces in front of it.
    func trimmed(_ end: Int) -> Int {
      var end = end
      while end > start, isSpace(end - 1) { end -= 1 }
      return end
    }

    /// Tells if a character at a line's end takes no room.
    func isSpace(_ character: Int) -> Bool {
      piece.paragraph.scalars[piece.paragraph.clusters[character]].allSatisfy { scalar in
        switch scalar.value {
        // Spaces that hold words together or have the width of a digit are seen.
        case 0xA0, 0x2007, 0x202F: false
        default: scalar.properties.isWhitespace
        }
      }
    }
  }

  /// Splits a text where it has line breaks of its own.
  static func pieces(of text: TextCharacters, direction: TextDirection) -> [Piece] {
    let breaks = LineBreaks(text.scalars)
    var pieces: [Piece] = []
    var start = 0
    func end(at end: Int) {
      let clusters = text.clusters[start..<end]
      let first = clusters.first?.lowerBound ?? 0
      let paragraph = TextParagraph(
        scalars: Array(text.scalars[first..<(clusters.last?.upperBound ?? first)]),
        clusters: clusters.map { ($0.lowerBound - first)..<($0.upperBound - first) },
        direction: direction
      )
      let isBreakable = clusters.map { breaks.isAllowed[$0.upperBound - 1] }
      pieces.append(Piece(paragraph: paragraph, isBreakable: isBreakable))
      start = end + 1
    }
    for (index, cluster) in text.clusters.enumerated()
    where TextCharacters.isBreak(text.scalars[cluster.lowerBound]) {
      end(at: index)
    }
    // A break at the very end begins no line.
    if start < text.clusters.count { end(at: text.clusters.count) }
    return pieces
  }

  /// Fills lines with `pieces`.
  ///
  /// - Parameters:
  ///   - pieces: The paragraphs.
  ///   - isCut: True if there is more text behind them.
  ///   - library: The fonts.
  /// - Returns: The lines, and whether there is more text than they hold.
  /// - Throws: ``TypographyError`` when the font cannot be used.
  func wrap(
    _ pieces: [Piece],
    isCut: Bool,
    with library: FontLibrary
  ) throws(TypographyError) -> (lines: [Line], isCut: Bool) {
    var lines: [Line] = []
    for (index, piece) in pieces.enumerated() {
      let isLastPiece = index == pieces.count - 1
      let whole = try layout(piece.paragraph, with: library)
      let widths = whole.characterEdges(piece.paragraph.clusters).map { $0.width * pixelSize }
      var rest = Rest(piece: piece, widths: widths)
      repeat {
        var next = rest
        let line = try fill(&next, with: library)
        let isLast = lines.count == lineCount - 1
        let hasMore = !next.isEmpty || !isLastPiece || isCut
        if hasMore, isLast || next.isEmpty && isLastPiece {
          lines.append(try cut(rest, with: library))
          return (lines, true)
        }
        lines.append(line)
        rest = next
      } while !rest.isEmpty
    }
    return (lines, isCut)
  }

  /// Takes the next line from `rest`.
  private func fill(_ rest: inout Rest, with library: FontLibrary) throws(TypographyError) -> Line {
    var fitting = rest.start
    var candidates: [Int] = []
    var width = 0.0
    while fitting < rest.widths.count {
      width += rest.widths[fitting]
      // Spaces may stand out.
      if width > room + Self.tolerance, !rest.isSpace(fitting) { break }
      fitting += 1
      if fitting == rest.widths.count || rest.piece.isBreakable[fitting - 1] {
        candidates.append(fitting)
      }
    }
    // Shaped alone a line may be wider: letters join no longer, and a hyphen is added.
    for end in candidates.reversed() {
      let line = try line(rest, to: end, with: library)
      if line.layout.advance * pixelSize <= room + Self.tolerance {
        rest.start = end
        return line
      }
    }
    var count = max(1, fitting - rest.start)
    while true {
      let line = try line(rest, to: min(rest.start + count, rest.widths.count), with: library)
      if count == 1 || line.layout.advance * pixelSize <= room + Self.tolerance {
        rest.start += count
        return line
      }
      count -= max(1, count / 8)
    }
  }

  /// The longest beginning of `rest` that fits with an ellipsis behind it.
  private func cut(_ rest: Rest, with library: FontLibrary) throws(TypographyError) -> Line {
    var count = 0
    var width = 0.0
    while rest.start + count < rest.widths.count, width <= room {
      width += rest.widths[rest.start + count]
      count += 1
    }
    while true {
      let end = rest.trimmed(rest.start + count)
      let line = try line(rest, to: end, ending: ["…"], with: library)
      if end == rest.start || line.layout.advance * pixelSize <= room + Self.tolerance {
        return line
      }
      count = end - rest.start - max(1, count / 16)
    }
  }

  /// The characters from the start of `rest` to `end` as a line.
  private func line(
    _ rest: Rest,
    to end: Int,
    ending: [Unicode.Scalar]? = nil,
    with library: FontLibrary
  ) throws(TypographyError) -> Line {
    let range = rest.start..<rest.trimmed(end)
    var ending = ending ?? []
    if ending.isEmpty, end < rest.widths.count, !range.isEmpty,
      rest.piece.paragraph.scalars[rest.piece.paragraph.clusters[range.upperBound - 1].lowerBound]
        .value == 0xAD
    {
      ending = [try library.hyphen(of: font)]
    }
    let paragraph = rest.piece.paragraph.line(range, ending: ending)
    return Line(
      layout: try layout(paragraph, with: library),
      isRightToLeft: paragraph.isRightToLeft
    )
  }

  private func layout(
    _ paragraph: TextParagraph,
    with library: FontLibrary
  ) throws(TypographyError) -> TextLayout {
    try library.layout(paragraph, font: font, tabularFigures: tabularFigures)
  }

  /// Excess of a line's width that is tolerated, in pixels, for sums of widths to be compared.
  private static let tolerance = 1.0 / 64
}

extension FontLibrary {
  /// The hyphen that a font has.
  fileprivate func hyphen(of font: String?) throws(TypographyError) -> Unicode.Scalar {
    let index = try faceIndex(for: font)
    return faces[index].glyph(for: "\u{2010}") != nil ? "\u{2010}" : "-"
  }
}
