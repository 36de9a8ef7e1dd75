// SPDX-License-Identifier: Apache-2.0
import Geometry

extension PlateLayer {
  /// The buffer pixels that the layer may touch as it is.
  var bounds: PixelRect {
    mutating get { extent(of: state) }
  }

  private func extent(of state: State) -> PixelRect {
    guard state.opacity > 0 else { return .empty }
    return rect.union(state.first.rect).union(state.second.rect).union(state.third.rect)
      .union(state.fourth.rect)
  }

  /// The buffer pixels that the layer may touch as it is, or touched in `past`.
  mutating func extent(with past: State) -> PixelRect { extent(of: past).union(extent(of: state)) }

  /// The buffer pixels in which the present state may look different from `past`: everything, or what
  /// the inks that have changed cover and have covered.
  mutating func changes(since past: State) -> PixelRegion {
    guard past.opacity == state.opacity else {
      var region = PixelRegion(extent(of: past))
      region.add(extent(of: state))
      return region
    }
    var region = PixelRegion()
    guard state.opacity > 0 else { return region }
    func add(_ before: PlateInk.State, _ now: PlateInk.State) {
      guard before != now else { return }
      region.add(before.rect)
      region.add(now.rect)
    }
    add(past.first, state.first)
    add(past.second, state.second)
    add(past.third, state.third)
    add(past.fourth, state.fourth)
    return region
  }

  /// Paints the layer alone over the brush's tone.
  mutating func paint<Packing: PixelPacking>(
    blocks: Range<Int>,
    rows: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    let view = PlateView(self)
    brush.paint(view, (), blocks: blocks, rows: rows, into: &canvas)
  }

  /// The blocks of a band that nothing beneath the plate can be seen in: opaque all over, as far as they
  /// are on a screen of `size`.
  func coveredBlocks(rows: Range<Int>, size: PixelSize) -> Range<Int> {
    guard state.opacity == 256, fill.alpha == 255, rect.top <= rows.lowerBound,
      rect.bottom >= rows.upperBound, !rect.isEmpty
    else { return 0..<0 }
    let first = (rect.left &+ blockWidth &- 1) >> 4
    let end = rect.right >= size.width ? (size.width &+ 15) >> 4 : rect.right >> 4
    return first..<max(first, end)
  }

  /// Whether no ink lies on blocks of a row.
  @inline(__always)
  func isPlain(row y: Int, blocks: Range<Int>) -> Bool {
    !first.hasInk(row: y, blocks: blocks) && !second.hasInk(row: y, blocks: blocks)
      && !third.hasInk(row: y, blocks: blocks) && !fourth.hasInk(row: y, blocks: blocks)
  }

  /// Puts the layer over a row of blocks.
  ///
  /// Most rows of a plate have no ink: it is lent out only where there is some.
  mutating func compose(over strip: inout [PlanarBlock], blocks: Range<Int>, row y: Int) {
    guard state.opacity == 256 else {
      PlateView(self).compose(over: &strip, blocks: blocks, row: y)
      return
    }
    if y >= rect.top, y < rect.bottom {
      let solid = PlanarBlock(Tone(fill))
      let isSolid = fill.alpha == 255
      for block in blocks where rect.contains(block: block, row: y) {
        let place = block &- blocks.lowerBound
        let left = block &* blockWidth
        if isSolid, rect.left <= left, rect.right >= left &+ blockWidth {
          strip[place] = solid
        } else {
          rect.fill(&strip[place], Tone(fill), weight: weight(of: fill.alpha), block: block)
        }
      }
    }
    if first.hasInk(row: y) { Self.blend(first, &strip, blocks: blocks, row: y) }
    if second.hasInk(row: y) { Self.blend(second, &strip, blocks: blocks, row: y) }
    if third.hasInk(row: y) { Self.blend(third, &strip, blocks: blocks, row: y) }
    if fourth.hasInk(row: y) { Self.blend(fourth, &strip, blocks: blocks, row: y) }
  }

  @inline(__always)
  private static func blend(
    _ ink: borrowing PlateInk,
    _ strip: inout [PlanarBlock],
    blocks: Range<Int>,
    row y: Int
  ) {
    let view = PlateInkView(ink)
    for block in blocks {
      view.blend(into: &strip[block &- blocks.lowerBound], block: block, row: y)
    }
  }
}

extension PixelRect {
  /// Fills what of a block lies between the rectangle's sides.
  @inline(__always)
  func fill(_ pixels: inout PlanarBlock, _ tone: Tone, weight: UInt16, block: Int) {
    let first = block &* blockWidth
    var lanes = Lanes(repeating: weight)
    if left > first || right < first &+ blockWidth {
      for lane in 0..<blockWidth where first &+ lane < left || first &+ lane >= right {
        lanes[lane] = 0
      }
    }
    pixels.blend(tone, weight: lanes)
  }
}
