// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// An image that was decoded elsewhere: `Imaging` without libpng, for `make arm64`.
package struct PNGImage: Sendable {
  package let size: PixelSize
  package let hasAlpha: Bool
  package let rgba: [UInt8]

  package static let maximumExtent = 8192

  package init(size: PixelSize, hasAlpha: Bool, rgba: [UInt8]) {
    self.size = size
    self.hasAlpha = hasAlpha
    self.rgba = rgba
  }
}
