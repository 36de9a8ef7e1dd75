// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The pixels of an image file: 8 bits a channel, straight alpha, sRGB.
package struct DecodedImage: Hashable, Sendable {
  /// Extent in pixels; both at least 1.
  package let size: PixelSize
  /// True if the file has an alpha channel or a transparent colour.
  package let hasAlpha: Bool
  /// Red, green, blue, alpha of each pixel, row by row from the top, without gaps.
  package let rgba: [UInt8]

  /// An image of pixels that were decoded already; traps unless there are four bytes a pixel.
  package init(size: PixelSize, hasAlpha: Bool, rgba: [UInt8]) {
    precondition(rgba.count == 4 * size.width * size.height)
    self.size = size
    self.hasAlpha = hasAlpha
    self.rgba = rgba
  }

  /// Most columns and most rows that are accepted.
  package static let maximumExtent = 8192
  /// Most pixels that are accepted; they take four bytes each while they are decoded.
  package static let maximumPixelCount = 16 << 20
  /// Largest file that is read, in bytes.
  package static let maximumFileSize = 64 << 20

  /// Reads and decodes a file.
  ///
  /// - Throws: ``ImagingError``; an image beyond the limits is refused before it is decoded.
  package static func open(_ path: String) throws(ImagingError) -> Self {
    try decode(ImageFile.read(path), path: path)
  }

  /// Decodes a PNG or JPEG image; which one it is, its first bytes say.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - path: The path to name in errors.
  /// - Returns: The pixels, upright.
  /// - Throws: ``ImagingError``; an image beyond the limits is refused before it is decoded.
  package static func decode(_ bytes: [UInt8], path: String = "") throws(ImagingError) -> Self {
    bytes.first == JPEGHeader.signature[0]
      ? try JPEGImage.decode(bytes, path: path)
      : try PNGImage.decode(bytes, path: path)
  }

  /// Holds what a header says against the limits, before anything is allocated.
  ///
  /// - Throws: ``ImagingError`` for no pixels or too many.
  static func checkExtent(
    width: UInt32,
    height: UInt32,
    path: String
  ) throws(ImagingError) {
    guard width <= UInt32(maximumExtent), height <= UInt32(maximumExtent),
      Int(width) * Int(height) <= maximumPixelCount
    else { throw ImagingError(.tooLarge(width: width, height: height), path: path) }
    if width == 0 || height == 0 {
      throw ImagingError(.damaged("it has no pixels"), path: path)
    }
  }
}
