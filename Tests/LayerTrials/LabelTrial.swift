// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A rectangle with elastic edges whose label becomes another one, by a mix or at once.
package struct LabelTrial: LayerTrial {
  private let rect: Rect
  private let masks: [PlacedMask?]
  private var id: LayerID<ElasticLayer>?
  private var offset = 0.0
  private var colors: (fill: Color, label: Color)
  private var label = 0
  private var shownLabel: Int?
  /// What the label has of a mix; nil without one.
  private var share: Double?

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
    shownLabel = nil
    share = nil
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
    case 2:
      label = choices.below(masks.count)
      share = nil
    case 3, 4:
      label = choices.below(masks.count)
      share = 0
    default: share = share.map { min($0 + choices.fraction() / 2, 1) }
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    if label != shownLabel {
      if share == nil {
        layers.setLabel(masks[label], of: id)
      } else {
        layers.mixLabel(masks[label], of: id)
      }
    }
    shownLabel = label
    if let share { layers.setLabelShare(share, of: id) }
    if share == 1 {
      layers.endLabelMix(of: id)
      share = nil
    }
    layers.setColors(fill: colors.fill, label: colors.label, of: id)
    layers.update(id, offset: offset, opacity: 1)
  }
}
