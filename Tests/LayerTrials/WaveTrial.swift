// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// Waves that rise in a shape, with a figure in it.
package struct WaveTrial: LayerTrial {
  private let mask: PlacedMask
  private let frequency: Double
  private let figures: FigureGlyphs?
  private var id: LayerID<WaveLayer>?
  private var colors: WaveLayer.Colors
  private var level = 0.5
  private var amplitude = 3.0
  private var phase = 0.0
  private var figure = 40
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    mask = PlacedMask(mask: choices.mask(side: 150), origin: choices.place(near: view))
    frequency = choices.fraction() * 4
    colors = choices.waveColors()
    let digits = (0..<FigureGlyphs.count).map { _ in
      PlacedMask(
        mask: choices.mask(side: 24),
        origin: PixelPoint(x: choices.below(4), y: -choices.below(24))
      )
    }
    let glyphs = FigureGlyphs(
      glyphs: digits,
      advances: digits.map { Double($0.mask.size.width) + 1 },
      digitHeight: Double(choices.below(24))
    )
    figures = choices.isOne(in: 4) ? nil : glyphs
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    id = layers.add(
      WaveLayer(
        mask: mask,
        frequency: frequency,
        colors: colors,
        figures: figures,
        transform: transform
      )
    )
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(9) {
    case 0: opacity = choices.opacity()
    case 1: amplitude = choices.signed()
    case 2: level = choices.fraction() * 1.2 - 0.1
    case 3: figure = choices.below(103) - 2
    case 4: colors = choices.waveColors()
    default:
      level += choices.signed() / 4096
      phase = (phase + 8).truncatingRemainder(dividingBy: 360)
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.setColors(colors, of: id)
    layers.update(
      id,
      level: level,
      amplitude: amplitude,
      phase: phase,
      figure: figure,
      opacity: opacity
    )
  }
}
