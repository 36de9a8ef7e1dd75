// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A rectangle with elastic edges whose label becomes another one, by a mix or at once.
package struct LabelTrial: LayerTrial {
  private enum Label {
    case one(PlacedMask?)
    case mix(PlacedMask?, PlacedMask?)
  }

  private let rect: Rect
  private let masks: [PlacedMask?]
  private var id: LayerID<ElasticLayer>?
  private var offset = 0.0
  private var colors: (fill: Color, label: Color)
  private var label = Label.one(nil) { didSet { isShown = false } }
  private var isShown = false
  private var share = 0.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    rect = Rect(
      x: Double(choices.below(view.width + 40)) - 20,
      y: Double(choices.below(view.height + 40)) - 20,
      width: Double(choices.below(160)),
      height: Double(choices.below(160))
    )
    let near = PixelSize(width: view.width / 2, height: view.height / 2)
    masks = [
      nil, PlacedMask(mask: choices.mask(side: 40), origin: choices.place(near: near)),
      PlacedMask(mask: choices.mask(side: 40), origin: choices.place(near: near)),
    ]
    colors = (choices.color(), choices.color())
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    isShown = false
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
    switch choices.below(8) {
    case 0: offset += choices.signed() / 8
    case 1: colors = (choices.color(), choices.color())
    case 2: label = .one(masks[choices.below(masks.count)])
    case 3, 4:
      guard case .one(let mask) = label else { return }
      label = .mix(mask, masks[choices.below(masks.count)])
      share = choices.fraction()
    case 5:
      guard case .mix(_, let mask) = label else { return }
      label = .one(mask)
    default: share = min(share + choices.fraction() / 2, 1)
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    switch label {
    case _ where isShown: break
    case .one(let mask): layers.setLabel(mask, of: id)
    case .mix(let mask, let next):
      layers.setLabel(mask, of: id)
      layers.mixLabel(next, of: id)
    }
    isShown = true
    layers.setLabelShare(share, of: id)
    layers.setColors(fill: colors.fill, label: colors.label, of: id)
    layers.update(id, offset: offset, opacity: 1)
  }
}
