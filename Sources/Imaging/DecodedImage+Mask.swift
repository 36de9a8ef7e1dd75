// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

extension DecodedImage {
  /// The image's coverage scaled to fit a box, aspect kept and centred.
  ///
  /// Coverage is the alpha of an image that has an alpha channel or a transparent colour. An
  /// image without any has no shape of its own; there the darkness of a pixel counts, so that a
  /// black logo on white paper works as it is.
  ///
  /// Smaller: each pixel is the mean over the area it shows. Larger: bilinear between the centres
  /// of the image's pixels, cut off exactly at its edges.
  ///
  /// - Parameter box: The box in view pixels; each side is clamped to 0 … ``maximumExtent``.
  /// - Returns: A mask of exactly the box's size, and the pixels of it that have any coverage.
  package func maskFromAlpha(
    fitting box: PixelSize
  ) -> (mask: CoverageMask, ink: PixelRect) {
    let extent = Self.maximumExtent
    let box = PixelSize(
      width: min(max(box.width, 0), extent),
      height: min(max(box.height, 0), extent)
    )
    guard !box.bounds.isEmpty else { return (CoverageMask(size: box, bytes: []), .empty) }
    let scale = min(
      Double(box.width) / Double(size.width),
      Double(box.height) / Double(size.height)
    )
    let columns = Resampling(from: size.width, to: box.width, scale: scale)
    let rows = Resampling(from: size.height, to: box.height, scale: scale)
    let source = coverages
    var ink = PixelRect.empty
    var bytes = [UInt8](repeating: 0, count: box.bounds.area)
    let scaling = PixelScaling(source: size, columns: columns, rows: rows)
    scaling.forEach {
      WidePixel(source[$0])
    } _: { place, pixel in
      let coverage = UInt8(truncatingIfNeeded: pixel.bytes)
      guard coverage > 0 else { return }
      bytes[place] = coverage
      let (y, x) = place.quotientAndRemainder(dividingBy: box.width)
      ink = ink.union(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
    }
    return (CoverageMask(size: box, bytes: bytes), ink)
  }

  /// One coverage a pixel: alpha, or darkness where there is no alpha.
  private var coverages: [UInt8] {
    (0..<size.bounds.area).map { index in
      let offset = index * 4
      if hasAlpha { return rgba[offset + 3] }
      // Luma of ITU-R BT.709, in 1/256.
      let luma =
        54 * Int(rgba[offset]) + 183 * Int(rgba[offset + 1]) + 19 * Int(rgba[offset + 2])
      return UInt8(255 - luma / 256)
    }
  }
}
