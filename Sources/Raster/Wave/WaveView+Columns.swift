// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveView {
  /// Paints `rows` of each of `blocks`, crests running along the columns.
  ///
  /// The same pixels as ``compose(over:with:block:row:)`` gives, stretch by stretch, with everything
  /// that does not change from row to row kept in registers. Blocks beside the mask may be left as they are
  /// (``paintRim(_:block:rows:skipsEmpty:into:with:)``).
  @inline(__always)
  func paint<Packing: PixelPacking>(
    _ fluids: borrowing Fluids,
    blocks: Range<Int>,
    rows: Range<Int>,
    skipsEmpty: Bool = true,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    for block in blocks {
      let fluid = fluids.fluid(isFrontBetween: isFrontBetween(block &- firstBlock))
      paint(fluid, block: block, rows: rows, skipsEmpty: skipsEmpty, into: &canvas, with: brush)
    }
  }

  /// Paints `rows` of `block`.
  private func paint<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    block: Int,
    rows: Range<Int>,
    skipsEmpty: Bool,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let figure = figureRows(block, rows: rows)
    let isOpen = isSimple(block &- firstBlock) && brush.isWhole(block)
    let full = (isOpen ? mask.fullRows(block: block) : 0..<0).clamped(to: rows)
    if isOpen && isFlat && full.isEmpty && figure.lowerBound >= rows.upperBound {
      let cut = mask.cutRows(block: block).clamped(to: rows)
      let above = rows.lowerBound..<cut.lowerBound
      general(fluid, block: block, rows: above, skipsEmpty: skipsEmpty, into: &canvas, with: brush)
      paintCut(fluid, block: block, rows: cut, into: &canvas, with: brush)
      let below = cut.upperBound..<rows.upperBound
      general(fluid, block: block, rows: below, skipsEmpty: skipsEmpty, into: &canvas, with: brush)
      return
    }
    let before = rows.lowerBound..<full.lowerBound
    general(fluid, block: block, rows: before, skipsEmpty: skipsEmpty, into: &canvas, with: brush)
    let above = full.clamped(to: Int.min..<figure.lowerBound)
    paintColumn(fluid, block: block, rows: above, into: &canvas, with: brush)
    paintFigure(fluid, block: block, rows: full.clamped(to: figure), into: &canvas, with: brush)
    let below = full.clamped(to: figure.upperBound..<Int.max)
    paintColumn(fluid, block: block, rows: below, into: &canvas, with: brush)
    let behind = full.upperBound..<rows.upperBound
    general(fluid, block: block, rows: behind, skipsEmpty: skipsEmpty, into: &canvas, with: brush)
  }

  /// The rows in which the mask has ink in any of `blocks`.
  @inline(__always)
  func inkRows(_ blocks: Range<Int>) -> Range<Int> {
    var rows = 0..<0
    for block in blocks { rows = rows.joined(mask.inkRows(block: block)) }
    return rows
  }

  /// Paints rows of a block with everything that there may be to it; with a translucent front wave
  /// these are steps of one group, and `fluid` is theirs.
  func general<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    block: Int,
    rows: Range<Int>,
    skipsEmpty: Bool = false,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard !rows.isEmpty else { return }
    if isSimple(group(block, row: rows.lowerBound)) && brush.isWhole(block) {
      paintRim(fluid, block: block, rows: rows, skipsEmpty: skipsEmpty, into: &canvas, with: brush)
    } else {
      let looks = looks(over: PlanarBlock(brush.under))
      brush.paint(self, with: looks, blocks: block..<block &+ 1, rows: rows, into: &canvas)
    }
  }

  /// Paints rows of a block that the mask covers and the figure does not meet.
  private func paintColumn<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard !rows.isEmpty else { return }
    let column = block &- firstBlock
    let stretches = stretches(column, rows: rows)
    brush.paint(fluid.base, block: block, rows: stretches.base, into: &canvas)
    brush.paint(fluid.front, block: block, rows: stretches.front, into: &canvas)
    guard isFlat else {
      general(fluid, block: block, rows: stretches.crests, into: &canvas, with: brush)
      return
    }
    let lower = lower.columns(column)
    if stretches.isOnly {
      paint(
        lower,
        blend: fluid.only,
        block: block,
        rows: stretches.higher,
        into: &canvas,
        with: brush
      )
      return
    }
    let higher = higher.columns(column)
    paint(
      higher,
      blend: fluid.higher,
      block: block,
      rows: stretches.higher,
      into: &canvas,
      with: brush
    )
    if stretches.isClose {
      paintBoth(
        fluid,
        higher: higher,
        lower: lower,
        block: block,
        rows: stretches.between,
        into: &canvas,
        with: brush
      )
    } else {
      brush.paint(fluid.middle, block: block, rows: stretches.between, into: &canvas)
    }
    paint(
      lower,
      blend: fluid.lower,
      block: block,
      rows: stretches.lower,
      into: &canvas,
      with: brush
    )
  }

  /// Paints rows of a block that one crest passes.
  @inline(__always)
  private func paint<Packing: PixelPacking>(
    _ crest: FlatEdge,
    blend: Blend,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard !rows.isEmpty else { return }
    brush.paint(
      crest,
      blend: blend,
      block: block,
      rows: rows,
      depth: depth(rows.lowerBound),
      isFlipped: isFlipped,
      into: &canvas
    )
  }

  /// The depth of row `y`.
  @inline(__always)
  private func depth(_ y: Int) -> Int {
    isFlipped ? mask.rect.bottom &- 1 &- y : y &- mask.rect.top
  }

  /// Paints rows of a block that the mask cuts upright and the figure does not meet.
  private func paintCut<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard !rows.isEmpty else { return }
    let column = block &- firstBlock
    let (higher, lower) = (higher.columns(column), lower.columns(column))
    let weight = mask.weight(block: block, row: rows.lowerBound)
    let start = fluid.rim.base.sums(weight)
    // A weight of 256 becomes all ones, one of 0 stays.
    let inside = Lanes() &- (weight &>> 8)
    for y in rows {
      let depth = SignedLanes(repeating: Int16(truncatingIfNeeded: depth(y)))
      let behind = lower.coverage(at: depth &- lower.start) & inside
      let behindHigher = greater(higher.coverage(at: depth &- higher.start) & inside, behind)
      let sums = fluid.lower.sums(fluid.higher.sums(start, behindHigher), behind)
      canvas.store(
        brush.packing.pack(sums, row: y),
        at: brush.offset(block: block, row: y, canvas: canvas)
      )
    }
  }

  /// Rows that both crests pass.
  @inline(__always)
  private func paintBoth<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    higher: FlatEdge,
    lower: FlatEdge,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    for y in rows {
      let depth = SignedLanes(repeating: Int16(truncatingIfNeeded: depth(y)))
      let behind = lower.coverage(at: depth &- lower.start)
      let behindHigher = greater(higher.coverage(at: depth &- higher.start), behind)
      let sums = fluid.higher.sums(behindHigher, fluid.lower, behind)
      canvas.store(
        brush.packing.pack(sums, row: y),
        at: brush.offset(block: block, row: y, canvas: canvas)
      )
    }
  }
}
