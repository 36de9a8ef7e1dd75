// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// An outline of straight lines and Bézier curves, y growing downward.
///
/// The user of a path says which unit its coordinates are in; filling takes view pixels. A subpath that is left open is
/// closed by a straight line when it is filled.
package struct Path: Sendable, Hashable {
  /// One step of the outline; every step starts where the one before ended.
  package enum Element: Sendable, Hashable {
    /// Starts a subpath.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A cubic Bézier curve with two control points.
    case cubic(control1: Point, control2: Point, end: Point)
  }

  /// The steps in drawing order.
  package private(set) var elements: [Element] = []
  private var start = Point.zero
  private var current = Point.zero

  /// A path without elements.
  package init() {}

  /// Starts a subpath at `point`.
  package mutating func move(to point: Point) {
    elements.append(.move(point))
    start = point
    current = point
  }

  /// Draws a straight line to `point`.
  package mutating func addLine(to point: Point) {
    elements.append(.line(point))
    current = point
  }

  /// Draws a cubic Bézier curve to `end`.
  package mutating func addCubic(control1: Point, control2: Point, end: Point) {
    elements.append(.cubic(control1: control1, control2: control2, end: end))
    current = end
  }

  /// Draws a straight line back to where the subpath started.
  package mutating func close() {
    if current != start { addLine(to: start) }
  }

  /// Draws a circle's arc from the current point, as cubic curves of at most 45° each.
  ///
  /// A 45° piece stays within 4·10⁻⁶ of the radius from the true arc: 0.004 px at 1000 px, where
  /// the usual 90° pieces are a quarter of a pixel off.
  ///
  /// - Parameters:
  ///   - center: The circle's centre; the current point is taken to lie on the circle.
  ///   - radius: The circle's radius.
  ///   - startAngle: Angle of the current point in radians, clockwise from the x axis.
  ///   - sweep: Angle of the arc in radians, clockwise when positive.
  package mutating func addArc(center: Point, radius: Double, startAngle: Double, sweep: Double) {
    let pieces = max(1, Int((abs(sweep) / (Double.pi / 4) - 1e-9).rounded(.up)))
    let step = sweep / Double(pieces)
    // The control points' distance along the tangents, 4/3·tan(θ/4).
    let reach = 4.0 / 3.0 * Trigonometry.tangent(step / 4) * radius
    var (sine, cosine) = Trigonometry.sineAndCosine(startAngle)
    for piece in 1...pieces {
      let (nextSine, nextCosine) = Trigonometry.sineAndCosine(
        startAngle + step * Double(piece)
      )
      addCubic(
        control1: Point(
          x: center.x + radius * cosine - reach * sine,
          y: center.y + radius * sine + reach * cosine
        ),
        control2: Point(
          x: center.x + radius * nextCosine + reach * nextSine,
          y: center.y + radius * nextSine - reach * nextCosine
        ),
        end: Point(x: center.x + radius * nextCosine, y: center.y + radius * nextSine)
      )
      (sine, cosine) = (nextSine, nextCosine)
    }
  }
}
