// SPDX-License-Identifier: Apache-2.0
package import Geometry

extension PixelRegion {
  /// Tells if the pixel at (`x`, `y`) is covered.
  package func contains(x: Int, y: Int) -> Bool {
    let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
    return (0..<count).contains { self[$0].intersects(pixel) }
  }
}
