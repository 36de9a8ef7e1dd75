// SPDX-License-Identifier: Apache-2.0
import Geometry

/// An ``ElasticLayer`` with a border or of two colours lent out for painting.
///
/// Of a pixel the border has what the outline covers more of it than the inner one: there is no seam between the two,
/// and nothing of the fill at the rim.
struct DressedView: LayerView, ~Escapable {
  private let plate: ElasticView
  /// The shape within the border; the whole one without a border.
  private let inner: ElasticView
  /// False where a border covers all.
  private let hasInner: Bool
  private let hasBorder: Bool
  private let line: Tone
  private let lineWeight: UInt16
  private let gradient: PlateGradient
  private let isGraded: Bool
  /// True if each row has a colour of its own.
  let gradesRows: Bool

  /// The view of `layer` with `within`, which is what its border leaves of it, or the layer itself.
  @_lifetime(borrow layer, borrow within)
  init(_ layer: borrowing ElasticLayer, within: borrowing ElasticLayer) {
    plate = ElasticView(layer)
    inner = ElasticView(within)
    hasBorder = layer.border != nil
    hasInner = !hasBorder || !layer.inner.isEmpty
    let color = layer.border?.color ?? layer.fill
    line = Tone(color)
    lineWeight = weakened(weight(of: color.alpha), part: layer.state.opacity)
    gradient = PlateGradient(layer)
    isGraded = layer.foot != nil
    gradesRows = layer.gradesRows
  }

  /// The paint over pixels within the border, where all rows have the same.
  @inline(__always)
  var solid: SolidCover { plate.solid }

  @inline(__always)
  func solid(row y: Int) -> SolidCover { gradesRows ? gradient.paint(at: y) : plate.solid }

  func parts(row y: Int) -> RowParts {
    let all = plate.parts(row: y)
    guard hasInner, !isGraded || gradesRows else { return RowParts(touched: all.touched) }
    guard hasBorder else { return all }
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
  func compose(over under: PlanarBlock, with looks: Void, block: Int, row y: Int) -> PlanarBlock {
    let whole = plate.weight(block: block, row: y)
    let within =
      hasBorder
      ? hasInner ? smaller(whole, inner.weight(block: block, row: y)) : Lanes() : whole
    let rim = (PlanarBlock(line), weakened(whole &- within, part: lineWeight))
    var result = under
    if isGraded && !gradesRows {
      result.blend(rim, gradient.columns(block: block, covered: within))
    } else {
      let paint = solid(row: y)
      result.blend(rim, (PlanarBlock(paint.tone), weakened(within, part: paint.weight)))
    }
    guard plate.hasLabel(block: block, row: y) else { return result }
    return plate.labelled(
      result,
      cover: ElasticView.Cover(weight: whole),
      over: under,
      block: block,
      row: y
    )
  }

  @inline(__always)
  static var hasInk: Bool { true }

  @inline(__always)
  var inkPaint: SolidCover { plate.inkPaint }

  @inline(__always)
  func inkWeight(block: Int, row y: Int) -> Lanes { plate.inkWeight(block: block, row: y) }

  /// Paints all that there is to `rows` of `blocks`: the same pixels as ``compose(over:with:block:row:)`` gives.
  func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    for y in rows {
      let parts = parts(row: y)
      let covered = parts.solid.clamped(to: brush.whole(blocks))
      let inked = parts.inked.clamped(to: covered)
      let tone = solid(row: y).over(brush.under)
      let row = y..<y &+ 1
      mix(blocks.lowerBound..<covered.lowerBound, rows: row, into: &canvas, with: brush)
      brush.fill(tone, blocks: covered.lowerBound..<inked.lowerBound, rows: row, into: &canvas)
      mix(inked, rows: row, into: &canvas, with: brush)
      brush.fill(tone, blocks: inked.upperBound..<covered.upperBound, rows: row, into: &canvas)
      mix(covered.upperBound..<blocks.upperBound, rows: row, into: &canvas, with: brush)
    }
  }

  /// Kept out of line: it is large, and wanted from three places.
  @inline(never)
  private func mix<Packing: PixelPacking>(
    _ blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    with brush: LayerBrush<Packing>
  ) {
    brush.paint(self, with: (), blocks: blocks, rows: rows, into: &canvas)
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
  /// Moves every pixel towards those of two others by weights out of 256, together at most 256, rounded to the nearest.
  @inline(__always)
  fileprivate mutating func blend(
    _ one: (pixels: Self, weight: Lanes),
    _ other: (pixels: Self, weight: Lanes)
  ) {
    func mixed(_ from: Lanes, _ first: Lanes, _ second: Lanes) -> Lanes {
      let parts = one.weight &* (first &- from) &+ other.weight &* (second &- from)
      return ((from &<< 8) &+ parts &+ 128) &>> 8
    }
    red = mixed(red, one.pixels.red, other.pixels.red)
    green = mixed(green, one.pixels.green, other.pixels.green)
    blue = mixed(blue, one.pixels.blue, other.pixels.blue)
  }
}
