// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText
internal import TOMLReading

/// A format of numbers: a text with one place for the number, in the words of printf(3).
struct NumberFormat: Hashable, Sendable {
  /// Description of a format, for messages that refuse another text.
  static let expectation =
    "a format of at most 64 bytes such as \"%.1f %s\", with one of %d and %.0f to %.6f for the number, %s for the unit and %% for a percent sign"

  /// A piece of the text.
  private enum Piece: Hashable, Sendable {
    case text([UInt8])
    case number(decimals: Int)
    case unit
  }

  private var pieces: [Piece] = []

  /// The format that a text says; nil for what is none.
  init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 64 else { return nil }
    var (literal, hasNumber) = ([UInt8](), false)
    func end(_ piece: Piece, pieces: inout [Piece]) {
      pieces += literal.isEmpty ? [piece] : [.text(literal), piece]
      literal = []
    }
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        literal.append(byte)
        continue
      }
      switch bytes.popFirst() {
      case UInt8(ascii: "%"): literal.append(byte)
      case UInt8(ascii: "s"): end(.unit, pieces: &pieces)
      case UInt8(ascii: "d") where !hasNumber:
        hasNumber = true
        end(.number(decimals: 0), pieces: &pieces)
      case UInt8(ascii: ".") where !hasNumber:
        guard let digit = bytes.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "6")).contains(digit),
          bytes.popFirst() == UInt8(ascii: "f")
        else { return nil }
        hasNumber = true
        end(.number(decimals: Int(digit - UInt8(ascii: "0"))), pieces: &pieces)
      default: return nil
      }
    }
    guard hasNumber else { return nil }
    if !literal.isEmpty { pieces.append(.text(literal)) }
  }

  /// The text behind the number; nil where something else is said than a number without decimals, and then a text.
  var wholeTail: String? {
    switch (pieces.count, pieces.first, pieces.last) {
    case (1, .number(decimals: 0)?, _): ""
    case (2, .number(decimals: 0)?, .text(let text)?): String(decoding: text, as: UTF8.self)
    default: nil
    }
  }

  /// A number in digits as it is written in a language.
  static func spoken(_ number: String, in language: String) -> String {
    guard Languages.hasDecimalComma(language) else { return number }
    return String(number.map { $0 == "." ? "," : $0 })
  }

  /// A number within ±10⁹ and its unit as the format has them, as they are written in a language.
  func text(of value: Double, unit: String, in language: String = "") -> String {
    let point = UInt8(ascii: Languages.hasDecimalComma(language) ? "," : ".")
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text
      case .number(let decimals): bytes += Self.digits(of: value, decimals: decimals, point: point)
      case .unit: bytes += Array(unit.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number with so many decimals, rounded to the nearest; what is rounded to 0 has no sign.
  private static func digits(of value: Double, decimals: Int, point: UInt8) -> [UInt8] {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let rounded = Int((abs(value) * Double(scale)).rounded())
    let (whole, rest) = rounded.quotientAndRemainder(dividingBy: scale)
    var bytes = Array((value < 0 && rounded > 0 ? "-" : "").utf8) + Array("\(whole)".utf8)
    guard decimals > 0 else { return bytes }
    let digits = Array("\(rest)".utf8)
    bytes.append(point)
    bytes += Array(repeating: UInt8(ascii: "0"), count: decimals - digits.count) + digits
    return bytes
  }
}
