// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

extension PNGImage {
  /// The image's pixels in a box, aspect kept and centred.
  ///
  /// Scaled as ``maskFromAlpha(fitting:)`` does, in colours that are premultiplied by alpha, so that what is
  /// transparent lends no colour to its neighbours.
  ///
  /// - Parameters:
  ///   - box: The box in view pixels; each side is clamped to 0 … ``maximumExtent``.
  ///   - fit: How the image lies in it.
  /// - Returns: Red, green and blue premultiplied by alpha, and alpha, row by row; and the box's size.
  package func premultiplied(
    in box: PixelSize,
    fit: PictureFit
  ) -> (rgba: [UInt8], size: PixelSize) {
    let extent = Self.maximumExtent
    let box = PixelSize(
      width: min(max(box.width, 0), extent),
      height: min(max(box.height, 0), extent)
    )
    guard !box.bounds.isEmpty else { return ([], box) }
    let across = Double(box.width) / Double(size.width)
    let down = Double(box.height) / Double(size.height)
    let scale =
      switch fit {
      case .contain: min(across, down)
      case .cover: max(across, down)
      case .none: 1.0
      }
    let isWhole = fit == .none
    let columns = Resampling(from: size.width, to: box.width, scale: scale, isWhole: isWhole)
    let rows = Resampling(from: size.height, to: box.height, scale: scale, isWhole: isWhole)
    if let left = columns.shift, let top = rows.shift {
      return (copied(to: PixelPoint(x: left, y: top), in: box), box)
    }
    var result = [UInt8](repeating: 0, count: 4 * box.width * box.height)
    var line = [SIMD4<Float>](repeating: .zero, count: size.width)
    for y in 0..<box.height where !rows.taps[y].isEmpty {
      for index in line.indices { line[index] = .zero }
      for tap in rows.taps[y] { add(row: tap.index, weight: tap.weight, to: &line) }
      var place = 4 * box.width * y
      for taps in columns.taps {
        var sum = SIMD4<Float>.zero
        for tap in taps { sum += tap.weight * line[tap.index] }
        let alpha = min(Self.nearest(sum[3]), 255)
        for channel in 0..<3 {
          result[place + channel] = UInt8(min(Self.nearest(sum[channel]), alpha))
        }
        result[place + 3] = UInt8(alpha)
        place += 4
      }
    }
    return (result, box)
  }

  /// The whole number nearest to a value of 0 or more, halves upwards; `rounded()` calls a function for it.
  private static func nearest(_ value: Float) -> Int {
    let whole = Int(value)
    return value - Float(whole) < 0.5 ? whole : whole + 1
  }

  /// Adds a row's premultiplied pixels, weighted.
  private func add(row: Int, weight: Float, to line: inout [SIMD4<Float>]) {
    var place = 4 * size.width * row
    for index in line.indices {
      let alpha = Float(rgba[place + 3])
      let part = alpha * weight / 255
      let pixel = SIMD4(Float(rgba[place]), Float(rgba[place + 1]), Float(rgba[place + 2]), alpha)
      line[index] += pixel * SIMD4(part, part, part, weight)
      place += 4
    }
  }

  /// The premultiplied pixels as they are, the upper left one at a point of a box.
  private func copied(to corner: PixelPoint, in box: PixelSize) -> [UInt8] {
    if !hasAlpha, corner == PixelPoint(x: 0, y: 0), box == size { return rgba }
    var result = [UInt8](repeating: 0, count: 4 * box.width * box.height)
    let seen = PixelRect(
      left: corner.x,
      top: corner.y,
      right: corner.x + size.width,
      bottom: corner.y + size.height
    ).intersection(box.bounds)
    let source = unsafe rgba.span.bytes
    var target = result.mutableSpan
    var written = unsafe target.mutableBytes
    for y in seen.top..<seen.bottom {
      var from = 4 * (size.width * (y - corner.y) + seen.left - corner.x)
      var to = 4 * (box.width * y + seen.left)
      for _ in 0..<seen.width {
        let pixel = unsafe source.unsafeLoadUnaligned(fromByteOffset: from, as: UInt32.self)
        written.storeBytes(of: Self.premultiplied(pixel), toByteOffset: to, as: UInt32.self)
        from += 4
        to += 4
      }
    }
    return result
  }

  /// A pixel's colours multiplied by its alpha, to the nearest; the four bytes as they lie in memory.
  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel.littleEndian >> 24
    guard alpha < 255 else { return pixel }
    let (redAndBlue, green) = (pixel.littleEndian & 0xff_00ff, pixel.littleEndian >> 8 & 0xff)
    return
      (alpha << 24 | share(of: green, alpha) << 8 | share(of: redAndBlue, alpha)).littleEndian
  }

  /// 255ths of two values of 8 bits, 16 bits apart, to the nearest: x / 255 is (x + x / 256) / 256 for x half a step on.
  private static func share(of values: UInt32, _ alpha: UInt32) -> UInt32 {
    let products = values &* alpha &+ 0x80_0080
    return (products &+ (products >> 8 & 0xff_00ff)) >> 8 & 0xff_00ff
  }
}
