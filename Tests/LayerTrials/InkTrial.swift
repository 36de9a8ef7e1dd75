// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// Ink of one colour: a rectangle, a mask within a clip, or one mask on its way to another.
package struct InkTrial: LayerTrial {
  private enum Shape {
    case rectangle(PixelRect)
    case mask(PlacedMask, clip: PixelRect)
    case mix(PlacedMask, PlacedMask, clip: PixelRect)
  }

  private let view: PixelSize
  private var id: LayerID<InkLayer>?
  private var shape: Shape { didSet { isShown = false } }
  private var isShown = false
  private var color: Color
  private var opacity = 1.0
  private var share = 0.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    self.view = view
    shape = .rectangle(choices.rect(near: view))
    color = choices.color()
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    isShown = false
    id = layers.add(InkLayer(color: color))
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(12) {
    case 0: opacity = choices.opacity()
    case 1: color = choices.color()
    case 2, 3: shape = .rectangle(choices.rect(near: view))
    case 4, 5:
      let mask = PlacedMask(mask: choices.mask(side: 90), origin: choices.place(near: view))
      shape = .mask(mask, clip: choices.rect(near: view))
    case 6, 7:
      // Another one, from whatever was there.
      guard case .mask(let mask, let clip) = shape else { return }
      let next = PlacedMask(mask: choices.mask(side: 90), origin: choices.place(near: view))
      shape = .mix(mask, next, clip: clip)
      share = choices.fraction()
    case 8, 9: share = min(share + choices.fraction() / 4, 1)
    case 10:
      guard case .mix(_, let mask, let clip) = shape else { return }
      shape = .mask(mask, clip: clip)
    default:
      // The next letter of a line, or its last one less.
      guard case .mask(let placed, let clip) = shape else { return }
      let size = placed.mask.size
      let wider = PixelSize(width: 1 + choices.below(size.width + 12), height: size.height)
      let bytes = (0..<wider.width * wider.height).map { index -> UInt8 in
        let (x, y) = (index % wider.width, index / wider.width)
        return x < size.width
          ? placed.mask.bytes[y * size.width + x] : UInt8(truncatingIfNeeded: x * 40)
      }
      shape = .mask(
        PlacedMask(mask: CoverageMask(size: wider, bytes: bytes), origin: placed.origin),
        clip: clip
      )
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    switch shape {
    case _ where isShown: break
    case .rectangle(let rect): layers.setRectangle(rect, of: id)
    case .mask(let mask, let clip): layers.setMask(mask, clip: clip, of: id)
    case .mix(let mask, let next, let clip):
      layers.setMask(mask, clip: clip, of: id)
      layers.mixMask(next, clip: clip, of: id)
    }
    isShown = true
    layers.setShare(share, of: id)
    layers.setColor(color, of: id)
    layers.setOpacity(opacity, of: id)
  }
}
