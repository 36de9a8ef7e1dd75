// SPDX-License-Identifier: Apache-2.0

/// An axis-parallel rectangle in logical points, y growing downward.
package struct Rect: Hashable, Sendable {
  /// The upper left corner.
  package var origin: Point
  /// The extent; negative extents are treated as empty.
  package var size: Size

  /// A rectangle from its upper left corner and its extent, in points.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.origin = Point(x: x, y: y)
    self.size = Size(width: width, height: height)
  }

  /// Left edge in points.
  package var minX: Double { origin.x }
  /// Top edge in points.
  package var minY: Double { origin.y }
  /// Right edge in points.
  package var maxX: Double { origin.x + size.width }
  /// Bottom edge in points.
  package var maxY: Double { origin.y + size.height }
  /// The centre of the rectangle.
  package var center: Point {
    Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }

  /// The rectangle with each edge `distance` points further out; further in where that is negative.
  package func outset(by distance: Double) -> Rect {
    Rect(
      x: minX - distance,
      y: minY - distance,
      width: size.width + 2 * distance,
      height: size.height + 2 * distance
    )
  }

  /// Tells if `point` lies inside; the left and top edges belong to the rectangle, the others do not.
  package func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}
