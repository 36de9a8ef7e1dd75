// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// Inks that are put onto one mask.
struct InkSheet {
  private var inks: [(mask: CoverageMask, origin: PixelPoint)] = []

  /// Adds an ink around a pixel; nil adds nothing.
  mutating func add(_ ink: PlacedMask?, at anchor: PixelPoint) {
    guard let ink, !ink.mask.bytes.isEmpty else { return }
    let origin = PixelPoint(x: anchor.x + ink.origin.x, y: anchor.y + ink.origin.y)
    inks.append((ink.mask, origin))
  }

  /// The inks on one mask, as far as they lie in `rect`; where they overlap the stronger one counts.
  func mask(clippedTo rect: PixelRect) -> PlacedMask? {
    var bounds = PixelRect.empty
    for (mask, origin) in inks { bounds = bounds.union(Self.rect(mask, origin: origin)) }
    bounds = bounds.intersection(rect)
    guard !bounds.isEmpty else { return nil }
    let width = bounds.width
    var bytes = [UInt8](repeating: 0, count: width * bounds.height)
    for (mask, origin) in inks {
      let part = Self.rect(mask, origin: origin).intersection(bounds)
      for y in part.top..<max(part.top, part.bottom) {
        for x in part.left..<part.right {
          let place = (y - bounds.top) * width + x - bounds.left
          let byte = mask.bytes[(y - origin.y) * mask.size.width + x - origin.x]
          bytes[place] = max(bytes[place], byte)
        }
      }
    }
    return PlacedMask(
      mask: CoverageMask(
        size: PixelSize(width: width, height: bounds.height),
        bytes: bytes
      ),
      origin: PixelPoint(x: bounds.left, y: bounds.top)
    )
  }

  private static func rect(_ mask: CoverageMask, origin: PixelPoint) -> PixelRect {
    mask.size.bounds.moved(by: origin)
  }
}
