// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Presentation

/// The frames of the display: asked for by what changes or moves, drawn, shown, and the rest after them.
///
/// ```
///   change, touch ─► isDue ─┐
///   scene moves ────────────┴─► follow ─► clock ─► commit ─► present ─► follow … else rest
/// ```
struct Frames {
  /// The clock of the frames, which says when they are drawn.
  var clock = FrameClock(refreshInterval: .zero)
  /// True while the newest picture is on the screen and nothing moves in it.
  private(set) var isResting = true
  /// True while something has changed that no frame shows yet.
  private(set) var isDue = false
  /// The scene's instant that the frame on the screen, or on its way there, shows.
  private(set) var shownInstant: MonotonicInstant
  /// Number of times that the display came to rest.
  private(set) var restCount = 0
  /// From the kernel's touch timestamp to the flip that shows the change.
  private(set) var touchToFlip = RecentIntervals()
  /// Times for which the loop was busy with other things than frames.
  var turns = TurnTimes()
  /// True if a frame has been handed to the display since the loop last stood back for it.
  private var isHandedOver = false
  /// The kernel's time of the first touch since the last drawn frame; nil for none.
  private var firstTouch: MonotonicInstant?
  /// The same for the frame that is on its way to the screen.
  private var touchOnItsWay: MonotonicInstant?

  /// No frame yet, of a scene that begins at `instant`.
  init(from instant: MonotonicInstant) { shownInstant = instant }

  /// True while a frame is waiting to be drawn.
  var isScheduled: Bool {
    if case .scheduled = clock.state { return true }
    return false
  }

  /// Notes that the content of the screen has changed.
  mutating func change() { isDue = true }

  /// A touch that the kernel saw at `instant` has changed what is shown.
  mutating func touch(at instant: MonotonicInstant) { firstTouch = firstTouch ?? instant }

  /// A scene that begins at `instant` takes another one's place.
  mutating func begin(from instant: MonotonicInstant) { shownInstant = instant }

  /// Tells, once for each frame on its way, if the loop is to stand back before it does other work.
  ///
  /// On a single processor the kernel hands the frame to the hardware in a thread of its own, which has to get its
  /// turn.
  mutating func takeHandover() -> Bool {
    defer { isHandedOver = false }
    return isHandedOver
  }

  /// Asks for a frame that differs from the one that is shown, or comes to rest; no frame is under way.
  mutating func follow(isChanging: Bool, at now: MonotonicInstant) {
    if isChanging {
      isResting = false
      clock.requestFrame(at: now)
    } else if !isResting {
      isResting = true
      clock.rest()
      restCount += 1
    }
  }

  /// The frame that shows the scene's `instant` has been handed to the display, or could not be; anything was painted
  /// for it, or nothing.
  mutating func commit(
    _ outcome: CommitOutcome,
    isPainted: Bool,
    showing instant: MonotonicInstant,
    at now: MonotonicInstant
  ) {
    switch outcome {
    case .queued:
      clock.frameQueued(at: now, isPainted: isPainted)
      isDue = false
      shownInstant = instant
      touchOnItsWay = firstTouch ?? touchOnItsWay
      firstTouch = nil
      isHandedOver = true
    case .busy: clock.frameRefused(at: now)
    case .unavailable: clock.frameSkipped()
    }
  }

  /// The frame that was on its way is on the screen.
  mutating func present(_ feedback: PresentationFeedback) {
    clock.presented(feedback)
    isHandedOver = false
    guard let touch = touchOnItsWay.take() else { return }
    touchToFlip.add(feedback.time - touch)
  }

  /// The display has gone, and with it the frame that was on its way.
  mutating func leave() {
    clock.frameSkipped()
    isHandedOver = false
    touchOnItsWay = nil
  }
}
