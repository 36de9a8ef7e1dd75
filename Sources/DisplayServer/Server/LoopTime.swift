// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
package import MonotonicTime

/// The time that a loop lives in: the clock's, or one that runs slower, stands still and goes on by steps.
///
/// Users of instants need not know: touches, frames and requests carry the times of this clock.
package final class LoopTime {
  private let readClock: () -> MonotonicInstant
  /// Seconds that pass for a second of the clock: 0 for none.
  package private(set) var rate = 1.0
  /// An instant of this time, and the clock's at that moment.
  private var anchor: (own: MonotonicInstant, clock: MonotonicInstant)?
  /// The instant up to which a time that stands still may go.
  private var goal = MonotonicInstant(nanoseconds: 0)

  /// Time that runs as the clock does.
  ///
  /// - Parameter readClock: The clock; that of the kernel unless given.
  package init(readClock: @escaping () -> MonotonicInstant = MonotonicClock.now) {
    self.readClock = readClock
  }

  /// True while time stands still.
  package var isHeld: Bool { rate == 0 }

  /// The current instant.
  package func now() -> MonotonicInstant {
    guard let anchor else { return readClock() }
    guard rate > 0 else { return anchor.own }
    return anchor.own + MonotonicInterval(seconds: (readClock() - anchor.clock).seconds * rate)
  }

  /// Time on the clock until it is `deadline` here.
  ///
  /// A time that stands still jumps there if a step has allowed it to go so far, else to the step's end.
  ///
  /// - Parameter deadline: The instant at which something is due; nil for never.
  /// - Returns: The length of time, at least 0; nil where nothing has to be waited for.
  package func timeout(until deadline: MonotonicInstant?) -> MonotonicInterval? {
    guard isHeld else {
      guard let deadline else { return nil }
      let rest = deadline - now()
      guard rate != 1 else { return max(.zero, rest) }
      return max(.zero, MonotonicInterval(seconds: rest.seconds / rate))
    }
    guard let deadline, deadline <= goal else {
      jump(to: goal)
      return nil
    }
    jump(to: deadline)
    return .zero
  }

  /// Lets time pass at `rate` seconds a second from now on.
  ///
  /// - Parameter rate: From 0, where time stands still; negative counts as that.
  package func setRate(_ rate: Double) {
    let clock = readClock()
    anchor = (now(), clock)
    self.rate = max(0, rate)
    goal = anchor?.own ?? clock
  }

  /// Lets a time that stands still go on by `interval`; others run anyway.
  package func step(by interval: MonotonicInterval) {
    if isHeld { goal = goal + interval }
  }

  private func jump(to instant: MonotonicInstant) {
    guard let here = anchor, instant > here.own else { return }
    anchor = (instant, here.clock)
  }
}
