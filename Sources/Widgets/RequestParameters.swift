// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import JSON

/// The parameters of one call, read by name and checked one by one.
///
/// By position they stand in the order of the contract's table. `null` counts as left out.
package struct RequestParameters {
  private let values: JSONObject
  private let known: [Parameter]

  /// Takes the `params` of a call of `method` apart.
  ///
  /// - Throws: ``WidgetFault`` (-32602) for a name that it does not take or too many values.
  package init(_ params: JSONValue?, of method: Method) throws(WidgetFault) {
    known = method.parameters
    switch params {
    case .object(let object):
      for key in object.keys where !known.contains(where: { key.hasSameBytes(as: $0.name) }) {
        let names = known.map(\.name)
        let known = names.isEmpty ? "none" : names.joined(separator: ", ")
        throw .badParameter(key, must: "is not a parameter of this method (there are: \(known))")
      }
      values = object
    case .array(let elements):
      guard elements.count <= known.count else {
        throw .badParameter(
          "\(known.count)",
          must: "is the position of a value too many: the method takes \(known.count)"
        )
      }
      values = JSONObject(zip(known, elements).map { ($0.name, $1) })
    default:
      values = JSONObject()
    }
  }

  /// The value of `name`; nil when it was left out or is null.
  package func value(_ name: String) -> JSONValue? {
    guard let value = values[name], value != .null else { return nil }
    return value
  }

  /// Tells if null was given for `name`.
  package func isNull(_ name: String) -> Bool { values[name] == .null }

  /// The string `name` of at most 1024 bytes; nil when it was left out.
  package func string(_ name: String) throws(WidgetFault) -> String? {
    guard let value = value(name) else { return nil }
    return String(try ValueForm.text.value(of: value, name))
  }

  /// The text `name`, or the list of texts that it is instead.
  package func texts(_ name: String, upTo count: Int) throws(WidgetFault) -> [String] {
    guard let elements = value(name)?.array else { return [try required(string(name), name)] }
    guard (1...count).contains(elements.count) else {
      throw .badParameter(name, must: "must be a list of 1 to \(count) strings")
    }
    var texts: [String] = []
    for element in elements {
      guard let text = element.string, text.utf8.count <= 1024 else {
        throw .badParameter(name, must: "must be a list of strings of at most 1024 bytes")
      }
      texts.append(text)
    }
    return texts
  }

  /// The word `name`, one of those of its form; nil when it was left out.
  package func word(_ name: String) throws(WidgetFault) -> String? { try formed(name) }

  /// The boolean `name`; nil when it was left out.
  package func bool(_ name: String) throws(WidgetFault) -> Bool? { try formed(name) }

  /// The finite number `name` in the method's range; nil when it was left out.
  package func number(_ name: String) throws(WidgetFault) -> Double? { try formed(name) }

  /// The integer `name` in the method's range; nil when it was left out.
  package func integer(_ name: String) throws(WidgetFault) -> Int? { try formed(name) }

  /// The value of `name` as its form says; nil when it was left out.
  private func formed<Value: FormedValue>(_ name: String) throws(WidgetFault) -> Value? {
    guard let value = value(name), let parameter = known.first(where: { $0.name == name }) else {
      return nil
    }
    return Value(try parameter.form.value(of: value, name))
  }

  /// The course of a change, by the name of a curve or its four numbers; nil where it is left out.
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
}
