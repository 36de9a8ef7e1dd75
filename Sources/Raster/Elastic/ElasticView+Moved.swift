// SPDX-License-Identifier: Apache-2.0
import Geometry

// What of a block is painted by columns, because the upper or the lower edge has moved there, and what is left to the
// side edges.
extension ElasticView {
  /// Blocks whose rows between the old and the new upper and lower edges are painted.
  struct PaintedColumns: ~Escapable {
    /// The blocks, in whole 64-byte lines.
    let blocks: Range<Int>
    /// Earlier ranges of the edges, for each block of the layer's tables.
    let before: Span<EdgeRanges>

    @_lifetime(copy before)
    init(blocks: Range<Int>, before: Span<EdgeRanges>) {
      self.blocks = blocks
      self.before = before
    }

    /// Those of ``blocks`` that share a line of memory with `block`.
    @inline(__always)
    func line<Packing: PixelPacking>(of block: Int, with brush: LayerBrush<Packing>) -> Range<Int> {
      let first = block & ~(Packing.blocksPerLine &- 1)
      return (first..<first &+ Packing.blocksPerLine).clamped(to: blocks)
    }
  }

  /// Rows of a line's blocks between the old and the new upper edge, and between the old and the new lower one; the
  /// two do not overlap.
  @inline(__always)
  func movedRows<Packing: PixelPacking>(
    _ line: Range<Int>,
    painted: borrowing PaintedColumns,
    with brush: LayerBrush<Packing>
  ) -> (upper: Range<Int>, lower: Range<Int>) {
    let (now, before) = (columnRanges, painted.before)
    var (upper, lower) = (0..<0, 0..<0)
    var index = max(0, line.lowerBound &- firstBlock)
    while index < min(now.count, line.upperBound &- firstBlock) {
      upper = upper.joined(now[index].first(with: before[index]))
      lower = lower.joined(now[index].second(with: before[index]))
      index &+= 1
    }
    if upper.overlaps(lower) { (upper, lower) = (upper.joined(lower), 0..<0) }
    return (brush.rows(upper), brush.rows(lower))
  }

  /// The rows between those that ``movedRows(_:_:_:)`` gives for any of `blocks`.
  @inline(__always)
  func freeRows<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    painted: borrowing PaintedColumns,
    with brush: LayerBrush<Packing>
  ) -> Range<Int> {
    var (low, end) = (0, brush.size.height)
    var block = blocks.lowerBound
    while block < blocks.upperBound {
      let moved = movedRows(painted.line(of: block, with: brush), painted: painted, with: brush)
      if !moved.upper.isEmpty { low = max(low, moved.upper.upperBound) }
      if !moved.lower.isEmpty { end = min(end, moved.lower.lowerBound) }
      block &+= 1
    }
    return low..<max(low, end)
  }
}
