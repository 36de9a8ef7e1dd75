// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A rectangle with inks that are moved, each in a clip of its own.
package struct PlateTrial: LayerTrial {
  private struct Ink {
    var mask: PlacedMask
    var clip: PixelRect
    var color: Color
    var offset = PixelPoint(x: 0, y: 0)
    var isShown = true
    var isNew = true
  }

  private let rect: PixelRect
  private var id: LayerID<PlateLayer>?
  private let fill: Color
  private var inks: [Ink]
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    rect = choices.rect(near: view)
    fill = choices.color()
    inks = (0..<4).map { _ in
      Ink(
        mask: PlacedMask(mask: choices.mask(side: 60), origin: choices.place(near: view)),
        clip: choices.rect(near: view),
        color: choices.color()
      )
    }
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    for index in inks.indices { inks[index].isNew = true }
    id = layers.add(PlateLayer(rect: rect, fill: fill, transform: transform))
  }

  package mutating func change(_ choices: inout ByteScript) {
    let index = choices.below(inks.count)
    switch choices.below(7) {
    case 0: opacity = choices.opacity()
    case 1: inks[index].color = choices.color()
    case 2:
      inks[index].mask = PlacedMask(mask: choices.mask(side: 60), origin: inks[index].mask.origin)
      inks[index].isNew = true
    case 3: inks[index].isShown.toggle()
    default:
      inks[index].offset.x += choices.below(40) - 20
      inks[index].offset.y += choices.below(40) - 20
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    for (index, ink) in inks.enumerated() {
      if ink.isNew { layers.setMask(ink.mask, clip: ink.clip, ofInk: index, of: id) }
      inks[index].isNew = false
      layers.setColor(ink.color, ofInk: index, of: id)
      layers.move(ink: index, by: ink.offset, isShown: ink.isShown, of: id)
    }
    layers.update(id, opacity: opacity)
  }
}
