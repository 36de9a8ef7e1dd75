// SPDX-License-Identifier: Apache-2.0

/// The box around ink, in ems, x to the right and y *upward* from the pen position.
struct GlyphBounds: Hashable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  /// No ink: the neutral element of ``union(_:)``.
  static let empty = Self(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// True if there is no ink.
  var isEmpty: Bool { maxX <= minX || maxY <= minY }
  /// Horizontal extent; 0 when empty.
  var width: Double { max(0, maxX - minX) }
  /// Vertical extent; 0 when empty.
  var height: Double { max(0, maxY - minY) }

  /// The smallest box around both.
  func union(_ other: Self) -> Self {
    if other.isEmpty { return self }
    return Self(
      minX: min(minX, other.minX),
      minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY)
    )
  }

  /// The box moved by (`x`, `y`) ems.
  func translated(x: Double, y: Double) -> Self {
    Self(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }
}
