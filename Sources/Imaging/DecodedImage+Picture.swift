// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

extension DecodedImage {
  /// The image's pixels in a box, aspect kept and centred.
  ///
  /// Scaled as ``maskFromAlpha(fitting:)`` does, in colours that are premultiplied by alpha, so that what is
  /// transparent lends no colour to its neighbours.
  ///
  /// - Parameters:
  ///   - box: The box in view pixels; each side is clamped to 0 … ``maximumExtent``.
  ///   - fit: The image's placement in it.
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
    let scaling = PixelScaling(source: size, columns: columns, rows: rows)
    var result = [UInt8](repeating: 0, count: 4 * box.width * box.height)
    let source = unsafe rgba.span.bytes
    var target = result.mutableSpan
    var written = unsafe target.mutableBytes
    func pixel(_ place: Int) -> UInt32 {
      unsafe source.unsafeLoadUnaligned(fromByteOffset: 4 &* place, as: UInt32.self)
    }
    if hasAlpha {
      scaling.forEach {
        WidePixel(premultiplying: pixel($0))
      } _: { place, pixel in
        written.storeBytes(of: pixel.bytes, toByteOffset: 4 &* place, as: UInt32.self)
      }
    } else {
      scaling.forEach {
        WidePixel(opaque: pixel($0))
      } _: { place, pixel in
        written.storeBytes(of: pixel.bytes, toByteOffset: 4 &* place, as: UInt32.self)
      }
    }
    return (result, box)
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
    // Four pixels at a time, and what is left of a row one by one.
    let fours = seen.width & ~3
    for y in seen.top..<seen.bottom {
      let from = 4 * (size.width * (y - corner.y) + seen.left - corner.x)
      let to = 4 * (box.width * y + seen.left)
      for place in stride(from: 0, to: 4 * fours, by: 16) {
        let pixels = unsafe source.unsafeLoadUnaligned(
          fromByteOffset: from + place,
          as: SIMD4<UInt32>.self
        )
        written.storeBytes(
          of: Self.premultiplied(pixels),
          toByteOffset: to + place,
          as: SIMD4<UInt32>.self
        )
      }
      for place in stride(from: 4 * fours, to: 4 * seen.width, by: 4) {
        let pixel = unsafe source.unsafeLoadUnaligned(
          fromByteOffset: from + place,
          as: UInt32.self
        )
        written.storeBytes(
          of: Self.premultiplied(SIMD4(repeating: pixel))[0],
          toByteOffset: to + place,
          as: UInt32.self
        )
      }
    }
    return result
  }

  /// The colours of pixels multiplied by their alpha, to the nearest; words as little-endian machines load them.
  @inline(__always)
  private static func premultiplied(_ pixels: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let low = SIMD4<UInt32>(repeating: 0xff_00ff)
    let alpha = pixels &>> 24
    let redAndBlue = share(of: pixels & low, parts: alpha | alpha &<< 16)
    // Alpha lies beside green, and stays what it is: 255 of 255 parts.
    let greenAndAlpha = share(of: pixels &>> 8 & low, parts: alpha | SIMD4(repeating: 0xff_0000))
    return redAndBlue | greenAndAlpha &<< 8
  }

  /// 255ths of values of 8 bits, each in 16, to the nearest: x / 255 is (x + x / 256) / 256 for x half a step on.
  @inline(__always)
  private static func share(of values: SIMD4<UInt32>, parts: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let products =
      unsafe unsafeBitCast(values, to: SIMD8<UInt16>.self)
      &* unsafeBitCast(parts, to: SIMD8<UInt16>.self) &+ SIMD8(repeating: 128)
    return unsafe unsafeBitCast((products &+ (products &>> 8)) &>> 8, to: SIMD4<UInt32>.self)
  }
}
