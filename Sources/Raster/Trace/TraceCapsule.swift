// SPDX-License-Identifier: Apache-2.0

/// A straight piece of a line with round ends, or a disc: all points within a radius of a segment.
///
/// In pixels from the upper left corner of what the line is cut to. With u the direction from start to
/// end (u.x > 0) and r the radius, the long sides touch the ends' circles r·u.y beside the ends and lie
/// r/u.x above and below the segment.
struct TraceCapsule: Equatable {
  var startX: Float
  var startY: Float
  var endX: Float
  var endY: Float
  /// How far the segment falls a pixel.
  var slope: Float
  /// r/u.x, the height of half the stroke.
  var reach: Float
  /// r·u.y, by how much the upper side begins and ends behind the segment, the lower one before.
  var lean: Float
  var radius: Float

  /// Whether `other` is the same piece but for where it ends.
  func hasSameStart(as other: Self) -> Bool {
    startX == other.startX && startY == other.startY && slope == other.slope
      && radius == other.radius
  }

  /// From where to where the piece covers each of sixteen vertical lines.
  ///
  /// - Parameter x: Where the lines are.
  /// - Returns: The upper and lower ends, and which lines the piece meets at all.
  @inline(__always)
  func spans(_ x: FloatLanes) -> (
    top: FloatLanes, bottom: FloatLanes, isMet: SIMDMask<SIMD16<Int32>>
  ) {
    let isMet = (x .> startX - radius) .& (x .< endX + radius)
    let line = FloatLanes(repeating: startY) + (x - startX) * slope
    // A steep segment's line is far away where a circle is in force; what rounding leaves of it there
    // stays within the ends.
    let highest = FloatLanes(repeating: min(startY, endY) - radius)
    let lowest = FloatLanes(repeating: max(startY, endY) + radius)
    let above = arc(x, lean: lean)
    let below = arc(x, lean: 0 - lean)
    let top = smaller(greater(line - reach, highest), lowest)
    let bottom = smaller(greater(line + reach, highest), lowest)
    return (
      top.replacing(with: above.y - above.rise, where: above.isRound),
      bottom.replacing(with: below.y + below.rise, where: below.isRound), isMet
    )
  }

  /// Which circle is in force on one side, and its half height there.
  @inline(__always)
  private func arc(
    _ x: FloatLanes,
    lean: Float
  ) -> (y: FloatLanes, rise: FloatLanes, isRound: SIMDMask<SIMD16<Int32>>) {
    let isBefore = x .< startX + lean
    let middle = FloatLanes(repeating: endX).replacing(with: startX, where: isBefore)
    let y = FloatLanes(repeating: endY).replacing(with: startY, where: isBefore)
    let run = x - middle
    let rise = positive(FloatLanes(repeating: radius * radius) - run * run).squareRoot()
    return (y, rise, isBefore .| (x .> endX + lean))
  }
}
