// SPDX-License-Identifier: Apache-2.0
import Geometry

extension PixelRect {
  /// Tells if any pixel of a block column and row of the buffer lies inside.
  @inline(__always)
  func contains(block: Int, row y: Int) -> Bool {
    y >= top && y < bottom && block &* blockWidth < right && block &* blockWidth &+ 16 > left
  }
}
