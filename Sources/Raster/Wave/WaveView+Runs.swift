// SPDX-License-Identifier: Apache-2.0
import Geometry

// Everything, with crests that run along the rows: blocks of one tone are found as runs and filled
// without composing them.
extension WaveView {
  /// Paints `blocks` of row `y`; crests are functions of the rows, or the layer fades.
  @inline(__always)
  func paintRuns<Packing: PixelPacking>(
    row y: Int,
    fluid: borrowing Fluid,
    looks: Looks,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let full = isPlain ? mask.fullRun(row: y).clamped(to: brush.whole(blocks)) : 0..<0
    guard !full.isEmpty else {
      brush.paint(self, with: looks, blocks: blocks, rows: y..<y &+ 1, into: &canvas)
      return
    }
    var next = blocks.lowerBound
    // What lies before the higher crest, and what lies behind the lower one.
    let step = y &- mask.rect.top
    let ranges = rowRanges[step >> 4][step & 15]
    let (edge, end) = (Int(ranges.secondLow), Int(ranges.firstEnd))
    let rect = mask.rect
    let (left, right) =
      isFlipped
      ? (0..<max(0, (rect.right &- end) >> 4), (rect.right &- edge &+ 15) >> 4..<Int.max)
      : (0..<max(0, (rect.left &+ edge) >> 4), max(0, (rect.left &+ end &+ 15) >> 4)..<Int.max)
    fill(
      &next,
      row: y,
      looks: looks,
      tone: isFlipped ? fluid.front : fluid.base,
      run: full.clamped(to: left),
      into: &canvas,
      with: brush
    )
    fill(
      &next,
      row: y,
      looks: looks,
      tone: isFlipped ? fluid.base : fluid.front,
      run: full.clamped(to: right),
      into: &canvas,
      with: brush
    )
    let rest = next..<max(next, blocks.upperBound)
    brush.paint(self, with: looks, blocks: rest, rows: y..<y &+ 1, into: &canvas)
  }

  /// Composes the blocks from `next` to `run`, fills `run` but for the figure, and moves `next`
  /// behind it.
  @inline(__always)
  private func fill<Packing: PixelPacking>(
    _ next: inout Int,
    row y: Int,
    looks: Looks,
    tone: Tone,
    run: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
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
      brush.paint(self, with: looks, blocks: before, rows: y..<y &+ 1, into: &canvas)
      canvas.fill(packed, as: Packing.self, blocks: part, rows: y..<y &+ 1)
      next = part.upperBound
    }
  }
}
