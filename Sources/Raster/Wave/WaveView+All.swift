// SPDX-License-Identifier: Apache-2.0
import Geometry

// Everything, with crests that run along the columns.
extension WaveView {
  /// Paints all that there is to `rows` of `blocks`; nothing fades.
  ///
  /// Neighbours that show one and the same region are filled as runs, the others are painted stretch
  /// by stretch.
  func paintAll<Packing: PixelPacking>(
    _ fluids: borrowing Fluids,
    _ blocks: Range<Int>,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let depths =
      isFlipped
      ? mask.rect.bottom &- rows.upperBound..<mask.rect.bottom &- rows.lowerBound
      : rows.lowerBound &- mask.rect.top..<rows.upperBound &- mask.rect.top
    let whole = brush.whole(blocks)
    var next = blocks.lowerBound
    while next < blocks.upperBound {
      var end = next &+ 1
      guard whole.contains(next), let region = region(next, rows, depths) else {
        paintAll(fluids, next, rows, isWhole: whole.contains(next), into: &canvas, brush)
        next = end
        continue
      }
      while end < whole.upperBound && self.region(end, rows, depths) == region { end &+= 1 }
      let tone = region == .base ? fluids.back.base : fluids.back.front
      brush.fill(tone, blocks: next..<end, rows: rows, into: &canvas)
      next = end
    }
  }

  /// Paints all that there is to `rows` of `block`.
  @inline(__always)
  private func paintAll<Packing: PixelPacking>(
    _ fluids: borrowing Fluids,
    _ block: Int,
    _ rows: Range<Int>,
    isWhole: Bool,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let column = block..<block &+ 1
    var inked = rows
    if isWhole && figureRows(block, rows).lowerBound >= rows.upperBound {
      inked = mask.inkRows(block: block).clamped(to: rows)
      brush.paint(
        brush.under,
        block: block,
        rows: rows.lowerBound..<inked.lowerBound,
        into: &canvas
      )
      brush.paint(
        brush.under,
        block: block,
        rows: inked.upperBound..<rows.upperBound,
        into: &canvas
      )
    }
    paint(fluids, blocks: column, rows: inked, skipsEmpty: false, into: &canvas, brush)
  }

  /// Whether a block shows nothing in `rows` but what neither wave reaches, or what both do; nil where
  /// it may show anything else.
  @inline(__always)
  private func region(_ block: Int, _ rows: Range<Int>, _ depths: Range<Int>) -> Region? {
    let full = mask.fullRows(block: block)
    guard rows.lowerBound >= full.lowerBound, rows.upperBound <= full.upperBound,
      figureRows(block, rows).lowerBound >= rows.upperBound
    else { return nil }
    let ranges = ranges[block &- firstBlock]
    if depths.upperBound <= Int(ranges.secondLow) { return .base }
    return depths.lowerBound >= Int(ranges.firstEnd) ? .front : nil
  }

  /// A region whose tone does not depend on which wave lies between the crests.
  private enum Region {
    case base, front
  }
}
