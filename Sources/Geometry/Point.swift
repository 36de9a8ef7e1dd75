// SPDX-License-Identifier: Apache-2.0

/// A position in logical points; x grows to the right, y grows downward.
package struct Point: Hashable, Sendable {
  /// Distance from the left edge in points.
  package var x: Double
  /// Distance from the top edge in points.
  package var y: Double

  /// The upper left corner of the user's view of the screen.
  package static let zero = Self(x: 0, y: 0)

  /// The point at (`x`, `y`).
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The Euclidean distance to `other` in points.
  package func distance(to other: Self) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return (dx * dx + dy * dy).squareRoot()
  }
}
