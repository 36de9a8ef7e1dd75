// SPDX-License-Identifier: Apache-2.0

/// What is odd about a display and the machine around it; as it is made, only wake-ups are.
///
/// Times are in milliseconds where nothing else is said; "one of" counts frames, 0 for never.
package struct Oddities: Sendable {
  /// How late a timer wakes the program, in microseconds.
  package enum Wake: Sendable {
    /// Evenly up to so many.
    case even(Double)
    /// Exponentially, with such a mean.
    case exponential(Double)
  }

  /// What a flip's event says of its vblank.
  package enum Report: Sendable {
    /// The instant of the first line, as the hardware counts lines.
    case firstLine
    /// The instant at which the driver's interrupt at that vblank was served.
    case interrupt
    /// The instant at which its interrupt at the beginning of the blank was served.
    case blankInterrupt
    /// Nothing: its arrival stands in, and there is no number.
    case arrival
  }

  /// Events that are told of late.
  package struct LateEvents: Sendable {
    package var each = 0
    package var by = 5.0
    package var isStampLate = false
  }

  /// Delays that befall a frame by chance, of any length up to `most`.
  package struct Accidents: Sendable {
    package var oneOf = 0
    package var most = 3.0
  }

  package var wake = Wake.exponential(60)
  package var report = Report.firstLine
  package var drawing = 0.4
  package var drawingJitter = 0.0
  /// How many times as long one frame a second takes.
  package var slowness = 1.0
  /// How much faster the display runs than its mode says, and again from the middle of the run on.
  package var speed = 1.0
  package var laterSpeed = 1.0
  package var lateEvents = LateEvents()
  /// A driver's thread that is held up, and a program that is woken late.
  package var heldUp = Accidents()
  package var oversleep = Accidents()
  /// Of how many flips the event of one is lost; the frame is handed over again a quarter of a second later.
  package var lostOneOf = 0
  /// Seconds from one rest to the next, 0 for none.
  package var restsEach = 0.0
  /// Whether the panel shows the first frame after a rest a vblank late.
  package var refreshesItself = false
  /// Whether the panel sleeps in each rest and is woken by a modeset, and whether the clock is told so.
  package var sleeps = false
  package var tellsOfModesets = false
  /// By how much the lead varies from frame to frame, downwards, and what is added in the middle of the run.
  package var leadJitter = 0.0
  package var leadGrowth = 0.0

  package init() {}
}

/// A way in which displays and machines are odd.
package struct OddRow: Sendable, CustomStringConvertible {
  package let description: String
  package let oddities: Oddities
  /// How many frames may be missed that a clock which knows the display would have made.
  package let mostMissed: Int

  init(_ description: String, mostMissed: Int = 2, _ change: (inout Oddities) -> Void) {
    self.description = description
    self.mostMissed = mostMissed
    var oddities = Oddities()
    change(&oddities)
    self.oddities = oddities
  }

  /// Every oddity that a clock has to get over.
  package static let all = [
    OddRow("nothing odd") { _ in },
    OddRow("wake-ups even within 60 µs") { $0.wake = .even(60) },
    OddRow("wake-ups twice as late") { $0.wake = .exponential(120) },
    OddRow("a lead that varies") { $0.leadJitter = 0.1 },
    OddRow("drawing that varies") { ($0.drawing, $0.drawingJitter) = (2, 0.4) },
    OddRow("stamps of the interrupt") { $0.report = .interrupt },
    OddRow("stamps of the blank's interrupt") { $0.report = .blankInterrupt },
    OddRow("a crystal that is fast") { $0.speed = 1.0002 },
    OddRow("a crystal that is slow") { $0.speed = 0.9998 },
    OddRow("59.94 Hz that turn into 60") { $0.laterSpeed = 1.001 },
    OddRow("60 Hz that turn into 59.94") { $0.laterSpeed = 1 / 1.001 },
    OddRow("late events") { $0.lateEvents.each = 200 },
    OddRow("late events with late stamps") {
      ($0.lateEvents.each, $0.lateEvents.isStampLate) = (200, true)
    },
    OddRow("a driver held up once in 10,000 frames") { $0.heldUp.oneOf = 10_000 },
    OddRow("a program woken late once in 1000 frames") { $0.oversleep.oneOf = 1000 },
    OddRow("a program woken late once a second") { $0.oversleep.oneOf = 60 },
    OddRow("rests") { $0.restsEach = 3 },
    OddRow("a panel that refreshes itself") { ($0.restsEach, $0.refreshesItself) = (3, true) },
    OddRow("sleep that is told") {
      ($0.restsEach, $0.sleeps, $0.tellsOfModesets) = (20, true, true)
    },
    OddRow("sleep that is not told") { ($0.restsEach, $0.sleeps) = (20, true) },
    OddRow("lost events") { $0.lostOneOf = 3000 },
    OddRow("a frame a second that takes three times as long") {
      ($0.drawing, $0.slowness) = (2, 3)
    },
    OddRow("neither stamps nor numbers", mostMissed: 4) { $0.report = .arrival },
    OddRow("a lead that grows", mostMissed: 4) { $0.leadGrowth = 0.8 },
    OddRow("many of these", mostMissed: 3) {
      ($0.report, $0.speed, $0.leadJitter) = (.interrupt, 1.0002, 0.05)
      ($0.lateEvents.each, $0.lateEvents.by, $0.lateEvents.isStampLate) = (500, 4, true)
      ($0.heldUp.oneOf, $0.oversleep.oneOf, $0.restsEach) = (10_000, 5000, 7)
    },
  ]
}
