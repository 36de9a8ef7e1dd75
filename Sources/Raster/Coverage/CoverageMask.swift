// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A shape's coverage of each pixel: 0 none, 255 all of it.
///
/// Row-major, tightly packed, `size.width * size.height` bytes; the first byte is the upper left
/// pixel in the user's view.
package struct CoverageMask: Sendable, Hashable {
  /// Extent in view pixels; both at least 0.
  package let size: PixelSize
  /// The coverages, row by row.
  package let bytes: [UInt8]

  /// A mask of `size` with the given coverages; traps unless there are exactly as many as pixels.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(size.width >= 0 && size.height >= 0)
    precondition(bytes.count == size.width * size.height)
    self.size = size
    self.bytes = bytes
  }
}
