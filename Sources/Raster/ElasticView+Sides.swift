// SPDX-License-Identifier: Apache-2.0
import Geometry

// The left and the right edge, sixteen rows at a time: what these rows have in common is worked out
// for all of them at once, and what remains for a row is to choose between pixels.
extension ElasticView {
  /// One of the edges that are functions of the rows.
  enum Side {
    case left, right
  }

  /// Paints, per row of `rows`, what lies between the old and the new edge of `side`.
  func paintSide<Packing: PixelPacking>(
    _ side: Side,
    _ looks: PlanarBlock,
    _ before: Span<StepRanges>,
    _ rows: Range<Int>,
    _ scratch: inout RowScratch,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let isLeft = side == .left
    let edges = isLeft ? left : right
    let blend = blend(over: brush.under)
    let tones = RowTones<Packing>(
      brush.packing,
      left: isLeft ? brush.under : fill,
      right: isLeft ? fill : brush.under
    )
    let patterns = Packing.patterns.span
    let open = openBlocks(side, brush)
    let lone = loneRows(rows)
    var y = rows.lowerBound
    while y < rows.upperBound {
      let group = (y &- firstRow) >> 4
      let top = firstRow &+ group &* 16
      let moved = rowRanges[group].joined(before[group])
      scratch.edges[0].set(
        columns: isLeft
          ? (moved.firstLow, moved.firstEnd) : (moved.secondLow, moved.secondEnd),
        brush
      )
      if isPlain {
        let edge = edges.columns(group)
        scratch.edges[0].set(
          edge,
          near: blend.sums(edge.first),
          far: blend.sums(edge.first &+ edge.second),
          origin: isLeft ? 0 : -1,
          isMirrored: !isLeft,
          firstRow: top,
          brush
        )
      }
      let end = min(top &+ 16, rows.upperBound)
      let isOpen = open.contains(scratch.edges[0].extent)
      let plain = isOpen ? lone.clamped(to: y..<end) : y..<y
      let moves = scratch.edges.span
      paintRows(y..<plain.lowerBound, moves, top, looks, into: &canvas, brush)
      let lanes = plain.lowerBound &- top..<plain.upperBound &- top
      brush.paint(moves, tones, patterns, lanes, firstRow: top, into: &canvas)
      paintRows(plain.upperBound..<end, moves, top, looks, into: &canvas, brush)
      y = end
    }
  }

  /// Paints what has moved in `rows` with everything that there may be to it.
  private func paintRows<Packing: PixelPacking>(
    _ rows: Range<Int>,
    _ edges: Span<RowEdges>,
    _ firstRow: Int,
    _ looks: PlanarBlock,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    for y in rows {
      let blocks = edges[0].blocks(row: y &- firstRow)
      brush.paint(self, looks, blocks: blocks, rows: y..<y &+ 1, into: &canvas)
    }
  }

  /// Blocks in which the other side's edge and the label are not to be seen.
  @inline(__always)
  private func openBlocks<Packing: PixelPacking>(
    _ side: Side,
    _ brush: LayerBrush<Packing>
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

  /// Those of `rows` in which no block shows more than a side edge and the label.
  @inline(__always)
  private func loneRows(_ rows: Range<Int>) -> Range<Int> {
    guard isPlain, middle.low < middle.end else { return 0..<0 }
    return (middle.low..<middle.end).clamped(to: rows)
  }
}
