// SPDX-License-Identifier: Apache-2.0
internal import PlainText

/// A JSON text's value (RFC 8259).
///
/// Strings hold Unicode scalars only: a lone surrogate cannot be represented and is refused by the
/// parser. Strings are equal where their bytes are: `String` would normalise what comes from outside, in time that
/// grows with the square of a letter's marks.
package enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number; literals beyond the range of `Double` arrive as an infinity.
  case number(Double)
  /// An integer of more than 15 digits, kept as it was written.
  ///
  /// A `Double` might not give it back digit by digit, and a request's `id` has to be echoed so.
  case longInteger(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object; its members keep the order in which they came.
  case object(JSONObject)

  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.longInteger(let left), .longInteger(let right)), (.string(let left), .string(let right)):
      left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .longInteger(let text), .string(let text): hasher.combine(ExactText(text))
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }

  /// The numeric value; nil for anything that is not a number.
  package var double: Double? {
    switch self {
    case .number(let value): value
    case .longInteger(let digits): Double(digits)
    default: nil
    }
  }

  /// The value as an integer; nil unless it is a number with an integral value that fits.
  package var int: Int? {
    switch self {
    case .number(let value): Int(exactly: value)
    case .longInteger(let digits): Int(digits)
    default: nil
    }
  }

  /// The text; nil for anything that is not a string.
  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The truth value; nil for anything that is not a boolean.
  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements; nil for anything that is not an array.
  package var array: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The members; nil for anything that is not an object.
  package var object: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// The member `key` of an object; nil when there is none or this is not an object.
  package subscript(key: String) -> JSONValue? {
    object?[key]
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  package init(nilLiteral: ()) { self = .null }

  /// `true` or `false`.
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A number.
  package init(integerLiteral value: Int) { self = .number(Double(value)) }

  /// A number.
  package init(floatLiteral value: Double) { self = .number(value) }

  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }

  /// An array of the elements.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object of the members, in this order; of equal keys the last counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
