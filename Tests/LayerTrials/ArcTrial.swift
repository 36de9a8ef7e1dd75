// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A ring of any size that is filled and emptied from the top on, either way round.
package struct ArcTrial: LayerTrial {
  private let mask: PlacedMask
  private let ring: MaskShape.Ring
  private let isReversed: Bool
  private var id: LayerID<ArcLayer>?
  private var colors: WaveLayer.Colors
  private var turn = 0.0
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    let size = PixelSize(width: 1 + choices.below(160), height: 1 + choices.below(160))
    let origin = choices.place(near: view)
    mask = PlacedMask(mask: MaskShape.ring.mask(size: size), origin: origin)
    ring = MaskShape.Ring(in: size).moved(by: origin)
    isReversed = choices.isOne(in: 2)
    colors = choices.waveColors()
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    id = layers.add(
      ArcLayer(
        mask: mask,
        ring: ring,
        isReversed: isReversed,
        colors: colors,
        figures: nil,
        transform: transform
      )
    )
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(10) {
    case 0: opacity = choices.opacity()
    case 1: turn = choices.fraction() * 1.2 - 0.1
    case 2: turn = choices.fraction() / 32
    case 3: turn = Double(choices.below(5)) / 4
    case 4: colors = choices.waveColors()
    case 5: opacity = 1
    default: turn += choices.signed() / 1024
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.setColors(colors, of: id)
    layers.update(id, turn: turn, figure: -1, opacity: opacity)
  }
}
