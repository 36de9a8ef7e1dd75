// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``FluidLayer`` lent out for painting: reading it counts no references.
struct FluidView: LayerView, ~Escapable {
  private let wave: WaveView
  private let front: FluidPart
  private let back: FluidPart
  private let hasFront: Bool
  private let hasBack: Bool
  private let colors: WaveLayer.Colors
  /// True if nothing beneath the picture shows.
  private let isFrontOpaque: Bool
  private let isBackOpaque: Bool
  private let left: Int
  private let top: Int
  /// Column or row that the pictures' first pixel along the waves is taken from, and the share of its next one.
  private let step: Int
  private let share: UInt16
  private let period: Int

  @_lifetime(borrow layer)
  init(_ layer: borrowing FluidLayer) {
    wave = WaveView(layer.wave)
    front = FluidPart(layer.front)
    back = FluidPart(layer.back)
    hasFront = layer.isPictured && !layer.front.isEmpty
    hasBack = layer.isPictured && !layer.back.isEmpty
    colors = layer.wave.colors
    isFrontOpaque = hasFront && front.isOpaque
    isBackOpaque = hasBack && back.isOpaque && !wave.isTranslucent
    (left, top) = (layer.origin.x, layer.origin.y)
    step = layer.shift >> 8
    share = UInt16(truncatingIfNeeded: layer.shift & 255)
    period = layer.period
  }

  @inline(__always)
  func parts(row y: Int) -> RowParts { RowParts(touched: wave.parts(row: y).touched) }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row y: Int) -> PlanarBlock {
    let kind = wave.mask.kind(block: block, row: y)
    if kind == .empty && !wave.figure.bounds.contains(block: block, row: y) { return under }
    let part = kind == .empty ? .base : wave.part(block, row: y)
    return wave.compose(
      over: under,
      with: self.looks(over: under, part: part, block: block, row: y),
      block: block,
      row: y
    )
  }

  /// The fluid's regions over `under` in a block of a row, as far as `part` of it shows them.
  @inline(__always)
  private func looks(
    over under: PlanarBlock,
    part: WaveView.Part,
    block: Int,
    row y: Int
  ) -> WaveView.Looks {
    let base = under.under(colors.outline)
    var looks = WaveView.Looks(base: base, middle: base, front: base, alone: base)
    if part == .base { return looks }
    if part != .front || !isFrontOpaque {
      looks.middle =
        hasBack ? seen(back, over: base, block: block, row: y) : base.under(colors.back)
    }
    looks.front =
      hasFront
      ? seen(front, over: looks.middle, block: block, row: y) : looks.middle.under(colors.front)
    if wave.isTranslucent && part != .front {
      looks.alone =
        hasFront ? seen(front, over: base, block: block, row: y) : base.under(colors.front)
    }
    return looks
  }

  /// A picture over `under` in a block of a row, which the mask meets.
  @inline(__always)
  private func seen(
    _ part: borrowing FluidPart,
    over under: PlanarBlock,
    block: Int,
    row y: Int
  ) -> PlanarBlock {
    let pixels = pixels(part, block: block, row: y)
    return part.isOpaque
      ? PlanarBlock(red: pixels.red, green: pixels.green, blue: pixels.blue)
      : pixels.over(under)
  }

  /// Paints `blocks` of row `y` alone over the brush's tone.
  func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let full = wave.isPlain ? wave.mask.fullRun(row: y) : 0..<0
    let run = full.clamped(to: brush.whole(blocks))
    let figure = wave.figure.bounds
    let isInked = figure.top <= y && y < figure.bottom
    let ink = (isInked ? brush.blocks(of: figure) : 0..<0).clamped(to: run)
    compose(blocks.lowerBound..<run.lowerBound, row: y, into: &canvas, with: brush)
    paintRuns(run.lowerBound..<ink.lowerBound, row: y, into: &canvas, with: brush)
    compose(ink, row: y, into: &canvas, with: brush)
    paintRuns(ink.upperBound..<run.upperBound, row: y, into: &canvas, with: brush)
    compose(run.upperBound..<blocks.upperBound, row: y, into: &canvas, with: brush)
  }

  /// Paints blocks by composing each of them.
  @inline(never)
  private func compose<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    brush.paint(self, with: (), blocks: blocks, rows: y..<y &+ 1, into: &canvas)
  }

  /// Paints whole blocks that the mask covers and the figure does not, as runs that show the same of the fluid.
  private func paintRuns<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let base = brush.under.under(colors.outline)
    var block = blocks.lowerBound
    while block < blocks.upperBound {
      let part = wave.part(block, row: y)
      var end = block &+ 1
      while end < blocks.upperBound, wave.part(end, row: y) == part { end &+= 1 }
      let run = block..<end
      if part == .base {
        brush.fill(base, blocks: run, rows: y..<y &+ 1, into: &canvas)
      } else if part == .middle && !hasBack && !wave.isTranslucent {
        let tone = base.under(colors.back)
        brush.fill(tone, blocks: run, rows: y..<y &+ 1, into: &canvas)
      } else if part == .front && isFrontOpaque {
        brush.paint(self.run(front, blocks: run, row: y), blocks: run, row: y, into: &canvas)
      } else if part == .middle && isBackOpaque {
        brush.paint(self.run(back, blocks: run, row: y), blocks: run, row: y, into: &canvas)
      } else {
        compose(run, row: y, into: &canvas, with: brush)
      }
      block = end
    }
  }

  /// An opaque picture's pixels in blocks of a row, all of which the mask covers.
  @_lifetime(copy part)
  @inline(__always)
  private func run(_ part: borrowing FluidPart, blocks: Range<Int>, row y: Int) -> FluidRow {
    let column = blocks.lowerBound &* blockWidth &- left
    return wave.runsAlongColumns
      ? part.alongRow(column, row: y &- top, step: step, share: share, count: blocks.count)
      : part.alongColumn(column, row: moved(y &- top), share: share, count: blocks.count)
  }

  /// A picture's pixels in a block of a row, which the mask meets.
  @inline(__always)
  private func pixels(
    _ part: borrowing FluidPart,
    block: Int,
    row y: Int
  ) -> PremultipliedBlock {
    let (column, row) = (block &* blockWidth &- left, y &- top)
    guard wave.runsAlongColumns else {
      return part.pixelsAlongColumn(column, row: moved(row), share: share)
    }
    // The block may begin before the box.
    let inside = max(column, 0)
    return part.pixelsAlongRow(moved(inside) &+ column &- inside, row: row, share: share)
  }

  /// The pixel of the picture that a pixel of the box is taken from.
  @inline(__always)
  private func moved(_ place: Int) -> Int {
    let moved = place &+ step
    return moved >= period ? moved &- period : moved
  }
}
