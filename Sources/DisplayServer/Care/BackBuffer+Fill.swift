// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Presentation
internal import Raster

extension BackBuffer {
  /// Fills the part of `rect` that lies in the buffer, and in `rows` of it where those are given.
  mutating func fill(_ rect: PixelRect, rows: Range<Int>? = nil, color: Color) {
    let rect = rect.intersection(size.bounds)
    let rows = (rect.top..<rect.bottom).clamped(to: rows ?? 0..<size.height)
    let (red, green, blue) = (UInt32(color.red), UInt32(color.green), UInt32(color.blue))
    let wide = red << 16 | green << 8 | blue
    let narrow = UInt16((red >> 3) << 11 | (green >> 2) << 5 | blue >> 3)
    for row in rows {
      for column in rect.left..<rect.right {
        let offset = row * strideBytes + column * format.bytesPerPixel
        switch format {
        case .xrgb8888: bytes.storeBytes(of: wide, toByteOffset: offset, as: UInt32.self)
        case .rgb565: bytes.storeBytes(of: narrow, toByteOffset: offset, as: UInt16.self)
        }
      }
    }
  }
}
