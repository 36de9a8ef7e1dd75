// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveView {
  /// Paints, per row, what lies between the old and the new crests but for `ink`.
  func paintRows<Packing: PixelPacking>(
    _ fluids: borrowing Fluids,
    before: Span<StepRanges>,
    wavesBefore: Span<WaveLayer.Between>,
    besides ink: BlockRect,
    scratch: inout RowScratch,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let rect = mask.rect
    let rows = brush.rows(rect.top..<rect.bottom)
    setTones(fluids.back, scratch: &scratch, with: brush)
    var hasFrontTones = false
    var y = rows.lowerBound
    while y < rows.upperBound {
      let group = (y &- rect.top) >> 4
      let end = min(rect.top &+ group &* 16 &+ 16, rows.upperBound)
      var moved = rowRanges[group].joined(before[group])
      if !between[group].looksLike(wavesBefore[group]) { moved.firstLow = moved.secondLow }
      let fluid = fluids.fluid(isFrontBetween: isFrontBetween(group))
      if hasFrontTones != isFrontBetween(group) {
        hasFrontTones.toggle()
        setTones(fluid, scratch: &scratch, with: brush)
      }
      paintRows(
        rows: y..<end,
        group: group,
        moved: moved,
        fluid: fluid,
        besides: ink,
        scratch: &scratch,
        into: &canvas,
        with: brush
      )
      y = end
    }
  }

  /// Sets the regions' tones by their place from left to right.
  private func setTones<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    scratch: inout RowScratch,
    with brush: LayerBrush<Packing>
  ) {
    let (left, right) = isFlipped ? (fluid.front, fluid.base) : (fluid.base, fluid.front)
    scratch.setTones(left, middle: fluid.middle, right: right, as: brush.packing)
  }

  /// Paints what has `moved` in `rows` of the `group`th sixteen.
  private func paintRows<Packing: PixelPacking>(
    rows: Range<Int>,
    group: Int,
    moved: StepRanges,
    fluid: borrowing Fluid,
    besides ink: BlockRect,
    scratch: inout RowScratch,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let rect = mask.rect
    let top = rect.top &+ group &* 16
    let origin = isFlipped ? rect.right &- 1 : rect.left
    let (higher, lower) = (
      columns(moved.secondLow, moved.secondEnd, group: group),
      columns(moved.firstLow, moved.firstEnd, group: group)
    )
    let isReady = isPlain && isFlat
    let isLone = isReady && between[group] == .nothing
    if isLone {
      scratch.edges[0].set(
        columns: (smaller(higher.low, lower.low), greater(higher.end, lower.end)),
        with: brush
      )
      scratch.edges[0].set(
        self.lower.columns(group),
        blend: fluid.only,
        origin: origin,
        isMirrored: isFlipped,
        firstRow: top,
        with: brush
      )
    } else {
      // The crests by their place from left to right.
      scratch.edges[isFlipped ? 1 : 0].set(columns: higher, with: brush)
      scratch.edges[isFlipped ? 0 : 1].set(columns: lower, with: brush)
    }
    if isReady && !isLone {
      scratch.setCrests(
        lower: self.lower.columns(group),
        higher: self.higher.columns(group),
        fluid: fluid,
        origin: origin,
        isMirrored: isFlipped,
        firstRow: top,
        with: brush
      )
    }
    let patterns = Packing.patterns.span
    let ready = RowsView<Packing>(scratch, patterns: patterns)
    paintRows(
      rows: rows,
      ready: ready,
      group: group,
      isLone: isLone,
      fluid: fluid,
      besides: ink,
      into: &canvas,
      with: brush
    )
  }

  /// The buffer's columns between two depths, within the ink of the mask's `group`th sixteen rows.
  @inline(__always)
  private func columns(
    _ low: SignedLanes,
    _ end: SignedLanes,
    group: Int
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
    rows: Range<Int>,
    ready: borrowing RowsView<Packing>,
    group: Int,
    isLone: Bool,
    fluid: borrowing Fluid,
    besides ink: BlockRect,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let top = mask.rect.top &+ group &* 16
    let lanes = rows.lowerBound &- top..<rows.upperBound &- top
    let extent =
      isLone ? ready.edges[0].extent : ready.edges[0].extent.joined(ready.edges[1].extent)
    if ink.overlaps(blocks: extent, rows: rows)
      || !isOpen(group: group, blocks: extent, with: brush)
    {
      paintClosedRows(
        lanes: lanes,
        ready: ready,
        group: group,
        isLone: isLone,
        fluid: fluid,
        besides: ink,
        into: &canvas,
        with: brush
      )
    } else if isLone {
      brush.paintEdge(
        0,
        left: .left,
        across: .acrossBoth,
        rows: ready,
        lanes: lanes,
        firstRow: top,
        into: &canvas
      )
    } else {
      brush.paintEdges(ready, lanes: lanes, firstRow: top, into: &canvas)
    }
  }

  /// Paints what has moved in `lanes` but for `ink`, with the figure and the mask's rim.
  private func paintClosedRows<Packing: PixelPacking>(
    lanes: Range<Int>,
    ready: borrowing RowsView<Packing>,
    group: Int,
    isLone: Bool,
    fluid: borrowing Fluid,
    besides ink: BlockRect,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    for lane in lanes {
      let y = mask.rect.top &+ group &* 16 &+ lane
      let full = isFlat && isSimple(group) ? brush.whole(mask.fullRun(row: y)) : 0..<0
      let left = ready.edges[0].blocks(row: lane)
      let right = isLone ? left : ready.edges[1].blocks(row: lane)
      for block in left.joined(right) {
        // Nothing has moved between the crests.
        if block >= left.upperBound && block < right.lowerBound { continue }
        if ink.overlaps(blocks: block..<block &+ 1, rows: y..<y &+ 1) { continue }
        let blocks = block..<block &+ 1
        if !full.contains(block) || hasInk(block, row: y) {
          general(
            fluid,
            block: block,
            rows: y..<y &+ 1,
            skipsEmpty: true,
            into: &canvas,
            with: brush
          )
        } else if isLone {
          brush.paintEdge(
            0,
            left: .left,
            across: .acrossBoth,
            rows: ready,
            lane: lane,
            blocks: blocks,
            row: y,
            into: &canvas
          )
        } else {
          brush.paintBoth(ready, lane: lane, blocks: blocks, row: y, into: &canvas)
        }
      }
    }
  }

  /// Tells if the mask covers `blocks` of the `group`th sixteen rows entirely and the figure has no ink there.
  @inline(__always)
  private func isOpen<Packing: PixelPacking>(
    group: Int,
    blocks: Range<Int>,
    with brush: LayerBrush<Packing>
  ) -> Bool {
    let (left, right) = (blocks.lowerBound &* blockWidth, blocks.upperBound &* blockWidth)
    let bounds = figure.bounds
    let top = mask.rect.top &+ group &* 16
    guard isFlat, isSimple(group), right <= brush.size.width,
      top >= bounds.bottom || top &+ 16 <= bounds.top || left >= bounds.right
        || right <= bounds.left
    else { return false }
    return mask.fullRun(group: group).contains(blocks)
  }
}
