// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A picture with colours of its own, or one on its way to another.
package struct PictureTrial: LayerTrial {
  private struct Image {
    var bytes: [UInt8]
    var size: PixelSize
    var origin: PixelPoint
    var clip: PixelRect
  }

  private let view: PixelSize
  private var id: LayerID<PictureLayer>?
  private var transform: OutputTransform?
  private var images: (Image, next: Image?)
  private var isShown = false
  private var share = 0.0
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    self.view = view
    images = (Self.image(&choices, view), nil)
  }

  /// Premultiplied pixels of all kinds of colours, opaque or of all kinds of alphas.
  private static func image(_ choices: inout ByteScript, _ view: PixelSize) -> Image {
    let size = PixelSize(width: 1 + choices.below(70), height: 1 + choices.below(40))
    let colors = (0..<5).map { _ in choices.color() }
    let isOpaque = choices.isOne(in: 2)
    let bytes = (0..<size.width * size.height).flatMap { index -> [UInt8] in
      let color = colors[index / 3 % 5]
      let alpha = isOpaque ? 255 : index % 7 == 0 ? 0 : color.alpha
      return [min(color.red, alpha), min(color.green, alpha), min(color.blue, alpha), alpha]
    }
    return Image(
      bytes: bytes,
      size: size,
      origin: choices.place(near: view),
      clip: choices.isOne(in: 2) ? choices.rect(near: view) : view.bounds
    )
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    self.transform = transform
    isShown = false
    id = layers.add(PictureLayer())
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(8) {
    case 0: opacity = choices.opacity()
    case 1:
      images = (Self.image(&choices, view), nil)
      isShown = false
    case 2:
      images = (images.next ?? images.0, Self.image(&choices, view))
      isShown = false
      share = 0
    default: share = min(share + choices.fraction() / 4, 1)
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id, let transform else { return }
    func picture(_ image: Image) -> Picture {
      Picture(
        premultiplied: image.bytes,
        size: image.size,
        at: image.origin,
        clip: image.clip,
        transform: transform
      )
    }
    if !isShown {
      layers.setPicture(picture(images.0), of: id)
      if let next = images.next { layers.mixPicture(picture(next), of: id) }
      isShown = true
    }
    if images.next != nil { layers.setShare(share, of: id) }
    layers.setOpacity(opacity, of: id)
  }
}
