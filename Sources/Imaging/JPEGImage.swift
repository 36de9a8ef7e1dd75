// SPDX-License-Identifier: Apache-2.0
private import CTurboJPEG
internal import Geometry

/// JPEG images, by libjpeg-turbo where it is installed.
enum JPEGImage {
  /// Decodes a JPEG image, baseline or progressive, of any colour space and sampling.
  ///
  /// The library is open only as long as this takes. Its warnings count as errors: what warns is cut off or
  /// has grey where its pixels were.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - path: The path to name in errors.
  /// - Returns: The pixels, turned as EXIF says.
  /// - Throws: ``ImagingError``; an image beyond the limits is refused before it is decoded.
  static func decode(_ bytes: [UInt8], path: String) throws(ImagingError) -> DecodedImage {
    let header = try JPEGHeader(bytes, path: path)
    let stored = PixelSize(width: Int(header.width), height: Int(header.height))
    var words = [CChar](repeating: 0, count: Int(CTURBOJPEG_WORDS))
    var status = CTURBOJPEG_DAMAGED
    // Not cleared first: what is not filled is reported.
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: stored.bounds.area * 4) {
      buffer,
      count in
      status = unsafe cturbojpeg_decode(
        bytes,
        bytes.count,
        buffer.baseAddress,
        Int32(stored.width),
        Int32(stored.height),
        &words
      )
      count = status == CTURBOJPEG_DONE ? stored.bounds.area * 4 : 0
    }
    switch status {
    case CTURBOJPEG_DONE: break
    case CTURBOJPEG_MISSING: throw ImagingError(.missingDecoder, path: path)
    default:
      let text = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw ImagingError(.damaged(String(decoding: text, as: UTF8.self)), path: path)
    }
    let (rgba, size) = header.orientation.upright(pixels, size: stored)
    return DecodedImage(size: size, hasAlpha: false, rgba: rgba)
  }
}
