// SPDX-License-Identifier: Apache-2.0

/// Layout of a pixel in a buffer, in native byte order.
package enum PixelFormat: Sendable, Hashable {
  /// 32 bits: 8 unused (written as 0), then 8 each of red, green and blue (`DRM_FORMAT_XRGB8888`).
  case xrgb8888
  /// 16 bits: 5 red, 6 green, 5 blue (`DRM_FORMAT_RGB565`).
  case rgb565

  /// Bytes one pixel takes.
  package var bytesPerPixel: Int {
    switch self {
    case .xrgb8888: 4
    case .rgb565: 2
    }
  }
}
