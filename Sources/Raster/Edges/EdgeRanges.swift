// SPDX-License-Identifier: Apache-2.0

/// Depths at which two edges may cover pixels partly: two half-open ranges of depth, in pixels.
///
/// Kept for each block of columns (``StepRanges`` for each row), of what is shown and of what each
/// buffer holds: between two frames only what lies in the old or the new range, or between them, can
/// differ.
struct EdgeRanges: Equatable {
  var firstLow: Int16 = 0
  var firstEnd: Int16 = 0
  var secondLow: Int16 = 0
  var secondEnd: Int16 = 0

  init() {}

  /// The ranges of two edges over sixteen steps.
  @inline(__always)
  init(_ first: borrowing EdgeTable, _ second: borrowing EdgeTable, block: Int) {
    firstLow = Int16(truncatingIfNeeded: first.low(block: block))
    firstEnd = Int16(truncatingIfNeeded: first.end(block: block))
    secondLow = Int16(truncatingIfNeeded: second.low(block: block))
    secondEnd = Int16(truncatingIfNeeded: second.end(block: block))
  }

  /// The ranges of an edge over sixteen steps, and of one that lies `shift` pixels deeper.
  @inline(__always)
  init(_ edge: borrowing EdgeTable, block: Int, shift: Int) {
    firstLow = Int16(truncatingIfNeeded: edge.low(block: block))
    firstEnd = Int16(truncatingIfNeeded: edge.end(block: block))
    secondLow = firstLow &+ Int16(truncatingIfNeeded: shift)
    secondEnd = firstEnd &+ Int16(truncatingIfNeeded: shift)
  }

  /// Ranges that hold those of both.
  @inline(__always)
  func joined(_ other: Self) -> Self {
    var result = self
    result.firstLow = min(firstLow, other.firstLow)
    result.firstEnd = max(firstEnd, other.firstEnd)
    result.secondLow = min(secondLow, other.secondLow)
    result.secondEnd = max(secondEnd, other.secondEnd)
    return result
  }

  /// The same with the second range seen from the axis' other end, pixel -1 for pixel 0.
  @inline(__always)
  var secondMirrored: Self {
    var result = self
    result.secondLow = 0 &- secondEnd
    result.secondEnd = 0 &- secondLow
    return result
  }

  /// The depths of the first edge in this range, in `other`, and between them.
  @inline(__always)
  func first(with other: Self) -> Range<Int> {
    let low = Int(min(firstLow, other.firstLow))
    return low..<max(low, Int(max(firstEnd, other.firstEnd)))
  }

  /// The depths of the second edge in this range, in `other`, and between them.
  @inline(__always)
  func second(with other: Self) -> Range<Int> {
    let low = Int(min(secondLow, other.secondLow))
    return low..<max(low, Int(max(secondEnd, other.secondEnd)))
  }
}
