// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// A rectangle of coverage around an anchor, to which glyphs are added.
struct CoverageCanvas {
  /// The pixels, relative to the anchor, y downward.
  let bounds: PixelRect
  /// Row-major coverages.
  private var bytes: [UInt8]

  /// A canvas without ink.
  init(bounds: PixelRect) {
    self.bounds = bounds
    self.bytes = [UInt8](repeating: 0, count: bounds.area)
  }

  /// Adds the coverages of `rect`, which lies inside ``bounds``, saturating at 255.
  mutating func add(_ coverages: [UInt8], in rect: PixelRect) {
    for row in 0..<rect.height {
      let from = row * rect.width
      let to = (rect.top - bounds.top + row) * bounds.width + rect.left - bounds.left
      for column in 0..<rect.width {
        let sum = UInt16(bytes[to + column]) + UInt16(coverages[from + column])
        bytes[to + column] = UInt8(min(255, sum))
      }
    }
  }

  /// Adds another canvas around the same anchor, which lies inside ``bounds``.
  mutating func add(_ other: Self) {
    add(other.bytes, in: other.bounds)
  }

  /// The pixels with any coverage, relative to the anchor.
  var inkBounds: PixelRect {
    var ink = PixelRect.empty
    for row in 0..<bounds.height {
      let line = bytes[(row * bounds.width)..<((row + 1) * bounds.width)]
      guard let first = line.firstIndex(where: { $0 != 0 }),
        let last = line.lastIndex(where: { $0 != 0 })
      else { continue }
      let y = bounds.top + row
      let x = bounds.left - line.startIndex
      ink = ink.union(PixelRect(left: x + first, top: y, right: x + last + 1, bottom: y + 1))
    }
    return ink
  }

  /// The ink alone, with its place relative to the anchor.
  func placedMask() -> PlacedMask {
    let ink = inkBounds
    var cropped: [UInt8] = []
    cropped.reserveCapacity(ink.area)
    for row in ink.top..<max(ink.top, ink.bottom) {
      let start = (row - bounds.top) * bounds.width + ink.left - bounds.left
      cropped += bytes[start..<(start + ink.width)]
    }
    return PlacedMask(
      mask: CoverageMask(
        size: PixelSize(width: ink.width, height: ink.height),
        bytes: cropped
      ),
      origin: PixelPoint(x: ink.left, y: ink.top)
    )
  }

  /// The whole canvas as a mask.
  func mask() -> CoverageMask {
    CoverageMask(size: PixelSize(width: bounds.width, height: bounds.height), bytes: bytes)
  }
}
