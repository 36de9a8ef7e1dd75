// SPDX-License-Identifier: Apache-2.0
import Geometry

extension ElasticLayer {
  /// A line along the outline, inside of it.
  struct Border: Equatable {
    /// From the outline inward, in pixels, 1 at least.
    let width: Double
    let color: Color
  }

  /// True if the layer is painted by a ``DressedView``.
  var isDressed: Bool { border != nil || foot != nil }

  /// True if no two rows need be alike.
  var gradesRows: Bool { foot != nil && (descent == .down || descent == .up) }

  /// Replaces the border: what the outline has more than an inner one.
  ///
  /// The inner one is the outline of the rest rectangle with each edge moved inward by the width, and with corners of
  /// so much less radius. Its edges are bowed by the same offset: the border has its width at rest, and in the middles
  /// of the edges at any time.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1 at least; what is not positive is no border.
  ///   - color: The border's colour.
  package mutating func setBorder(width: Double, color: Color) {
    // Of a thinner one a pixel might have both sides.
    let next = width > 0 ? Border(width: max(width, 1), color: color) : nil
    guard next != border else { return }
    if next?.width != border?.width { setInner(next.flatMap { shape(within: $0.width) }) }
    border = next
    noteLooks()
  }

  /// The shape that a border of `width` leaves; nil for nothing.
  private func shape(within width: Double) -> ElasticLayer? {
    guard isDrawable, 2 * width < min(right - left, bottom - top) else { return nil }
    var shape = ElasticLayer(
      rect: Rect(
        x: left + width,
        y: top + width,
        width: right - left - 2 * width,
        height: bottom - top - 2 * width
      ),
      fill: fill,
      labelColor: labelColor,
      cornerRadius: radius - width,
      transform: Self.buffer
    )
    shape.reserveHistories(pastColumnRanges.count / columnRanges.count)
    shape.update(offset: Double(state.offset), opacity: 1)
    return shape
  }

  /// The buffer's own pixels as a view.
  private static let buffer = OutputTransform(
    bufferSize: PixelSize(width: 1, height: 1),
    rotation: .none,
    scale: 1
  )
}
