// SPDX-License-Identifier: Apache-2.0
import CPixels

/// A straight piece of a line with round ends, or a disc: all points within a radius of a segment.
///
/// Or a bar, which has no radius and reaches from its start's height to its end's.
/// In pixels from the upper left corner of what the line is cut to. With u the direction from start to
/// end (u.x > 0) and r the radius, the long sides touch the ends' circles r·u.y beside the ends and lie
/// r/u.x above and below the segment.
struct TraceCapsule: Equatable {
  var startX: Float
  var startY: Float
  var endX: Float
  var endY: Float
  /// Descent of the segment per pixel.
  var slope: Float
  /// r/u.x, the height of half the stroke.
  var reach: Float
  /// r·u.y, by how much the upper side begins and ends behind the segment, the lower one before.
  var lean: Float
  var radius: Float
  var isBar = false

  /// Tells if `other` is the same piece but for its end.
  func hasSameStart(as other: Self) -> Bool {
    startX == other.startX && startY == other.startY && slope == other.slope
      && radius == other.radius && !isBar
  }

  /// Tells if the piece meets any of sixteen vertical lines.
  @inline(__always)
  func meetsAny(_ x: FloatLanes) -> Bool { startX - radius < x[15] && endX + radius > x[0] }

  /// Tells if the piece meets all of sixteen vertical lines.
  @inline(__always)
  func meetsAll(_ x: FloatLanes) -> Bool { x[0] > startX - radius && x[15] < endX + radius }

  /// Mask of the vertical lines, out of sixteen, that the piece meets.
  @inline(__always)
  func meets(_ x: FloatLanes) -> SIMDMask<SIMD16<Int32>> {
    (x .> startX - radius) .& (x .< endX + radius)
  }

  /// The y at which the piece begins on each of sixteen vertical lines that it meets.
  ///
  /// - Parameter x: Positions of the lines, from left to right.
  /// - Returns: A y for each.
  @inline(__always)
  func tops(_ x: FloatLanes) -> FloatLanes { side(x, lean: lean, -1) }

  /// The y at which the piece ends on each of sixteen vertical lines that it meets.
  @inline(__always)
  func bottoms(_ x: FloatLanes) -> FloatLanes { side(x, lean: 0 - lean, 1) }

  /// One side: the segment's, or one of its ends' circles where that is in force.
  ///
  /// Most columns lie in one of the three as a whole.
  @inline(__always)
  private func side(_ x: FloatLanes, lean: Float, _ sign: Float) -> FloatLanes {
    if isBar { return FloatLanes(repeating: sign < 0 ? startY : endY) }
    let (first, last, start, end) = (x[0], x[15], startX + lean, endX + lean)
    if last < start { return arc(x, startX, startY, sign) }
    if first >= start {
      if first > end { return arc(x, endX, endY, sign) }
      if last <= end { return straight(x, sign) }
    }
    return mixed(x, start, end, sign)
  }

  /// The segment's side.
  ///
  /// A steep segment's line is far away where a circle is in force; what rounding leaves of it there
  /// stays within the ends.
  @inline(__always)
  private func straight(_ x: FloatLanes, _ sign: Float) -> FloatLanes {
    let highest = FloatLanes(repeating: min(startY, endY) - radius)
    let lowest = FloatLanes(repeating: max(startY, endY) + radius)
    let line = FloatLanes(repeating: startY) + (x - startX) * slope
    return smaller(greater(line + sign * reach, highest), lowest)
  }

  /// The side of the circle around a point.
  @inline(__always)
  private func arc(_ x: FloatLanes, _ middle: Float, _ y: Float, _ sign: Float) -> FloatLanes {
    let run = x - middle
    let rise = squareRoots(positive(FloatLanes(repeating: radius * radius) - run * run))
    return FloatLanes(repeating: y) + rise * sign
  }

  /// A side on which lines before `start` and behind `end` meet a circle.
  @inline(never)
  private func mixed(_ x: FloatLanes, _ start: Float, _ end: Float, _ sign: Float) -> FloatLanes {
    var result = straight(x, sign)
    if x[15] > end { result.replace(with: arc(x, endX, endY, sign), where: x .> end) }
    if x[0] < start { result.replace(with: arc(x, startX, startY, sign), where: x .< start) }
    return result
  }
}

/// The square roots of numbers that are not negative.
@inline(__always)
private func squareRoots(_ numbers: FloatLanes) -> FloatLanes {
  let (low, high) = (numbers.lowHalf, numbers.highHalf)
  return FloatLanes(
    lowHalf: SIMD8(
      lowHalf: cpixels_square_roots(low.lowHalf),
      highHalf: cpixels_square_roots(low.highHalf)
    ),
    highHalf: SIMD8(
      lowHalf: cpixels_square_roots(high.lowHalf),
      highHalf: cpixels_square_roots(high.highHalf)
    )
  )
}
