// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// Choices made by bytes, a fuzzer's or random ones; 0 when they are used up.
package struct ByteScript {
  private let bytes: [UInt8]
  private var index = 0

  /// The choices that `bytes` make, from the first on.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes are used up.
  package var isAtEnd: Bool { index >= bytes.count }

  private mutating func next() -> Int {
    defer { index += 1 }
    return index < bytes.count ? Int(bytes[index]) : 0
  }

  /// 0 ..< `limit`, at most 65,536.
  package mutating func below(_ limit: Int) -> Int {
    limit <= 1 ? 0 : (limit <= 256 ? next() : next() << 8 | next()) % limit
  }

  /// Once in `count` times.
  package mutating func isOne(in count: Int) -> Bool { below(count) == 1 }

  /// 0 …< 1.
  package mutating func fraction() -> Double { Double(next()) / 256 }

  /// -64 … 64.
  package mutating func signed() -> Double { Double(next() - 128) / 2 }

  /// Mostly visible: 0, opaque and between.
  package mutating func opacity() -> Double {
    switch below(6) {
    case 0: 0
    case 1: fraction() * 1.2
    default: 1
    }
  }

  /// Opaque more often than not.
  package mutating func color() -> Color {
    let alpha = next()
    return Color(
      red: UInt8(next()),
      green: UInt8(next()),
      blue: UInt8(next()),
      alpha: alpha < 192 ? 255 : UInt8(alpha)
    )
  }

  /// A colour for each part of waves.
  package mutating func waveColors() -> WaveLayer.Colors {
    WaveLayer.Colors(outline: color(), back: color(), front: color(), figure: color())
  }

  /// A place on a view or near it, in whole pixels.
  package mutating func place(near view: PixelSize) -> PixelPoint {
    PixelPoint(x: below(view.width + 40) - 20, y: below(view.height + 40) - 20)
  }

  /// A rectangle on a view or near it, maybe empty, in whole pixels.
  package mutating func rect(near view: PixelSize) -> PixelRect {
    let origin = place(near: view)
    let (width, height) = (below(view.width + 20), below(view.height + 20))
    return PixelRect(
      left: origin.x,
      top: origin.y,
      right: origin.x + width,
      bottom: origin.y + height
    )
  }

  /// A shape, a rectangle that ends at pixels, or any coverages, at most `side` pixels wide and high.
  package mutating func mask(side: Int) -> CoverageMask {
    let size = PixelSize(width: 1 + below(side), height: 1 + below(side))
    let count = size.width * size.height
    switch below(6) {
    case 0:
      return CoverageMask(size: size, bytes: Array(repeating: 255, count: count))
    case 1:
      let pattern = (0..<16).map { _ in UInt8(below(256)) }
      return CoverageMask(size: size, bytes: (0..<count).map { pattern[$0 / 7 & 15] })
    default:
      return [MaskShape.circle, .rounded, .drop][below(3)].mask(size: size)
    }
  }
}
