// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
  /// Parses a number at the position (RFC 8259 section 6).
  mutating func parseNumber() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let integerStart = position
    var decimal = Decimal()
    try takeDigits(into: &decimal)
    guard position - integerStart == 1 || bytes[integerStart] != UInt8(ascii: "0") else {
      throw failure(.malformedNumber)
    }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      let fractionStart = position
      try takeDigits(into: &decimal)
      decimal.exponent = fractionStart - position
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      let sign = take(UInt8(ascii: "-")) ? -1 : 1
      if sign > 0 { _ = take(UInt8(ascii: "+")) }
      var power = Decimal()
      try takeDigits(into: &power)
      // An exponent of more digits than these makes the literal one for the long way below.
      decimal.exponent += sign * (power.digitCount <= 4 ? power.digits : 10_000)
    }
    if let magnitude = decimal.exactValue {
      return .number(isNegative ? -magnitude : magnitude)
    }
    let literal = String(decoding: start..<position, of: bytes)
    if isInteger { return .longInteger(literal) }
    guard let value = Double(literal) else { throw failure(.malformedNumber) }
    return .number(value)
  }

  /// Takes one decimal digit or more.
  private mutating func takeDigits(into decimal: inout Decimal) throws(JSONSyntaxError) {
    let start = position
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      // Wraps for long literals, whose digits are not used.
      decimal.digits = decimal.digits &* 10 &+ Int(digit)
      position += 1
    }
    guard position > start else { throw failure(.malformedNumber) }
    decimal.digitCount += position - start
  }

  /// Parses a string whose opening quote is at the position (RFC 8259 section 7).
  mutating func parseString() throws(JSONSyntaxError) -> String {
    let quote = position
    position += 1
    try skipPlainCharacters()
    if bytes[position] == UInt8(ascii: "\"") {
      position += 1
      return try string(bytes.extracting(quote + 1..<position - 1), quote: quote)
    }
    var unescaped: [UInt8] = []
    append(quote + 1..<position, to: &unescaped)
    while take(UInt8(ascii: "\\")) {
      try parseEscape(into: &unescaped)
      let runStart = position
      try skipPlainCharacters()
      append(runStart..<position, to: &unescaped)
    }
    position += 1
    return try string(unescaped.span, quote: quote)
  }

  /// Moves to the next quote or backslash.
  private mutating func skipPlainCharacters() throws(JSONSyntaxError) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0..<0x20: throw failure(.controlCharacter)
      default: position += 1
      }
    }
    throw failure(.unexpectedEnd)
  }

  /// The text of `content`, whose opening quote is at `quote`.
  private func string(_ content: Span<UInt8>, quote: Int) throws(JSONSyntaxError) -> String {
    guard let text = try? UTF8Span(validating: content) else {
      throw JSONSyntaxError(reason: .invalidUTF8, offset: quote)
    }
    return String(copying: text)
  }

  private func append(_ range: Range<Int>, to destination: inout [UInt8]) {
    for index in range { destination.append(bytes[index]) }
  }

  private mutating func parseEscape(into destination: inout [UInt8]) throws(JSONSyntaxError) {
    guard let escape = current else { throw failure(.unexpectedEnd) }
    position += 1
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): destination.append(escape)
    case UInt8(ascii: "b"): destination.append(0x08)
    case UInt8(ascii: "f"): destination.append(0x0C)
    case UInt8(ascii: "n"): destination.append(0x0A)
    case UInt8(ascii: "r"): destination.append(0x0D)
    case UInt8(ascii: "t"): destination.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try parseScalarEscape()
      destination.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    default:
      position -= 1
      throw failure(.malformedEscape)
    }
  }

  /// Parses what follows `\u`: four hexadecimal digits, or a surrogate pair's two times four.
  private mutating func parseScalarEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position
    let first = try parseHexDigits()
    var code = first
    if (0xD800..<0xDC00).contains(first) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw failure(.malformedEscape)
      }
      let second = try parseHexDigits()
      guard (0xDC00..<0xE000).contains(second) else {
        throw JSONSyntaxError(reason: .malformedEscape, offset: start)
      }
      code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw JSONSyntaxError(reason: .malformedEscape, offset: start)
    }
    return scalar
  }

  private mutating func parseHexDigits() throws(JSONSyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw failure(.unexpectedEnd) }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw failure(.malformedEscape)
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}

extension String {
  /// The text of the ASCII bytes of `bytes` in `range`.
  fileprivate init(decoding range: Range<Int>, of bytes: Span<UInt8>) {
    self.init(decoding: range.map { bytes[$0] }, as: UTF8.self)
  }
}

/// A number as it is written: `digits` × 10^`exponent`.
private struct Decimal {
  var digits = 0
  var digitCount = 0
  var exponent = 0

  /// 10^0 … 10^22: the powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = (0..<22).reduce(into: [1]) { powers, index in
    powers.append(powers[index] * 10)
  }

  /// The nearest `Double` where one correctly rounded operation on exact values gives it; else nil.
  ///
  /// Clinger, "How to Read Floating Point Numbers Accurately", 1990, section 4.
  var exactValue: Double? {
    guard digitCount <= 15, (-22...22).contains(exponent) else { return nil }
    let value = Double(digits)
    return exponent < 0 ? value / Self.powers[-exponent] : value * Self.powers[exponent]
  }
}
