// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The schedule by which a monitor that could not be read is asked again.
///
/// A monitor that powers up with the kiosk may report itself before it can say what it is. It is asked after
/// 0.25, 0.5, 1, 2 and 4 s; after that it counts as unreadable.
struct MonitorReading: Sendable {
  private static let attemptCount = 5

  /// Time of the next attempt; `nil` once it has been asked for the last time.
  private(set) var nextAttempt: MonotonicInstant?
  /// True once it was said that the monitor cannot be read.
  var isTold = false
  private var backoff = Backoff()
  private var attempts = 0

  /// The monitor could not be read at `now`.
  init(at now: MonotonicInstant) { plan(at: now) }

  /// True once all that could be done has been done.
  var isExhausted: Bool { nextAttempt == nil }

  /// Tells if it is time to ask; the next attempt is planned then.
  mutating func isDue(at now: MonotonicInstant) -> Bool {
    guard let due = nextAttempt, due <= now else { return false }
    attempts += 1
    plan(at: now)
    return true
  }

  private mutating func plan(at now: MonotonicInstant) {
    guard attempts < Self.attemptCount else {
      nextAttempt = nil
      return
    }
    nextAttempt = now + backoff.wait(first: .milliseconds(250), longest: .milliseconds(4000))
  }
}
