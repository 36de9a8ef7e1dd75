// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import PlainText
package import Raster

extension FontLibrary {
  /// Widest mask in pixels; longer lines are shortened even without a maximum width.
  private static let maximumExtent = 8192
  /// Largest size in pixels per em.
  private static let maximumPixelSize = 4096.0
  /// Smallest size of a line that is too wide, before it is cut, as a fraction of its own size, where none is given.
  package static let smallestShrinking = 0.7

  /// The coverage of a short text, anchored at the centre of the box it belongs in.
  ///
  /// Horizontally the ink of each line is centred, at its exact sub-pixel position. Vertically the
  /// script's capitals (ideographs, tall letters) are centred with the baseline on a whole pixel, so
  /// that labels of equal size stand on one line; several lines, which end where the text has line
  /// breaks, are centred as a block. Outlines are not hinted.
  ///
  /// A line wider than `maximumWidth` is drawn smaller, all others with it, by up to 30 % or down to `least`; if that
  /// is not enough it is cut and ends with "…". Control characters count as spaces. Of a very long line the
  /// first 256 characters are looked at.
  ///
  /// - Parameters:
  ///   - text: Any string; direction and scripts are found out.
  ///   - font: See ``FontLibrary``.
  ///   - pixelSize: View pixels per em; clamped to 4096, and not positive means no ink.
  ///   - least: The smallest size, in view pixels per em, of what is drawn smaller; nil for 70 % of its own.
  ///   - maximumWidth: Room for the ink in view pixels, or nil for 8192.
  /// - Returns: The ink; an empty mask when there is none.
  /// - Throws: ``TypographyError`` when `font` is a file that cannot be used or when there is no
  ///   font at all.
  package func label(
    _ text: String,
    font: String?,
    pixelSize: Double,
    least: Double? = nil,
    maximumWidth: Double?
  ) throws(TypographyError) -> PlacedMask {
    let extent = Double(Self.maximumExtent)
    let room = min(maximumWidth.map { max($0, 0) } ?? extent, extent)
    return try withWholeFonts { () throws(TypographyError) in
      try label(text, font: font, pixelSize: pixelSize, least: least, room: room)
    }
  }

  /// Width in ems of the ink of a label's widest line; infinite where a line is longer than what is looked at.
  ///
  /// - Throws: ``TypographyError`` as ``label(_:font:pixelSize:least:maximumWidth:)``.
  package func labelWidth(_ text: String, font: String?) throws(TypographyError) -> Double {
    try withWholeFonts { () throws(TypographyError) -> Double in
      var width = 0.0
      for line in text.labelLines {
        let paragraph = TextParagraph(String(line))
        guard !paragraph.isCut else { return .infinity }
        width = max(width, try layout(paragraph, font: font).ink.width)
      }
      return width
    }
  }

  /// The label with at most `room` pixels of ink in a row.
  private func label(
    _ text: String,
    font: String?,
    pixelSize: Double,
    least: Double?,
    room: Double
  ) throws(TypographyError) -> PlacedMask {
    var layouts: [TextLayout] = []
    var size = pixelSize > 0 ? min(pixelSize, Self.maximumPixelSize) : 0
    for line in text.labelLines {
      let share = least.map { size > 0 ? min($0 / size, 1) : 1 } ?? Self.smallestShrinking
      let fitted = try fit(
        TextParagraph(String(line)),
        font: font,
        pixelSize: size,
        smallest: share,
        room: room
      )
      layouts.append(fitted.layout)
      size = fitted.pixelSize
    }
    let lines = layouts.filter { !$0.ink.isEmpty }
    guard let drop = lines.map(\.baselineDrop).max(), size > 0, room >= 1 else {
      return CoverageCanvas(bounds: .empty).placedMask()
    }
    let lineHeight =
      layouts.count > 1 ? try lineMetrics(of: lines, font: font, pixelSize: size).lineHeight : 0
    let first = (drop * size - Double((layouts.count - 1) * lineHeight) / 2).rounded()
    // Stacks of marks can be endlessly high; four ems are more than any script needs.
    let height = Int((4 * size).rounded(.up)) + layouts.count * lineHeight
    let limit = PixelRect(
      left: -Self.maximumExtent,
      top: -height,
      right: Self.maximumExtent,
      bottom: height
    )
    let drawn = layouts.enumerated().filter { !$1.ink.isEmpty }.map { index, layout in
      draw(
        layout,
        pixelSize: size,
        x: -(layout.ink.minX + layout.ink.maxX) / 2 * size,
        y: first + Double(index * lineHeight),
        limit: limit
      )
    }
    var whole = CoverageCanvas(bounds: drawn.reduce(.empty) { $0.union($1.bounds) })
    for line in drawn { whole.add(line) }
    return whole.placedMask()
  }

