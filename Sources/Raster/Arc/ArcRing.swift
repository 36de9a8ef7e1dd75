// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ring along which an arc grows from the top of the view, in buffer pixels.
struct ArcRing {
  let center: Point
  /// Radius of the line midway between both rims.
  let radius: Double
  /// Distance from there to either rim.
  let half: Double
  /// Direction of the view's top.
  let start: Point
  /// Direction of a quarter turn.
  let quarter: Point

  /// A ring of the view, of a size that the layers' numbers can hold.
  init(_ ring: MaskShape.Ring, isReversed: Bool, transform: OutputTransform) {
    func limited(_ value: Double) -> Double {
      value.isFinite ? min(max(value, -30_000), 30_000) : 0
    }
    let middle = Point(x: limited(ring.center.x), y: limited(ring.center.y))
    let (outer, inner) = (max(limited(ring.outer), 0), max(limited(ring.inner), 0))
    center = transform.bufferPosition(ofView: middle)
    radius = (outer + inner) / 2
    half = abs(outer - inner) / 2
    let top = transform.bufferPosition(ofView: Point(x: middle.x, y: middle.y - 1))
    start = Point(x: (top.x - center.x).rounded(), y: (top.y - center.y).rounded())
    // No output mirrors the view, so that what is clockwise there is so in the buffer.
    quarter =
      isReversed ? Point(x: start.y, y: 0 - start.x) : Point(x: 0 - start.y, y: start.x)
  }

  /// The direction of an angle in radians from the top.
  func direction(_ angle: Double) -> Point {
    let (sine, cosine) = Trigonometry.sineAndCosine(angle)
    return Point(
      x: start.x * cosine + quarter.x * sine,
      y: start.y * cosine + quarter.y * sine
    )
  }

  /// The place on the middle line at an angle in radians from the top.
  func place(_ angle: Double) -> Point {
    let direction = direction(angle)
    return Point(x: center.x + direction.x * radius, y: center.y + direction.y * radius)
  }

  /// Half of the width of an arc of `turn`, 0 … 1, of the ring.
  ///
  /// One that is shorter than that is as narrow as it is short, so that the first of it swells out of nothing.
  func half(turn: Double) -> Double { min(half, turn * 2 * .pi * radius) }

  /// The pixels in which an arc of one length may look different from one of another length.
  func swept(from one: Double, to other: Double) -> PixelRegion {
    let (low, high) = (min(one, other), max(one, other))
    // A narrow one changes as a whole.
    let first = half(turn: low) < half ? 0 : low
    let count = max(1, Int(((high - first) * 8).rounded(.up)))
    let step = (high - first) / Double(count) * 2 * .pi
    // The middle line goes beyond its chord, the stroke and the round ends beyond that, rounding by less than a pixel.
    let room = radius * (1 - Trigonometry.sineAndCosine(step / 2).cosine) + half + 1
    var region = PixelRegion()
    var from = place(first * 2 * .pi)
    for index in 1...count {
      let to = place(first * 2 * .pi + step * Double(index))
      region.add(
        PixelRect(
          left: Int((min(from.x, to.x) - room).rounded(.down)),
          top: Int((min(from.y, to.y) - room).rounded(.down)),
          right: Int((max(from.x, to.x) + room).rounded(.up)),
          bottom: Int((max(from.y, to.y) + room).rounded(.up))
        )
      )
      from = to
    }
    return region
  }
}
