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
    /// The instant of the first line, and the number 0 each time.
    case unnumbered
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
  /// How many times as late wake-ups are from the middle of the run on.
  package var laterWake = 1.0
  package var report = Report.firstLine
  package var drawing = 0.4
  package var drawingJitter = 0.0
  /// How many times as long a frame takes now and then.
  package var slowness = 1.0
  /// Seconds from one such frame to the next.
  package var slowEach = 1.0
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
  /// Whether a modeset's flip is stamped at any time after its vblank.
  package var misstampsModesets = false
  /// Whether the terminal is another program's in each rest: the clock begins anew, with a modeset.
  package var switchesTerminals = false
  /// Of how many times the rate the mode is from the middle of the run on.
  package var laterRate = 1.0
  /// Whether the mode says how long its blank is.
  package var tellsOfBlank = true
  /// By how much the lead varies from frame to frame, downwards, and what is added in the middle of the run.
  package var leadJitter = 0.0
  package var leadGrowth = 0.0

  package init() {}

  /// The same without what ends: what latency is measured against.
  package var calm: Oddities {
    var calm = Oddities()
    (calm.wake, calm.laterWake, calm.report) = (wake, laterWake, report)
    (calm.leadGrowth, calm.laterRate, calm.tellsOfBlank) = (leadGrowth, laterRate, tellsOfBlank)
    (calm.drawing, calm.drawingJitter) = (drawing, drawingJitter)
    return calm
  }
}
