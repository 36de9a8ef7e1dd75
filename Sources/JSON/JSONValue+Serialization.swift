// SPDX-License-Identifier: Apache-2.0
internal import PlainText

extension JSONValue {
  /// The JSON text in UTF-8: no white space, no line breaks, members in order.
  ///
  /// Numbers are the shortest that read back as the same `Double`; integral ones below 10^15 have
  /// no fraction. Infinities and NaN, which JSON lacks, become `null`. What would act on a terminal
  /// or on text around it is escaped, so that the text can be shown as it is.
  package var serialized: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    append(to: &bytes)
    return bytes
  }

  /// The JSON text as a string.
  package var text: String {
    String(decoding: serialized, as: UTF8.self)
  }

  /// Appends the JSON text in UTF-8 to `bytes`.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): Self.append(value, to: &bytes)
    case .longInteger(let digits): bytes.append(contentsOf: digits.utf8)
    case .string(let value): Self.append(value, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ value: Double, to bytes: inout [UInt8]) {
    guard value.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    let isNegativeZero = value == 0 && value.sign == .minus
    if abs(value) < 1e15, !isNegativeZero, let integer = Int(exactly: value) {
      bytes.append(contentsOf: integer.description.utf8)
    } else {
      // The standard library's description is the shortest that round-trips, and valid JSON.
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    guard text.utf8.contains(where: mayNeedEscape) else {
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: "\""))
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: #"\""#.utf8)
      case "\\": bytes.append(contentsOf: #"\\"#.utf8)
      case "\u{08}": bytes.append(contentsOf: #"\b"#.utf8)
      case "\t": bytes.append(contentsOf: #"\t"#.utf8)
      case "\n": bytes.append(contentsOf: #"\n"#.utf8)
      case "\u{0C}": bytes.append(contentsOf: #"\f"#.utf8)
      case "\r": bytes.append(contentsOf: #"\r"#.utf8)
      case _ where scalar.isUnprintable:
        for unit in scalar.utf16 { appendEscape(unit, to: &bytes) }
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #"\u"#.utf8)
    for shift in [12, 8, 4, 0] as [UInt16] {
      bytes.append(hexDigit(UInt8(truncatingIfNeeded: unit >> shift & 15)))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
