// SPDX-License-Identifier: Apache-2.0
import Geometry

// Which blocks of a row the shape reaches, and which it covers entirely.
extension ElasticView {
  func parts(row y: Int) -> RowParts {
    let inked =
      y >= label.rect.top && y < label.rect.bottom ? label.rect.left..<label.rect.right : 0..<0
    var (low, end) = (restLeft, restRight)
    let step = y &- firstRow
    guard step >= 0, step < rowFull.count else {
      return RowParts(touched: (low..<end).joined(inked).blocks)
    }
    let ranges = rowRanges[step >> 4][step & 15]
    low = min(low, Int(min(ranges.firstLow, ranges.secondLow)))
    end = max(end, Int(max(ranges.firstEnd, ranges.secondEnd)))
    let touched = (low..<max(low, end)).joined(inked).blocks
    guard isFlat else { return RowParts(touched: touched) }
    let left = max(restLeft &+ 1, Int(ranges.firstEnd))
    let right = min(restRight &- 1, Int(ranges.secondLow))
    let between = (left..<max(left, right)).wholeBlocks
    return RowParts(touched: touched, solid: covered(between, row: y), inked: inked.blocks)
  }

  /// Those of `blocks`, which lie between the side edges, that the upper and the lower edge leave covered.
  ///
  /// Edges that bow outward lie further in at both ends than between; where they bow inward nothing is
  /// said of the rows that any of them reaches.
  @inline(__always)
  private func covered(_ blocks: Range<Int>, row y: Int) -> Range<Int> {
    let present = blocks.clamped(to: firstBlock..<firstBlock &+ columnRanges.count)
    if y >= coveredRows.low && y < coveredRows.end { return present }
    guard bowsOutward else { return 0..<0 }
    var (first, end) = (present.lowerBound, present.upperBound)
    while first < end, !isCovered(first, row: y) { first &+= 1 }
    while first < end, !isCovered(end &- 1, row: y) { end &-= 1 }
    return first..<end
  }

  @inline(__always)
  private func isCovered(_ block: Int, row y: Int) -> Bool {
    let ranges = columnRanges[block &- firstBlock]
    return y >= Int(ranges.firstEnd) && y < Int(ranges.secondLow)
  }
}
