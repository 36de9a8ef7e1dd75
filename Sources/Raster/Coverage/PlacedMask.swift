// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A coverage mask with the place where it belongs.
///
/// Text is delivered this way: the mask holds the ink's bounds, rasterised at its exact sub-pixel
/// position, and ``origin`` says where its upper left pixel goes, in view pixels relative to the
/// anchor that the producer of the mask names (for a label the centre of its box, for a figure the
/// pen position on the baseline).
package struct PlacedMask: Sendable, Hashable {
  /// The ink.
  package let mask: CoverageMask
  /// Offset from the anchor to the mask's upper left pixel, in whole view pixels.
  package let origin: PixelPoint

  /// No ink.
  package static let nothing = Self(
    mask: CoverageMask(size: PixelSize(width: 0, height: 0), bytes: []),
    origin: PixelPoint(x: 0, y: 0)
  )

  /// A mask whose upper left pixel lies `origin` away from the anchor.
  package init(mask: CoverageMask, origin: PixelPoint) {
    self.mask = mask
    self.origin = origin
  }
}
