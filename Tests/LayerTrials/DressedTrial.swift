// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A rectangle with elastic edges, a border and two colours, or without, with round corners or pointed ones.
package struct DressedTrial: LayerTrial {
  private let rect: Rect
  private let radius: Double
  private let label: PlacedMask?
  private var id: LayerID<ElasticLayer>?
  private var fill: Color
  private var foot: Color?
  private var border: (width: Double, color: Color)
  private var offset = 0.0
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    let place = choices.place(near: view)
    rect = Rect(
      x: Double(place.x) + choices.fraction(),
      y: Double(place.y) + Double(choices.below(4)) / 4,
      width: Double(4 + choices.below(130)),
      height: Double(4 + choices.below(90)) + choices.fraction()
    )
    radius = choices.isOne(in: 2) ? 0 : choices.fraction() * Double(4 + choices.below(60))
    label =
      choices.isOne(in: 3)
      ? nil : PlacedMask(mask: choices.mask(side: 40), origin: choices.place(near: view))
    fill = choices.color()
    foot = choices.isOne(in: 2) ? nil : choices.color()
    border = (choices.fraction() * 12, choices.color())
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    id = layers.addPlate(rect, radius, fill, label, transform)
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(9) {
    case 0: opacity = choices.opacity()
    case 1:
      fill = choices.color()
      foot = choices.isOne(in: 3) ? nil : choices.color()
    case 2: offset = choices.signed()
    // None at all in half of these.
    case 3: border.width = max(choices.signed() / 4, 0)
    case 4: border.color = choices.color()
    default: offset += choices.signed() / 512
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.setBorder(width: border.width, color: border.color, of: id)
    layers.setColors(fill: fill, foot: foot, label: Color(rgb: 0xFFFFFF), of: id)
    layers.update(id, offset: offset, opacity: opacity)
  }
}
