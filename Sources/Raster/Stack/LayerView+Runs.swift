// SPDX-License-Identifier: Apache-2.0
import Geometry

// Whole rows: blocks of one tone are found as runs and filled without composing them.

extension WaveView {
  /// Paints `blocks` of row `y`.
  @inline(__always)
  func paintRuns<Packing: PixelPacking>(
    _ y: Int,
    _ fluid: borrowing Fluid,
    _ looks: Looks,
    _ blocks: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let full = isPlain ? mask.fullRun(row: y).clamped(to: brush.whole(blocks)) : 0..<0
    guard !full.isEmpty else {
      brush.paint(self, looks, blocks: blocks, rows: y..<y &+ 1, into: &canvas)
      return
    }
    var next = blocks.lowerBound
    if runsAlongColumns {
      let depth = isFlipped ? mask.rect.bottom &- 1 &- y : y &- mask.rect.top
      if depth < Int(summary.secondLow) {
        fill(&next, y, looks, fluid.base, full, into: &canvas, brush)
      } else if depth >= Int(summary.firstEnd) {
        fill(&next, y, looks, fluid.front, full, into: &canvas, brush)
      }
    } else {
      // What lies before the higher crest, and what lies behind the lower one.
      let step = y &- mask.rect.top
      let ranges = rowRanges[step >> 4][step & 15]
      let (edge, end) = (Int(ranges.secondLow), Int(ranges.firstEnd))
      let rect = mask.rect
      if isFlipped {
        let filled = 0..<max(0, (rect.right &- end) >> 4)
        let empty = (rect.right &- edge &+ 15) >> 4..<Int.max
        fill(&next, y, looks, fluid.front, full.clamped(to: filled), into: &canvas, brush)
        fill(&next, y, looks, fluid.base, full.clamped(to: empty), into: &canvas, brush)
      } else {
        let empty = 0..<max(0, (rect.left &+ edge) >> 4)
        let filled = max(0, (rect.left &+ end &+ 15) >> 4)..<Int.max
        fill(&next, y, looks, fluid.base, full.clamped(to: empty), into: &canvas, brush)
        fill(&next, y, looks, fluid.front, full.clamped(to: filled), into: &canvas, brush)
      }
    }
    let rest = next..<max(next, blocks.upperBound)
    brush.paint(self, looks, blocks: rest, rows: y..<y &+ 1, into: &canvas)
  }

  /// Composes the blocks from `next` to `run`, fills `run` but for the figure, and moves `next`
  /// behind it.
  @inline(__always)
  private func fill<Packing: PixelPacking>(
    _ next: inout Int,
    _ y: Int,
    _ looks: Looks,
    _ tone: Tone,
    _ run: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    guard !run.isEmpty else { return }
    var parts = (first: run, second: run.upperBound..<run.upperBound)
    if figure.bounds.top <= y && figure.bounds.bottom > y {
      let first = figure.bounds.left >> 4
      let end = (figure.bounds.right &+ 15) >> 4
      parts.first = run.clamped(to: Int.min..<first)
      parts.second = run.clamped(to: end..<Int.max)
    }
    let packed = brush.packing.pack(tone, row: y)
    for index in 0..<2 {
      let part = index == 0 ? parts.first : parts.second
      if part.isEmpty { continue }
      let before = next..<max(next, part.lowerBound)
      brush.paint(self, looks, blocks: before, rows: y..<y &+ 1, into: &canvas)
      canvas.fill(packed, Packing.self, blocks: part, y: y)
      next = part.upperBound
    }
  }
}

extension ElasticView {
  /// Blocks that the shape is known to cover entirely in row `y`.
  @inline(__always)
  func solidRun(row y: Int) -> Range<Int> {
    let step = y &- firstRow
    guard isPlain, y >= middle.low, y < middle.end, step >= 0, step < rowFull.count else {
      return 0..<0
    }
    let ranges = rowRanges[step >> 4][step & 15]
    let first = (max(restLeft &+ 1, Int(ranges.firstEnd)) &+ 15) >> 4
    return first..<max(first, min(restRight &- 1, Int(ranges.secondLow)) >> 4)
  }

  /// Paints `blocks` of row `y`, of which `solid` are covered entirely.
  @inline(__always)
  func paintRow<Packing: PixelPacking>(
    _ y: Int,
    _ looks: PlanarBlock,
    _ blocks: Range<Int>,
    solid: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let solid = solid.clamped(to: brush.whole(blocks))
    var next = blocks.lowerBound
    if !solid.isEmpty {
      var parts = (first: solid, second: solid.upperBound..<solid.upperBound)
      if label.rect.top <= y && label.rect.bottom > y {
        parts.first = solid.clamped(to: Int.min..<(label.rect.left >> 4))
        parts.second = solid.clamped(to: (label.rect.right &+ 15) >> 4..<Int.max)
      }
      let packed = brush.packing.pack(looks, row: y)
      for index in 0..<2 {
        let part = index == 0 ? parts.first : parts.second
        if part.isEmpty { continue }
        let before = next..<max(next, part.lowerBound)
        brush.paint(self, looks, blocks: before, rows: y..<y &+ 1, into: &canvas)
        canvas.fill(packed, Packing.self, blocks: part, y: y)
        next = part.upperBound
      }
    }
    let rest = next..<max(next, blocks.upperBound)
    brush.paint(self, looks, blocks: rest, rows: y..<y &+ 1, into: &canvas)
  }
}
