// SPDX-License-Identifier: Apache-2.0

/// A position in whole pixels; which pixels (the user's view or a buffer) is said where it is used.
package struct PixelPoint: Hashable, Sendable {
  /// Column, counted from the left.
  package var x: Int
  /// Row, counted from the top.
  package var y: Int

  /// The first column of the first row, or a distance of none.
  package static let zero = Self(x: 0, y: 0)

  /// The pixel in column `x` of row `y`.
  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// An extent in whole pixels.
package struct PixelSize: Hashable, Sendable {
  /// Columns.
  package var width: Int
  /// Rows.
  package var height: Int

  /// A size of `width` columns and `height` rows.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The rectangle from (0, 0) that covers the whole extent.
  package var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }
}

/// A half-open rectangle of pixels: `left ..< right` by `top ..< bottom`.
package struct PixelRect: Hashable, Sendable {
  /// First column.
  package var left: Int
  /// First row.
  package var top: Int
  /// Column behind the last.
  package var right: Int
  /// Row behind the last.
  package var bottom: Int

  /// A rectangle without pixels.
  package static let empty = Self(left: 0, top: 0, right: 0, bottom: 0)

  /// The pixels `left ..< right` by `top ..< bottom`; empty when an end does not exceed its start.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Columns covered; 0 when empty.
  package var width: Int { max(0, right - left) }
  /// Rows covered; 0 when empty.
  package var height: Int { max(0, bottom - top) }
  /// True if no pixel is covered.
  package var isEmpty: Bool { right <= left || bottom <= top }
  /// Number of pixels covered.
  package var area: Int { width * height }

  /// The pixels in both rectangles.
  package func intersection(_ other: Self) -> Self {
    let common = Self(
      left: max(left, other.left),
      top: max(top, other.top),
      right: min(right, other.right),
      bottom: min(bottom, other.bottom)
    )
    return common.isEmpty ? .empty : common
  }

  /// The smallest rectangle that covers both; an empty one adds nothing.
  package func union(_ other: Self) -> Self {
    if isEmpty { return other.isEmpty ? .empty : other }
    if other.isEmpty { return self }
    return Self(
      left: min(left, other.left),
      top: min(top, other.top),
      right: max(right, other.right),
      bottom: max(bottom, other.bottom)
    )
  }

  /// The same pixels `shift` further to the right and down.
  package func moved(by shift: PixelPoint) -> Self {
    Self(
      left: left + shift.x,
      top: top + shift.y,
      right: right + shift.x,
      bottom: bottom + shift.y
    )
  }

  /// Tells if every pixel of `other` is covered; true for an empty `other`.
  package func contains(_ other: Self) -> Bool {
    other.isEmpty
      || (left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom)
  }

  /// Tells if any pixel is in both.
  package func intersects(_ other: Self) -> Bool { !intersection(other).isEmpty }
}
