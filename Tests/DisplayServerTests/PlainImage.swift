// SPDX-License-Identifier: Apache-2.0
import Geometry
import Imaging
import TestSupport

extension TemporaryFolder {
  /// Writes a PNG image of `size` in one colour, 0xRRGGBB.
  func writeImage(_ name: String, _ color: UInt32, size: PixelSize) throws {
    let pixel = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: color >> $0) }
    let bytes = try PNGImage.encode(
      xrgb8888: Array(repeatElement(pixel, count: size.width * size.height).joined()),
      size: size,
      strideBytes: size.width * 4
    )
    write(bytes, to: name)
  }
}
