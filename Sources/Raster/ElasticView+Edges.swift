// SPDX-License-Identifier: Apache-2.0
import Geometry

// The same pixels as `compose(over:_:block:row:)` gives, where only one edge can be partial: then
// its coverage is the shape's, and the fill is all there is beside the tone beneath.
extension ElasticView {
  /// The fill over `under`, as the edges mix it; the layer is plain.
  @inline(__always)
  func blend(over under: Tone) -> Blend { Blend(from: under, to: fill) }

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
    guard isInner(block), brush.isWhole(block), !meetsLabel(block, rows),
      rows.upperBound <= Int(columnRanges[column].secondLow)
    else {
      brush.paint(self, looks, blocks: block..<block &+ 1, rows: rows, into: &canvas)
      return
    }
    brush.paint(
      top.columns(column),
      blend(over: brush.under),
      block: block,
      rows: rows,
      depth: rows.lowerBound,
      isFlipped: false,
      into: &canvas
    )
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
    guard isInner(block), brush.isWhole(block), !meetsLabel(block, rows),
      rows.lowerBound >= Int(columnRanges[column].firstEnd)
    else {
      brush.paint(self, looks, blocks: block..<block &+ 1, rows: rows, into: &canvas)
      return
    }
    brush.paint(
      bottom.columns(column),
      blend(over: brush.under),
      block: block,
      rows: rows,
      depth: -1 &- rows.lowerBound,
      isFlipped: true,
      into: &canvas
    )
  }

  /// Paints, per row of `rows`, what lies between the old and the new left edge.
  @inline(__always)
  func paintLeft<Packing: PixelPacking>(
    _ looks: PlanarBlock,
    _ before: Span<EdgeRanges>,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let blend = blend(over: brush.under)
    let inkStart = label.rect.isEmpty ? Int.max : label.rect.left
    let end = min(inner.end, inkStart, brush.size.width) >> 4
    let lone = loneRows(rows)
    var y = rows.lowerBound
    while y < rows.upperBound {
      let step = y &- firstRow
      let blocks = brush.blocks(of: rowRanges[step].first(with: before[step]))
      if lone.contains(y) && blocks.upperBound <= end {
        let edge = left.step(step)
        for block in blocks {
          brush.paint(
            edge,
            blend,
            block: block,
            row: y,
            depth: block &* blockWidth,
            isFlipped: false,
            into: &canvas
          )
        }
      } else {
        brush.paint(self, looks, blocks: blocks, rows: y..<y &+ 1, into: &canvas)
      }
      y &+= 1
    }
  }

  /// Paints, per row of `rows`, what lies between the old and the new right edge.
  @inline(__always)
  func paintRight<Packing: PixelPacking>(
    _ looks: PlanarBlock,
    _ before: Span<EdgeRanges>,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let blend = blend(over: brush.under)
    let inkEnd = label.rect.isEmpty ? Int.min : label.rect.right
    let start = (max(inner.low, inkEnd) &+ 15) >> 4
    let end = brush.size.width >> 4
    let lone = loneRows(rows)
    var y = rows.lowerBound
    while y < rows.upperBound {
      let step = y &- firstRow
      let blocks = brush.blocks(of: rowRanges[step].second(with: before[step]))
      if lone.contains(y) && blocks.lowerBound >= start && blocks.upperBound <= end {
        let edge = right.step(step)
        for block in blocks {
          brush.paint(
            edge,
            blend,
            block: block,
            row: y,
            depth: -1 &- block &* blockWidth,
            isFlipped: true,
            into: &canvas
          )
        }
      } else {
        brush.paint(self, looks, blocks: blocks, rows: y..<y &+ 1, into: &canvas)
      }
      y &+= 1
    }
  }

  /// Those of `rows` in which no block shows more than a side edge and the label.
  @inline(__always)
  private func loneRows(_ rows: Range<Int>) -> Range<Int> {
    guard isPlain, middle.low < middle.end else { return 0..<0 }
    return (middle.low..<middle.end).clamped(to: rows)
  }

  /// Whether neither side edge can be seen in a block's columns, all of which the edges run over.
  @inline(__always)
  private func isInner(_ block: Int) -> Bool {
    let x = block &* blockWidth
    return isPlain && x >= inner.low && x &+ 16 <= inner.end
  }

  @inline(__always)
  private func meetsLabel(_ block: Int, _ rows: Range<Int>) -> Bool {
    let x = block &* blockWidth
    return label.rect.top < rows.upperBound && label.rect.bottom > rows.lowerBound
      && x < label.rect.right && x &+ 16 > label.rect.left
  }
}
