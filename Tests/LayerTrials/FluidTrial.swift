// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// Waves with pictures in place of one colour or of both.
package struct FluidTrial: LayerTrial {
  private let mask: PlacedMask
  private let box: PixelRect
  private let frequency: Double
  /// Premultiplied pixels of the box; nil for a colour.
  private let images: (front: [UInt8]?, back: [UInt8]?)
  private var id: LayerID<FluidLayer>?
  private var colors: WaveLayer.Colors
  private var isPictured = true
  private var level = 0.5
  private var amplitude = 3.0
  private var phase = 0.0
  private var travel = 0.0
  private var opacity = 1.0

  package init(_ choices: inout ByteScript, view: PixelSize) {
    mask = PlacedMask(mask: choices.mask(side: 150), origin: choices.place(near: view))
    // Wider and higher than the mask by any few pixels.
    let size = mask.mask.size
    let (left, top) = (mask.origin.x - choices.below(9), mask.origin.y - choices.below(9))
    box = PixelRect(
      left: left,
      top: top,
      right: max(left + 1, mask.origin.x + size.width + choices.below(9)),
      bottom: max(top + 1, mask.origin.y + size.height + choices.below(9))
    )
    frequency = choices.fraction() * 4
    colors = choices.waveColors()
    let kinds = choices.below(3)
    images = (
      kinds != 1 ? Self.image(&choices, box.area) : nil,
      kinds != 0 ? Self.image(&choices, box.area) : nil
    )
  }

  /// Premultiplied pixels of all kinds of colours, opaque or of all kinds of alphas.
  private static func image(_ choices: inout ByteScript, _ count: Int) -> [UInt8] {
    let colors = (0..<5).map { _ in choices.color() }
    let isOpaque = choices.isOne(in: 2)
    return (0..<count).flatMap { index -> [UInt8] in
      let color = colors[index / 3 % 5]
      let alpha = isOpaque ? 255 : index % 7 == 0 ? 0 : color.alpha
      return [min(color.red, alpha), min(color.green, alpha), min(color.blue, alpha), alpha]
    }
  }

  package mutating func add(to layers: inout LayerStack, _ transform: OutputTransform) {
    let size = PixelSize(width: box.width, height: box.height)
    let turned = OutputTransform(
      bufferSize: transform.rotation.swapsAxes
        ? PixelSize(width: size.height, height: size.width) : size,
      rotation: transform.rotation,
      scale: 1
    )
    func picture(_ bytes: [UInt8]?) -> FluidPicture? {
      bytes.map { bytes in
        FluidPicture(
          Picture(
            premultiplied: bytes,
            size: size,
            at: PixelPoint(x: 0, y: 0),
            clip: size.bounds,
            transform: turned
          )
        )
      }
    }
    id = layers.add(
      FluidLayer(
        mask: mask,
        in: box,
        pictures: (picture(images.front), picture(images.back)),
        frequency: frequency,
        colors: colors,
        figures: nil,
        transform: transform
      )
    )
  }

  package mutating func change(_ choices: inout ByteScript) {
    switch choices.below(10) {
    case 0: opacity = choices.opacity()
    case 1: amplitude = choices.signed()
    case 2: level = choices.fraction() * 1.2 - 0.1
    case 3: colors = choices.waveColors()
    case 4: isPictured.toggle()
    case 5: travel = choices.signed()
    default:
      level += choices.signed() / 4096
      phase = (phase + 8).truncatingRemainder(dividingBy: 360)
      travel += 1.7
    }
  }

  package mutating func show(in layers: inout LayerStack) {
    guard let id else { return }
    layers.setColors(colors, isPictured: isPictured, of: id)
    layers.update(
      id,
      level: level,
      amplitude: amplitude,
      phase: phase,
      travel: travel,
      figure: -1,
      opacity: opacity
    )
  }
}
