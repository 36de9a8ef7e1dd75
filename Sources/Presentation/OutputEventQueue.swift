// SPDX-License-Identifier: Apache-2.0

/// A queue of a display's events, in order; does not allocate once it has held its largest number of events.
package struct OutputEventQueue {
  private var events: [OutputEvent] = []
  private var head = 0

  /// An empty queue.
  package init() { events.reserveCapacity(32) }

  /// Adds one at the end; a second whole frame right after the first says nothing new.
  ///
  /// A panel that is switched off and on many times between two looks would have the scene prepared as often.
  package mutating func append(_ event: OutputEvent) {
    if event == .needsFullFrame, events.last == .needsFullFrame { return }
    events.append(event)
  }

  /// Takes the oldest, `nil` when there is none.
  package mutating func next() -> OutputEvent? {
    guard head < events.count else { return nil }
    defer {
      head += 1
      if head == events.count {
        events.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return events[head]
  }
}
