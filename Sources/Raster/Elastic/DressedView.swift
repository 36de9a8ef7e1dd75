// SPDX-License-Identifier: Apache-2.0
import Geometry

/// An ``ElasticLayer`` with a border lent out for painting.
///
/// Of a pixel the border has what the outline covers more of it than the inner one: there is no seam between the two,
/// and nothing of the fill at the rim.
struct DressedView: LayerView, ~Escapable {
  private let plate: ElasticView
  /// The shape within the border; not used where there is none.
  private let inner: ElasticView
  private let hasInner: Bool
  private let line: Tone
  private let lineWeight: UInt16

  /// The view of `layer` with `within`, which is what its border leaves of it, or the layer itself.
  @_lifetime(borrow layer, borrow within)
  init(_ layer: borrowing ElasticLayer, _ within: borrowing ElasticLayer) {
    plate = ElasticView(layer)
    inner = ElasticView(within)
    hasInner = !layer.inner.isEmpty
    let color = layer.border?.color ?? layer.fill
    line = Tone(color)
    lineWeight = weakened(weight(of: color.alpha), layer.state.opacity)
  }

  /// The paint over pixels within the border.
  @inline(__always)
  var solid: SolidCover { plate.solid }

  func parts(row y: Int) -> RowParts {
    let all = plate.parts(row: y)
    guard hasInner else { return RowParts(touched: all.touched) }
    return RowParts(
      touched: all.touched,
      solid: inner.parts(row: y).solid.clamped(to: all.solid),
      inked: all.inked
    )
  }

  /// Nothing can be said ahead.
  @inline(__always)
  func looks(over under: PlanarBlock) {}

  @inline(__always)
  func compose(over under: PlanarBlock, _ looks: Void, block: Int, row y: Int) -> PlanarBlock {
    let whole = plate.weight(block: block, row: y)
    let within =
      hasInner ? smaller(whole, inner.weight(block: block, row: y)) : Lanes()
    var result = under
    result.blend(
      (line, weakened(whole &- within, lineWeight)),
      (plate.fill, weakened(within, plate.solid.weight))
    )
    guard plate.hasLabel(block: block, row: y) else { return result }
    return plate.labelled(result, ElasticView.Cover(weight: whole), over: under, block, y)
  }

  /// Paints all that there is to `rows` of `blocks`: the same pixels as ``compose(over:_:block:row:)`` gives.
  func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    for y in rows {
      let parts = parts(row: y)
      let covered = parts.solid.clamped(to: brush.whole(blocks))
      let inked = parts.inked.clamped(to: covered)
      let tone = solid.over(brush.under)
      let row = y..<y &+ 1
      mix(blocks.lowerBound..<covered.lowerBound, row, into: &canvas, brush)
      brush.fill(tone, blocks: covered.lowerBound..<inked.lowerBound, rows: row, into: &canvas)
      mix(inked, row, into: &canvas, brush)
      brush.fill(tone, blocks: inked.upperBound..<covered.upperBound, rows: row, into: &canvas)
      mix(covered.upperBound..<blocks.upperBound, row, into: &canvas, brush)
    }
  }

  /// Kept out of line: it is large, and wanted from three places.
  @inline(never)
  private func mix<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    _ rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    brush.paint(self, (), blocks: blocks, rows: rows, into: &canvas)
  }
}

extension ElasticView {
  /// The shape's coverage at a block column and row of the buffer, 0 … 256.
  @inline(never)
  fileprivate func weight(block: Int, row y: Int) -> Lanes {
    let cover = cover(block: block, row: y)
    return cover.isSolid ? Lanes(repeating: 256) : cover.weight
  }
}

extension PlanarBlock {
  /// Moves every pixel towards two tones by weights out of 256, together at most 256, rounded to the nearest.
  @inline(__always)
  fileprivate mutating func blend(
    _ one: (tone: Tone, weight: Lanes),
    _ other: (tone: Tone, weight: Lanes)
  ) {
    func mixed(_ from: Lanes, _ first: UInt16, _ second: UInt16) -> Lanes {
      let parts =
        one.weight &* (Lanes(repeating: first) &- from)
        &+ other.weight &* (Lanes(repeating: second) &- from)
      return ((from &<< 8) &+ parts &+ 128) &>> 8
    }
    red = mixed(red, one.tone.red, other.tone.red)
    green = mixed(green, one.tone.green, other.tone.green)
    blue = mixed(blue, one.tone.blue, other.tone.blue)
  }
}
