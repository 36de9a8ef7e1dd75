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
