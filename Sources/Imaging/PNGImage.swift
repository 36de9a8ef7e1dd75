// SPDX-License-Identifier: Apache-2.0
internal import CPNG
internal import Geometry

/// PNG images, by libpng.
package enum PNGImage {
  /// Decodes a PNG image of any colour type, depth and interlacing.
  ///
  /// The corresponding calls are `png_image_begin_read_from_memory` and
  /// `png_image_finish_read`.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - path: The path to name in errors.
  /// - Returns: The pixels.
  /// - Throws: ``ImagingError``; an image beyond the limits is refused before it is decoded.
  package static func decode(
    _ bytes: [UInt8],
    path: String = ""
  ) throws(ImagingError) -> DecodedImage {
    let header = try PNGHeader(bytes, path: path)
    var image = unsafe png_image()
    unsafe image.version = swell_png_version
    defer { unsafe png_image_free(&image) }
    guard unsafe png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0,
      unsafe image.width == header.width, unsafe image.height == header.height
    else { throw unsafe ImagingError(.damaged(message(of: image)), path: path) }
    let hasAlpha = unsafe image.format & PNG_FORMAT_FLAG_ALPHA != 0
    unsafe image.format = swell_png_format_rgba
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    // Not cleared first: what libpng does not fill it reports.
    var isRead = false
    let rgba = unsafe [UInt8](unsafeUninitializedCapacity: size.bounds.area * 4) { buffer, count in
      isRead = unsafe png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      count = isRead ? size.bounds.area * 4 : 0
    }
    guard isRead else { throw unsafe ImagingError(.damaged(message(of: image)), path: path) }
    return DecodedImage(size: size, hasAlpha: hasAlpha, rgba: rgba)
  }

  /// The message of libpng about its last failure.
  static func message(of image: png_image) -> String {
    let text = unsafe withUnsafeBytes(of: unsafe image.message) { buffer in
      unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? "its header contradicts itself" : text
  }
}
