// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Ink on a card of a ``ReelLayer``: coverages as the buffer needs them, read from any column on.
package struct ReelInk: Sendable {
  /// Rectangle of the ink, from the upper left corner that the card has in the buffer.
  let rect: PixelRect
  /// The coverages, row by row, with a block's width of none at both ends of each.
  private let bytes: [UInt8]
  private let stride: Int

  /// Turns ink as the buffer is.
  ///
  /// - Parameters:
  ///   - ink: The ink, placed in view pixels from the card's upper left corner; what lies outside of the card is
  ///     left out.
  ///   - card: The card's extent in view pixels.
  ///   - transform: The view's transform to the buffer.
  package init(_ ink: PlacedMask, on card: PixelSize, _ transform: OutputTransform) {
    let seen = ink.cut(to: card.bounds)
    guard !seen.mask.bytes.isEmpty else {
      self = .none
      return
    }
    let size = seen.mask.size
    let view = PixelRect(
      left: seen.origin.x,
      top: seen.origin.y,
      right: seen.origin.x + size.width,
      bottom: seen.origin.y + size.height
    )
    let place = transform.bufferRect(ofView: view)
    let corner = transform.bufferRect(ofView: card.bounds)
    rect = PixelRect(
      left: place.left - corner.left,
      top: place.top - corner.top,
      right: place.right - corner.left,
      bottom: place.bottom - corner.top
    )
    stride = rect.width + 2 * blockWidth
    var bytes = [UInt8](repeating: 0, count: stride * rect.height)
    let (first, column, row) = Picture.steps(view, transform.rotation)
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

  private init() {
    rect = .empty
    bytes = []
    stride = 0
  }

  /// No ink.
  package static let none = Self()

  /// The coverages of sixteen pixels from a column and in a row of the card on; 0 where there is no ink.
  @inline(__always)
  func coverage(_ x: Int, _ y: Int) -> CoverageLanes {
    guard y >= rect.top, y < rect.bottom, x < rect.right, x &+ blockWidth > rect.left else {
      return CoverageLanes()
    }
    let offset = (y &- rect.top) &* stride &+ x &- rect.left &+ blockWidth
    // A row has a block's width more at both ends than columns that get here.
    return unsafe bytes.span.bytes.unsafeLoadUnaligned(
      fromByteOffset: offset,
      as: CoverageLanes.self
    )
  }
}
