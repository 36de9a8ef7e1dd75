// SPDX-License-Identifier: Apache-2.0

/// The ``EdgeRanges`` of each of sixteen steps: depths at which two edges may cover pixels partly.
struct StepRanges {
  var firstLow = SignedLanes()
  var firstEnd = SignedLanes()
  var secondLow = SignedLanes()
  var secondEnd = SignedLanes()

  init() {}

  /// The ranges of two edges in sixteen steps.
  @inline(__always)
  init(_ first: borrowing EdgeTable, _ second: borrowing EdgeTable, block: Int) {
    firstLow = first.steps[block].start
    firstEnd = first.end(steps: block)
    secondLow = second.steps[block].start
    secondEnd = second.end(steps: block)
  }

  /// The ranges of an edge in sixteen steps, and of one that lies `shift` pixels deeper.
  @inline(__always)
  init(_ edge: borrowing EdgeTable, block: Int, shift: Int) {
    let lanes = SignedLanes(repeating: Int16(truncatingIfNeeded: shift))
    firstLow = edge.steps[block].start
    firstEnd = edge.end(steps: block)
    secondLow = firstLow &+ lanes
    secondEnd = firstEnd &+ lanes
  }

  /// The ranges of one step.
  @inline(__always)
  subscript(step: Int) -> EdgeRanges {
    var ranges = EdgeRanges()
    ranges.firstLow = firstLow[step]
    ranges.firstEnd = firstEnd[step]
    ranges.secondLow = secondLow[step]
    ranges.secondEnd = secondEnd[step]
    return ranges
  }

  /// Ranges that hold those of all sixteen steps.
  var joined: EdgeRanges {
    var ranges = EdgeRanges()
    ranges.firstLow = firstLow.min()
    ranges.firstEnd = firstEnd.max()
    ranges.secondLow = secondLow.min()
    ranges.secondEnd = secondEnd.max()
    return ranges
  }

  /// Ranges that hold those of both, step by step.
  @inline(__always)
  func joined(_ other: Self) -> Self {
    var result = self
    result.firstLow = smaller(firstLow, other.firstLow)
    result.firstEnd = greater(firstEnd, other.firstEnd)
    result.secondLow = smaller(secondLow, other.secondLow)
    result.secondEnd = greater(secondEnd, other.secondEnd)
    return result
  }

  /// The same with the second ranges seen from the axis' other end, pixel -1 for pixel 0.
  @inline(__always)
  var secondMirrored: Self {
    var result = self
    result.secondLow = 0 &- secondEnd
    result.secondEnd = 0 &- secondLow
    return result
  }
}
