// SPDX-License-Identifier: Apache-2.0
package import Geometry

extension CoverageMask {
  /// The exact area that `path` covers of each pixel, by the nonzero rule.
  ///
  /// - Parameters:
  ///   - path: An outline in view pixels, (0, 0) being the mask's upper left corner; what lies
  ///     outside the mask is cut off.
  ///   - size: Extent of the mask in view pixels.
  package init(filling path: Path, size: PixelSize) {
    var filler = PathFiller(size: size)
    filler.add(path)
    self = filler.makeMask()
  }
}
