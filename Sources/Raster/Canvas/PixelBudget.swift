// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Number of pixels, and with them memory and time, that the pictures of a scene take: masks, percent figures, labels
/// and images, before any of them is made.
///
/// It is counted from frames and scale alone, so that a configuration can be checked without a
/// display, and from above: what is really made is at most as large.
package struct PixelBudget: Hashable, Sendable {
  /// Something that a widget shows.
  package enum Picture: Hashable, Sendable {
    /// A shape, a word or a logo that fills the frame, with a percent figure or without.
    case mask(hasFigure: Bool)
    /// A percent figure of so many points per em.
    case figures(fontSize: Double)
    /// One line of text of so many points per em, cut to the frame's width.
    case line(fontSize: Double)
    /// Wrapped text of so many points per em, at most so many lines.
    case block(fontSize: Double, lines: Int)
    /// A shadow of the frame, blurred over so many points.
    case shadow(blur: Double)
    /// An image with colours of its own that fills the frame.
    case image
  }

  /// Pixels of all pictures.
  package private(set) var pixels = 0

  /// An empty scene's.
  package init() {}

  /// Most pixels that a scene's pictures may have: two masks as large as a display of 3840×2160.
  ///
  /// At 50 ns a pixel (measured for outlines on the reference machine) they are made in less than a
  /// second, and masks of so many pixels hold 49 MiB.
  package static let maximumPixelCount = 16 << 20
  /// Longest side of a picture in pixels; longer ones are cut to it.
  package static let maximumExtent = 8192

  /// True if the scene has more pictures than it may have.
  package var isExceeded: Bool { pixels > Self.maximumPixelCount }

  /// Counts a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - size: Extent of the widget's frame in points; what is not positive or not finite counts as
  ///     a pixel or as ``maximumExtent``.
  ///   - scale: Pixels a point.
  package mutating func add(_ picture: Picture, in size: Size, scale: Double) {
    let width = Self.extent(size.width * scale)
    let height = Self.extent(size.height * scale)
    switch picture {
    case .mask(let hasFigure):
      pixels += width * height
      // At a fifth of the mask's height.
      if hasFigure { addFigures(em: height / 5 + 1) }
    case .figures(let fontSize): addFigures(em: Self.extent(fontSize * scale))
    case .line(let fontSize): addText(width, em: Self.extent(fontSize * scale), lines: 1)
    case .block(let fontSize, let lines):
      addText(width, em: Self.extent(fontSize * scale), lines: min(max(lines, 1), 64))
    case .shadow(let blur):
      // Frame and blur are rounded to whole pixels each.
      let margin = 2 * Self.extent(blur * scale) + 2
      pixels += (width + margin) * (height + margin)
    case .image: pixels += width * height
    }
  }

  /// Counts the ten digits and the sign.
  private mutating func addFigures(em: Int) { pixels += 11 * em * em }

  /// Counts ink of at most two ems a line; stacked marks alone are higher.
  private mutating func addText(_ width: Int, em: Int, lines: Int) {
    pixels += width * min(2 * em, Self.maximumExtent) * lines
  }

  /// A length in pixels as pictures have it: whole, 1 … ``maximumExtent``.
  private static func extent(_ length: Double) -> Int {
    // A NaN fails both comparisons and counts as a pixel.
    if length >= Double(maximumExtent) { return maximumExtent }
    return length > 1 ? Int(length.rounded(.up)) : 1
  }
}
