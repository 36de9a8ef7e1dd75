// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import MonotonicTime

/// Times for which the loop's turns have been busy with other things than the frame: a frame, a touch or a client may
/// have had to wait for them.
///
/// The longest is that of the last half minute to minute, so that a client that asks every half minute hears of
/// each; long ones are counted for good.
struct TurnTimes {
  /// Longest time that an input may make a turn take.
  static let limit = MonotonicInterval.milliseconds(2)
  /// Shortest time for which the longest turn is remembered.
  static let span = MonotonicInterval(seconds: 30)

  /// Number of turns that have taken longer than ``limit``.
  private(set) var lateCount = 0
  /// The longest turns of the span that is under way, and of the one before.
  private var current = MonotonicInterval.zero
  private var previous = MonotonicInterval.zero
  private var spanEnd: MonotonicInstant?
  /// Time that frames have taken to draw in the turn that is under way.
  private(set) var frameWork = MonotonicInterval.zero
  /// True if clients have had a pass in it.
  var hasServedClients = false

  /// A frame of the turn that is under way took `length` to draw.
  mutating func add(frame length: MonotonicInterval) { frameWork = frameWork + length }

  /// A turn is over that has taken `length` with its frames.
  mutating func end(_ length: MonotonicInterval, at now: MonotonicInstant) {
    add(length - frameWork, at: now)
    frameWork = .zero
  }

  /// Notes a turn.
  ///
  /// - Parameters:
  ///   - length: Duration of the turn, without the drawing of its frame.
  ///   - now: Its end.
  mutating func add(_ length: MonotonicInterval, at now: MonotonicInstant) {
    turnSpans(to: now)
    current = max(current, length)
    if length > Self.limit { lateCount += 1 }
  }

  /// The longest turn of the last ``span`` at least; zero where there was none.
  mutating func longest(at now: MonotonicInstant) -> MonotonicInterval {
    turnSpans(to: now)
    return max(current, previous)
  }

  private mutating func turnSpans(to now: MonotonicInstant) {
    guard let end = spanEnd, now < end else {
      // After a longer silence neither of the two is of the last span.
      let isNext = spanEnd.map { now < $0 + Self.span } ?? false
      previous = isNext ? current : .zero
      current = .zero
      spanEnd = (isNext ? spanEnd ?? now : now) + Self.span
      return
    }
  }
}

extension Server {
  /// Draws the frame that is due, and notes how long that took where there is a clock.
  func drawFrameInTurn(at now: MonotonicInstant) {
    guard let readEffort = host.readEffort else { return drawFrame(at: now) }
    let begun = readEffort()
    drawFrame(at: now)
    frames.turns.add(frame: readEffort() - begun)
  }

  /// The clock that measures a turn which begins now.
  ///
  /// `turns` is about what the daemon does, and not about what else the machine has to do: while
  /// clients are connected it is the processor's time. That takes a system call, so that otherwise, where only the
  /// display and its fingers keep the loop turning, it is the clock's.
  func chooseEffortClock() -> () -> MonotonicInstant {
    let chosen = endpoint?.hasSessions ?? false ? MonotonicClock.spentOnThread : MonotonicClock.now
    host.readEffort = chosen
    return chosen
  }

  /// A turn of the loop is over that has taken `length`.
  func turnHasEnded(after length: MonotonicInterval, at now: MonotonicInstant) {
    frames.turns.end(length, at: now)
  }
}
