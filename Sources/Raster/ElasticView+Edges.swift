// SPDX-License-Identifier: Apache-2.0
import Geometry

// The same pixels as `compose(over:_:block:row:)` gives, where only one edge can be partial: then
// its coverage is the shape's, and what does not change along the edge is kept in registers.
extension ElasticView {
  /// Paints `rows` of `block`, of which only the upper edge is known to have moved.
  @inline(__always)
  func paintUpper<Packing: PixelPacking>(
    _ looks: PlanarBlock,
    _ block: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let column = block &- firstBlock
    guard isInner(block), !meetsLabel(block, rows),
      rows.upperBound <= Int(columnRanges[column].secondLow)
    else {
      brush.paint(self, looks, blocks: block..<block &+ 1, rows: rows, into: &canvas)
      return
    }
    let edge = top.columns(column)
    for y in rows {
      var pixels = brush.under
      let depth = SignedLanes(repeating: Int16(truncatingIfNeeded: y))
      pixels.blend(looks, weight: edge.coverage(depth))
      canvas.write(brush.packing.pack(pixels, row: y), Packing.self, x: block &* 16, y: y)
    }
  }

  /// Paints `rows` of `block`, of which only the lower edge is known to have moved.
  @inline(__always)
  func paintLower<Packing: PixelPacking>(
    _ looks: PlanarBlock,
    _ block: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let column = block &- firstBlock
    guard isInner(block), !meetsLabel(block, rows),
      rows.lowerBound >= Int(columnRanges[column].firstEnd)
    else {
      brush.paint(self, looks, blocks: block..<block &+ 1, rows: rows, into: &canvas)
      return
    }
    let edge = bottom.columns(column)
    for y in rows {
      var pixels = brush.under
      let depth = SignedLanes(repeating: Int16(truncatingIfNeeded: -1 &- y))
      pixels.blend(looks, weight: edge.coverage(depth))
      canvas.write(brush.packing.pack(pixels, row: y), Packing.self, x: block &* 16, y: y)
    }
  }

  /// Paints the blocks `near` the left and `far` at the right edge of row `y`.
  @inline(__always)
  func paintRow<Packing: PixelPacking>(
    _ y: Int,
    _ looks: PlanarBlock,
    near: Range<Int>,
    far: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let step = y &- firstRow
    let ranges = rowRanges[step]
    let isWhole = isPlain && rowFull[step] == 256
    for block in near {
      let x = block &* blockWidth
      guard isWhole, isBetween(block, y), x &+ 16 <= min(restRight &- 1, Int(ranges.secondLow)),
        !meetsLabel(block, y..<y &+ 1)
      else {
        brush.paint(self, looks, blocks: block..<block &+ 1, rows: y..<y &+ 1, into: &canvas)
        continue
      }
      var pixels = brush.under
      let depths = SignedLanes(repeating: Int16(truncatingIfNeeded: x)) &+ laneNumbers
      pixels.blend(looks, weight: left.row(step).coverage(depths))
      canvas.write(brush.packing.pack(pixels, row: y), Packing.self, x: x, y: y)
    }
    for block in far {
      let x = block &* blockWidth
      guard isWhole, isBetween(block, y), x >= max(restLeft &+ 1, Int(ranges.firstEnd)),
        !meetsLabel(block, y..<y &+ 1)
      else {
        brush.paint(self, looks, blocks: block..<block &+ 1, rows: y..<y &+ 1, into: &canvas)
        continue
      }
      var pixels = brush.under
      let depths = SignedLanes(repeating: Int16(truncatingIfNeeded: -1 &- x)) &- laneNumbers
      pixels.blend(looks, weight: right.row(step).coverage(depths))
      canvas.write(brush.packing.pack(pixels, row: y), Packing.self, x: x, y: y)
    }
  }

  /// Whether neither side edge can be seen in a block's columns, all of which the edges run over.
  @inline(__always)
  private func isInner(_ block: Int) -> Bool {
    let x = block &* blockWidth
    return isPlain && x >= inner.low && x &+ 16 <= inner.end
  }

  /// Whether row `y` lies wholly between the upper and the lower edge in a block's columns.
  @inline(__always)
  private func isBetween(_ block: Int, _ y: Int) -> Bool {
    let column = block &- firstBlock
    guard column >= 0, column < columnRanges.count else { return true }
    let ranges = columnRanges[column]
    return y >= Int(ranges.firstEnd) && y < Int(ranges.secondLow)
  }

  @inline(__always)
  private func meetsLabel(_ block: Int, _ rows: Range<Int>) -> Bool {
    let x = block &* blockWidth
    return label.rect.top < rows.upperBound && label.rect.bottom > rows.lowerBound
      && x < label.rect.right && x &+ 16 > label.rect.left
  }
}
