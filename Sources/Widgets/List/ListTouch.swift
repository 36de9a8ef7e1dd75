// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import JSON
internal import MonotonicTime
internal import Motion
package import Touch

/// A finger on a list: it taps a row, or drags all of them.
struct ListTouch: Sendable {
  /// Distance in points that a finger moves before it drags.
  private static let slop = 10.0
  /// Seconds that a finger lies on a row before that is seen: rows do not flash where a drag begins.
  private static let pause = 0.06

  var recognizer = DragRecognizer()
  /// The row that the finger lies on, or has touched last.
  private(set) var row: Int?
  /// The row by which it is pulled beyond an end.
  private(set) var anchor = 0
  /// The finger's place along the list where the drag began, in points; nil while it may still be a tap.
  private(set) var origin: Double?
  /// Visible share of the row's highlight, 0 … 1.
  private var press = Transition(restingAt: 0)

  /// Visible share of the row's highlight at `instant`, 0 … 1.
  func pressed(at instant: MonotonicInstant) -> Double { press.value(at: instant) }

  /// Tells if highlight or expected drag still changes by itself at `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool {
    press.isMoving(at: instant)
      || origin != nil && (recognizer.leadEnd.map { instant < $0 } ?? false)
  }

  /// Distance in points by which a finger that drags is ahead of its reports, as a scroll of the list.
  func lead(at instant: MonotonicInstant) -> Double {
    guard origin != nil, recognizer.owner != nil else { return 0 }
    return recognizer.position.y - recognizer.expectedPosition(at: instant).y
  }

  /// Distance in points that the finger has dragged the list.
  var distance: Double { origin.map { $0 - recognizer.position.y } ?? 0 }

  /// A finger is on a row that it may tap.
  mutating func begin(on row: Int?, at instant: MonotonicInstant) {
    self.row = row
    origin = nil
    press = Transition(restingAt: 0)
    guard row != nil else { return }
    let begin = instant + MonotonicInterval(seconds: Self.pause)
    press.retarget(to: 1, over: 0.08, curve: .easeOut, at: begin)
  }

  /// True if the finger has moved so far that it drags.
  var isBeyondSlop: Bool { abs(recognizer.position.y - recognizer.start.y) > Self.slop }

  /// The finger drags from here on, by a row if that is to hold the band.
  mutating func drag(by row: Int?, at instant: MonotonicInstant) {
    origin = recognizer.position.y
    if let row { anchor = row }
    fade(over: 0.1, at: instant)
  }

  /// The finger is gone: what was to be seen of it goes.
  mutating func end(isTap: Bool, at instant: MonotonicInstant) {
    origin = nil
    if isTap { press = Transition(restingAt: 1) }
    fade(over: isTap ? 0.25 : 0.1, at: instant)
  }

  private mutating func fade(over seconds: Double, at instant: MonotonicInstant) {
    press = Transition(restingAt: press.value(at: instant))
    press.retarget(to: 0, over: seconds, curve: .easeOut, at: instant)
  }

  /// There are other rows, among which the one that was touched is elsewhere, or nowhere.
  mutating func move(to row: Int?) {
    self.row = row
    if row == nil { press = Transition(restingAt: 0) }
  }

  /// Frees the list.
  ///
  /// - Returns: True if a finger was on it.
  mutating func abandon() -> Bool { recognizer.abandon() }
}

// What touches do to a list.
extension List {
  package mutating func handle(
    _ event: TouchEvent,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {
    guard let action = touch.recognizer.handle(event, isInside: isInside) else { return }
    events.needsFrame = true
    switch action {
    case .began:
      if event.contact.isKey {
        return touch.begin(on: keyedRow(at: event.time), at: event.time)
      }
      guard motion.isMoving(at: event.time) else {
        return touch.begin(on: row(at: event.position, at: event.time), at: event.time)
      }
      // A finger stops what is flung, and taps nothing with that.
      touch.begin(on: nil, at: event.time)
      beginDrag(at: event.time)
    case .changed:
      if touch.origin == nil, touch.isBeyondSlop { beginDrag(at: event.time) }
      motion.drag(by: touch.distance)
    case .ended:
      let isTap = touch.origin == nil
      let row = touch.row
      motion.drag(by: touch.distance)
      motion.release(
        velocity: -touch.recognizer.velocity(at: event.time).y,
        at: event.time
      )
      touch.end(isTap: isTap && row != nil, at: event.time)
      if isTap, let row, isInside {
        trigger(row, by: event.contact, at: event.time, telling: &events)
      }
    case .cancelled: cancel(at: event.time, telling: &events)
    }
  }

  private mutating func beginDrag(at instant: MonotonicInstant) {
    // A band that is drawn is still held by the row that drew it.
    let isDrawn = motion.place(at: instant).beyond != 0
    let row = row(at: touch.recognizer.position, at: instant)
    motion.grab(at: instant)
    touch.drag(by: isDrawn ? nil : row, at: instant)
  }

  mutating func cancel(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    motion.release(velocity: 0, at: instant)
    touch.end(isTap: false, at: instant)
    events.add(.cancel, at: instant)
  }

  /// A row has been touched.
  private mutating func trigger(
    _ row: Int,
    by contact: ContactID,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    if let chosen = settings.selection(touching: row) {
      var later = settings
      later.selected = chosen
      events.add(.select(later.selectedIDs, contact.source), at: instant)
      events.keep("selected", value: .array(chosen.map { .string($0) }))
    }
    events.add(.row(settings.rows.id(row), contact.isKey ? .key : nil), at: instant)
    if let target = settings.rows.target(row) { events.lead(to: target) }
  }
}
