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
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let depths =
      isFlipped
      ? mask.rect.bottom &- rows.upperBound..<mask.rect.bottom &- rows.lowerBound
      : rows.lowerBound &- mask.rect.top..<rows.upperBound &- mask.rect.top
    let whole = brush.whole(blocks)
    var next = blocks.lowerBound
    while next < whole.upperBound {
      guard let region = region(block: next, rows: rows, depths: depths) else {
        paintAll(fluids, block: next, rows: rows, into: &canvas, with: brush)
        next &+= 1
        continue
      }
      var end = next &+ 1
      while end < whole.upperBound && self.region(block: end, rows: rows, depths: depths) == region
      {
        end &+= 1
      }
      let tone = region == .base ? fluids.back.base : fluids.back.front
      brush.fill(tone, blocks: next..<end, rows: rows, into: &canvas)
      next = end
    }
    // What sticks out of the screen.
    paint(fluids, blocks: next..<blocks.upperBound, rows: rows, into: &canvas, with: brush)
  }

  /// Paints all that there is to `rows` of `block`, which is whole.
  private func paintAll<Packing: PixelPacking>(
    _ fluids: borrowing Fluids,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let figure = figureRows(block, rows: rows).clamped(to: rows)
    let above = rows.lowerBound..<figure.lowerBound
    paintWithoutFigure(fluids, block: block, rows: above, into: &canvas, with: brush)
    paintInk(fluids, block: block, rows: figure, into: &canvas, with: brush)
    let below = figure.upperBound..<rows.upperBound
    paintWithoutFigure(fluids, block: block, rows: below, into: &canvas, with: brush)
  }

  /// Paints all that there is to rows of a block that the figure does not meet.
  private func paintWithoutFigure<Packing: PixelPacking>(
    _ fluids: borrowing Fluids,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard !rows.isEmpty else { return }
    let column = block..<block &+ 1
    let cut = mask.cutRows(block: block).clamped(to: rows)
    guard !cut.isEmpty else {
      paint(fluids, blocks: column, rows: rows, skipsEmpty: false, into: &canvas, with: brush)
      return
    }
    let weight = mask.weight(block: block, row: cut.lowerBound)
    let stretches = stretches(block &- firstBlock, rows: cut)
    let rim = fluids.back.rim
    paint(rim.base.sums(weight), block: block, rows: stretches.base, into: &canvas, with: brush)
    paint(rim.front.sums(weight), block: block, rows: stretches.front, into: &canvas, with: brush)
    let (above, below) = (rows.lowerBound..<cut.lowerBound, cut.upperBound..<rows.upperBound)
    paint(fluids, blocks: column, rows: above, skipsEmpty: false, into: &canvas, with: brush)
    paint(fluids, blocks: column, rows: stretches.crests, into: &canvas, with: brush)
    paint(fluids, blocks: column, rows: below, skipsEmpty: false, into: &canvas, with: brush)
  }

  /// Paints rows of a block that are all alike.
  @inline(__always)
  private func paint<Packing: PixelPacking>(
    _ sums: PlanarSums,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    for y in rows {
      let offset = brush.offset(block: block, row: y, canvas: canvas)
      canvas.store(brush.packing.pack(sums, row: y), at: offset)
    }
  }

  /// The region that a block shows in `rows`, if neither wave reaches any of them or both reach all; nil where it may
  /// show anything else.
  @inline(__always)
  private func region(block: Int, rows: Range<Int>, depths: Range<Int>) -> Region? {
    let full = mask.fullRows(block: block)
    guard rows.lowerBound >= full.lowerBound, rows.upperBound <= full.upperBound,
      figureRows(block, rows: rows).lowerBound >= rows.upperBound
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
