// SPDX-License-Identifier: Apache-2.0
package import Motion
package import Raster

/// An idle animation of a button's edges that asks to be touched.
///
/// Keyframes of the offset in points under a media timing. A round of them begins `delay` seconds
/// after the button was last touched or came to rest; if some offset is left at its end, the edges
/// swing back, and `interval` seconds after its end the next round begins.
package struct Attract: Hashable, Sendable {
  /// Seconds without a touch before a round begins; not negative.
  package let delay: Double
  /// From the end of a round to the next one, in seconds; nil for a single round.
  package let interval: Double?
  /// Offsets of the edges in points with their key times and curves.
  package let keyframes: Keyframes<Double>
  /// Colours with the same key times and curves; nil where the button keeps its own.
  package let colors: Keyframes<Color>?
  /// Duration, repetition and autoreverse of a round; begins at 0.
  package let timing: MediaTiming

  /// Seconds in which a first offset other than 0, and colours other than the button's, are faded in and out, so that
  /// nothing jumps.
  static let fadeIn = 0.25

  /// An animation through `offsets`, nil where they are no animation.
  ///
  /// The offsets must be finite and at least two; counts of key times and curves as in
  /// `Keyframes`. `duration` in seconds is clamped to 0.05 … 3600 and is one way's where it
  /// autoreverses. `repeatCount` may be infinite, which keeps the display busy. An `interval` that
  /// is not positive means a single round. `colors` are none or as many as the offsets.
  package init?(
    offsets: [Double],
    keyTimes: [Double]? = nil,
    curves: [Curve]? = nil,
    duration: Double,
    repeatCount: Double = 1,
    autoreverses: Bool = false,
    delay: Double,
    interval: Double = 0,
    colors: [Color] = []
  ) {
    guard offsets.count >= 2, offsets.allSatisfy(\.isFinite) else { return nil }
    guard keyTimes?.allSatisfy(\.isFinite) ?? true, duration.isFinite, delay.isFinite else {
      return nil
    }
    guard let frames = Keyframes(values: offsets, keyTimes: keyTimes, curves: curves) else {
      return nil
    }
    self.keyframes = frames
    self.colors =
      colors.count == offsets.count
      ? Keyframes(values: colors, keyTimes: keyTimes, curves: curves) : nil
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

  /// The colour, `elapsed` seconds after a round began, between rounds that of the button, `color`.
  func color(at elapsed: Double, besides color: Color) -> Color? {
    guard let colors, elapsed < roundLength + Self.fadeIn else { return nil }
    let end = min(elapsed, roundLength)
    guard let progress = timing.progress(at: end) else { return nil }
    let shown = colors.value(at: progress)
    let near = min(elapsed, roundLength + Self.fadeIn - elapsed) / Self.fadeIn
    guard near < 1 else { return shown }
    return color.mixed(with: shown, share: TimingFunction.easeInEaseOut.value(at: near))
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
  /// Beginning of the first round, in the button's seconds.
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
    let fading = attract.colors == nil ? 0 : Attract.fadeIn
    self.period = attract.interval.map { max(length + max($0, fading), settling.restTime) }
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

  /// The colour where the button's is `color`; nil where there is none of its own.
  func color(at time: Double, besides color: Color) -> Color? {
    guard let elapsed = elapsed(at: time) else { return nil }
    return attract.color(at: elapsed, besides: color)
  }

  /// The offset's velocity in points per second; nil before the first round.
  func velocity(at time: Double) -> Double? {
    guard let elapsed = elapsed(at: time) else { return nil }
    return elapsed > attract.roundLength
      ? settling.velocity(at: elapsed) : attract.velocity(at: elapsed)
  }

  /// True while the edges move or the colour fades; nil before the first round.
  func isMoving(at time: Double) -> Bool? {
    guard let elapsed = elapsed(at: time) else { return nil }
    let fading = attract.colors == nil ? 0 : Attract.fadeIn
    return elapsed <= attract.roundLength + fading || settling.isMoving(at: elapsed)
  }

  /// Beginning of the first round after `time`, in the button's seconds; nil if none follows.
  func nextStart(after time: Double) -> Double? {
    if time < start { return start }
    guard let period, period.isFinite else { return nil }
    let next = start + (((time - start) / period).rounded(.down) + 1) * period
    return next > time ? next : next + period
  }
}

extension Color: Interpolatable {
  /// As ``mixed(with:share:)`` does it.
  package func interpolated(to end: Self, fraction: Double) -> Self {
    mixed(with: end, share: fraction)
  }
}
