// SPDX-License-Identifier: Apache-2.0
import Geometry

extension ElasticLayer {
  /// Makes room for what `count` buffers hold.
  mutating func reserveHistories(_ count: Int) {
    pastColumnRanges = Array(repeating: EdgeRanges(), count: count * columnRanges.count)
    pastRowRanges = Array(repeating: StepRanges(), count: count * rowRanges.count)
    if !inner.isEmpty { inner[0].reserveHistories(count) }
  }

  /// Notes that `buffer` holds what is shown now.
  mutating func remember(in buffer: Int) {
    let columns = buffer * columnRanges.count
    for index in 0..<columnRanges.count { pastColumnRanges[columns + index] = columnRanges[index] }
    let rows = buffer * rowRanges.count
    for index in 0..<rowRanges.count { pastRowRanges[rows + index] = rowRanges[index] }
    if !inner.isEmpty { inner[0].remember(in: buffer) }
  }

  /// Paints what differs from `past`, which `buffer` holds, alone over the brush's tone.
  mutating func paintChanges<Packing: PixelPacking>(
    since past: State,
    buffer: Int,
    scratch: inout RowScratch,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let touched = extent(with: past)
    let view = ElasticView(self)
    guard past.hasLooks(of: state), past.opacity == state.opacity else {
      let rows = brush.rows(touched.top..<touched.bottom)
      view.paint(blocks: brush.blocks(of: touched), rows: rows, into: &canvas, with: brush)
      return
    }
    // The tables may reach further out, where there is nothing of the layer in either state.
    let columns = (firstBlock &* blockWidth..<(firstBlock &+ blockCount) &* blockWidth)
      .clamped(to: touched.left..<touched.right)
    let rows = (firstRow..<firstRow &+ rowCount).clamped(to: touched.top..<touched.bottom)
    let edges = pastColumnRanges.span.extracting(
      buffer &* columnRanges.count..<(buffer &+ 1) &* columnRanges.count
    )
    let sides = pastRowRanges.span.extracting(
      buffer &* rowRanges.count..<(buffer &+ 1) &* rowRanges.count
    )
    let painted = ElasticView.PaintedColumns(blocks: brush.blocks(of: columns), before: edges)
    paintColumns(view, columns: painted, into: &canvas, with: brush)
    view.paintSides(
      sides,
      painted: painted,
      rows: brush.rows(rows),
      scratch: &scratch,
      into: &canvas,
      with: brush
    )
  }

  /// Paints, per 64-byte line's columns, what lies between the old and the new upper and lower edges.
  @inline(__always)
  private func paintColumns<Packing: PixelPacking>(
    _ view: borrowing ElasticView,
    columns: borrowing ElasticView.PaintedColumns,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    var next = columns.blocks.lowerBound
    while next < columns.blocks.upperBound {
      let line = columns.line(of: next, with: brush)
      let (upper, lower) = view.movedRows(line, painted: columns, with: brush)
      brush.prefetch(line.lowerBound, rows: upper, in: &canvas)
      brush.prefetch(line.lowerBound, rows: lower, in: &canvas)
      for block in line {
        view.paint(isLower: false, block: block, rows: upper, into: &canvas, with: brush)
        view.paint(isLower: true, block: block, rows: lower, into: &canvas, with: brush)
      }
      next = line.upperBound
    }
  }
}
