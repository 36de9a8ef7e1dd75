// SPDX-License-Identifier: Apache-2.0

/// The leading edge of a page that moves in: a quadratic curve from one end of a side to the other, its control point
/// over the middle or where a finger is, in pixels from the side that the page comes from.
struct PageEdge {
  /// Position of both ends, in pixels from the side.
  let ends: Double
  /// Distance by which the control point is ahead of them, in pixels.
  let lead: Double
  /// Position of the control point along the side, more than 0 and less than 1.
  let place: Double

  /// An edge with its control point over the middle.
  init(ends: Double, lead: Double) { (self.ends, self.lead, place) = (ends, lead, 0.5) }

  /// An edge that is drawn out at a place by so many pixels.
  init(ends: Double, drawn: Double, at place: Double) {
    (self.ends, self.place) = (ends, place)
    let t = Self.parameter(at: place, place)
    lead = drawn / (2 * t * (1 - t))
  }

  /// Position of the edge, in pixels, at `share`, from 0 to 1, of the side's length.
  func reach(at share: Double) -> Double {
    let t = place == 0.5 ? share : Self.parameter(at: share, place)
    return ends + 2 * t * (1 - t) * lead
  }

  /// Of the curve's parameter t the value where 2 t (1 − t) c + t² is `share`, for a control point at c.
  private static func parameter(at share: Double, _ c: Double) -> Double {
    let slant = 1 - 2 * c
    guard abs(slant) > 1e-6 else { return share }
    return ((c * c + slant * share).squareRoot() - c) / slant
  }

  /// The least and the most of ``reach(at:)``.
  var reaches: (least: Double, most: Double) { (ends + min(lead / 2, 0), ends + max(lead / 2, 0)) }

  /// Share of the pixel at `depth`, 0 … 256, that lies behind an edge which goes straight from `first` to `last` over
  /// the pixel's width.
  static func weight(_ first: Double, last: Double, depth: Int) -> UInt32 {
    let (near, far) = (min(first, last) - Double(depth), max(first, last) - Double(depth))
    if near >= 1 { return 256 }
    if far <= 0 { return 0 }
    let share =
      far - near < 1e-6
      ? min(max((near + far) / 2, 0), 1) : (area(far) - area(near)) / (far - near)
    return UInt32(min(max(share, 0), 1) * 256 + 0.5)
  }

  /// The integral of what of a pixel lies behind, from minus infinity to `depth`.
  private static func area(_ depth: Double) -> Double {
    if depth <= 0 { return 0 }
    return depth < 1 ? depth * depth / 2 : depth - 0.5
  }
}
