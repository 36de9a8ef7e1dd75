// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// The JSON text in UTF-8: no white space, no line breaks, members in order.
  ///
  /// Numbers are the shortest that read back as the same `Double`; integral ones below 10^15 have
  /// no fraction. Infinities and NaN, which JSON lacks, become `null`.
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
    guard text.utf8.contains(where: mustBeEscaped) else {
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: "\""))
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
      case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
      case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
      case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
      case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
      case 0..<0x20:
        bytes.append(contentsOf: #"\u00"#.utf8)
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
