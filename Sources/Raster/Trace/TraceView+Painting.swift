// SPDX-License-Identifier: Apache-2.0
import Geometry

// A line alone over one tone: what lies beside it is that tone, and below it, where it is filled, a
// mixture that changes from row to row by the same.

/// Blocks that are filled as a whole, one behind the other.
private struct TraceRamp {
  /// The weights of the first one with 24 fractional bits, and ½.
  var linear: SIMD16<Int32>
  /// What the next one has more.
  let step: SIMD16<Int32>
  let colors: PlanarBlock
}

extension TraceView {
  /// Paints the layer alone over the brush's tone.
  @inline(__always)
  func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    guard opacity == 256, alphas.isEmpty else {
      brush.paint(self, (), blocks: blocks, rows: rows, into: &canvas)
      return
    }
    let whole = brush.whole(blocks)
    if isTurned {
      for y in rows { paintRow(y, blocks: whole, into: &canvas, brush) }
    } else {
      for block in whole { paintColumn(block, rows: rows, into: &canvas, brush) }
    }
    guard whole.upperBound < blocks.upperBound else { return }
    brush.paint(
      self,
      (),
      blocks: whole.upperBound..<blocks.upperBound,
      rows: rows,
      into: &canvas
    )
  }

  /// Paints `rows` of a block, of which each pixel is a view column of its own.
  private func paintColumn<Packing: PixelPacking>(
    _ block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let place = block &- firstBlock
    guard place >= 0, place < blocksPerRow else {
      brush.paint(brush.under, block: block, rows: rows, into: &canvas)
      return
    }
    let inked = spans[place].range(from: rect.top, in: rows)
    brush.paint(brush.under, block: block, rows: rows.lowerBound..<inked.lowerBound, into: &canvas)
    var plain = inked.upperBound..<inked.upperBound
    if !fills.isEmpty { plain = plainSpans[place].range(from: rect.top, in: inked) }
    if inked.lowerBound < plain.lowerBound {
      compose(block, rows: inked.lowerBound..<plain.lowerBound, into: &canvas, brush)
    }
    if plain.lowerBound < plain.upperBound {
      let row = SIMD16(repeating: Int32(truncatingIfNeeded: plain.lowerBound &- rect.top))
      let step = fills[place].step
      paint(
        TraceRamp(
          linear: fills[place].start &+ step &* row,
          step: step,
          colors: colors[place]
        ),
        from: (block, plain.lowerBound),
        count: plain.count,
        isRow: false,
        into: &canvas,
        brush
      )
    }
    if plain.upperBound < inked.upperBound {
      compose(block, rows: plain.upperBound..<inked.upperBound, into: &canvas, brush)
    }
    brush.paint(brush.under, block: block, rows: inked.upperBound..<rows.upperBound, into: &canvas)
  }

  /// Paints blocks of a row, which is a view column.
  private func paintRow<Packing: PixelPacking>(
    _ y: Int,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let line = y &- rect.top
    guard line >= 0, y < rect.bottom else {
      brush.fill(brush.under, blocks: blocks, rows: y..<y &+ 1, into: &canvas)
      return
    }
    let columns = blocks.lowerBound &* blockWidth..<blocks.upperBound &* blockWidth
    let ink = spans[line].range(from: rect.left, in: columns)
    let inked = ink.lowerBound >> 4..<(ink.upperBound &+ 15) >> 4
    brush.fill(
      brush.under,
      blocks: blocks.lowerBound..<inked.lowerBound,
      rows: y..<y &+ 1,
      into: &canvas
    )
    var plain = inked.upperBound..<inked.upperBound
    if !fills.isEmpty {
      // Blocks that are so as a whole.
      let columns = plainSpans[line].range(from: rect.left, in: ink)
      let (first, end) = ((columns.lowerBound &+ 15) >> 4, columns.upperBound >> 4)
      if first < end { plain = first..<end }
    }
    let under = PlanarBlock(brush.under)
    compose(inked.lowerBound..<plain.lowerBound, row: y, over: under, into: &canvas, brush)
    if plain.lowerBound < plain.upperBound {
      let first = plain.lowerBound &* blockWidth &- rect.left
      let step = fills[line >> 4].step[line & 15]
      paint(
        TraceRamp(
          linear: fills[line >> 4].linear(lane: line & 15, rows: first),
          step: SIMD16(repeating: step &<< 4),
          colors: colors[line]
        ),
        from: (plain.lowerBound, y),
        count: plain.count,
        isRow: true,
        into: &canvas,
        brush
      )
    }
    compose(plain.upperBound..<inked.upperBound, row: y, over: under, into: &canvas, brush)
    brush.fill(
      brush.under,
      blocks: inked.upperBound..<blocks.upperBound,
      rows: y..<y &+ 1,
      into: &canvas
    )
  }

  @inline(__always)
  private func compose<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    row y: Int,
    over under: PlanarBlock,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    for block in blocks {
      let pixels = compose(over: under, (), block: block, row: y)
      let offset = brush.offset(block: block, row: y, canvas)
      canvas.store(brush.packing.pack(pixels, row: y), at: offset)
    }
  }

  /// Paints rows of a block that the line touches, or some columns of which are not filled as a whole.
  private func compose<Packing: PixelPacking>(
    _ block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let place = block &- firstBlock
    let under = PlanarBlock(brush.under)
    let colors = colors[place]
    let line = lineSpans[place].range(from: rect.top, in: rows)
    let filled = fills.isEmpty ? 0..<0 : fillSpans[place].range(from: rect.top, in: rows)
    var index = (rows.lowerBound &- rect.top) &* blocksPerRow &+ place
    var offset = brush.offset(block: block, row: rows.lowerBound, canvas)
    var y = rows.lowerBound
    while y < rows.upperBound {
      var pixels = under
      if y >= filled.lowerBound, y < filled.upperBound {
        let weight = fills[place].weights(row: y &- rect.top, isFlipped: isFlipped)
        if !isZero(weight) { pixels.blend(colors, weight: weight) }
      }
      if y >= line.lowerBound, y < line.upperBound {
        let coverage = lanes[index]
        if !isZero(coverage) { pixels.blend(colors, weight: weights(coverage)) }
      }
      canvas.store(brush.packing.pack(pixels, row: y), at: offset)
      index &+= blocksPerRow
      offset &+= canvas.strideBytes
      y &+= 1
    }
  }

  /// Paints blocks that are filled as a whole, in a row or one below the other.
  @inline(never)
  private func paint<Packing: PixelPacking>(
    _ ramp: TraceRamp,
    from first: (block: Int, row: Int),
    count: Int,
    isRow: Bool,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let start = Blend(from: brush.under, to: brush.under).start
    let under = PlanarBlock(brush.under)
    let (red, green, blue) = (
      ramp.colors.red &- under.red, ramp.colors.green &- under.green,
      ramp.colors.blue &- under.blue
    )
    var linear = ramp.linear
    var (offset, y) = (brush.offset(block: first.block, row: first.row, canvas), first.row)
    let (stride, rise) =
      isRow ? (blockWidth &* Packing.bytesPerPixel, 0) : (canvas.strideBytes, 1)
    for _ in 0..<count {
      let weight = TraceFill.whole(linear)
      let sums = PlanarSums(
        red: Lanes(repeating: start.red) &+ weight &* red,
        green: Lanes(repeating: start.green) &+ weight &* green,
        blue: Lanes(repeating: start.blue) &+ weight &* blue
      )
      canvas.store(brush.packing.pack(sums, row: y), at: offset)
      linear &+= ramp.step
      offset &+= stride
      y &+= rise
    }
  }
}
