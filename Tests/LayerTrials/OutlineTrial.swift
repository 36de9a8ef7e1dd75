// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// An outline of any rectangle, whose edges move each on its own.
package struct OutlineTrial: LayerTrial {
  private let view: PixelSize
  private var id: LayerID<OutlineLayer>?
  private var rect: Rect
  private var radius: Double
  private var width: Double
  private var opacity = 1.0
  private var color: Color

  package init(_ choices: inout ByteScript, view: PixelSize) {
    self.view = view
    color = choices.color()
    rect = Self.rect(&choices, view)
    radius = Double(choices.below(40))
    width = 1 + Double(choices.below(8)) + choices.fraction()
  }

  private static func rect(_ choices: inout ByteScript, _ view: PixelSize) -> Rect {
    let rect = choices.rect(near: view)
    return Rect(
      x: Double(rect.left) + choices.fraction(),
      y: Double(rect.top) + choices.fraction(),
      width: Double(rect.width) + choices.fraction(),
      height: Double(rect.height) + choices.fraction()
    )
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    id = layers.add(OutlineLayer(color: color))
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(10) {
    case 0: opacity = choices.opacity()
    case 1: rect = Self.rect(&choices, view)
    case 2: radius = Double(choices.below(60)) + choices.fraction()
    case 3: width = Double(choices.below(12)) + choices.fraction()
    case 4: color = choices.color()
    case 5: opacity = 1
    default:
      let step = choices.signed() / 8
      rect.origin.x += step
      rect.size.width = max(0, rect.size.width - step + choices.signed() / 16)
      rect.size.height = max(0, rect.size.height + choices.signed() / 16)
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.setColor(color, of: id)
    layers.update(id, rect: rect, radius: radius, width: width, opacity: opacity)
  }
}
