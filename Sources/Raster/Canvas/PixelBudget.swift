// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// How many pixels, and with them how much memory and time, the pictures of a scene take: masks,
/// percent figures, labels and images, before any of them is made.
///
/// It is counted from frames and scale alone, so that a configuration can be checked without a
/// display, and from above: what is really made is at most as large. The constants are those of the
/// layers that keep the pictures.
package struct PixelBudget: Hashable, Sendable {
  /// Something that a widget shows.
  package enum Picture: Hashable, Sendable {
    /// A shape, a word or a logo that fills the frame, drawn as an outline (shape, word) or scaled
    /// from an image; with a percent figure or without.
    case mask(Source, hasFigure: Bool)
    /// A percent figure of so many points per em.
    case figures(fontSize: Double)
    /// One line of text of so many points per em, cut to the frame's width.
    case line(fontSize: Double)
    /// Wrapped text of so many points per em, at most so many lines.
    case block(fontSize: Double, lines: Int)
    /// An image with colours of its own that fills the frame.
    case image
  }

  /// What a mask is made from.
  package enum Source: Hashable, Sendable {
    /// A built-in shape.
    case shape
    /// A word.
    case text
    /// An image of so many pixels; nil when that is not known yet.
    case image(PixelSize?)
  }

  /// Pixels of all pictures.
  package private(set) var pixels = 0
  /// Bytes that are held as long as the scene is shown.
  package private(set) var bytes = 0
  /// Most bytes that are taken besides while one of the pictures is made.
  package private(set) var transientBytes = 0

  /// An empty scene's.
  package init() {}

  /// Most pixels that a scene's pictures may have: two masks as large as a display of 3840×2160.
  ///
  /// At 50 ns a pixel (measured for outlines on the reference machine) they are made in less than a
  /// second, and masks of so many pixels hold 49 MiB.
  package static let maximumPixelCount = 16 << 20
  /// Longest side of a picture in pixels; longer ones are cut to it.
  package static let maximumExtent = 8192

  /// Whether the scene has more pictures than it may have.
  package var isExceeded: Bool { pixels > Self.maximumPixelCount }

  /// Counts a picture.
  ///
  /// - Parameters:
  ///   - picture: What is shown.
  ///   - size: Extent of the widget's frame in points; what is not positive or not finite counts as
  ///     a pixel or as ``maximumExtent``.
  ///   - scale: Pixels a point.
  package mutating func add(_ picture: Picture, in size: Size, scale: Double) {
    let frame = PixelSize(
      width: Self.extent(size.width * scale),
      height: Self.extent(size.height * scale)
    )
    switch picture {
    case .mask(let source, let hasFigure):
      addMask(frame, source)
      // At a fifth of the mask's height.
      if hasFigure { addFigures(em: frame.height / 5 + 1) }
    case .figures(let fontSize): addFigures(em: Self.extent(fontSize * scale))
    case .line(let fontSize):
      addText(frame, em: Self.extent(fontSize * scale), lines: 1)
    case .block(let fontSize, let lines):
      addText(frame, em: Self.extent(fontSize * scale), lines: min(max(lines, 1), 64))
    case .image:
      let count = frame.width * frame.height
      // One picture becomes another by a mix of both; the next one waits until it has.
      add(pixels: count, bytes: 12 * count, transient: Self.decodingBytes * Self.largestImage)
    }
  }

  /// Counts the budgets of other pictures of the same scene.
  package mutating func add(_ other: Self) {
    add(pixels: other.pixels, bytes: other.bytes, transient: other.transientBytes)
  }

  private mutating func addMask(_ size: PixelSize, _ source: Source) {
    let count = size.width * size.height
    let making =
      switch source {
      // Areas as four-byte numbers, then the mask and what is left of it around its ink.
      case .shape: 4 * count
      // Each glyph is drawn into a scratch before it is added.
      case .text: 2 * count
      // When there is a coverage of each pixel, nothing but the four bytes of each is left of decoding.
      case .image(let size):
        Self.decodingBytes * (size.map(Self.imagePixels) ?? Self.largestImage)
      }
    add(pixels: count, bytes: Self.waveBytes(size), transient: making + 2 * count)
  }

  /// The eleven glyphs, of which a figure has each at up to four places relative to blocks of sixteen columns.
  private mutating func addFigures(em: Int) {
    let glyph = PixelSize(width: em, height: em)
    let count = 11 * glyph.width * glyph.height
    add(pixels: count, bytes: 44 * Self.labelBytes(glyph), transient: 2 * count)
  }

  /// Ink of at most two ems a line; stacked marks alone are higher.
  private mutating func addText(_ frame: PixelSize, em: Int, lines: Int) {
    let size = PixelSize(width: frame.width, height: min(2 * em, Self.maximumExtent))
    let count = size.width * size.height * lines
    add(pixels: count, bytes: Self.labelBytes(size) * lines, transient: 2 * count)
  }

  private mutating func add(pixels: Int, bytes: Int, transient: Int) {
    self.pixels += pixels
    self.bytes += bytes
    transientBytes = max(transientBytes, transient)
  }

  /// What a wave's mask takes: per block of sixteen columns the coverages, their kind, and how the rim
  /// lies to the waves.
  private static func waveBytes(_ size: PixelSize) -> Int {
    blocks(size) * (16 + 1 + 32)
  }

  /// What a label takes: the coverages and their kind.
  private static func labelBytes(_ size: PixelSize) -> Int {
    blocks(size) * (16 + 1)
  }

  /// Blocks of sixteen columns in all rows, wherever the picture begins.
  ///
  /// A turned picture has its sides changed, which matters for the one block a row that is begun.
  private static func blocks(_ size: PixelSize) -> Int {
    let upright = ((size.width + 15) / 16 + 1) * size.height
    let turned = ((size.height + 15) / 16 + 1) * size.width
    return max(upright, turned)
  }

  /// Most bytes of a pixel while an image is decoded: its channels and, of a JPEG image that is progressive or
  /// has several scans, two of a coefficient for each of at most four components.
  private static let decodingBytes = 4 + 4 * 2

  /// Most pixels of an image that is decoded at all.
  package static let largestImage = 16 << 20

  /// Pixels of an image, which is refused when it has more than are accepted.
  private static func imagePixels(_ size: PixelSize) -> Int {
    min(max(size.width, 0), maximumExtent) * min(max(size.height, 0), maximumExtent)
  }

  /// A length in pixels as pictures have it: whole, 1 … ``maximumExtent``.
  private static func extent(_ length: Double) -> Int {
    // A NaN fails both comparisons and counts as a pixel.
    if length >= Double(maximumExtent) { return maximumExtent }
    return length > 1 ? Int(length.rounded(.up)) : 1
  }
}
