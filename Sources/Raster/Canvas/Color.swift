// SPDX-License-Identifier: Apache-2.0

/// A colour of 8 bits a channel with straight (not premultiplied) alpha, in the display's own space.
package struct Color: Hashable, Sendable {
  /// Red, 0 … 255.
  package let red: UInt8
  /// Green, 0 … 255.
  package let green: UInt8
  /// Blue, 0 … 255.
  package let blue: UInt8
  /// Opacity, 0 … 255.
  package let alpha: UInt8

  /// A colour from its channels; opaque unless `alpha` is given.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour written `0xRRGGBB`, opaque unless `alpha` is given.
  package init(rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16),
      green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb),
      alpha: alpha
    )
  }
}
