// SPDX-License-Identifier: Apache-2.0

/// The queue of programs that widgets run when they trigger: one program begins in a turn.
///
/// Starting a program takes up to a millisecond, and many widgets may be triggered in one instant. One that is
/// triggered faster than that finds its program running when it is its turn, or the next one waiting.
struct ProgramQueue {
  /// A press or trigger, and what the program is to find on its standard input.
  typealias Event = (widget: Int, isPress: Bool, input: [UInt8]?)

  /// The states of the programs.
  var jobs = JobBoard()
  /// The starts of programs whose lines widgets show.
  var sources = SourceSchedule()
  /// True if more children may have ended than a turn has reaped.
  var hasChildrenToReap = false
  /// The widgets whose programs are to be run, with the standard input of each.
  private(set) var due: [(widget: Int, input: [UInt8]?)] = []
  private var events: [Event] = []

  /// Nothing has happened; noting what happens in a frame does not allocate.
  init() { events.reserveCapacity(64) }

  /// True if something is left to the next turn.
  var hasWork: Bool { !due.isEmpty || hasChildrenToReap }

  /// Notes a press or trigger.
  mutating func note(_ event: Event) { events.append(event) }

  /// Takes the next press or trigger; nil where all have been attended to.
  mutating func takeEvent() -> Event? { events.isEmpty ? nil : events.removeFirst() }

  /// Has the program of a widget run in its turn.
  mutating func plan(_ widget: Int, input: [UInt8]?) {
    let places = due.indices.filter { due[$0].widget == widget }
    if let last = places.last, places.count > 1 {
      due[last].input = input
    } else {
      due.append((widget, input))
    }
  }

  /// Takes the program whose turn it is.
  mutating func takeDue() -> (widget: Int, input: [UInt8]?)? {
    due.isEmpty ? nil : due.removeFirst()
  }

  /// Widgets have got other places; of those that have gone nothing is run.
  mutating func move(to place: (Int) -> Int?) {
    due = due.compactMap { widget, input in place(widget).map { ($0, input) } }
  }
}
