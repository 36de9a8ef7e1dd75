// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Ink on a card of a ``ReelLayer``, and pixels with colours of their own over it: as the buffer needs them, read
/// from any column on.
package struct ReelInk: Sendable {
  /// Rectangle of ink and pixels, from the upper left corner that the card has in the buffer.
  private(set) var rect: PixelRect
  /// Rectangle of the ink alone.
  private let inkRect: PixelRect
  /// The coverages, row by row, with a block's width of none at both ends of each.
  private let bytes: [UInt8]
  private let stride: Int
  /// Rectangle of the pixels with colours of their own.
  private var pixelRect = PixelRect.empty
  /// Their channels, row by row, of each row red, green, blue and alpha with a block's width of none at both ends.
  private var channels: [UInt8] = []

  /// Turns ink as the buffer is.
  ///
  /// - Parameters:
  ///   - ink: The ink, placed in view pixels from the card's upper left corner; what lies outside of the card is
  ///     left out.
  ///   - card: The card's extent in view pixels.
  ///   - transform: The view's transform to the buffer.
  package init(_ ink: PlacedMask, on card: PixelSize, transform: OutputTransform) {
    let seen = ink.cut(to: card.bounds)
    guard !seen.mask.bytes.isEmpty else {
      self = .none
      return
    }
    let size = seen.mask.size
    let view = size.bounds.moved(by: seen.origin)
    rect = Self.place(of: view, on: card, transform: transform)
    inkRect = rect
    stride = rect.width + 2 * blockWidth
    var bytes = [UInt8](repeating: 0, count: stride * rect.height)
    let (first, column, row) = Picture.steps(view, rotation: transform.rotation)
    for y in 0..<rect.height {
      var source = PixelPoint(
        x: first.x - view.left + y * row.x,
        y: first.y - view.top + y * row.y
      )
      for x in 0..<rect.width {
        bytes[y * stride + blockWidth + x] = seen.mask.bytes[source.y * size.width + source.x]
        source.x += column.x
        source.y += column.y
      }
    }
    self.bytes = bytes
  }

  /// Puts pixels with colours of their own over the ink, in place of any that were there.
  ///
  /// - Parameters:
  ///   - pixels: The pixels.
  ///   - origin: Place of the upper left one, in view pixels from the card's upper left corner; what lies outside
  ///     of the card is left out.
  ///   - card: The card's extent in view pixels.
  ///   - transform: The view's transform to the buffer.
  package mutating func cover(
    with pixels: PremultipliedPixels,
    at origin: PixelPoint,
    on card: PixelSize,
    transform: OutputTransform
  ) {
    let view = pixels.size.bounds.moved(by: origin).intersection(card.bounds)
    guard !view.isEmpty else { return }
    let place = Self.place(of: view, on: card, transform: transform)
    let stride = place.width + 2 * blockWidth
    channels = [UInt8](repeating: 0, count: 4 * stride * place.height)
    let (first, column, row) = Picture.steps(view, rotation: transform.rotation)
    for y in 0..<place.height {
      var source = PixelPoint(
        x: first.x - origin.x + y * row.x,
        y: first.y - origin.y + y * row.y
      )
      for x in 0..<place.width {
        let from = 4 * (source.y * pixels.size.width + source.x)
        // No colour is more than its alpha.
        let alpha = pixels.rgba[from + 3]
        for channel in 0..<4 {
          channels[(4 * y + channel) * stride + blockWidth + x] = min(
            pixels.rgba[from + channel],
            alpha
          )
        }
        source.x += column.x
        source.y += column.y
      }
    }
    pixelRect = place
    rect = inkRect.union(place)
  }

  /// The rectangle `view` of a card as it lies in the buffer, from the upper left corner that the card has there.
  private static func place(
    of view: PixelRect,
    on card: PixelSize,
    transform: OutputTransform
  ) -> PixelRect {
    let corner = transform.bufferRect(ofView: card.bounds)
    return transform.bufferRect(ofView: view)
      .moved(by: PixelPoint(x: -corner.left, y: -corner.top))
  }

  private init() {
    rect = .empty
    inkRect = .empty
    bytes = []
    stride = 0
  }

  /// No ink.
  package static let none = Self()

  /// The coverages of sixteen pixels from a column and in a row of the card on; 0 where there is no ink.
  @inline(__always)
  func coverage(_ x: Int, _ y: Int) -> CoverageLanes {
    guard Self.touches(inkRect, x, y) else { return CoverageLanes() }
    return lanes(bytes.span, at: (y &- inkRect.top) &* stride &+ x &- inkRect.left)
  }

  /// Tells if any of sixteen pixels from a column and in a row of the card on has a colour of its own.
  @inline(__always)
  func hasPixels(_ x: Int, _ y: Int) -> Bool { Self.touches(pixelRect, x, y) }

  /// Those pixels; only where there are any.
  @inline(__always)
  func pixels(_ x: Int, _ y: Int) -> PremultipliedBlock {
    let stride = pixelRect.width &+ 2 &* blockWidth
    let start = 4 &* (y &- pixelRect.top) &* stride &+ x &- pixelRect.left
    let channels = channels.span
    return PremultipliedBlock(
      red: lanes(channels, at: start),
      green: lanes(channels, at: start &+ stride),
      blue: lanes(channels, at: start &+ 2 &* stride),
      alpha: lanes(channels, at: start &+ 3 &* stride)
    )
  }

  @inline(__always)
  private static func touches(_ rect: PixelRect, _ x: Int, _ y: Int) -> Bool {
    y >= rect.top && y < rect.bottom && x < rect.right && x &+ blockWidth > rect.left
  }

  /// Sixteen bytes from a place of a row on, which has a block's width more at both ends than columns that get here.
  @inline(__always)
  private func lanes(_ bytes: Span<UInt8>, at place: Int) -> CoverageLanes {
    unsafe bytes.bytes.unsafeLoadUnaligned(
      fromByteOffset: place &+ blockWidth,
      as: CoverageLanes.self
    )
  }
}
