// SPDX-License-Identifier: Apache-2.0
private import CPNG
package import Geometry

extension PNGImage {
  /// Encodes an XRGB8888 picture as an RGB image of 8 bits a channel, without alpha.
  ///
  /// Equal pixels give equal bytes on any machine with the same libpng and zlib.
  ///
  /// The corresponding call is `png_image_write_to_memory`.
  ///
  /// - Parameters:
  ///   - pixels: Little-endian words: blue, green, red and an ignored byte in this order.
  ///   - size: Extent in pixels; both at least 1 and at most ``DecodedImage/maximumExtent``.
  ///   - strideBytes: Distance between the starts of two rows, at least `4 * size.width`.
  /// - Returns: The file's contents.
  /// - Throws: ``ImagingError`` when the size is out of range, `pixels` is too short, or memory
  ///   is.
  package static func encode(
    xrgb8888 pixels: RawSpan,
    size: PixelSize,
    strideBytes: Int
  ) throws(ImagingError) -> [UInt8] {
    let extent = 1...DecodedImage.maximumExtent
    guard extent.contains(size.width), extent.contains(size.height),
      strideBytes >= 4 * size.width, strideBytes <= Int(Int32.max),
      pixels.byteCount >= strideBytes * (size.height - 1) + 4 * size.width
    else { throw ImagingError(.damaged("its size and its pixels do not agree")) }
    var rgb: [UInt8] = []
    rgb.reserveCapacity(size.bounds.area * 3)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let offset = row * strideBytes + column * 4
        let word = UInt32(
          littleEndian: unsafe pixels.unsafeLoadUnaligned(
            fromByteOffset: offset,
            as: UInt32.self
          )
        )
        rgb.append(UInt8(truncatingIfNeeded: word >> 16))
        rgb.append(UInt8(truncatingIfNeeded: word >> 8))
        rgb.append(UInt8(truncatingIfNeeded: word))
      }
    }
    return try encode(rgb: rgb, size: size)
  }

  /// Encodes bytes in an array as `encode(xrgb8888:size:strideBytes:)` does those of a span.
  ///
  /// - Throws: ``ImagingError`` likewise.
  package static func encode(
    xrgb8888 pixels: [UInt8],
    size: PixelSize,
    strideBytes: Int
  ) throws(ImagingError) -> [UInt8] {
    try unsafe encode(xrgb8888: pixels.span.bytes, size: size, strideBytes: strideBytes)
  }

  /// Encodes and writes a picture to a file, which is replaced.
  ///
  /// - Parameters:
  ///   - path: The file to write to.
  ///   - pixels: See `encode(xrgb8888:size:strideBytes:)`.
  ///   - size: Extent in pixels.
  ///   - strideBytes: Distance between the starts of two rows.
  /// - Throws: ``ImagingError`` as `encode(xrgb8888:size:strideBytes:)`, or when the file
  ///   cannot be written; a partly written file may remain then.
  package static func write(
    to path: String,
    xrgb8888 pixels: RawSpan,
    size: PixelSize,
    strideBytes: Int
  ) throws(ImagingError) {
    try ImageFile.write(
      encode(xrgb8888: pixels, size: size, strideBytes: strideBytes),
      to: path
    )
  }

  /// Compresses packed RGB rows.
  private static func encode(rgb: [UInt8], size: PixelSize) throws(ImagingError) -> [UInt8] {
    var image = unsafe png_image()
    unsafe image.version = swell_png_version
    unsafe image.format = swell_png_format_rgb
    unsafe image.width = UInt32(size.width)
    unsafe image.height = UInt32(size.height)
    // Screens are flat: trying all filters on each row takes several times as long for little gain.
    unsafe image.flags = UInt32(PNG_IMAGE_FLAG_FAST)
    defer { unsafe png_image_free(&image) }
    // Deflate never grows data by more than this, so that one pass is enough.
    var length = rgb.count + size.height + rgb.count / 1000 + 4096
    var bytes = [UInt8](repeating: 0, count: length)
    guard unsafe png_image_write_to_memory(&image, &bytes, &length, 0, rgb, 0, nil) != 0 else {
      throw unsafe ImagingError(.damaged(message(of: image)))
    }
    bytes.removeSubrange(length...)
    return bytes
  }

  /// Encodes and writes bytes in an array, as ``write(to:xrgb8888:size:strideBytes:)`` does those
  /// of a span.
  ///
  /// - Throws: ``ImagingError`` likewise.
  package static func write(
    to path: String,
    xrgb8888 pixels: [UInt8],
    size: PixelSize,
    strideBytes: Int
  ) throws(ImagingError) {
    try unsafe write(
      to: path,
      xrgb8888: pixels.span.bytes,
      size: size,
      strideBytes: strideBytes
    )
  }
}
