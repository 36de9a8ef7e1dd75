// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A rectangle with elastic edges and a label.
package struct ElasticTrial: LayerTrial {
  private let rect: Rect
  private let masks: [PlacedMask?]
  private var id: LayerID<ElasticLayer>?
  private var offset = 0.0
  private var opacity = 1.0
  private var colors: (fill: Color, label: Color)
  private var label = 0
  private var shownLabel: Int?

  package init(_ choices: inout ByteScript, view: PixelSize) {
    rect = Rect(
      x: Double(choices.below(view.width + 40)) - 20 + choices.fraction(),
      y: Double(choices.below(view.height + 40)) - 20 + Double(choices.below(4)) / 4,
      width: Double(choices.below(160)) + Double(choices.below(4)) / 4,
      height: Double(choices.below(160)) + choices.fraction()
    )
    let near = PixelSize(width: view.width / 2, height: view.height / 2)
    masks = [
      nil, PlacedMask(mask: choices.mask(side: 40), origin: choices.place(near: near)),
      PlacedMask(mask: choices.mask(side: 40), origin: choices.place(near: near)),
    ]
    colors = (choices.color(), choices.color())
    label = choices.below(masks.count)
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    shownLabel = nil
    id = layers.add(
      ElasticLayer(
        rect: rect,
        fill: colors.fill,
        labelColor: colors.label,
        transform: transform
      )
    )
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(9) {
    case 0: opacity = choices.opacity()
    case 1: offset = choices.signed() * 2
    case 2: colors = (choices.color(), choices.color())
    case 3: label = choices.below(masks.count)
    default: offset += choices.signed() / 16
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    if label != shownLabel { layers.setLabel(masks[label], of: id) }
    shownLabel = label
    layers.setColors(fill: colors.fill, label: colors.label, of: id)
    layers.update(id, offset: offset, opacity: opacity)
  }
}
