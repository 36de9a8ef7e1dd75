// SPDX-License-Identifier: Apache-2.0

internal import PlainText

/// A method of the socket, what it takes, by position in this order, and what it answers.
package struct Method: Sendable {
  /// Its name.
  package let name: String
  /// Its parameters.
  package let parameters: [Parameter]
  /// Its answer.
  package let answer: FactForm

  /// A method.
  package init(_ name: String, _ parameters: [Parameter] = [], answer: FactForm = .object([])) {
    self.name = name
    self.parameters = parameters
    self.answer = answer
  }

  /// The method of a kind of widgets with its answer.
  init<Kind: Widget>(_ method: Method, of kind: Kind.Type) {
    let facts = Seen<Kind>.facts(in: Self.verb(of: method.name))
    self.init(method.name, method.parameters, answer: .object(facts.shapes()))
  }

  /// The verb of a method, without its subject: "set" of "progress.set".
  static func verb(of method: String) -> String {
    String(method.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst()) ?? ""
  }
}

/// One parameter of a method, for both ends and the contract.
package struct Parameter: Sendable {
  /// Its name.
  package let name: String
  /// The form of the parameter's value.
  package let form: ValueForm
  /// True if a call without the parameter is refused.
  package let isRequired: Bool
  /// True if null has a meaning of its own and does not stand for a missing value.
  package let isNullable: Bool

  /// A parameter.
  @_optimize(none)
  package init(
    _ name: String,
    _ form: ValueForm,
    isRequired: Bool = false,
    isNullable: Bool = false
  ) {
    self.name = name
    self.form = form
    self.isRequired = isRequired
    self.isNullable = isNullable
  }
}

extension Parameter {
  /// The widget that is meant; left out where there is only one of its kind.
  static let id = Self("id", .text)
  /// In how many seconds.
  package static let over = Self("over", .number(0...86400))
  /// The course of a change.
  package static let ease = Self("ease", .curve)
}

extension [Method] {
  /// The method of this name, which is one of them.
  package subscript(name: String) -> Method {
    first { $0.name == name } ?? Method(name)
  }
}
