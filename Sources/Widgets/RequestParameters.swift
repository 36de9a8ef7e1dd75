// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import JSON

/// The parameters of one call, read by name and checked one by one.
///
/// By position they stand in the order of the contract's table. `null` counts as left out.
package struct RequestParameters {
  private let values: JSONObject

  /// Takes `params` apart.
  ///
  /// - Throws: ``WidgetFault`` (-32602) for a name that is not among `names` or too many values.
  package init(_ params: JSONValue?, names: [String]) throws(WidgetFault) {
    switch params {
    case .object(let object):
      for key in object.keys where !names.contains(where: key.hasSameBytes) {
        let known = names.isEmpty ? "none" : names.joined(separator: ", ")
        throw .badParameter(key, must: "is not a parameter of this method (there are: \(known))")
      }
      values = object
    case .array(let elements):
      guard elements.count <= names.count else {
        throw .badParameter(
          "\(names.count)",
          must: "is the position of a value too many: the method takes \(names.count)"
        )
      }
      values = JSONObject(Array(zip(names, elements)))
    default:
      values = JSONObject()
    }
  }

  /// The value of `name`; nil when it was left out or is null.
  package func value(_ name: String) -> JSONValue? {
    guard let value = values[name], value != .null else { return nil }
    return value
  }

  /// Whether null was given for `name`.
  package func isNull(_ name: String) -> Bool { values[name] == .null }

  /// The string `name` of at most 1024 bytes; nil when it was left out.
  package func string(_ name: String) throws(WidgetFault) -> String? {
    guard let value = value(name) else { return nil }
    guard let string = value.string else { throw .badParameter(name, must: "must be a string") }
    guard string.utf8.count <= 1024 else {
      throw .badParameter(name, must: "must have at most 1024 bytes")
    }
    return string
  }

  /// The boolean `name`; nil when it was left out.
  package func bool(_ name: String) throws(WidgetFault) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let bool = value.bool else { throw .badParameter(name, must: "must be true or false") }
    return bool
  }

  /// The finite number `name` within `range`; nil when it was left out.
  package func number(_ name: String, in range: ClosedRange<Double>) throws(WidgetFault) -> Double?
  {
    guard let value = value(name) else { return nil }
    guard let number = value.double, range.contains(number) else {
      throw .badParameter(
        name,
        must:
          "must be a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
      )
    }
    return number
  }

  /// The integer `name` within `range`; nil when it was left out.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(WidgetFault) -> Int? {
    guard let value = value(name) else { return nil }
    guard let integer = value.int, range.contains(integer) else {
      throw .badParameter(
        name,
        must: "must be an integer from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return integer
  }

  /// How a change goes, by the name of a curve or its four numbers; nil where it is left out.
  ///
  /// - Throws: ``WidgetFault`` for what is no curve.
  func ease() throws(WidgetFault) -> EaseParameter? {
    guard let value = value("ease") else { return nil }
    return try EaseParameter(json: value)
  }

  /// `value` itself.
  ///
  /// - Throws: ``WidgetFault`` (-32602) when it is nil.
  package func required<Value>(_ value: Value?, _ name: String) throws(WidgetFault) -> Value {
    guard let value else { throw .badParameter(name, must: "is missing") }
    return value
  }

  private static func text(_ bound: Double) -> String {
    JSONValue.number(bound).text
  }
}
