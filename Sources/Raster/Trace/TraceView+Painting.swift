// SPDX-License-Identifier: Apache-2.0
import Geometry

// A line alone over one tone: what lies beside it is that tone, and below it, where it is filled, a
// mixture that changes from row to row by the same.

/// Blocks that are filled as a whole, one behind the other.
private struct TraceRamp {
  /// The weights of the first one with 24 fractional bits, and ½.
  var linear: SIMD16<Int32>
  /// Difference from one block's weights to the next one's.
  let step: SIMD16<Int32>
  let colors: PlanarBlock
}

/// The colours of a block over one tone, as sums of products with weights out of 256.
private struct TraceInk {
  private let start: Tone
  private let difference: PlanarBlock

  @inline(__always)
  init(_ colors: PlanarBlock, over tone: Tone) {
    let under = PlanarBlock(tone)
    start = Blend(from: tone, to: tone).start
    difference = PlanarBlock(
      red: colors.red &- under.red,
      green: colors.green &- under.green,
      blue: colors.blue &- under.blue
    )
  }

  /// The same bits as ``PlanarBlock/blend(_:weight:)``.
  @inline(__always)
  func sums(_ weight: Lanes) -> PlanarSums {
    PlanarSums(
      red: Lanes(repeating: start.red) &+ weight &* difference.red,
      green: Lanes(repeating: start.green) &+ weight &* difference.green,
      blue: Lanes(repeating: start.blue) &+ weight &* difference.blue
    )
  }
}

extension TraceView {
  /// Paints the layer alone over the brush's tone.
  @inline(__always)
  func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard opacity == 256, alphas.isEmpty else {
      brush.paint(self, with: (), blocks: blocks, rows: rows, into: &canvas)
      return
    }
    let whole = brush.whole(blocks)
    if isTurned {
      for y in rows { paintRow(y, blocks: whole, into: &canvas, with: brush) }
    } else {
      for block in whole { paintColumn(block, rows: rows, into: &canvas, with: brush) }
    }
    guard whole.upperBound < blocks.upperBound else { return }
    brush.paint(
      self,
      with: (),
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
    with brush: LayerBrush<Packing>
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
      compose(block, rows: inked.lowerBound..<plain.lowerBound, into: &canvas, with: brush)
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
        with: brush
      )
    }
    if plain.upperBound < inked.upperBound {
      compose(block, rows: plain.upperBound..<inked.upperBound, into: &canvas, with: brush)
    }
    brush.paint(brush.under, block: block, rows: inked.upperBound..<rows.upperBound, into: &canvas)
  }

  /// Paints blocks of a row, which is a view column.
  private func paintRow<Packing: PixelPacking>(
    _ y: Int,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
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
    compose(inked.lowerBound..<plain.lowerBound, row: y, into: &canvas, with: brush)
    if plain.lowerBound < plain.upperBound {
      let first = plain.lowerBound &* blockWidth &- rect.left
      let fill = fills[line >> 4].row(lane: line & 15, from: first)
      paint(
        TraceRamp(linear: fill.linear, step: fill.step, colors: colors[line]),
        from: (plain.lowerBound, y),
        count: plain.count,
        isRow: true,
        into: &canvas,
        with: brush
      )
    }
    compose(plain.upperBound..<inked.upperBound, row: y, into: &canvas, with: brush)
    brush.fill(
      brush.under,
      blocks: inked.upperBound..<blocks.upperBound,
      rows: y..<y &+ 1,
      into: &canvas
    )
  }

  /// Paints blocks of a row that the line touches, or that are not filled as a whole.
  @inline(never)
  private func compose<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    row y: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard !blocks.isEmpty else { return }
    let unit = y &- rect.top
    let ink = TraceInk(colors[unit], over: brush.under)
    let (line, filled) = (lineSpans[unit], fills.isEmpty ? TraceCoverage.Span() : fillSpans[unit])
    var first = blocks.lowerBound &* blockWidth &- rect.left
    var fill = fills.isEmpty ? TraceFillRow() : fills[unit >> 4].row(lane: unit & 15, from: first)
    var index = unit &* blocksPerRow &+ blocks.lowerBound &- firstBlock
    var offset = brush.offset(block: blocks.lowerBound, row: y, canvas: canvas)
    for _ in blocks {
      var weight = Lanes()
      if Self.overlaps(filled, first: first, count: blockWidth) {
        weight = fill.weights(in: fillRows, isFlipped: isFlipped)
      }
      fill.move()
      if Self.overlaps(line, first: first, count: blockWidth) {
        weight = Self.together(weight, weights(lanes[index]))
      }
      canvas.store(brush.packing.pack(ink.sums(weight), row: y), at: offset)
      first &+= blockWidth
      index &+= 1
      offset &+= blockWidth &* Packing.bytesPerPixel
    }
  }

  /// Paints rows of a block that the line touches, or some columns of which are not filled as a whole.
  private func compose<Packing: PixelPacking>(
    _ block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let place = block &- firstBlock
    let ink = TraceInk(colors[place], over: brush.under)
    let line = lineSpans[place].range(from: rect.top, in: rows)
    var filled = rows.upperBound..<rows.upperBound
    var (linear, step) = (SIMD16<Int32>(), SIMD16<Int32>())
    var (depth, part) = (SignedLanes(), Lanes())
    let down = SignedLanes(repeating: isFlipped ? -1 : 1)
    if !fills.isEmpty {
      filled = fillSpans[place].range(from: rect.top, in: rows)
      let first = Int32(truncatingIfNeeded: filled.lowerBound &- rect.top)
      (step, part) = (fills[place].step, fills[place].part)
      linear = fills[place].start &+ step &* SIMD16(repeating: first)
      depth =
        (SignedLanes(repeating: Int16(truncatingIfNeeded: first)) &- fills[place].cut) &* down
    }
    var index = (rows.lowerBound &- rect.top) &* blocksPerRow &+ place
    var offset = brush.offset(block: block, row: rows.lowerBound, canvas: canvas)
    let bytes = blockWidth &* Packing.bytesPerPixel
    canvas.check(offset..<offset + (rows.count - 1) * canvas.strideBytes + bytes)
    var y = rows.lowerBound
    while y < rows.upperBound {
      var weight = Lanes()
      if y >= filled.lowerBound, y < filled.upperBound {
        weight = TraceFill.weights(linear, part: part, depth: depth)
        linear &+= step
        depth &+= down
      }
      if y >= line.lowerBound, y < line.upperBound {
        weight = Self.together(weight, weights(lanes[index]))
      }
      canvas.store(brush.packing.pack(ink.sums(weight), row: y), uncheckedAt: offset)
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
    with brush: LayerBrush<Packing>
  ) {
    let ink = TraceInk(ramp.colors, over: brush.under)
    var linear = ramp.linear
    var (offset, y) = (brush.offset(block: first.block, row: first.row, canvas: canvas), first.row)
    let (stride, rise) =
      isRow ? (blockWidth &* Packing.bytesPerPixel, 0) : (canvas.strideBytes, 1)
    let bytes = blockWidth &* Packing.bytesPerPixel
    canvas.check(offset..<offset + (count - 1) * stride + bytes)
    for _ in 0..<count {
      let sums = ink.sums(TraceFill.whole(linear))
      canvas.store(brush.packing.pack(sums, row: y), uncheckedAt: offset)
      linear &+= ramp.step
      offset &+= stride
      y &+= rise
    }
  }
}
