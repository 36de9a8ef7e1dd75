// SPDX-License-Identifier: Apache-2.0

/// A value of a TOML document with its place.
package struct TOMLNode: Hashable, Sendable {
  /// A value by its type; a date's or time's own value is not needed and not kept.
  package enum Value: Hashable, Sendable {
    case table([TOMLEntry])
    case array([TOMLNode])
    case string(String)
    case integer(Int64)
    case float(Double)
    case bool(Bool)
    case date
  }

  package let value: Value
  package let position: SourcePosition

  /// A value that stands at `position`.
  package init(value: Value, position: SourcePosition) {
    self.value = value
    self.position = position
  }

  /// The value's kind as people call it, with its article.
  package var kind: String {
    switch value {
    case .table: "a table"
    case .array: "an array"
    case .string: "a string"
    case .integer, .float: "a number"
    case .bool: "a boolean"
    case .date: "a date"
    }
  }

  /// The value of an integer or a float; nil for all others.
  // Inlined, it makes the optimiser of Swift 6.3.1 abort ("Found outside of lifetime use" in
  // CopyPropagation); a release build without the attribute shows whether that is over.
  @inline(never)
  package var number: Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .float(let number): number
    default: nil
    }
  }

  /// The text of a string; nil for all others.
  package var string: String? {
    guard case .string(let string) = value else { return nil }
    return string
  }

  /// The elements of an array; nil for all others.
  package var elements: [TOMLNode]? {
    guard case .array(let elements) = value else { return nil }
    return elements
  }
}

/// A key of a table with its value.
package struct TOMLEntry: Hashable, Sendable {
  package let key: String
  package let keyPosition: SourcePosition
  package let node: TOMLNode

  /// An entry whose key stands at `keyPosition`.
  package init(key: String, keyPosition: SourcePosition, node: TOMLNode) {
    self.key = key
    self.keyPosition = keyPosition
    self.node = node
  }
}
