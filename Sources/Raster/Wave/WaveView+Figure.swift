// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveView {
  /// Paints rows of a block in which the figure has changed.
  @inline(__always)
  func paintInk<Packing: PixelPacking>(
    _ fluids: borrowing Fluids,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    var start = rows.lowerBound
    while start < rows.upperBound {
      let group = group(block, row: start)
      // Where the steps are rows, each sixteen of them may have something else between the crests.
      let isWhole = runsAlongColumns || !isTranslucent
      let end =
        isWhole ? rows.upperBound : min(rows.upperBound, mask.rect.top &+ group &* 16 &+ 16)
      let fluid = fluids.fluid(isFrontBetween: isFrontBetween(group))
      paintInk(fluid, block: block, rows: start..<end, into: &canvas, with: brush)
      start = end
    }
  }

  /// The same for steps of one group, unless the front wave is opaque.
  private func paintInk<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let full = (isPlain && brush.isWhole(block) ? mask.fullRows(block: block) : 0..<0)
      .clamped(to: rows)
    general(
      fluid,
      block: block,
      rows: rows.lowerBound..<full.lowerBound,
      into: &canvas,
      with: brush
    )
    paintFigure(fluid, block: block, rows: full, into: &canvas, with: brush)
    general(
      fluid,
      block: block,
      rows: full.upperBound..<rows.upperBound,
      into: &canvas,
      with: brush
    )
  }

  /// Paints rows of a block that the mask covers, with the figure's ink.
  ///
  /// In a fluid of one tone, ink over that tone is all there is to it.
  @inline(__always)
  func paintFigure<Packing: PixelPacking>(
    _ fluid: borrowing Fluid,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let inked = (figureWeight == 256 ? figureRows(block, rows: rows) : 0..<0).clamped(to: rows)
    guard !inked.isEmpty else {
      general(fluid, block: block, rows: rows, into: &canvas, with: brush)
      return
    }
    general(
      fluid,
      block: block,
      rows: rows.lowerBound..<inked.lowerBound,
      into: &canvas,
      with: brush
    )
    if runsAlongColumns {
      let ranges = ranges[block &- firstBlock]
      let dry = border(Int(ranges.secondLow), rows: inked)
      let wet = border(Int(max(ranges.firstEnd, ranges.secondEnd)), rows: inked)
      let (start, end) =
        isFlipped
        ? (inked.upperBound, inked.lowerBound) : (inked.lowerBound, inked.upperBound)
      paintInk(
        over: fluid.base,
        block: block,
        rows: stretch(start, dry),
        into: &canvas,
        with: brush
      )
      general(fluid, block: block, rows: stretch(dry, wet), into: &canvas, with: brush)
      paintInk(over: fluid.front, block: block, rows: stretch(wet, end), into: &canvas, with: brush)
    } else {
      var y = inked.lowerBound
      while y < inked.upperBound {
        let tone = tone(fluid, block: block, group: (y &- mask.rect.top) >> 4)
        let end = min(inked.upperBound, y &+ 16 &- (y &- mask.rect.top) & 15)
        if let tone {
          paintInk(over: tone, block: block, rows: y..<end, into: &canvas, with: brush)
        } else {
          general(fluid, block: block, rows: y..<end, into: &canvas, with: brush)
        }
        y = end
      }
    }
    general(
      fluid,
      block: block,
      rows: inked.upperBound..<rows.upperBound,
      into: &canvas,
      with: brush
    )
  }

  /// The fluid's tone in a block of the `group`th sixteen rows, nil if there may be several.
  @inline(__always)
  private func tone(_ fluid: borrowing Fluid, block: Int, group: Int) -> Tone? {
    let ranges = rowRanges[group].joined
    let (near, far) = depths(block, row: mask.rect.top)
    if far < Int(ranges.secondLow) { return fluid.base }
    if near >= Int(ranges.firstEnd) { return fluid.front }
    return nil
  }

  /// Paints rows of a block that show opaque ink over nothing but `tone`.
  private func paintInk<Packing: PixelPacking>(
    over tone: Tone,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let blend = Blend(from: tone, to: figureTone)
    guard let part = figure.lonePart(block: block) else {
      var offset = brush.offset(block: block, row: rows.lowerBound, canvas: canvas)
      for y in rows {
        let sums = blend.sums(figure.weight(block: block, row: y) ?? Lanes())
        canvas.store(brush.packing.pack(sums, row: y), at: offset)
        offset &+= canvas.strideBytes
      }
      return
    }
    // Most blocks meet one glyph, the tiles of which lie at even distances.
    let inked = part.rows(in: rows)
    let (above, below) = (rows.lowerBound..<inked.lowerBound, inked.upperBound..<rows.upperBound)
    brush.fill(tone, blocks: block..<block &+ 1, rows: above, into: &canvas)
    var offset = brush.offset(block: block, row: inked.lowerBound, canvas: canvas)
    var tile = part.tile(row: Int32(truncatingIfNeeded: inked.lowerBound))
    for y in inked {
      canvas.store(brush.packing.pack(blend.sums(figure.weight(tile: tile)), row: y), at: offset)
      offset &+= canvas.strideBytes
      tile &+= Int(part.stride)
    }
    brush.fill(tone, blocks: block..<block &+ 1, rows: below, into: &canvas)
  }

  /// The rows in which the figure has ink in a block column; behind `rows` if there are none.
  @inline(__always)
  func figureRows(_ block: Int, rows: Range<Int>) -> Range<Int> {
    let x = block &* blockWidth
    let bounds = figure.bounds
    guard bounds.top < rows.upperBound, bounds.bottom > rows.lowerBound, x < bounds.right,
      x &+ 16 > bounds.left
    else { return rows.upperBound..<rows.upperBound }
    return bounds.top..<bounds.bottom
  }

  /// Tells if the figure has ink in a block of row `y`.
  @inline(__always)
  func hasInk(_ block: Int, row y: Int) -> Bool {
    figure.bounds.contains(block: block, row: y) && figure.hasInk(block: block, row: y)
  }

  /// Writes a block of row `y` with the figure's ink over it.
  @inline(__always)
  func store<Packing: PixelPacking>(
    _ sums: PlanarSums,
    block: Int,
    row y: Int,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let offset = brush.offset(block: block, row: y, canvas: canvas)
    guard figure.bounds.contains(block: block, row: y),
      let ink = figure.weight(block: block, row: y)
    else {
      canvas.store(brush.packing.pack(sums, row: y), at: offset)
      return
    }
    var pixels = PlanarBlock(sums)
    pixels.blend(figureTone, weight: weakened(ink, part: figureWeight))
    canvas.store(brush.packing.pack(pixels, row: y), at: offset)
  }
}
