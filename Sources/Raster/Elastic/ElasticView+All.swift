// SPDX-License-Identifier: Apache-2.0
import Geometry

// Everything: the same pixels as `compose(over:with:block:row:)` gives, by what each stretch of rows of a
// block shows.
extension ElasticView {
  /// Paints all that there is to `rows` of `blocks`.
  func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    guard isFlat else {
      paintAny(blocks: blocks, rows: rows, into: &canvas, with: brush)
      return
    }
    let solid = solid.over(brush.under)
    for block in blocks {
      if !brush.isWhole(block) {
        paintAny(blocks: block..<block &+ 1, rows: rows, into: &canvas, with: brush)
      } else if isInner(block) {
        paintInner(solid, block: block, rows: rows, into: &canvas, with: brush)
      } else {
        paintOuter(block: block, rows: rows, into: &canvas, with: brush)
      }
    }
  }

  /// Paints a block that neither side edge reaches.
  private func paintInner<Packing: PixelPacking>(
    _ solid: Tone,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let ranges = columnRanges[block &- firstBlock]
    guard ranges.firstEnd <= ranges.secondLow else {
      // Edges that bow inward meet.
      paintAny(blocks: block..<block &+ 1, rows: rows, into: &canvas, with: brush)
      return
    }
    func border(_ y: Int16) -> Int { min(max(Int(y), rows.lowerBound), rows.upperBound) }
    let upper = border(ranges.firstLow)..<border(ranges.firstEnd)
    let lower = border(ranges.secondLow)..<border(ranges.secondEnd)
    let above = rows.lowerBound..<upper.lowerBound
    brush.paint(brush.under, block: block, rows: above, into: &canvas)
    paint(isLower: false, block: block, rows: upper, into: &canvas, with: brush)
    let between = upper.upperBound..<lower.lowerBound
    paintSolid(solid, block: block, rows: between, into: &canvas, with: brush)
    paint(isLower: true, block: block, rows: lower, into: &canvas, with: brush)
    let below = lower.upperBound..<rows.upperBound
    brush.paint(brush.under, block: block, rows: below, into: &canvas)
  }

  /// Paints rows of a block that the shape covers entirely.
  private func paintSolid<Packing: PixelPacking>(
    _ solid: Tone,
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let inked = (meetsLabel(block, rows: rows) ? label.inkRows(block: block) : 0..<0).clamped(
      to: rows
    )
    let above = rows.lowerBound..<inked.lowerBound
    brush.paint(solid, block: block, rows: above, into: &canvas)
    let below = inked.upperBound..<rows.upperBound
    brush.paint(solid, block: block, rows: below, into: &canvas)
    guard isPlain else {
      paintAny(blocks: block..<block &+ 1, rows: inked, into: &canvas, with: brush)
      return
    }
    let blend = Blend(from: fill, to: ink)
    for y in inked {
      let weight = inkWeight(block: block, row: y)
      let offset = brush.offset(block: block, row: y, canvas: canvas)
      canvas.store(brush.packing.pack(blend.sums(weight), row: y), at: offset)
    }
  }

  /// Paints a block that a side edge may reach, or that lies beside the shape.
  private func paintOuter<Packing: PixelPacking>(
    block: Int,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    let column = block..<block &+ 1
    let x = block &* blockWidth
    let (isLeft, isRight) = (x &+ 16 <= inner.end, x >= inner.low)
    let lone = loneRows(column).clamped(to: rows)
    guard isLeft != isRight, !lone.isEmpty, !meetsLabel(block, rows: lone) else {
      paintAny(blocks: column, rows: rows, into: &canvas, with: brush)
      return
    }
    paintAny(blocks: column, rows: rows.lowerBound..<lone.lowerBound, into: &canvas, with: brush)
    let blend = blend(over: brush.under)
    for y in lone {
      let step = y &- firstRow
      let weight =
        isLeft
        ? left.coverage(step: step, depth: x, isFlipped: false)
        : right.coverage(step: step, depth: -1 &- x, isFlipped: true)
      let offset = brush.offset(block: block, row: y, canvas: canvas)
      canvas.store(brush.packing.pack(blend.sums(weight), row: y), at: offset)
    }
    paintAny(blocks: column, rows: lone.upperBound..<rows.upperBound, into: &canvas, with: brush)
  }
}
