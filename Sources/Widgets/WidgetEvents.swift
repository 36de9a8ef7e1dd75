// SPDX-License-Identifier: Apache-2.0
package import JSON
package import MonotonicTime
internal import Touch

/// The name of something that may happen to a widget; each kind names its own.
package struct WidgetEventType: Hashable, Sendable {
  /// The name as clients know it.
  package let name: String

  /// The member that the widget's program finds on its standard input; nil for an event that runs none.
  let input: String?

  /// The event of this name, which has at most 15 bytes: such a text lives without the heap.
  package init(_ name: String, input: String? = nil) {
    self.name = name
    self.input = input
  }
}

/// Something that has happened to a widget.
package struct WidgetEvent: Hashable, Sendable {
  /// What an event says besides its type, without the heap.
  package struct Details: Hashable, Sendable {
    private var first: Detail?
    private var second: Detail?
    private var third: Detail?
    private var fourth: Detail?
    private var fifth: Detail?

    /// Nothing more.
    package static let none = Self()

    /// Up to five members, nil for none; names and words of at most 15 bytes.
    package init(
      _ first: Detail? = nil,
      _ second: Detail? = nil,
      _ third: Detail? = nil,
      _ fourth: Detail? = nil,
      _ fifth: Detail? = nil
    ) {
      self.first = first
      self.second = second
      self.third = third
      self.fourth = fourth
      self.fifth = fifth
    }

    /// The members in their order.
    package var members: [(String, JSONValue)] {
      [first, second, third, fourth, fifth].compactMap { $0.map { ($0.name, $0.value) } }
    }
  }

  /// One member of what an event says.
  package struct Detail: Hashable, Sendable {
    let name: String
    let value: JSONValue

    /// A number.
    package static func number(_ name: String, _ value: Double) -> Self {
      Self(name: name, value: .number(value))
    }

    /// A truth value.
    package static func flag(_ name: String, _ value: Bool) -> Self {
      Self(name: name, value: .bool(value))
    }

    /// One of the words of a kind.
    package static func word(_ name: String, _ value: String) -> Self {
      Self(name: name, value: .string(value))
    }
  }

  /// Which widget, as its index in the scene, which is its place in the configuration.
  package let widget: Int
  /// What has happened.
  package let type: WidgetEventType
  /// When it did, by the clock of whoever did it.
  package let time: MonotonicInstant
  /// What the type adds.
  package var details: Details

  /// What the widget's program is to find on its standard input, if the event runs it: a text as it is, another
  /// value in JSON as a line.
  package var input: [UInt8]? {
    guard let member = type.input,
      let value = details.members.first(where: { $0.0 == member })?.1
    else { return nil }
    return value.string.map { Array($0.utf8) } ?? Array((value.text + "\n").utf8)
  }
}

/// Collects what happens while widgets are told something.
package struct WidgetEvents: Sendable {
  /// What has happened, in order.
  package private(set) var list: [WidgetEvent] = []
  /// Whether something looks different now, so that a frame is wanted.
  package var needsFrame = false
  /// The widget that is being told.
  var widget = 0
  /// How what it is told by a request is to go.
  package var pace = ChangePace()
  /// Seconds in which the widget appears, disappears or is muted.
  package var fading = Fade.duration
  /// What that widget wants to be done with the focus; nil for nothing.
  var focusWish: FocusWish?
  /// What fingers have set, which outlives the scene as what requests set does; the oldest first.
  private var kept: [(widget: Int, member: String, value: JSONValue)] = []
  /// What that widget types into the field that has the focus; nil for nothing.
  var stroke: KeyStroke?

  /// What a widget wants to be done with the focus.
  enum FocusWish: Hashable, Sendable {
    /// It wants to have it, and has shown so already.
    case take
    /// It lets go of it.
    case release
  }

  /// Nothing yet, with room for `capacity` events without the heap.
  package init(capacity: Int = 0) {
    list.reserveCapacity(capacity)
    kept.reserveCapacity(capacity)
  }

  /// Notes what has happened to the widget that is being told, and that it looks different.
  mutating func add(
    _ type: WidgetEventType,
    at time: MonotonicInstant,
    _ details: WidgetEvent.Details = .none
  ) {
    note(type, at: time, details)
    needsFrame = true
  }

  /// Notes what has happened to the widget that is being told, though it looks as it did.
  mutating func note(
    _ type: WidgetEventType,
    at time: MonotonicInstant,
    _ details: WidgetEvent.Details = .none
  ) {
    list.append(WidgetEvent(widget: widget, type: type, time: time, details: details))
  }

  /// Notes a member that a finger has set of the widget that is being told; the widget shows it already.
  ///
  /// The server puts it in force as a change by request.
  mutating func keep(_ member: String, _ value: JSONValue) { kept.append((widget, member, value)) }

  /// Takes the oldest change by a finger; nil where all have been taken.
  package mutating func takeKept() -> (widget: Int, change: WidgetChange)? {
    guard !kept.isEmpty else { return nil }
    let (widget, member, value) = kept.removeFirst()
    var change = WidgetChange()
    change[member] = value
    return (widget, change)
  }

  /// Forgets what has happened, but not what is to be kept; the room stays.
  package mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    needsFrame = false
  }
}
