// SPDX-License-Identifier: Apache-2.0
internal import JSON
package import MonotonicTime
internal import Touch

/// Something that has happened to a widget.
package struct WidgetEvent: Hashable, Sendable {
  /// The widget's index in the scene, which is its place in the configuration.
  package let widget: Int
  /// The event's type and members.
  package let details: EventDetails
  /// The time of the event, by the clock of its cause.
  package let time: MonotonicInstant

  /// The event's type.
  package var type: WidgetEventType { details.type }

  /// The standard input of the widget's program, if the event runs it: a text as it is, another value in JSON as a
  /// line.
  package var input: [UInt8]? {
    guard let member = type.input,
      let value = details.members.first(where: { $0.0 == member })?.1
    else { return nil }
    return value.string.map { Array($0.utf8) } ?? Array((value.text + "\n").utf8)
  }
}

/// Collects what happens while widgets are told something.
package struct WidgetEvents: Sendable {
  /// The events in their order.
  package private(set) var list: [WidgetEvent] = []
  /// True if something looks different now, so that a frame is wanted.
  package var needsFrame = false
  /// The widget that is being told.
  var widget = 0
  /// The pace of a change that a request makes.
  package var pace = ChangePace()
  /// Seconds in which the widget appears, disappears or is muted.
  package var fading = Fade.duration
  /// The change of focus that the widget wishes; nil for none.
  var focusWish: FocusWish?
  /// Members set by fingers, which outlive the scene as those set by requests do; the oldest first.
  private var kept: [(widget: Int, member: String, value: JSONValue)] = []
  /// The page to which a touch leads, as a part of a widget says; nil for none.
  private var target: String?
  /// The stroke that the widget types into the field that has the focus; nil for none.
  var stroke: KeyStroke?

  /// Strokes of the keyboard on the screen, which the server gives to the field that has the focus; the oldest first.
  package var typed: [ScreenTyping] = []

  /// A change of focus that a widget wishes.
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
    typed.reserveCapacity(capacity)
  }

  /// Notes what has happened to the widget that is being told, and that it looks different.
  mutating func add(_ details: EventDetails, at time: MonotonicInstant) {
    note(details, at: time)
    needsFrame = true
  }

  /// Notes an event that says nothing besides its type.
  mutating func add(_ type: WidgetEventType, at time: MonotonicInstant) {
    add(EventDetails(type), at: time)
  }

  /// Notes what has happened to the widget that is being told, though it looks as it did.
  mutating func note(_ details: EventDetails, at time: MonotonicInstant) {
    list.append(WidgetEvent(widget: widget, details: details, time: time))
  }

  /// Notes a member that a finger has set of the widget that is being told; the widget shows it already.
  ///
  /// The server puts it in force as a change by request.
  mutating func keep(_ member: String, value: JSONValue) { kept.append((widget, member, value)) }

  /// Notes that a touch leads to a page: its id, or a word of ``PageTarget``.
  mutating func lead(to target: String) { self.target = target }

  /// Takes the page to which a touch leads; nil for none.
  package mutating func takeTarget() -> String? { target.take() }

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
