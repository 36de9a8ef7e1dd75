// SPDX-License-Identifier: Apache-2.0
package import JSON

/// One member of what clients are told of a `Subject`: what is sent and its schema follow from this line.
package struct Fact<Subject>: Sendable {
  /// Its name and form.
  package let shape: FactShape
  /// The answers in which a widget tells the member: "status", or the verbs of the kind's methods.
  let places: [String]
  /// The value; nil where it is left out.
  let read: @Sendable (Subject) -> JSONValue?

  /// A member with values of a type.
  @_optimize(none)
  package init<Value: FactValue>(
    _ name: String,
    in places: String...,
    of read: @escaping @Sendable (Subject) -> Value
  ) {
    shape = FactShape(name, Value.factForm)
    self.places = places
    self.read = { read($0).json }
  }

  /// A member that is left out where its value is nil.
  @_optimize(none)
  package init<Value: FactValue>(
    optional name: String,
    in places: String...,
    of read: @escaping @Sendable (Subject) -> Value?
  ) {
    shape = FactShape(name, Value.factForm, isOptional: true)
    self.places = places
    self.read = { read($0)?.json }
  }

  /// A member with values of another form than that of their type.
  @_optimize(none)
  package init(
    _ name: String,
    _ form: FactForm,
    of read: @escaping @Sendable (Subject) -> JSONValue
  ) {
    self.init(FactShape(name, form)) { read($0) }
  }

  /// A member of another form than that of its type, which is left out where its value is nil.
  @_optimize(none)
  package init(
    optional name: String,
    _ form: FactForm,
    of read: @escaping @Sendable (Subject) -> JSONValue?
  ) { self.init(FactShape(name, form, isOptional: true), read: read) }
}

extension Fact {
  private init(_ shape: FactShape, read: @escaping @Sendable (Subject) -> JSONValue?) {
    self.shape = shape
    self.read = read
    places = []
  }

  /// The member as one of what holds the subject.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Subject) -> Fact<Whole> {
    Fact<Whole>(shape) { [read] in read(part($0)) }
  }
}

extension Array {
  /// The members' shapes.
  package func shapes<Subject>() -> [FactShape] where Element == Fact<Subject> { map(\.shape) }

  /// The members' values for the subject, in their order.
  package func members<Subject>(of subject: Subject) -> [(String, JSONValue)]
  where Element == Fact<Subject> {
    compactMap { fact in fact.read(subject).map { (fact.shape.name, $0) } }
  }
}

/// A type that is told member by member.
package protocol Described: FactValue {
  /// The members in the order in which they are sent.
  static var facts: [Fact<Self>] { get }
}

extension Described {
  /// An object of the members.
  package static var factForm: FactForm { .object(facts.shapes()) }
  /// An object of the members.
  package var json: JSONValue { .object(JSONObject(Self.facts.members(of: self))) }
}
