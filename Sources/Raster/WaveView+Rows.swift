// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveView {
  /// Paints `blocks` of row `y`, which the higher crest may pass and the front one does not.
  @inline(__always)
  func paintHigher<Packing: PixelPacking>(
    _ y: Int,
    _ fluid: borrowing Fluid,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let step = y &- mask.rect.top
    let isLone = Int(ranges[step].firstLow) > lastDepth(blocks)
    guard isLone, isOpen(y, blocks, brush) else {
      paintRow(y, fluid, blocks: blocks, into: &canvas, brush)
      return
    }
    paint(either.step(step), fluid.higher, y, blocks, into: &canvas, brush)
  }

  /// Paints `blocks` of row `y`, which the front crest may pass and the higher one does not.
  @inline(__always)
  func paintFront<Packing: PixelPacking>(
    _ y: Int,
    _ fluid: borrowing Fluid,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let step = y &- mask.rect.top
    let isLone = Int(ranges[step].secondEnd) <= firstDepth(blocks)
    guard isLone, isOpen(y, blocks, brush) else {
      paintRow(y, fluid, blocks: blocks, into: &canvas, brush)
      return
    }
    paint(front.step(step), fluid.crest, y, blocks, into: &canvas, brush)
  }

  /// Paints blocks of row `y` that show nothing but one crest.
  @inline(__always)
  private func paint<Packing: PixelPacking>(
    _ edge: EdgeView.Step,
    _ blend: Blend,
    _ y: Int,
    _ blocks: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    for block in blocks {
      let x = block &* blockWidth
      brush.paint(
        edge,
        blend,
        block: block,
        row: y,
        depth: isFlipped ? mask.rect.right &- 1 &- x : x &- mask.rect.left,
        isFlipped: isFlipped,
        into: &canvas
      )
    }
  }

  /// Whether the mask covers `blocks` of row `y` entirely and the figure has no ink there.
  @inline(__always)
  private func isOpen<Packing: PixelPacking>(
    _ y: Int,
    _ blocks: Range<Int>,
    _ brush: LayerBrush<Packing>
  ) -> Bool {
    let full = mask.fullRun(row: y)
    let (left, right) = (blocks.lowerBound &* blockWidth, blocks.upperBound &* blockWidth)
    let bounds = figure.bounds
    return isPlain && blocks.lowerBound >= full.lowerBound && blocks.upperBound <= full.upperBound
      && right <= brush.size.width
      && (y < bounds.top || y >= bounds.bottom || left >= bounds.right || right <= bounds.left)
  }

  /// The least depth of a pixel of `blocks`.
  @inline(__always)
  private func firstDepth(_ blocks: Range<Int>) -> Int {
    isFlipped
      ? mask.rect.right &- blocks.upperBound &* blockWidth
      : blocks.lowerBound &* blockWidth &- mask.rect.left
  }

  /// The greatest depth of a pixel of `blocks`.
  @inline(__always)
  private func lastDepth(_ blocks: Range<Int>) -> Int {
    isFlipped
      ? mask.rect.right &- 1 &- blocks.lowerBound &* blockWidth
      : blocks.upperBound &* blockWidth &- 1 &- mask.rect.left
  }

  /// Paints `blocks` of row `y`, crests running along the rows.
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
    let ranges = ranges[step]
    let full = isPlain ? mask.fullRun(row: y) : 0..<0
    let meetsFigure = figure.bounds.top <= y && figure.bounds.bottom > y
    var block = blocks.lowerBound
    while block < blocks.upperBound {
      defer { block &+= 1 }
      guard full.contains(block), brush.isWhole(block) else {
        general(fluid, block, y..<y &+ 1, into: &canvas, brush)
        continue
      }
      let x = block &* blockWidth
      guard !meetsFigure || x >= figure.bounds.right || x &+ 16 <= figure.bounds.left else {
        paintFigure(fluid, block, y..<y &+ 1, into: &canvas, brush)
        continue
      }
      let near = isFlipped ? mask.rect.right &- 16 &- x : x &- mask.rect.left
      let depth = isFlipped ? near &+ 15 : near
      let meetsHigher = near < Int(ranges.secondEnd) && near &+ 15 >= Int(ranges.secondLow)
      let meetsFront = near < Int(ranges.firstEnd) && near &+ 15 >= Int(ranges.firstLow)
      if meetsHigher && meetsFront {
        let behind = front.step(step).coverage(depth: depth, isFlipped: isFlipped)
        let higher = either.step(step).coverage(depth: depth, isFlipped: isFlipped)
        let sums = fluid.higher.sums(greater(higher, behind), fluid.crest, behind)
        canvas.store(
          brush.packing.pack(sums, row: y),
          at: brush.offset(block: block, row: y, canvas)
        )
      } else if meetsHigher || meetsFront {
        brush.paint(
          meetsHigher ? either.step(step) : front.step(step),
          meetsHigher ? fluid.higher : fluid.crest,
          block: block,
          row: y,
          depth: depth,
          isFlipped: isFlipped,
          into: &canvas
        )
      } else {
        let tone =
          near >= Int(ranges.firstEnd)
          ? fluid.front : near >= Int(ranges.secondEnd) ? fluid.middle : fluid.base
        brush.paint(tone, block: block, rows: y..<y &+ 1, into: &canvas)
      }
    }
  }
}
