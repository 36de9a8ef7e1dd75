// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveView {
  /// Paints, per row, what lies between the old and the new crests.
  func paintRows<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    _ before: Span<StepRanges>,
    _ scratch: inout RowScratch,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let rect = mask.rect
    let rows = brush.rows(rect.top..<rect.bottom)
    let patterns = Packing.patterns.span
    let (left, right) = isFlipped ? (fluid.front, fluid.base) : (fluid.base, fluid.front)
    scratch.setTones(left, fluid.middle, right, brush.packing)
    // The crests by their place from left to right.
    let (higherPlace, frontPlace) = isFlipped ? (1, 0) : (0, 1)
    let origin = isFlipped ? rect.right &- 1 : rect.left
    var y = rows.lowerBound
    while y < rows.upperBound {
      let group = (y &- rect.top) >> 4
      let top = rect.top &+ group &* 16
      let moved = rowRanges[group].joined(before[group])
      let (higher, crest) = (
        columns(moved.secondLow, moved.secondEnd, group),
        columns(moved.firstLow, moved.firstEnd, group)
      )
      let end = min(top &+ 16, rows.upperBound)
      let isLone = isPlain && frontLeads[group]
      if isLone {
        scratch.edges[0].set(
          columns: (smaller(higher.low, crest.low), greater(higher.end, crest.end)),
          brush
        )
        scratch.edges[0].set(
          front.columns(group),
          fluid.only,
          origin: origin,
          isMirrored: isFlipped,
          firstRow: top,
          brush
        )
      } else {
        scratch.edges[higherPlace].set(columns: higher, brush)
        scratch.edges[frontPlace].set(columns: crest, brush)
      }
      if isPlain && !isLone {
        scratch.setCrests(
          front: front.columns(group),
          higher: either.columns(group),
          fluid,
          origin: origin,
          isMirrored: isFlipped,
          firstRow: top,
          brush
        )
      }
      let ready = RowsView<Packing>(scratch, patterns)
      paintRows(y..<end, ready, group, isLone: isLone, fluid, into: &canvas, brush)
      y = end
    }
  }

  /// The buffer's columns between two depths, within the ink of the mask's `group`th sixteen rows.
  @inline(__always)
  private func columns(
    _ low: SignedLanes,
    _ end: SignedLanes,
    _ group: Int
  ) -> (low: SignedLanes, end: SignedLanes) {
    let ink = mask.inkColumns[group]
    let left = SignedLanes(repeating: Int16(truncatingIfNeeded: mask.rect.left))
    let width = SignedLanes(repeating: Int16(truncatingIfNeeded: mask.rect.width))
    let near = smaller(greater(low, SignedLanes()), width)
    let far = greater(smaller(end, width), SignedLanes())
    let (first, last) = isFlipped ? (width &- far, width &- near) : (near, far)
    return (left &+ smaller(greater(first, ink.low), width), left &+ smaller(last, ink.end))
  }

  /// Paints what has moved in `rows` of the `group`th sixteen, which have one edge or both.
  @inline(__always)
  private func paintRows<Packing: PixelPacking>(
    _ rows: Range<Int>,
    _ ready: borrowing RowsView<Packing>,
    _ group: Int,
    isLone: Bool,
    _ fluid: borrowing Fluid,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let top = mask.rect.top &+ group &* 16
    let lanes = rows.lowerBound &- top..<rows.upperBound &- top
    let extent =
      isLone ? ready.edges[0].extent : ready.edges[0].extent.joined(ready.edges[1].extent)
    if !isOpen(group, extent, brush) {
      paintClosedRows(lanes, ready, top, isLone: isLone, fluid, into: &canvas, brush)
    } else if isLone {
      brush.paintEdge(0, .left, .acrossBoth, ready, lanes, firstRow: top, into: &canvas)
    } else {
      brush.paintEdges(ready, lanes, firstRow: top, into: &canvas)
    }
  }

  /// Paints what has moved in `lanes` with the figure's ink and the mask's rim.
  private func paintClosedRows<Packing: PixelPacking>(
    _ lanes: Range<Int>,
    _ ready: borrowing RowsView<Packing>,
    _ firstRow: Int,
    isLone: Bool,
    _ fluid: borrowing Fluid,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    for lane in lanes {
      let y = firstRow &+ lane
      let full = isPlain ? brush.whole(mask.fullRun(row: y)) : 0..<0
      let left = ready.edges[0].blocks(row: lane)
      let right = isLone ? left : ready.edges[1].blocks(row: lane)
      for block in left.joined(right) {
        // Nothing has moved between the crests.
        if block >= left.upperBound && block < right.lowerBound { continue }
        let blocks = block..<block &+ 1
        if !full.contains(block) || hasInk(block, y) {
          general(fluid, block, y..<y &+ 1, skipsEmpty: true, into: &canvas, brush)
        } else if isLone {
          brush.paintEdge(0, .left, .acrossBoth, ready, lane, blocks, row: y, into: &canvas)
        } else {
          brush.paintBoth(ready, lane, blocks, row: y, into: &canvas)
        }
      }
    }
  }

  /// Whether the mask covers `blocks` of the `group`th sixteen rows entirely and the figure has no ink
  /// there.
  @inline(__always)
  private func isOpen<Packing: PixelPacking>(
    _ group: Int,
    _ blocks: Range<Int>,
    _ brush: LayerBrush<Packing>
  ) -> Bool {
    let (left, right) = (blocks.lowerBound &* blockWidth, blocks.upperBound &* blockWidth)
    let bounds = figure.bounds
    let top = mask.rect.top &+ group &* 16
    guard isPlain, right <= brush.size.width,
      top >= bounds.bottom || top &+ 16 <= bounds.top || left >= bounds.right
        || right <= bounds.left
    else { return false }
    return mask.fullRun(group: group).contains(blocks)
  }
}
