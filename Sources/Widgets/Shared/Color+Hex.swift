// SPDX-License-Identifier: Apache-2.0
package import Raster

extension Color {
  /// The colour written `#RGB`, `#RRGGBB` or `#RRGGBBAA`, in capital or small digits.
  ///
  /// A digit of `#RGB` counts twice, as in CSS. Nil for any other text.
  package init?(hex text: String) {
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
    self.init(
      red: digits[0] << 4 | digits[1],
      green: digits[2] << 4 | digits[3],
      blue: digits[4] << 4 | digits[5],
      alpha: digits[6] << 4 | digits[7]
    )
  }

  /// The colour as `#RRGGBBAA`.
  package var hexText: String {
    let digits = Array("0123456789ABCDEF")
    return "#"
      + [red, green, blue, alpha].map { channel in
        "\(digits[Int(channel >> 4)])\(digits[Int(channel & 15)])"
      }.joined()
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The colour at `share` of the way to `end`: this one at 0, `end` at 1.
  ///
  /// Colours are mixed by what they add to a picture, multiplied by their alpha: what is invisible lends
  /// nothing of its colour. Shares outside 0 … 1 go on in the same direction as far as there are colours.
  package func mixed(with end: Color, share: Double) -> Color {
    guard self != end, share != 1 else { return end }
    guard share != 0 else { return self }
    let (from, to) = (Double(alpha) * (1 - share), Double(end.alpha) * share)
    let sum = from + to
    guard sum > 0 else { return share < 0.5 ? self : end }
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
    func channel(_ one: UInt8, _ other: UInt8) -> UInt8 {
      byte((Double(one) * from + Double(other) * to) / sum)
    }
    return Color(
      red: channel(red, end.red),
      green: channel(green, end.green),
      blue: channel(blue, end.blue),
      alpha: byte(sum)
    )
  }

  /// The colour that, drawn with `opacity` over `background`, looks like this one, as nearly as there is one.
  package func seen(at opacity: Double, over background: Color) -> Color {
    func channel(_ value: UInt8, behind: UInt8) -> UInt8 {
      let wanted = (Double(value) - (1 - opacity) * Double(behind)) / opacity
      return UInt8(min(max(wanted.rounded(), 0), 255))
    }
    return Color(
      red: channel(red, behind: background.red),
      green: channel(green, behind: background.green),
      blue: channel(blue, behind: background.blue),
      alpha: alpha
    )
  }

  /// The colour of something that cannot be used now: two thirds grey, and close to `background`.
  package func muted(on background: Color) -> Color {
    // Rec. 601 luma, in thousandths.
    let grey = (299 * Int(red) + 587 * Int(green) + 114 * Int(blue) + 500) / 1000
    func channel(_ value: UInt8, behind: UInt8) -> UInt8 {
      let dull = (Int(value) + 2 * grey + 1) / 3
      return UInt8((9 * dull + 11 * Int(behind) + 10) / 20)
    }
    return Color(
      red: channel(red, behind: background.red),
      green: channel(green, behind: background.green),
      blue: channel(blue, behind: background.blue),
      alpha: alpha
    )
  }
}
