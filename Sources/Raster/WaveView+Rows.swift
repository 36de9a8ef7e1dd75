// SPDX-License-Identifier: Apache-2.0
import Geometry

extension WaveView {
  /// Paints `blocks` of row `y`, crests running along the rows.
  ///
  /// The same pixels as ``compose(over:_:block:row:)`` gives, with the row's piece of each crest
  /// kept in registers.
  @inline(__always)
  func paintRow<Packing: PixelPacking>(
    _ y: Int,
    _ looks: Looks,
    blocks: Range<Int>,
    into canvas: inout Canvas,
    _ brush: LayerBrush<Packing>
  ) {
    guard isPlain else {
      brush.paint(self, looks, blocks: blocks, rows: y..<y &+ 1, into: &canvas)
      return
    }
    let step = y &- mask.rect.top
    let ranges = ranges[step]
    let meetsFigure = figure.bounds.top <= y && figure.bounds.bottom > y
    let figureBlocks = meetsFigure ? brush.blocks(of: figure.bounds) : 0..<0
    for block in blocks {
      guard !figureBlocks.contains(block) else {
        brush.paint(self, looks, blocks: block..<block &+ 1, rows: y..<y &+ 1, into: &canvas)
        continue
      }
      var pixels = brush.under
      let kind = mask.kind(block: block, row: y)
      if kind == .mixed {
        pixels = rimmed(looks, over: brush.under, block: block, row: y)
      } else if kind == .full {
        let x = block &* blockWidth
        let near = isFlipped ? mask.rect.right &- 16 &- x : x &- mask.rect.left
        let meetsHigher = near < Int(ranges.secondEnd) && near &+ 15 >= Int(ranges.secondLow)
        let meetsFront = near < Int(ranges.firstEnd) && near &+ 15 >= Int(ranges.firstLow)
        var fluid = looks.base
        if meetsHigher && meetsFront {
          fluid = mixed(
            looks,
            front: front.row(step).coverage(depths(near)),
            either: either.row(step).coverage(depths(near)),
            back: Lanes()
          )
        } else if meetsHigher {
          fluid.blend(looks.middle, weight: either.row(step).coverage(depths(near)))
        } else if meetsFront {
          fluid = looks.middle
          fluid.blend(looks.front, weight: front.row(step).coverage(depths(near)))
        } else if near >= Int(ranges.firstEnd) {
          fluid = looks.front
        } else if near >= Int(ranges.secondEnd) {
          fluid = looks.middle
        }
        pixels = fluid
      }
      canvas.write(brush.packing.pack(pixels, row: y), Packing.self, x: block &* 16, y: y)
    }
  }

  /// The depths of sixteen pixels, the least of which is `near`.
  @inline(__always)
  private func depths(_ near: Int) -> SignedLanes {
    isFlipped
      ? SignedLanes(repeating: Int16(truncatingIfNeeded: near &+ 15)) &- laneNumbers
      : SignedLanes(repeating: Int16(truncatingIfNeeded: near)) &+ laneNumbers
  }
}
