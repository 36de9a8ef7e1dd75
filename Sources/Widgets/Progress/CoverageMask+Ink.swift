// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

extension CoverageMask {
  /// The smallest rectangle that holds every pixel with any coverage.
  var inkBounds: PixelRect {
    var bounds = PixelRect.empty
    for row in 0..<size.height {
      let line = bytes[row * size.width..<(row + 1) * size.width]
      guard let first = line.firstIndex(where: { $0 > 0 }),
        let last = line.lastIndex(where: { $0 > 0 })
      else { continue }
      bounds = bounds.union(
        PixelRect(
          left: first - line.startIndex,
          top: row,
          right: last - line.startIndex + 1,
          bottom: row + 1
        )
      )
    }
    return bounds
  }

  /// The part inside `rect`, which must lie inside the mask.
  func cropped(to rect: PixelRect) -> CoverageMask {
    var cropped: [UInt8] = []
    cropped.reserveCapacity(rect.area)
    for row in rect.top..<rect.bottom {
      cropped += bytes[row * size.width + rect.left..<row * size.width + rect.right]
    }
    return CoverageMask(size: PixelSize(width: rect.width, height: rect.height), bytes: cropped)
  }
}

extension Int {
  /// The integer nearest to a number of any size; NaN is 0.
  init(clamping value: Double) {
    guard !value.isNaN else {
      self = 0
      return
    }
    self = Int(Swift.min(Swift.max(value, -1e9), 1e9))
  }
}
