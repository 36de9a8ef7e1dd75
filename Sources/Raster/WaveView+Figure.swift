// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveView {
  /// Paints rows of a block in which the figure has changed.
  @inline(__always)
  func paintInk<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    _ block: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let isSimple = isPlain && brush.isWhole(block)
    let full = (isSimple ? mask.fullRows(block: block) : 0..<0).clamped(to: rows)
    if isSimple && full.isEmpty {
      let mixed = mask.inkRows(block: block).clamped(to: rows)
      let above = rows.lowerBound..<(mixed.isEmpty ? rows.upperBound : mixed.lowerBound)
      paintBesideMask(block, above, into: &canvas, brush)
      guard !mixed.isEmpty else { return }
      general(fluid, block, mixed, into: &canvas, brush)
      paintBesideMask(block, mixed.upperBound..<rows.upperBound, into: &canvas, brush)
      return
    }
    general(fluid, block, rows.lowerBound..<full.lowerBound, into: &canvas, brush)
    paintFigure(fluid, block, full, into: &canvas, brush)
    general(fluid, block, full.upperBound..<rows.upperBound, into: &canvas, brush)
  }

  /// Paints rows of a block that the mask covers, with the figure's ink.
  ///
  /// Where the fluid is of one tone, ink over that tone is all there is to it.
  @inline(__always)
  func paintFigure<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    _ block: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let x = block &* blockWidth
    let isInked = x < figure.bounds.right && x &+ 16 > figure.bounds.left && figureWeight == 256
    let inked = isInked ? rows.clamped(to: figure.bounds.top..<figure.bounds.bottom) : 0..<0
    guard !inked.isEmpty else {
      general(fluid, block, rows, into: &canvas, brush)
      return
    }
    general(fluid, block, rows.lowerBound..<inked.lowerBound, into: &canvas, brush)
    if runsAlongColumns {
      let ranges = ranges[block &- firstBlock]
      let dry = border(Int(ranges.secondLow), inked)
      let wet = border(Int(max(ranges.firstEnd, ranges.secondEnd)), inked)
      let (start, end) =
        isFlipped
        ? (inked.upperBound, inked.lowerBound) : (inked.lowerBound, inked.upperBound)
      paintInk(over: fluid.base, block, stretch(start, dry), into: &canvas, brush)
      paintInkedCrests(fluid, block, stretch(dry, wet), into: &canvas, brush)
      paintInk(over: fluid.front, block, stretch(wet, end), into: &canvas, brush)
    } else {
      var y = inked.lowerBound
      while y < inked.upperBound {
        let tone = tone(fluid, block, group: (y &- mask.rect.top) >> 4)
        let end = min(inked.upperBound, y &+ 16 &- (y &- mask.rect.top) & 15)
        if let tone {
          paintInk(over: tone, block, y..<end, into: &canvas, brush)
        } else {
          for y in y..<end {
            paintRow(y, fluid, blocks: block..<block &+ 1, into: &canvas, brush)
          }
        }
        y = end
      }
    }
    general(fluid, block, inked.upperBound..<rows.upperBound, into: &canvas, brush)
  }

  /// The fluid's tone in a block of the `group`th sixteen rows, nil if there may be several.
  @inline(__always)
  private func tone(_ fluid: borrowing Fluid, _ block: Int, group: Int) -> Tone? {
    let ranges = rowRanges[group].joined
    let x = block &* blockWidth
    let near = isFlipped ? mask.rect.right &- 16 &- x : x &- mask.rect.left
    if near &+ 15 < Int(ranges.secondLow) { return fluid.base }
    if near >= Int(ranges.firstEnd) { return fluid.front }
    return nil
  }

  /// Paints rows of a block in which the mask has no ink, as most words' and logos' figures lie.
  @inline(__always)
  private func paintBesideMask<Packing: PixelPacking>(
    _ block: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let x = block &* blockWidth
    let isInked = x < figure.bounds.right && x &+ 16 > figure.bounds.left
    let bounds = figure.bounds.top..<figure.bounds.bottom
    var inked = rows.clamped(to: bounds)
    // What is empty would be beside `rows`.
    if !isInked || inked.isEmpty { inked = rows.lowerBound..<rows.lowerBound }
    brush.paint(brush.under, block: block, rows: rows.lowerBound..<inked.lowerBound, into: &canvas)
    if figureWeight == 256 {
      paintInk(over: brush.under, block, inked, into: &canvas, brush)
    } else {
      let looks = looks(over: PlanarBlock(brush.under))
      brush.paint(self, looks, blocks: block..<block &+ 1, rows: inked, into: &canvas)
    }
    brush.paint(brush.under, block: block, rows: inked.upperBound..<rows.upperBound, into: &canvas)
  }

  /// Paints rows of a block that show opaque ink over nothing but `tone`.
  private func paintInk<Packing: PixelPacking>(
    over tone: Tone,
    _ block: Int,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let blend = Blend(from: tone, to: figureTone)
    var offset = brush.offset(block: block, row: rows.lowerBound, canvas)
    for y in rows {
      let sums = blend.sums(figure.weight(block: block, row: y))
      canvas.store(brush.packing.pack(sums, row: y), at: offset)
      offset &+= canvas.strideBytes
    }
  }
}
