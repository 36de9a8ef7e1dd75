// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Raster

/// A small image beside a text, in view pixels.
package enum Icon: Hashable, Sendable {
  /// One of a single colour: its coverage, which is painted as the text is.
  case ink(CoverageMask)
  /// One of several colours, which it keeps.
  case colors(PremultipliedPixels)

  /// Height of an icon beside a text, and its distance from any, in sizes of the text.
  static let (height, gap) = (1.2, 0.5)

  /// Extent in view pixels.
  package var size: PixelSize {
    switch self {
    case .ink(let mask): mask.size
    case .colors(let pixels): pixels.size
    }
  }
}
