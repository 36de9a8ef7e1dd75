// SPDX-License-Identifier: Apache-2.0

/// The upper left corner of a rectangle whose bowed edges are joined by an arc, found by looking for the
/// circle: its centre is as far from one edge as from the other.
///
/// Lengths are in any unit, from the pointed corner to the right and down.
package struct RoundedFrame {
  package typealias Place = SIMD2<Double>

  package let width: Double
  package let height: Double
  /// How far the edges' control points are out.
  package let offset: Double
  /// The circle's, of the one that fits; its centre, and where it touches the upper and the left edge.
  package private(set) var arc: (radius: Double, center: Place, upper: Place, left: Place)?

  /// The corner of a rectangle.
  ///
  /// Of `radius` half of the shorter side is used at most, and less where no circle as large fits. No circle
  /// does where the edges meet in a straight line or an inner corner.
  package init(width: Double, height: Double, offset: Double, radius: Double) {
    (self.width, self.height, self.offset) = (width, height, offset)
    let wanted = min(radius, width / 2, height / 2)
    let bulge = 2 * offset
    guard wanted > 0, offset <= 0 || bulge / width * (bulge / height) < 1 else { return }
    arc = circle(wanted)
    guard arc == nil else { return }
    var (low, high) = (0.0, wanted)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if circle(middle) == nil { high = middle } else { low = middle }
    }
    arc = circle(low)
  }

  /// A place of the upper edge or, turned, of the left one, and the direction into the shape.
  package func edge(_ place: Double, isUpper: Bool) -> (at: Place, inward: Place) {
    let length = isUpper ? width : height
    let t = place / length
    // A quadratic Bézier curve from 0 over the control point to 0.
    let depth = -offset * 2 * t * (1 - t)
    let slope = -offset * 2 * (1 - 2 * t) / length
    let norm = (1 + slope * slope).squareRoot()
    let (along, inward) = (-slope / norm, 1 / norm)
    guard isUpper else { return (at: Place(depth, place), inward: Place(inward, along)) }
    return (at: Place(place, depth), inward: Place(along, inward))
  }

  /// The circle of `radius` that touches both edges, if it fits within the upper left quarter.
  private func circle(
    _ radius: Double
  ) -> (radius: Double, center: Place, upper: Place, left: Place)? {
    func center(_ place: Double) -> Place {
      let edge = edge(place, isUpper: true)
      return edge.at + edge.inward * radius
    }
    func room(_ place: Double) -> Double { nearest(center(place)).distance - radius }
    let steps = 100
    var high = width / 2
    guard room(high) >= -1e-9 else { return nil }
    var low = high
    for step in (0..<steps).reversed() {
      low = width / 2 * Double(step) / Double(steps)
      if room(low) < 0 { break }
      high = low
    }
    guard room(low) < 0 else { return nil }
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if room(middle) < 0 { low = middle } else { high = middle }
    }
    let found = center(high)
    guard found.y <= height / 2 + 1e-9, found.x <= width / 2 + 1e-9 else { return nil }
    return (
      radius, found, edge(high, isUpper: true).at,
      edge(nearest(found).place, isUpper: false).at
    )
  }

  /// The place of the left edge's upper half that lies nearest; negative distances beyond the edge.
  private func nearest(_ point: Place) -> (place: Double, distance: Double) {
    func square(_ place: Double) -> Double {
      let at = edge(place, isUpper: false).at
      return (at.x - point.x) * (at.x - point.x) + (at.y - point.y) * (at.y - point.y)
    }
    let steps = 30
    let step = height / 2 / Double(steps)
    var best = 0
    for index in 0...steps where square(Double(index) * step) < square(Double(best) * step) {
      best = index
    }
    var (low, high) = (max(0, Double(best - 1) * step), min(height / 2, Double(best + 1) * step))
    for _ in 0..<60 {
      let third = (high - low) / 3
      if square(low + third) < square(high - third) { high -= third } else { low += third }
    }
    let place = (low + high) / 2
    let (at, inward) = edge(place, isUpper: false)
    let isBeyond = (point.x - at.x) * inward.x + (point.y - at.y) * inward.y < 0
    return (place, isBeyond ? -square(place).squareRoot() : square(place).squareRoot())
  }

  /// Whether the shape has a place, whose edges do not cross.
  package func isInside(_ x: Double, _ y: Double) -> Bool {
    let (x, y) = (min(x, width - x), min(y, height - y))
    // Beyond an upright edge only what it swells over itself, and the other way round.
    guard x > 0 || y > 0 else { return false }
    if x > 0, y < edge(x, isUpper: true).at.y { return false }
    if y > 0, x < edge(y, isUpper: false).at.x { return false }
    if x < 0, y <= 0 { return false }
    if y < 0, x <= 0 { return false }
    guard let arc else { return true }
    let chord = arc.left - arc.upper
    let side = chord.x * (y - arc.upper.y) - chord.y * (x - arc.upper.x)
    let (dx, dy) = (x - arc.center.x, y - arc.center.y)
    return side < 0 || dx * dx + dy * dy < arc.radius * arc.radius
  }

  /// The outline from the middle of the left edge to the middle of the upper one, in lines of about `step`.
  package func outline(step: Double) -> [Place] {
    guard let arc else { return [] }
    func pieces(_ length: Double) -> Int { max(1, Int((length / step).rounded(.up))) }
    func part(from: Double, to: Double, isUpper: Bool) -> [Place] {
      let count = pieces(abs(to - from))
      return (0...count).map {
        edge(from + (to - from) * Double($0) / Double(count), isUpper: isUpper).at
      }
    }
    // Halved until short enough: the middle of two points of a circle, pushed out to it.
    func between(_ one: Place, _ other: Place) -> [Place] {
      let gap = one - other
      guard gap.x * gap.x + gap.y * gap.y > step * step else { return [one] }
      let way = one + other - 2 * arc.center
      let middle = arc.center + way * (arc.radius / (way.x * way.x + way.y * way.y).squareRoot())
      return between(one, middle) + between(middle, other)
    }
    return part(from: height / 2, to: arc.left.y, isUpper: false).dropLast()
      + between(arc.left, arc.upper)
      + part(from: arc.upper.x, to: width / 2, isUpper: true)
  }
}
