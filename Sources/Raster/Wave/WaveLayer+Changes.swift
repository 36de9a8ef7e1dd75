// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveLayer {
  /// Makes room for what `count` buffers hold.
  mutating func reserveHistories(_ count: Int) {
    pastRanges = Array(repeating: EdgeRanges(), count: count * ranges.count)
    pastRowRanges = Array(repeating: StepRanges(), count: count * rowRanges.count)
    pastBetween = Array(repeating: .nothing, count: count * between.count)
  }

  /// Notes that `buffer` holds what is shown now.
  mutating func remember(in buffer: Int) {
    let start = buffer * ranges.count
    for index in 0..<ranges.count { pastRanges[start + index] = ranges[index] }
    let rows = buffer * rowRanges.count
    for index in 0..<rowRanges.count { pastRowRanges[rows + index] = rowRanges[index] }
    let groups = buffer * between.count
    for index in 0..<between.count { pastBetween[groups + index] = between[index] }
  }

  /// Paints what differs from `past`, which `buffer` holds, alone over the brush's tone.
  mutating func paintChanges<Packing: PixelPacking>(
    since past: State,
    buffer: Int,
    scratch: inout RowScratch,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let view = WaveView(self)
    guard past.version == state.version, past.opacity == state.opacity else {
      let rows = brush.rows(extent.top..<extent.bottom)
      let blocks = brush.blocks(of: extent)
      let looks = view.looks(over: PlanarBlock(brush.under))
      brush.paint(view, with: looks, blocks: blocks, rows: rows, into: &canvas)
      return
    }
    let fluids = view.fluids(over: brush.under)
    // What the figures cover is painted behind the crests, and left out by these.
    var inked = PixelRect.empty
    if past.figure != state.figure {
      inked = FigureTiles.difference(figures.figure(past.figure), figure)
    }
    let ink = BlockRect(blocks: brush.blocks(of: inked), rows: brush.rows(inked.top..<inked.bottom))
    if !past.hasCrests(of: state) {
      let groups = buffer &* between.count..<(buffer &+ 1) &* between.count
      let waves = pastBetween.span.extracting(groups)
      if runsAlongColumns {
        let before = pastRanges.span.extracting(groups)
        paintColumns(
          view,
          fluids: fluids,
          before: before,
          wavesBefore: waves,
          besides: ink,
          into: &canvas,
          with: brush
        )
      } else {
        let before = pastRowRanges.span.extracting(groups)
        view.paintRows(
          fluids,
          before: before,
          wavesBefore: waves,
          besides: ink,
          scratch: &scratch,
          into: &canvas,
          with: brush
        )
      }
    }
    for block in ink.blocks { brush.prefetch(block, rows: ink.rows, in: &canvas) }
    for block in ink.blocks {
      view.paintInk(fluids, block: block, rows: ink.rows, into: &canvas, with: brush)
    }
  }

  /// Paints, per 64-byte line's columns, what lies between the old and the new crests but for `ink`.
  @inline(__always)
  private func paintColumns<Packing: PixelPacking>(
    _ view: borrowing WaveView,
    fluids: borrowing WaveView.Fluids,
    before: Span<EdgeRanges>,
    wavesBefore: Span<Between>,
    besides ink: BlockRect,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let now = ranges.span
    let visible = brush.blocks(of: mask.rect)
    var block = visible.lowerBound
    while block < visible.upperBound {
      let next = min(block &+ Packing.blocksPerLine, visible.upperBound)
      var crests = (lower: 0..<0, higher: 0..<0)
      for index in max(0, block &- mask.firstBlock)..<min(now.count, next &- mask.firstBlock) {
        crests.lower = crests.lower.joined(now[index].first(with: before[index]))
        crests.higher = crests.higher.joined(now[index].second(with: before[index]))
        if !between[index].looksLike(wavesBefore[index]) {
          crests.lower = crests.lower.joined(crests.higher)
        }
      }
      if crests.lower.overlaps(crests.higher.extended) {
        crests = (crests.lower.joined(crests.higher), 0..<0)
      }
      let blocks = block..<next
      let inked = view.inkRows(blocks)
      let upper = brush.rows(rows(crests.higher, inked: inked))
      let lower = brush.rows(rows(crests.lower, inked: inked))
      brush.prefetch(block, rows: upper, in: &canvas)
      brush.prefetch(block, rows: lower, in: &canvas)
      paint(
        view,
        fluids: fluids,
        blocks: blocks,
        rows: upper,
        besides: ink,
        into: &canvas,
        with: brush
      )
      paint(
        view,
        fluids: fluids,
        blocks: blocks,
        rows: lower,
        besides: ink,
        into: &canvas,
        with: brush
      )
      block = next
    }
  }

  /// Paints `rows` of each of `blocks` but for `ink`.
  private func paint<Packing: PixelPacking>(
    _ view: borrowing WaveView,
    fluids: borrowing WaveView.Fluids,
    blocks: Range<Int>,
    rows: Range<Int>,
    besides ink: BlockRect,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    for block in blocks {
      var rest = rows
      if ink.blocks.contains(block) {
        let above = rows.clamped(to: Int.min..<ink.rows.lowerBound)
        view.paint(fluids, blocks: block..<block &+ 1, rows: above, into: &canvas, with: brush)
        rest = rows.clamped(to: ink.rows.upperBound..<Int.max)
      }
      view.paint(fluids, blocks: block..<block &+ 1, rows: rest, into: &canvas, with: brush)
    }
  }

  /// The buffer's rows at `depths`, within the mask's `inked` rows.
  @inline(__always)
  func rows(_ depths: Range<Int>, inked: Range<Int>) -> Range<Int> {
    places(depths, from: mask.rect.top, to: mask.rect.bottom).clamped(to: inked)
  }

  /// Converts `depths` to positions between the mask's sides, along the axis that depths are counted on.
  @inline(__always)
  func places(_ depths: Range<Int>, from low: Int, to high: Int) -> Range<Int> {
    let near = min(max(depths.lowerBound, 0), depth)
    let far = min(max(depths.upperBound, near), depth)
    return isFlipped ? high &- far..<high &- near : low &+ near..<low &+ far
  }
}

extension Range<Int> {
  /// The smallest range that covers both; an empty one adds nothing.
  @inline(__always)
  func joined(_ other: Self) -> Self {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }

  /// Tells if `other` is empty or lies within.
  @inline(__always)
  func contains(_ other: Self) -> Bool {
    other.isEmpty || other.lowerBound >= lowerBound && other.upperBound <= upperBound
  }

  /// One more at both ends, so that ranges that touch overlap.
  @inline(__always)
  var extended: Self { lowerBound &- 1..<upperBound &+ 1 }
}
