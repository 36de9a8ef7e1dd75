// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Pixels with colours of their own that have no place yet, in view pixels.
package struct PremultipliedPixels: Hashable, Sendable {
  /// Extent in view pixels; both at least 0.
  package let size: PixelSize
  /// Red, green and blue premultiplied by alpha, and alpha, row by row from the top without gaps.
  package let rgba: [UInt8]

  /// Pixels of `size`; traps unless there are four bytes each.
  package init(size: PixelSize, rgba: [UInt8]) {
    precondition(rgba.count == 4 * size.width * size.height)
    self.size = size
    self.rgba = rgba
  }
}
