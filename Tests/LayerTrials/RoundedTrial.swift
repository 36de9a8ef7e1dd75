// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A rectangle with elastic edges between round corners.
package struct RoundedTrial: LayerTrial {
  private let rect: Rect
  private let radius: Double
  private let label: PlacedMask?
  private var id: LayerID<ElasticLayer>?
  private var fill: Color
  private var offset = 0.0
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    let place = choices.place(near: view)
    // At any fraction of a pixel, or on whole ones.
    let isWhole = choices.isOne(in: 2)
    func part() -> Double { isWhole ? 0 : choices.fraction() }
    rect = Rect(
      x: Double(place.x) + part(),
      y: Double(place.y) + part(),
      width: Double(4 + choices.below(130)) + part(),
      height: Double(4 + choices.below(90)) + part()
    )
    radius = choices.fraction() * Double(4 + choices.below(60))
    label =
      choices.isOne(in: 3)
      ? nil : PlacedMask(mask: choices.mask(side: 40), origin: choices.place(near: view))
    fill = choices.color()
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    id = layers.addPlate(rect, radius, fill, label, transform)
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(7) {
    case 0: opacity = choices.opacity()
    case 1: fill = choices.color()
    case 2: offset = choices.signed()
    default: offset += choices.signed() / 512
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.setColors(fill: fill, label: Color(rgb: 0xFFFFFF), of: id)
    layers.update(id, offset: offset, opacity: opacity)
  }
}

extension LayerStack {
  /// Adds a rectangle with elastic edges and a white label, or none.
  mutating func addPlate(
    _ rect: Rect,
    _ radius: Double,
    _ fill: Color,
    _ label: PlacedMask?,
    _ transform: OutputTransform
  ) -> LayerID<ElasticLayer> {
    let id = add(
      ElasticLayer(
        rect: rect,
        fill: fill,
        labelColor: Color(rgb: 0xFFFFFF),
        cornerRadius: radius,
        transform: transform
      )
    )
    setLabel(label, of: id)
    return id
  }
}
