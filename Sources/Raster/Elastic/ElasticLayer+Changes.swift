// SPDX-License-Identifier: Apache-2.0
import Geometry

extension ElasticLayer {
  /// Makes room for what `count` buffers hold.
  mutating func reserveHistories(_ count: Int) {
    pastColumnRanges = Array(repeating: EdgeRanges(), count: count * columnRanges.count)
    pastRowRanges = Array(repeating: StepRanges(), count: count * rowRanges.count)
  }

  /// Notes that `buffer` holds what is shown now.
  mutating func remember(in buffer: Int) {
    let columns = buffer * columnRanges.count
    for index in 0..<columnRanges.count { pastColumnRanges[columns + index] = columnRanges[index] }
    let rows = buffer * rowRanges.count
    for index in 0..<rowRanges.count { pastRowRanges[rows + index] = rowRanges[index] }
  }

  /// Paints what differs from `past`, which `buffer` holds, alone over the brush's tone.
  mutating func paintChanges<Packing: PixelPacking>(
    since past: State,
    buffer: Int,
    _ scratch: inout RowScratch,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let touched = extent(with: past)
    let view = ElasticView(self)
    guard past.hasLooks(of: state), past.opacity == state.opacity else {
      let rows = brush.rows(touched.top..<touched.bottom)
      view.paint(blocks: brush.blocks(of: touched), rows: rows, into: &canvas, brush)
      return
    }
    // The tables may reach further out, where there is nothing of the layer in either state.
    let columns = (firstBlock &* blockWidth..<(firstBlock &+ blockCount) &* blockWidth)
      .clamped(to: touched.left..<touched.right)
    let rows = (firstRow..<firstRow &+ rowCount).clamped(to: touched.top..<touched.bottom)
    paintColumns(view, columns, buffer: buffer, into: &canvas, brush)
    paintRows(view, rows, buffer: buffer, &scratch, into: &canvas, brush)
  }

  /// Paints, per 64-byte line's columns, what lies between the old and the new edges.
  @inline(__always)
  private func paintColumns<Packing: PixelPacking>(
    _ view: borrowing ElasticView,
    _ columns: Range<Int>,
    buffer: Int,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let now = columnRanges.span
    let before = pastColumnRanges.span.extracting(
      buffer &* now.count..<(buffer &+ 1) &* now.count
    )
    let visible = brush.blocks(of: columns)
    var block = visible.lowerBound
    while block < visible.upperBound {
      let next = min(block &+ Packing.blocksPerLine, visible.upperBound)
      var edges = (upper: 0..<0, lower: 0..<0)
      for index in max(0, block &- firstBlock)..<min(now.count, next &- firstBlock) {
        edges.upper = edges.upper.joined(now[index].first(with: before[index]))
        edges.lower = edges.lower.joined(now[index].second(with: before[index]))
      }
      let blocks = block..<next
      let (upper, lower) = (brush.rows(edges.upper), brush.rows(edges.lower))
      brush.prefetch(block, rows: upper, in: &canvas)
      brush.prefetch(block, rows: lower, in: &canvas)
      for block in blocks {
        view.paint(isLower: false, block: block, rows: upper, into: &canvas, brush)
        view.paint(isLower: true, block: block, rows: lower, into: &canvas, brush)
      }
      block = next
    }
  }

  /// Paints, per row, what lies between the old and the new edges.
  @inline(__always)
  private func paintRows<Packing: PixelPacking>(
    _ view: borrowing ElasticView,
    _ rows: Range<Int>,
    buffer: Int,
    _ scratch: inout RowScratch,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let count = rowRanges.count
    let before = pastRowRanges.span.extracting(buffer &* count..<(buffer &+ 1) &* count)
    view.paintSides(before, rows: brush.rows(rows), &scratch, into: &canvas, brush)
  }
}
