// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The form of a member's values in answers and events.
package indirect enum FactForm: Sendable {
  /// A number.
  case number
  /// A whole number.
  case integer
  /// A whole number that is not negative.
  case count
  /// True or false.
  case flag
  /// A text.
  case text
  /// One of the values.
  case choice([JSONValue])
  /// Values of the form, so many where their count is given.
  case list(Self, count: Int? = nil)
  /// Members of these shapes and no others.
  case object([FactShape])
  /// Members of any name, with values of the form.
  case named(Self)
  /// A value of one of the forms.
  case either([Self])
  /// A value of the form, or null.
  case nullable(Self)
  /// Any object.
  case anyObject
}

/// The name and the form of a member, without its value.
package struct FactShape: Sendable {
  /// The member's name.
  package let name: String
  /// The form of its values.
  package let form: FactForm
  /// True for a member that is left out at times.
  package let isOptional: Bool

  /// A member; one that is left out at times is never null.
  package init(_ name: String, _ form: FactForm, isOptional: Bool = false) {
    self.name = name
    if isOptional, case .nullable(let form) = form { self.form = form } else { self.form = form }
    self.isOptional = isOptional
  }
}

/// A type of which a member's values can be: its form and its JSON are those of the type.
package protocol FactValue: Sendable {
  /// The form of all values.
  static var factForm: FactForm { get }
  /// The value as it is sent.
  var json: JSONValue { get }
}

extension Double: FactValue {
  package static var factForm: FactForm { .number }
  package var json: JSONValue { .number(self) }
}

/// Counts, identifiers and places: none of what is told so is negative.
extension Int: FactValue {
  package static var factForm: FactForm { .count }
  package var json: JSONValue { .number(Double(self)) }
}

extension Bool: FactValue {
  package static var factForm: FactForm { .flag }
  package var json: JSONValue { .bool(self) }
}

extension String: FactValue {
  package static var factForm: FactForm { .text }
  package var json: JSONValue { .string(self) }
}

extension Optional: FactValue where Wrapped: FactValue {
  package static var factForm: FactForm { .nullable(Wrapped.factForm) }
  package var json: JSONValue { self?.json ?? .null }
}

extension Array: FactValue where Element: FactValue {
  package static var factForm: FactForm { .list(Element.factForm) }
  package var json: JSONValue { .array(map(\.json)) }
}

extension FactValue where Self: CaseIterable & RawRepresentable<String> {
  /// One of the cases.
  package static var factForm: FactForm { .choice(allCases.map { .string($0.rawValue) }) }
  /// The case's name.
  package var json: JSONValue { .string(rawValue) }
}
