// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// Cards that are moved together, parted, coloured, and written on.
package struct ReelTrial: LayerTrial {
  private let frame: PixelRect
  private let height: Int
  private let gap: Int
  private let radius: Double
  private let usual: Color
  private var id: LayerID<ReelLayer>?
  private var transform: OutputTransform?
  private var inks: [(mask: PlacedMask, isNew: Bool)]
  private var colors: [Color]
  private var offset = 0
  private var stretch = 0
  private var chosen = 0
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    frame = choices.rect(near: view)
    height = 1 + choices.below(40)
    gap = choices.below(3) * 4
    radius = Double(choices.below(24)) / 2
    usual = choices.color()
    colors = (0..<3).map { _ in choices.color() }
    let height = height
    inks = (0..<8).map { _ in (Self.ink(&choices, height), true) }
  }

  private static func ink(_ choices: inout ByteScript, _ height: Int) -> PlacedMask {
    PlacedMask(
      mask: choices.mask(side: 30),
      origin: PixelPoint(x: choices.below(80) - 10, y: choices.below(height + 8) - 4)
    )
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    self.transform = transform
    for index in inks.indices { inks[index].isNew = true }
    id = layers.add(
      ReelLayer(
        in: frame,
        cardHeight: height,
        radius: radius,
        usual: usual,
        capacity: 40,
        inkCount: inks.count,
        transform: transform
      )
    )
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(7) {
    case 0: opacity = choices.opacity()
    case 1:
      let place = choices.below(inks.count)
      inks[place] = (Self.ink(&choices, height), true)
    case 2: chosen = choices.below(8)
    case 3: stretch = choices.below(12)
    default: offset += choices.below(80) - 40
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id, let transform else { return }
    let card = PixelSize(width: max(frame.width, 0), height: height)
    for index in inks.indices where inks[index].isNew {
      layers.setInk(ReelInk(inks[index].mask, on: card, transform: transform), at: index, of: id)
      inks[index].isNew = false
    }
    let cards = (0..<12).map { row in
      ReelCard(
        top: offset + row * (height + gap + stretch),
        fill: row == chosen ? colors[0] : usual,
        ink: row == chosen ? colors[1] : colors[2],
        inks: row % 4 * 2
      )
    }
    layers.update(id, cards: cards, opacity: opacity)
  }
}
