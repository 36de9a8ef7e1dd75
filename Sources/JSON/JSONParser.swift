// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// The value of a JSON text in UTF-8, strictly after RFC 8259; white space around it is allowed.
  ///
  /// - Throws: ``JSONSyntaxError``; no input whatever traps.
  package init(parsing bytes: Span<UInt8>) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes)
    self = try parser.parseText()
  }

  /// The value of a JSON text in UTF-8.
  ///
  /// - Throws: ``JSONSyntaxError``.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    try self.init(parsing: bytes.span)
  }

  /// The value of a JSON text.
  ///
  /// - Throws: ``JSONSyntaxError``.
  package init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }
}

/// A recursive-descent parser over one JSON text.
package struct JSONParser: ~Escapable {
  /// How deep arrays and objects may be nested; keeps the stack small whatever a peer sends.
  package static var maximumDepth: Int { 64 }

  let bytes: Span<UInt8>
  var position = 0
  private var depth = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  mutating func parseText() throws(JSONSyntaxError) -> JSONValue {
    skipWhiteSpace()
    let value = try parseValue()
    skipWhiteSpace()
    guard position == bytes.count else { throw failure(.trailingBytes) }
    return value
  }

  func failure(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: position)
  }

  /// The byte at the position; nil at the end.
  var current: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func parseValue() throws(JSONSyntaxError) -> JSONValue {
    guard let byte = current else { throw failure(.unexpectedEnd) }
    switch byte {
    case UInt8(ascii: "{"):
      try enter()
      defer { depth -= 1 }
      return .object(try parseMembers())
    case UInt8(ascii: "["):
      try enter()
      defer { depth -= 1 }
      return .array(try parseElements())
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    default: throw failure(.unexpectedByte)
    }
  }

  /// Steps over an opening bracket, one level deeper.
  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < Self.maximumDepth else { throw failure(.tooDeep) }
    depth += 1
    position += 1
  }

  private mutating func parseElements() throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    skipWhiteSpace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      skipWhiteSpace()
      elements.append(try parseValue())
      skipWhiteSpace()
      if take(UInt8(ascii: "]")) { return elements }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func parseMembers() throws(JSONSyntaxError) -> JSONObject {
    var members: [JSONObject.Member] = []
    skipWhiteSpace()
    if take(UInt8(ascii: "}")) { return JSONObject() }
    while true {
      skipWhiteSpace()
      guard current == UInt8(ascii: "\"") else {
        throw failure(current == nil ? .unexpectedEnd : .unexpectedByte)
      }
      let key = try parseString()
      skipWhiteSpace()
      try expect(UInt8(ascii: ":"))
      skipWhiteSpace()
      members.append(JSONObject.Member(key: key, value: try parseValue()))
      skipWhiteSpace()
      if take(UInt8(ascii: "}")) { return JSONObject(members: members) }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func parseWord(
    _ word: String,
    _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    for byte in word.utf8 { try expect(byte) }
    return value
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Steps over `byte` when it is the current one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(JSONSyntaxError) {
    guard let current else { throw failure(.unexpectedEnd) }
    guard current == byte else { throw failure(.unexpectedByte) }
    position += 1
  }
}
