// SPDX-License-Identifier: Apache-2.0

/// The truth about a rectangle with bowed edges and pointed corners, by its parabolas alone.
///
/// What a line across the plane has of it is known exactly; a pixel's area is the mean of lines that lie close together.
struct BowedOutline {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  /// Of the control points, outward.
  let offset: Double

  /// The outline of the rectangle with its edges moved inward.
  func inset(_ width: Double) -> Self {
    Self(
      left: left + width,
      top: top + width,
      right: right - width,
      bottom: bottom - width,
      offset: offset
    )
  }

  private func bow(_ place: Double, _ from: Double, _ to: Double) -> Double {
    let share = (place - from) / (to - from)
    return 2 * offset * share * (1 - share)
  }

  /// The rows between which the place at `x` lies within the outline.
  private func rows(at x: Double) -> [ClosedRange<Double>] {
    // The depth beyond or behind the nearer side edge, as a part of how far its middle goes.
    let depth = min(x - left, right - x)
    let share = offset == 0 ? 1 : depth / (-offset / 2)
    let isBeside = x < left || x > right
    guard isBeside || share < 1 && offset < 0 else {
      return [top - bow(x, left, right)...bottom + bow(x, left, right)]
    }
    guard !isBeside || offset > 0 && share < 1 else { return [] }
    // The parabola is there where s(1 − s) = share / 4.
    let root = (1 - share).squareRoot()
    let near = top + (bottom - top) * (1 - root) / 2
    let far = top + (bottom - top) * (1 + root) / 2
    if isBeside { return [near...far] }
    let (low, end) = (top - bow(x, left, right), bottom + bow(x, left, right))
    return [(low, near), (far, end)].compactMap { $0.0 < $0.1 ? $0.0...$0.1 : nil }
  }

  /// Parts of the pixels' areas that lie within the outline, row by row.
  func coverage(width: Int, height: Int) -> [Double] {
    let columns = 128
    var areas = [Double](repeating: 0, count: width * height)
    for x in 0..<width {
      for column in 0..<columns {
        for rows in rows(at: Double(x) + (Double(column) + 0.5) / Double(columns)) {
          let first = max(Int(rows.lowerBound.rounded(.down)), 0)
          let end = min(Int(rows.upperBound.rounded(.up)), height)
          for y in first..<max(first, end) {
            let low = max(rows.lowerBound, Double(y))
            let high = min(rows.upperBound, Double(y + 1))
            areas[y * width + x] += max(high - low, 0) / Double(columns)
          }
        }
      }
    }
    return areas
  }
}
