// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A disc of any radius with a label in its middle.
package struct DiscTrial: LayerTrial {
  private let masks: [PlacedMask?]
  private let view: PixelSize
  private var id: LayerID<DiscLayer>?
  private var center: Point
  private var radius: Double
  private var opacity = 1.0
  private var colors: (fill: Color, label: Color)
  private var label: Int
  private var shownLabel: Int?

  package init(_ choices: inout ByteScript, view: PixelSize) {
    self.view = view
    masks = [
      nil,
      PlacedMask(
        mask: choices.mask(side: 30),
        origin: PixelPoint(x: -choices.below(30), y: -choices.below(20))
      ),
    ]
    label = choices.below(2)
    colors = (choices.color(), choices.color())
    center = Self.place(&choices, view)
    radius = Double(choices.below(80))
  }

  private static func place(_ choices: inout ByteScript, _ view: PixelSize) -> Point {
    let place = choices.place(near: view)
    return Point(x: Double(place.x) + choices.fraction(), y: Double(place.y) + choices.fraction())
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    shownLabel = nil
    id = layers.add(DiscLayer(fill: colors.fill, labelColor: colors.label))
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(10) {
    case 0: opacity = choices.opacity()
    case 1: center = Self.place(&choices, view)
    case 2: radius = Double(choices.below(300)) + choices.fraction()
    case 3: radius = 0
    case 4: colors = (choices.color(), choices.color())
    case 5: label = choices.below(2)
    default: radius = max(0, radius + choices.signed() / 16)
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    if label != shownLabel { layers.setLabel(masks[label], of: id) }
    shownLabel = label
    layers.setColors(fill: colors.fill, label: colors.label, of: id)
    layers.update(id, center: center, radius: radius, opacity: opacity)
  }
}
