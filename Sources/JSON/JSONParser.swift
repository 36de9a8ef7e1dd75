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

/// A parser over one JSON text, which can stop between two values and go on later.
package struct JSONParser: ~Escapable {
  /// Largest depth to which arrays and objects may be nested; keeps the memory small for any text of a peer.
  package static var maximumDepth: Int { 64 }

  /// Progress of reading a text.
  struct State {
    /// Offset of the next byte.
    var position = 0
    /// Arrays and objects that have begun and not ended, the innermost last.
    fileprivate var open: [Container] = []
  }

  /// An array or an object of which a part has been read.
  fileprivate struct Container {
    let isObject: Bool
    var elements: [JSONValue] = []
    var members = JSONMembers()
    /// The key of the value that comes next in an object.
    var key = ""
  }

  let bytes: Span<UInt8>
  /// Its progress.
  private(set) var state: State

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    state = State()
  }

  /// Reads on in a text from where `state` stands, which nothing is copied of however much that is.
  ///
  /// - Parameters:
  ///   - bytes: The whole text.
  ///   - state: The progress of reading; undefined after an error.
  ///   - count: Most values that are read, brackets among them.
  /// - Returns: The text's value, once it has been read to its end.
  /// - Throws: ``JSONSyntaxError``.
  static func readOn(
    _ bytes: Span<UInt8>,
    from state: inout State,
    count: Int
  ) throws(JSONSyntaxError) -> JSONValue? {
    var parser = JSONParser(bytes)
    // A second owner would have each array copied with the first value that is added.
    swap(&parser.state, &state)
    let value = try parser.parse(count)
    swap(&parser.state, &state)
    return value
  }

  /// Offset of the next byte.
  var position: Int {
    get { state.position }
    set { state.position = newValue }
  }

  mutating func parseText() throws(JSONSyntaxError) -> JSONValue {
    while true {
      if let value = try parse(.max) { return value }
    }
  }

  /// Reads at most `count` values, brackets among them.
  ///
  /// - Returns: The text's value, once it has been read to its end.
  mutating func parse(_ count: Int) throws(JSONSyntaxError) -> JSONValue? {
    for _ in 0..<count {
      guard let value = try parseNext() else { continue }
      skipWhiteSpace()
      guard position == bytes.count else { throw failure(.trailingBytes) }
      return value
    }
    return nil
  }

  func failure(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: position)
  }

  /// The byte at the position; nil at the end.
  var current: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Reads a value, or the opening of one, and what ends with it.
  ///
  /// - Returns: The outermost value, when that has ended.
  private mutating func parseNext() throws(JSONSyntaxError) -> JSONValue? {
    skipWhiteSpace()
    guard let byte = current else { throw failure(.unexpectedEnd) }
    switch byte {
    case UInt8(ascii: "{"):
      try enter()
      if take(UInt8(ascii: "}")) { return try close(.object(JSONObject())) }
      state.open.append(Container(isObject: true))
      try parseKey()
      return nil
    case UInt8(ascii: "["):
      try enter()
      if take(UInt8(ascii: "]")) { return try close(.array([])) }
      state.open.append(Container(isObject: false))
      return nil
    case UInt8(ascii: "\""): return try close(.string(try parseString()))
    case UInt8(ascii: "t"): return try close(try parseWord("true", value: .bool(true)))
    case UInt8(ascii: "f"): return try close(try parseWord("false", value: .bool(false)))
    case UInt8(ascii: "n"): return try close(try parseWord("null", value: .null))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try close(try parseNumber())
    default: throw failure(.unexpectedByte)
    }
  }

  /// Steps over an opening bracket, where another level is allowed, and the white space behind it.
  private mutating func enter() throws(JSONSyntaxError) {
    guard state.open.count < Self.maximumDepth else { throw failure(.tooDeep) }
    position += 1
    skipWhiteSpace()
  }

  /// Puts a value that has ended where it belongs, and ends what ends behind it.
  ///
  /// - Returns: The outermost value, when that has ended.
  private mutating func close(_ ended: consuming JSONValue) throws(JSONSyntaxError) -> JSONValue? {
    var value = ended
    while let last = state.open.indices.last {
      let isObject = state.open[last].isObject
      if isObject {
        state.open[last].members.add(JSONObject.Member(key: state.open[last].key, value: value))
      } else {
        state.open[last].elements.append(value)
      }
      skipWhiteSpace()
      guard take(UInt8(ascii: isObject ? "}" : "]")) else {
        try expect(UInt8(ascii: ","))
        if isObject { try parseKey() }
        return nil
      }
      let whole = state.open.removeLast()
      value = isObject ? .object(JSONObject(whole.members)) : .array(whole.elements)
    }
    return value
  }

  /// Reads an object's next key, and the colon.
  private mutating func parseKey() throws(JSONSyntaxError) {
    skipWhiteSpace()
    guard current == UInt8(ascii: "\"") else {
      throw failure(current == nil ? .unexpectedEnd : .unexpectedByte)
    }
    let key = try parseString()
    skipWhiteSpace()
    try expect(UInt8(ascii: ":"))
    state.open[state.open.count - 1].key = key
  }

  private mutating func parseWord(
    _ word: String,
    value: JSONValue
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
