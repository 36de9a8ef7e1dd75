// SPDX-License-Identifier: Apache-2.0
import Geometry

// The left and the right edge, sixteen rows at a time: what these rows have in common is worked out
// for all of them at once, and what remains for a row is to choose between pixels.
extension ElasticView {
  /// One of the edges that are functions of the rows.
  enum Side {
    case left, right
  }

  /// Paints, per row of `rows`, what lies between the old and the new side edges but for what has been `painted`.
  func paintSides<Packing: PixelPacking>(
    _ before: Span<StepRanges>,
    painted: borrowing PaintedColumns,
    rows: Range<Int>,
    scratch: inout RowScratch,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    scratch.setTones(brush.under, middle: fill, right: brush.under, as: brush.packing)
    let patterns = Packing.patterns.span
    let open = (left: openBlocks(.left, with: brush), right: openBlocks(.right, with: brush))
    var y = rows.lowerBound
    while y < rows.upperBound {
      let group = (y &- firstRow) >> 4
      let top = firstRow &+ group &* 16
      let moved = rowRanges[group].joined(before[group])
      scratch.edges[0].set(columns: (moved.firstLow, moved.firstEnd), with: brush)
      scratch.edges[1].set(columns: (moved.secondLow, moved.secondEnd), with: brush)
      if isPlain { setSides(group: group, scratch: &scratch, with: brush) }
      let end = min(top &+ 16, rows.upperBound)
      let ready = RowsView<Packing>(scratch, patterns: patterns)
      paint(
        .left,
        rows: y..<end,
        firstRow: top,
        ready: ready,
        painted: painted,
        open: open.left,
        into: &canvas,
        with: brush
      )
      paint(
        .right,
        rows: y..<end,
        firstRow: top,
        ready: ready,
        painted: painted,
        open: open.right,
        into: &canvas,
        with: brush
      )
      y = end
    }
  }

  /// Sets the partly covered pixels of both sides in the `group`th sixteen rows.
  @inline(__always)
  private func setSides<Packing: PixelPacking>(
    group: Int,
    scratch: inout RowScratch,
    with brush: LayerBrush<Packing>
  ) {
    let blend = blend(over: brush.under)
    let firstRow = firstRow &+ group &* 16
    scratch.edges[0].set(
      left.columns(group),
      blend: blend,
      origin: 0,
      isMirrored: false,
      firstRow: firstRow,
      with: brush
    )
    scratch.edges[1].set(
      right.columns(group),
      blend: blend,
      origin: -1,
      isMirrored: true,
      firstRow: firstRow,
      with: brush
    )
  }

  /// Paints what has moved on one side in `rows`, up to sixteen.
  @inline(__always)
  private func paint<Packing: PixelPacking>(
    _ side: Side,
    rows: Range<Int>,
    firstRow: Int,
    ready: borrowing RowsView<Packing>,
    painted: borrowing PaintedColumns,
    open: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let place = side == .left ? 0 : 1
    let blocks = ready.edges[place].extent
    var plain = rows.lowerBound..<rows.lowerBound
    if open.contains(blocks), side == .left || !blocks.overlaps(ready.edges[0].extent) {
      plain = freeRows(blocks, painted: painted, with: brush).clamped(
        to: loneRows(blocks).clamped(to: rows)
      )
    }
    let before = rows.lowerBound..<plain.lowerBound
    paintRows(
      rows: before,
      place: place,
      ready: ready,
      painted: painted,
      firstRow: firstRow,
      into: &canvas,
      with: brush
    )
    let lanes = plain.lowerBound &- firstRow..<plain.upperBound &- firstRow
    if side == .left {
      brush.paintEdge(
        0,
        left: .left,
        across: .acrossLeft,
        rows: ready,
        lanes: lanes,
        firstRow: firstRow,
        into: &canvas
      )
    } else {
      brush.paintEdge(
        1,
        left: .middle,
        across: .acrossRight,
        rows: ready,
        lanes: lanes,
        firstRow: firstRow,
        into: &canvas
      )
    }
    let behind = plain.upperBound..<rows.upperBound
    paintRows(
      rows: behind,
      place: place,
      ready: ready,
      painted: painted,
      firstRow: firstRow,
      into: &canvas,
      with: brush
    )
  }

  /// Paints what has moved in `rows` with everything that there may be to it.
  private func paintRows<Packing: PixelPacking>(
    rows: Range<Int>,
    place: Int,
    ready: borrowing RowsView<Packing>,
    painted: borrowing PaintedColumns,
    firstRow: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    for y in rows {
      let left = place == 0 ? 0..<0 : ready.edges[0].blocks(row: y &- firstRow)
      for block in ready.edges[place].blocks(row: y &- firstRow) where !left.contains(block) {
        let moved = movedRows(painted.line(of: block, with: brush), painted: painted, with: brush)
        if moved.upper.contains(y) || moved.lower.contains(y) { continue }
        paintAny(blocks: block..<block &+ 1, rows: y..<y &+ 1, into: &canvas, with: brush)
      }
    }
  }

  /// Blocks in which the other side's edge and the label are not to be seen.
  @inline(__always)
  private func openBlocks<Packing: PixelPacking>(
    _ side: Side,
    with brush: LayerBrush<Packing>
  ) -> Range<Int> {
    let hasInk = !label.rect.isEmpty
    let whole = max(0, brush.size.width >> 4)
    switch side {
    case .left:
      let end = min(inner.end, hasInk ? label.rect.left : .max) >> 4
      return 0..<max(0, min(end, whole))
    case .right:
      let start = max(inner.low, hasInk ? label.rect.right : .min)
      return min(max(0, (start &+ 15) >> 4), whole)..<whole
    }
  }

  /// The rows in which `blocks` show neither the upper nor the lower edge.
  @inline(__always)
  func loneRows(_ blocks: Range<Int>) -> Range<Int> {
    guard isPlain else { return 0..<0 }
    var (low, end) = restRows
    let present = firstBlock..<firstBlock &+ columnRanges.count
    for block in blocks.clamped(to: present) {
      let ranges = columnRanges[block &- firstBlock]
      low = max(low, Int(ranges.firstEnd))
      end = min(end, Int(ranges.secondLow))
    }
    return low..<max(low, end)
  }
}
