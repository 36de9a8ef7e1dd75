// SPDX-License-Identifier: Apache-2.0

/// A colour as people write it: 8 bits a channel, straight alpha.
package struct HexColor: Hashable, Sendable {
  /// Red, 0 … 255.
  package let red: UInt8
  /// Green, 0 … 255.
  package let green: UInt8
  /// Blue, 0 … 255.
  package let blue: UInt8
  /// Opacity, 0 … 255.
  package let alpha: UInt8

  /// The colour written `0xRRGGBB`, opaque unless `alpha` is given.
  package init(rgb: UInt32, alpha: UInt8 = 255) {
    red = UInt8(truncatingIfNeeded: rgb >> 16)
    green = UInt8(truncatingIfNeeded: rgb >> 8)
    blue = UInt8(truncatingIfNeeded: rgb)
    self.alpha = alpha
  }

  /// The colour written `#RGB`, `#RRGGBB` or `#RRGGBBAA`, in capital or small digits.
  ///
  /// A digit of `#RGB` counts twice, as in CSS. Nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    var digits: [UInt8] = []
    for byte in text.utf8.dropFirst() {
      guard let digit = Self.digit(byte), digits.count < 8 else { return nil }
      digits.append(digit)
    }
    switch digits.count {
    case 3: digits = digits.flatMap { [$0, $0] } + [15, 15]
    case 6: digits += [15, 15]
    case 8: break
    default: return nil
    }
    red = digits[0] << 4 | digits[1]
    green = digits[2] << 4 | digits[3]
    blue = digits[4] << 4 | digits[5]
    alpha = digits[6] << 4 | digits[7]
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
