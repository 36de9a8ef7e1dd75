// SPDX-License-Identifier: Apache-2.0
package import Motion

/// An idle animation of a button's edges that asks to be touched.
///
/// Keyframes of the offset in points under a media timing; it begins `delay` seconds after the
/// button was last touched or came to rest. If it ends with some offset left, the edges swing back.
package struct Attract: Hashable, Sendable {
  /// How long the button must have been left alone, in seconds; not negative.
  package let delay: Double
  /// Offsets of the edges in points, the first of them 0, with their key times and curves.
  package let keyframes: Keyframes<Double>
  /// Duration, repetition and autoreverse; begins at 0.
  package let timing: MediaTiming

  /// An animation through `offsets`, nil where they are no animation.
  ///
  /// The offsets must be finite, at least two, and begin with 0 so that nothing jumps; counts of
  /// key times and curves as in ``Keyframes``. `repeatCount` may be infinite, which keeps the
  /// display busy; `duration` in seconds is clamped to 0.05 … 3600 and is one way's where it
  /// autoreverses.
  package init?(
    offsets: [Double],
    keyTimes: [Double]? = nil,
    curves: [Curve]? = nil,
    duration: Double,
    repeatCount: Double = 1,
    autoreverses: Bool = false,
    delay: Double
  ) {
    guard offsets.count >= 2, offsets[0] == 0, offsets.allSatisfy(\.isFinite) else { return nil }
    guard keyTimes?.allSatisfy(\.isFinite) ?? true, duration.isFinite, delay.isFinite else {
      return nil
    }
    guard let frames = Keyframes(values: offsets, keyTimes: keyTimes, curves: curves) else {
      return nil
    }
    self.keyframes = frames
    self.delay = max(delay, 0)
    self.timing = MediaTiming(
      duration: min(max(duration, 0.05), 3600),
      repeatCount: repeatCount,
      autoreverses: autoreverses
    )
  }

  /// The offset in points, `elapsed` seconds after the animation began; 0 where it is not active.
  package func offset(at elapsed: Double) -> Double {
    timing.progress(at: elapsed).map { keyframes.value(at: $0) } ?? 0
  }

  /// The offset's velocity in points per second.
  ///
  /// The mean over the last millisecond: finite at corners and vertical tangents too.
  package func velocity(at elapsed: Double) -> Double {
    let span = 0.001
    let end = min(elapsed, timing.endTime)
    guard end >= span else { return 0 }
    return (offset(at: end) - offset(at: end - span)) / span
  }
}
