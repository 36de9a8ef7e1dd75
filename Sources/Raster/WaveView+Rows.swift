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
    let tones = tones(fluid, brush.packing)
    let patterns = Packing.patterns.span
    var y = rows.lowerBound
    while y < rows.upperBound {
      let group = (y &- rect.top) >> 4
      let top = rect.top &+ group &* 16
      let moved = rowRanges[group].joined(before[group])
      scratch.edges[1].set(columns: columns(moved.firstLow, moved.firstEnd, group), brush)
      scratch.edges[0].set(columns: columns(moved.secondLow, moved.secondEnd, group), brush)
      if isPlain {
        scratch.setCrests(
          front: front.columns(group),
          higher: either.columns(group),
          fluid,
          origin: isFlipped ? rect.right &- 1 : rect.left,
          isMirrored: isFlipped,
          firstRow: top,
          brush
        )
      }
      let end = min(top &+ 16, rows.upperBound)
      if isOpen(y..<end, scratch.edges[0].extent.joined(scratch.edges[1].extent), brush) {
        let lanes = y &- top..<end &- top
        let crests = scratch.edges.span
        brush.paint(crests, tones, patterns, lanes, firstRow: top, isFlipped, into: &canvas)
        y = end
      }
      while y < end {
        paintRow(y, y &- top, scratch.edges.span, fluid, tones, patterns, into: &canvas, brush)
        y &+= 1
      }
    }
  }

  /// The tones on both sides of the crests, from left to right.
  @inline(__always)
  private func tones<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    _ packing: Packing
  ) -> (first: RowTones<Packing>, second: RowTones<Packing>) {
    let (left, right) = isFlipped ? (fluid.front, fluid.base) : (fluid.base, fluid.front)
    return (
      RowTones(packing, left: left, right: fluid.middle),
      RowTones(packing, left: fluid.middle, right: right)
    )
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

  /// Paints what has moved in row `y`, the `lane`th of `crests`.
  @inline(__always)
  private func paintRow<Packing: PixelPacking>(
    _ y: Int,
    _ lane: Int,
    _ crests: Span<RowEdges>,
    _ fluid: borrowing Fluid,
    _ tones: borrowing (first: RowTones<Packing>, second: RowTones<Packing>),
    _ patterns: Span<EdgePattern<Packing.Pairs>>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let higher = crests[0].blocks(row: lane)
    let crest = crests[1].blocks(row: lane)
    let both = higher.joined(crest)
    if isOpen(y..<y &+ 1, both, brush) {
      let lanes = lane..<lane &+ 1
      brush.paint(crests, tones, patterns, lanes, firstRow: y &- lane, isFlipped, into: &canvas)
    } else if crest.overlaps(higher.extended) {
      paintRow(y, fluid, blocks: both, into: &canvas, brush)
    } else {
      paintRow(y, fluid, blocks: higher, into: &canvas, brush)
      paintRow(y, fluid, blocks: crest, into: &canvas, brush)
    }
  }

  /// Whether the mask covers `blocks` of `rows`, at most sixteen of a group, entirely and the figure
  /// has no ink there.
  @inline(__always)
  private func isOpen<Packing: PixelPacking>(
    _ rows: Range<Int>,
    _ blocks: Range<Int>,
    _ brush: LayerBrush<Packing>
  ) -> Bool {
    let (left, right) = (blocks.lowerBound &* blockWidth, blocks.upperBound &* blockWidth)
    let bounds = figure.bounds
    guard isPlain, right <= brush.size.width,
      rows.lowerBound >= bounds.bottom || rows.upperBound <= bounds.top || left >= bounds.right
        || right <= bounds.left
    else { return false }
    for y in rows where !mask.fullRun(row: y).contains(blocks) { return false }
    return true
  }

  /// Paints `blocks` of row `y`, crests running along the rows, with the figure's ink and the mask's
  /// rim.
  ///
  /// The same pixels as ``compose(over:_:block:row:)`` gives.
  func paintRow<Packing: PixelPacking>(
    _ y: Int,
    _ fluid: borrowing Fluid,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let step = y &- mask.rect.top
    let full = isPlain ? brush.whole(mask.fullRun(row: y)) : 0..<0
    for block in blocks {
      guard full.contains(block) else {
        general(fluid, block, y..<y &+ 1, into: &canvas, brush)
        continue
      }
      let x = block &* blockWidth
      let depth = isFlipped ? mask.rect.right &- 1 &- x : x &- mask.rect.left
      let sums = fluid.sums(
        either.step(step).coverage(depth: depth, isFlipped: isFlipped),
        front.step(step).coverage(depth: depth, isFlipped: isFlipped)
      )
      let offset = brush.offset(block: block, row: y, canvas)
      if figure.bounds.contains(block: block, row: y) {
        var pixels = PlanarBlock(sums)
        let ink = figure.weight(block: block, row: y)
        pixels.blend(figureTone, weight: weakened(ink, figureWeight))
        canvas.store(brush.packing.pack(pixels, row: y), at: offset)
      } else {
        canvas.store(brush.packing.pack(sums, row: y), at: offset)
      }
    }
  }
}
