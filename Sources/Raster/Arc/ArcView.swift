// SPDX-License-Identifier: Apache-2.0
import Geometry

/// An ``ArcLayer`` lent out for painting: reading it counts no references.
struct ArcView: LayerView, ~Escapable {
  /// The ring over what is beneath, where the arc is not and where it is.
  struct Looks {
    var base: PlanarBlock
    var front: PlanarBlock
  }

  private let wave: WaveView
  private let arc: ArcCoverage
  private let colors: WaveLayer.Colors
  private let opacity: UInt16

  @_lifetime(borrow layer)
  init(_ layer: borrowing ArcLayer) {
    wave = WaveView(layer.wave)
    arc = layer.arc
    colors = layer.wave.colors
    opacity = layer.wave.state.opacity
  }

  @inline(__always)
  func parts(row y: Int) -> RowParts { wave.parts(row: y) }

  @inline(__always)
  var constantLooks: Looks? {
    guard colors.outline.alpha == 255 else { return nil }
    return looks(over: PlanarBlock(Tone(colors.outline)))
  }

  @inline(__always)
  func looks(over under: PlanarBlock) -> Looks {
    let base = under.under(colors.outline)
    return Looks(base: base, front: base.under(colors.front))
  }

  @inline(__always)
  func compose(over under: PlanarBlock, with looks: Looks, block: Int, row y: Int) -> PlanarBlock {
    var result = under
    let kind = wave.mask.kind(block: block, row: y)
    if kind != .empty {
      let weight =
        kind == .full ? Lanes(repeating: 256) : wave.mask.weight(block: block, row: y)
      let filled = arc.weight(within: weight, block: block, row: y)
      let covers = (weight, filled, Lanes())
      let (base, front) = (looks.base, looks.front)
      result.red = layered(under.red, base.red, front.red, front.red, covers: covers)
      result.green = layered(under.green, base.green, front.green, front.green, covers: covers)
      result.blue = layered(under.blue, base.blue, front.blue, front.blue, covers: covers)
    }
    return wave.inked(result, block: block, row: y).faded(opacity, over: under)
  }
}
