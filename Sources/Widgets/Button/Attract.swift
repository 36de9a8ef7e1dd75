// SPDX-License-Identifier: Apache-2.0
package import Motion

/// An idle animation of a button's edges that asks to be touched.
///
/// Keyframes of the offset in points under a media timing. A round of them begins `delay` seconds
/// after the button was last touched or came to rest; if some offset is left at its end, the edges
/// swing back, and `interval` seconds after its end the next round begins.
package struct Attract: Hashable, Sendable {
  /// How long the button must have been left alone, in seconds; not negative.
  package let delay: Double
  /// From the end of a round to the next one, in seconds; nil for a single round.
  package let interval: Double?
  /// Offsets of the edges in points with their key times and curves.
  package let keyframes: Keyframes<Double>
  /// Duration, repetition and autoreverse of a round; begins at 0.
  package let timing: MediaTiming

  /// How long a first offset other than 0 is faded in, in seconds, so that nothing jumps.
  private static let fadeIn = 0.25

  /// An animation through `offsets`, nil where they are no animation.
  ///
  /// The offsets must be finite and at least two; counts of key times and curves as in
  /// `Keyframes`. `duration` in seconds is clamped to 0.05 … 3600 and is one way's where it
  /// autoreverses. `repeatCount` may be infinite, which keeps the display busy. An `interval` that
  /// is not positive means a single round.
  package init?(
    offsets: [Double],
    keyTimes: [Double]? = nil,
    curves: [Curve]? = nil,
    duration: Double,
    repeatCount: Double = 1,
    autoreverses: Bool = false,
    delay: Double,
    interval: Double = 0
  ) {
    guard offsets.count >= 2, offsets.allSatisfy(\.isFinite) else { return nil }
    guard keyTimes?.allSatisfy(\.isFinite) ?? true, duration.isFinite, delay.isFinite else {
      return nil
    }
    guard let frames = Keyframes(values: offsets, keyTimes: keyTimes, curves: curves) else {
      return nil
    }
    self.keyframes = frames
    self.delay = max(delay, 0)
    self.interval = interval > 0 ? interval : nil
    self.timing = MediaTiming(
      duration: min(max(duration, 0.05), 3600),
      repeatCount: repeatCount,
      autoreverses: autoreverses
    )
  }

  /// The length of a round in seconds; infinite where it repeats for ever.
  package var roundLength: Double { timing.endTime }

  /// The offset in points, `elapsed` seconds after a round began; 0 outside the round.
  package func offset(at elapsed: Double) -> Double {
    guard let progress = timing.progress(at: elapsed) else { return 0 }
    let offset = keyframes.value(at: progress)
    guard elapsed < Self.fadeIn else { return offset }
    let share = TimingFunction.easeInEaseOut.value(at: elapsed / Self.fadeIn)
    return offset - keyframes.values[0] * (1 - share)
  }

  /// The offset's velocity in points per second.
  ///
  /// The mean over the last millisecond: finite at corners and vertical tangents too.
  package func velocity(at elapsed: Double) -> Double {
    let span = 0.001
    let end = min(elapsed, roundLength)
    guard end >= span else { return 0 }
    return (offset(at: end) - offset(at: end - span)) / span
  }
}

/// The rounds of an idle animation from a time on, in closed form.
struct AttractRounds: Sendable {
  private let attract: Attract
  /// When the first round begins, in the button's seconds.
  let start: Double
  /// The swinging back after a round; times count from the round's beginning.
  private let settling: SpringMotion
  /// From one beginning to the next; nil for a single round.
  private let period: Double?

  /// Rounds from `start` on, with the spring that takes the edges back after each.
  init(_ attract: Attract, start: Double, settlingSpring: Spring, restThreshold: Double) {
    self.attract = attract
    self.start = start
    let length = attract.roundLength
    var settling = SpringMotion(restingAt: 0, restThreshold: restThreshold)
    settling.start(
      from: attract.offset(at: length),
      velocity: attract.velocity(at: length),
      to: 0,
      spring: settlingSpring,
      at: length
    )
    self.settling = settling
    // A round never cuts off the swinging of the one before.
    self.period = attract.interval.map { max(length + $0, settling.restTime) }
  }

  /// The time in the round that is the latest at `time`; nil before the first one.
  private func elapsed(at time: Double) -> Double? {
    guard time >= start else { return nil }
    guard let period, period.isFinite else { return time - start }
    return (time - start).truncatingRemainder(dividingBy: period)
  }

  /// The edges' offset in points; nil before the first round.
  func offset(at time: Double) -> Double? {
    guard let elapsed = elapsed(at: time) else { return nil }
    return elapsed > attract.roundLength
      ? settling.value(at: elapsed) : attract.offset(at: elapsed)
  }

  /// The offset's velocity in points per second; nil before the first round.
  func velocity(at time: Double) -> Double? {
    guard let elapsed = elapsed(at: time) else { return nil }
    return elapsed > attract.roundLength
      ? settling.velocity(at: elapsed) : attract.velocity(at: elapsed)
  }

  /// Whether the edges move; nil before the first round.
  func isMoving(at time: Double) -> Bool? {
    guard let elapsed = elapsed(at: time) else { return nil }
    return elapsed <= attract.roundLength || settling.isMoving(at: elapsed)
  }

  /// When the first round after `time` begins; nil where none does.
  func nextStart(after time: Double) -> Double? {
    if time < start { return start }
    guard let period, period.isFinite else { return nil }
    let next = start + (((time - start) / period).rounded(.down) + 1) * period
    return next > time ? next : next + period
  }
}