  /// Shrinks, down to the fraction `smallest` of its size, and, if need be, cuts a line until its ink is at most `room`
  /// pixels wide.
  private func fit(
    _ paragraph: TextParagraph,
    font: String?,
    pixelSize: Double,
    smallest: Double,
    room: Double
  ) throws(TypographyError) -> (layout: TextLayout, pixelSize: Double) {
    let whole = try layout(paragraph, font: font)
    let width = whole.ink.width * pixelSize
    if !paragraph.isCut {
      if width <= room { return (whole, pixelSize) }
      if width * smallest <= room { return (whole, pixelSize * room / width) }
    }
    let size = width > room ? pixelSize * smallest : pixelSize
    // The most clusters that fit with the ellipsis behind them, by bisection.
    var best = try layout(paragraph.prefix(0, endingWith: "…"), font: font)
    var low = 0
    var high = paragraph.clusters.count
    while low < high {
      let middle = (low + high + 1) / 2
      let candidate = try layout(paragraph.prefix(middle, endingWith: "…"), font: font)
      if candidate.ink.width * size <= room {
        best = candidate
        low = middle
      } else {
        high = middle - 1
      }
    }
    // Where not even the ellipsis fits, it is made to.
    let bestWidth = best.ink.width * size
    return (best, bestWidth > room ? size * room / bestWidth : size)
  }

  /// The ink of a line of text scaled to touch the edges of a box, its aspect kept.
  ///
  /// In the direction with room to spare the ink is centred; vertically the baseline is then
  /// moved by less than half a pixel onto a whole one.
  ///
  /// - Parameters:
  ///   - text: As for ``label(_:font:pixelSize:least:maximumWidth:)``.
  ///   - font: See ``FontLibrary``.
  ///   - size: The box in view pixels; each side is clamped to 0 … 8192.
  /// - Returns: A mask of exactly the box's size, and the pixels of it that have any ink.
  /// - Throws: ``TypographyError`` as ``label(_:font:pixelSize:least:maximumWidth:)``.
  package func wordMask(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(TypographyError) -> (mask: CoverageMask, ink: PixelRect) {
    let box = PixelSize(
      width: min(max(size.width, 0), Self.maximumExtent),
      height: min(max(size.height, 0), Self.maximumExtent)
    )
    return try withWholeFonts { () throws(TypographyError) in
      try wordMask(TextParagraph(text), font: font, box: box)
    }
  }

  /// The ink of a line that touches the edges of `box`.
  private func wordMask(
    _ paragraph: TextParagraph,
    font: String?,
    box: PixelSize
  ) throws(TypographyError) -> (mask: CoverageMask, ink: PixelRect) {
    let layout = try layout(paragraph, font: font)
    let ink = layout.ink
    guard !ink.isEmpty, !box.bounds.isEmpty else {
      return (CoverageCanvas(bounds: box.bounds).mask(), .empty)
    }
    let (width, height) = (Double(box.width), Double(box.height))
    let pixelSize = min(width / ink.width, height / ink.height)
    let x = width / 2 - (ink.minX + ink.maxX) / 2 * pixelSize
    var y = height / 2 + (ink.minY + ink.maxY) / 2 * pixelSize
    let rounded = y.rounded()
    if rounded - ink.maxY * pixelSize >= 0, rounded - ink.minY * pixelSize <= height {
      y = rounded
    }
    let canvas = draw(layout, pixelSize: pixelSize, x: x, y: y, limit: box.bounds)
    var whole = CoverageCanvas(bounds: box.bounds)
    whole.add(canvas)
    return (whole.mask(), whole.inkBounds)
  }
}
