// SPDX-License-Identifier: Apache-2.0
import Geometry

/// A ``FluidLayer`` lent out for painting: reading it counts no references.
struct FluidView: LayerView, ~Escapable {
  private let wave: WaveView
  private let front: FluidPart
  private let back: FluidPart
  private let hasFront: Bool
  private let hasBack: Bool
  private let frontColor: Color
  private let left: Int
  private let top: Int
  /// Where the pictures' first pixel along the waves is taken from, and how much of its next one.
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
    frontColor = layer.wave.colors.front
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
  func compose(over under: PlanarBlock, _ looks: Void, block: Int, row y: Int) -> PlanarBlock {
    wave.compose(over: under, self.looks(over: under, block, y), block: block, row: y)
  }

  /// The fluid's regions over `under` in a block of a row.
  @inline(__always)
  private func looks(over under: PlanarBlock, _ block: Int, _ y: Int) -> WaveView.Looks {
    var looks = wave.looks(over: under)
    // Where none of it is seen the pictures are not looked at.
    guard hasFront || hasBack, wave.mask.kind(block: block, row: y) != .empty,
      wave.part(block, y) != .base
    else { return looks }
    if hasBack { looks.middle = pixels(back, block: block, row: y).over(looks.base) }
    if hasFront {
      let pixels = pixels(front, block: block, row: y)
      looks.front = pixels.over(looks.middle)
      looks.alone = pixels.over(looks.base)
    } else {
      looks.front = looks.middle.under(frontColor)
    }
    return looks
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

  /// Where a pixel of the box is taken from.
  @inline(__always)
  private func moved(_ place: Int) -> Int {
    let moved = place &+ step
    return moved >= period ? moved &- period : moved
  }
}
