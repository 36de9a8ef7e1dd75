// SPDX-License-Identifier: Apache-2.0
import Geometry

// The same pixels as `compose(over:with:block:row:)` gives, where only one edge can be partial: then
// its coverage is the shape's, and the fill is all there is beside the tone beneath.
extension ElasticView {
  /// The fill over `under`, as the edges mix it; the layer is plain.
  @inline(__always)
  func blend(over under: Tone) -> Blend { Blend(from: under, to: fill) }

  /// Paints `rows` of `block`, of which only the upper edge or, as said, only the lower one is known to
  /// have moved.
  func paint<Packing: PixelPacking>(
    isLower: Bool,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard !rows.isEmpty else { return }
    guard isPlain, isInner(block), brush.isWhole(block), !meetsLabel(block, rows: rows),
      isAlone(isLower, column: block &- firstBlock, rows: rows)
    else {
      paintAny(blocks: block..<block &+ 1, rows: rows, into: &canvas, with: brush)
      return
    }
    brush.paint(
      (isLower ? bottom : top).columns(block &- firstBlock),
      blend: blend(over: brush.under),
      block: block,
      rows: rows,
      depth: isLower ? -1 &- rows.lowerBound : rows.lowerBound,
      isFlipped: isLower,
      into: &canvas
    )
  }

  /// Paints `rows` of each of `blocks` with everything that there may be to them.
  ///
  /// Kept out of line: it is the largest of the loops and wanted from four places.
  @inline(never)
  func paintAny<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    brush.paint(self, with: (), blocks: blocks, rows: rows, into: &canvas)
  }

  /// Tells if the other of the two edges is out of sight in `rows` of the `column`th block.
  @inline(__always)
  private func isAlone(_ isLower: Bool, column: Int, rows: Range<Int>) -> Bool {
    let ranges = columnRanges[column]
    return isLower
      ? rows.lowerBound >= Int(ranges.firstEnd) : rows.upperBound <= Int(ranges.secondLow)
  }

  /// Tells if neither side edge can be seen in a block's columns, all of which the edges run over.
  @inline(__always)
  func isInner(_ block: Int) -> Bool {
    let x = block &* blockWidth
    return isFlat && x >= inner.low && x &+ 16 <= inner.end
  }

  /// Tells if the label may have ink in `rows` of a block.
  @inline(__always)
  func meetsLabel(_ block: Int, rows: Range<Int>) -> Bool {
    let x = block &* blockWidth
    return label.rect.top < rows.upperBound && label.rect.bottom > rows.lowerBound
      && x < label.rect.right && x &+ 16 > label.rect.left
  }
}
