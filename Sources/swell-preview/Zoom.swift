// SPDX-License-Identifier: Apache-2.0
import Geometry

/// Scale at which the window shows the panel's pixels: a whole number of times, or a whole part of it.
struct Zoom: Hashable, Sendable {
  /// Window pixels a panel pixel; 1 unless ``divisor`` is.
  private(set) var factor = 1
  /// Panel pixels a window pixel.
  private(set) var divisor = 1

  /// As large as the panel.
  static let one = Self()

  /// The largest that fits, at most 1.
  init(of size: PixelSize, fitting room: PixelSize) {
    while divisor < 8, size.width / divisor > room.width || size.height / divisor > room.height {
      divisor += 1
    }
  }

  private init() {}

  /// One step larger, up to 8.
  var larger: Self {
    var zoom = self
    if divisor > 1 { zoom.divisor -= 1 } else { zoom.factor = min(8, factor + 1) }
    return zoom
  }

  /// One step smaller, down to 1/8.
  var smaller: Self {
    var zoom = self
    if factor > 1 { zoom.factor -= 1 } else { zoom.divisor = min(8, divisor + 1) }
    return zoom
  }

  /// Window pixels a panel pixel.
  var scale: Double { Double(factor) / Double(divisor) }

  /// The window's extent for a picture of `size`; at least one pixel.
  func windowSize(of size: PixelSize) -> PixelSize {
    PixelSize(
      width: max(1, size.width * factor / divisor),
      height: max(1, size.height * factor / divisor)
    )
  }

  /// For people: `2:1`, `1:3`.
  var text: String { "\(factor):\(divisor)" }
}
