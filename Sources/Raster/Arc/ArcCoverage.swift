// SPDX-License-Identifier: Apache-2.0
import Geometry

/// The areas that an arc with round ends covers of a ring's pixels.
///
/// Within its angle the arc is the ring itself, or an even narrower one; beyond, it is a disc around either end. Disc
/// and ring have one tangent where they meet.
struct ArcCoverage {
  private let x: Double
  private let y: Double
  /// Disc around the arc's beginning, and around its end.
  private let first: DiscCoverage
  private let last: DiscCoverage
  /// Discs within the rims of an arc that is narrower than the ring.
  private let outer: DiscCoverage
  private let inner: DiscCoverage
  private let isNarrow: Bool
  /// Normals of the rays through the beginning and the end, towards the arc.
  private let firstX: Float
  private let firstY: Float
  private let lastX: Float
  private let lastY: Float
  /// True if the arc is longer than half a turn.
  private let isLong: Bool
  /// True if nothing is covered, and true if all of the ring is.
  private let isEmpty: Bool
  private let isWhole: Bool

  /// An arc of `turn`, 0 … 1, of a ring.
  init(_ ring: ArcRing, turn: Double) {
    let angle = turn * 2 * .pi
    let half = ring.half(turn: turn)
    func disc(_ center: Point, radius: Double) -> DiscCoverage {
      DiscCoverage(x: center.x, y: center.y, radius: max(radius, 0))
    }
    (x, y) = (ring.center.x, ring.center.y)
    first = disc(ring.place(0), radius: half)
    last = disc(ring.place(angle), radius: half)
    outer = disc(ring.center, radius: ring.radius + half)
    inner = disc(ring.center, radius: ring.radius - half)
    isNarrow = half < ring.half
    (firstX, firstY) = (Float(ring.quarter.x), Float(ring.quarter.y))
    // A quarter turn before the end.
    let normal = ring.direction(angle - .pi / 2)
    (lastX, lastY) = (Float(normal.x), Float(normal.y))
    isLong = turn > 0.5
    isEmpty = turn <= 0
    isWhole = turn >= 1
  }

  /// The arc's coverage, 0 … 256, of a block column and row of the buffer that the ring covers by `weight`.
  ///
  /// A pixel is within the arc's angle if its middle is. Where the discs come near each other, what they cover does
  /// not overlap but in the one pixel at the tip of the gap.
  @inline(__always)
  func weight(within weight: Lanes, block: Int, row: Int) -> Lanes {
    if isEmpty { return Lanes() }
    if isWhole { return weight }
    let rise = FloatLanes(repeating: Float(Double(row) + 0.5 - y))
    let run = FloatLanes(repeating: Float(Double(block &* blockWidth) + 0.5 - x)) + columnNumbers
    let isPast = run * firstX + rise * firstY .>= 0
    let isBefore = run * lastX + rise * lastY .>= 0
    let isWithin = isLong ? isPast .| isBefore : isPast .& isBefore
    let sector = bits(roundedLowBits(FloatLanes().replacing(with: 256, where: isWithin)))
    let within = Lanes() &- (sector &>> 8)
    var cover = Lanes(repeating: 256)
    if isNarrow {
      let hole = inner.weight(block: block, row: row)
      cover = greater(outer.weight(block: block, row: row), hole) &- hole
    }
    var ends = Lanes()
    if first.meets(block: block, row: row) { ends = first.weight(block: block, row: row) }
    if last.meets(block: block, row: row) { ends &+= last.weight(block: block, row: row) }
    return smaller((cover & within) | (ends & ~within), weight)
  }
}
