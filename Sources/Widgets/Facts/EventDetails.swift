// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The name of something that may happen, and what it says besides; each kind of widgets has its own.
package struct WidgetEventType: Hashable, Sendable {
  /// The name as clients know it.
  package let name: String
  /// The members that the event carries besides its name.
  package let members: [FactShape]
  /// The member that the widget's program finds on its standard input; nil for an event that runs none.
  let input: String?

  /// The event of this name, which has at most 15 bytes, as its members' have: such a text lives without the heap.
  package init(_ name: String, _ members: [FactShape] = [], input: String? = nil) {
    self.name = name
    self.members = members
    self.input = input
  }

  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A member of an event, with values of one type.
package struct Member<Value: FactValue>: Sendable {
  let shape: FactShape

  /// A member; one that `isOptional` is left out where its value is nil.
  package init(_ name: String, isOptional: Bool = false) {
    shape = FactShape(name, Value.factForm, isOptional: isOptional)
  }
}

/// A type of events with the types of its members: what is sent and its schema follow from this line.
package struct EventForm<each Value: FactValue>: Sendable {
  /// The type.
  package let type: WidgetEventType

  /// The event of this name; `input` is the member that a program finds on its standard input.
  package init(_ name: String, input: String? = nil, _ member: repeat Member<each Value>) {
    var members: [FactShape] = []
    repeat members.append((each member).shape)
    type = WidgetEventType(name, members, input: input)
  }

  /// An event with these members.
  package func callAsFunction(_ value: repeat each Value) -> EventDetails {
    var details = EventDetails(type)
    repeat details.append((each value).json)
    return details
  }
}

/// The members of an event besides its time and its widget, kept without the heap.
package struct EventDetails: Hashable, Sendable {
  /// The type, which names the values.
  package let type: WidgetEventType
  private var first: JSONValue?
  private var second: JSONValue?
  private var third: JSONValue?
  private var fourth: JSONValue?
  private var fifth: JSONValue?

  /// An event that says nothing besides.
  package init(_ type: WidgetEventType) { self.type = type }

  /// Adds the next value; there are at most five.
  fileprivate mutating func append(_ value: JSONValue) {
    if first == nil {
      first = value
    } else if second == nil {
      second = value
    } else if third == nil {
      third = value
    } else if fourth == nil {
      fourth = value
    } else {
      fifth = value
    }
  }

  /// The members in their order.
  package var members: [(String, JSONValue)] {
    zip(type.members, [first, second, third, fourth, fifth]).compactMap { member, value in
      guard let value, !member.isOptional || value != .null else { return nil }
      return (member.name, value)
    }
  }
}
