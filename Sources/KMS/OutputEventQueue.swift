// SPDX-License-Identifier: Apache-2.0
internal import Presentation

/// Events in order; does not allocate once it has held its largest number of them.
struct OutputEventQueue {
  private var events: [OutputEvent] = []
  private var head = 0

  /// An empty queue.
  init() { events.reserveCapacity(32) }

  /// Adds one at the end.
  mutating func append(_ event: OutputEvent) { events.append(event) }

  /// Takes the oldest, `nil` when there is none.
  mutating func next() -> OutputEvent? {
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
