// SPDX-License-Identifier: Apache-2.0

/// The appearance of an animation outside its active interval.
package enum FillMode: String, Hashable, Sendable, CaseIterable {
  /// Nothing, before and after.
  case removed
  /// The very last frame, after it.
  case forwards
  /// The first frame, before it.
  case backwards
  /// Both.
  case both
}

/// Timing of an animation, that is its beginning, speed and repetitions: `CAMediaTiming`.
///
/// ```
/// parent   ────────┬──────────── begin + active/|speed| ──────►
///                  begin ▼
/// local            (parent − begin)·speed + offset              what layers hand to their children
/// iteration        ⌊local / duration⌋, odd ones backwards where it autoreverses
/// progress         the fraction of the iteration, 0 … 1         what curves and keyframes take
/// ```
/// The active interval is closed. At its very end, and after it under `forwards`, the last frame
/// is held: 1 after whole iterations, 0 after an autoreverse, 0.5 after 3.5 iterations.
package struct MediaTiming: Hashable, Sendable {
  /// Time at which the animation begins, in the parent's seconds.
  package var beginTime: Double
  /// The length of one iteration in local seconds; 0.25 where it is not positive (or NaN).
  package var duration: Double
  /// Local seconds per parent second: 0 freezes at `timeOffset`, negative plays backwards.
  package var speed: Double
  /// Added to the local time, in local seconds and not scaled by the speed; wraps, may be negative.
  package var timeOffset: Double
  /// The number of iterations; 1 where it is not positive (or NaN); may be broken or infinite.
  package var repeatCount: Double
  /// The active length in local seconds instead of a count, where positive; may be infinite.
  package var repeatDuration: Double
  /// True if every iteration is followed by itself backwards.
  package var autoreverses: Bool
  /// Appearance outside the active interval.
  package var fillMode: FillMode

  /// A timing of the given fields; those left out are Core Animation's defaults.
  package init(
    beginTime: Double = 0,
    duration: Double = 0,
    speed: Double = 1,
    timeOffset: Double = 0,
    repeatCount: Double = 0,
    repeatDuration: Double = 0,
    autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  // MARK: - Time spaces

  /// The local time at a parent's time: (parent − begin)·speed + offset.
  ///
  /// Not finite only where the arguments are not, or beyond 10^308.
  package func localTime(fromParent parent: Double) -> Double {
    (parent - beginTime) * speed + timeOffset
  }

  // MARK: - Activity

  /// The length of one iteration in local seconds, as it is used.
  package var iterationDuration: Double {
    duration > 0 ? duration : 0.25
  }

  /// The number of forward or backward runs that make up the active length.
  private var activeRuns: Double {
    if repeatDuration > 0 { return repeatDuration / iterationDuration }
    return (repeatCount > 0 ? repeatCount : 1) * (autoreverses ? 2 : 1)
  }

  /// The active length in local seconds; infinite where it repeats for ever.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return (repeatCount > 0 ? repeatCount : 1) * iterationDuration * (autoreverses ? 2 : 1)
  }

  /// The parent's time at which the active interval ends; infinite at speed 0.
  package var endTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(speed)
  }

  /// The fraction of the iteration that shows at a parent's time, 0 … 1; nil where inactive.
  ///
  /// Inactive also where the time, the begin time, the offset or the speed is not finite. Does not
  /// allocate.
  package func progress(at parent: Double) -> Double? {
    guard parent.isFinite, beginTime.isFinite, timeOffset.isFinite, speed.isFinite else {
      return nil
    }
    if parent < beginTime {
      return fillMode == .backwards || fillMode == .both ? fold(timeOffset) : nil
    }
    guard speed != 0 else { return fold(timeOffset) }
    let end = endTime
    if parent > end {
      return fillMode == .forwards || fillMode == .both ? lastFrame() : nil
    }
    // The second condition catches an end that rounding has moved.
    if parent == end || (parent - beginTime) * abs(speed) >= activeDuration { return lastFrame() }
    return fold(localTime(fromParent: parent))
  }

  /// The time inside the iteration in local seconds: what a group hands to its animations.
  ///
  /// Nil where inactive. Runs backwards in the second half of an autoreverse.
  package func activeTime(at parent: Double) -> Double? {
    guard let progress = progress(at: parent) else { return nil }
    guard iterationDuration.isFinite else { return localTime(fromParent: parent) }
    return progress * iterationDuration
  }

  /// The progress at a local time, iterations counted by floor.
  private func fold(_ local: Double) -> Double {
    let runs = local / iterationDuration
    guard runs.isFinite else { return 0 }
    let index = runs.rounded(.down)
    return directed(runs - index, index: index)
  }

  /// The progress at the end of the active interval, as it is approached from inside.
  private func lastFrame() -> Double {
    let start = timeOffset / iterationDuration
    let runs = speed < 0 ? start - activeRuns : start + activeRuns
    guard runs.isFinite else { return 0 }
    guard speed > 0, runs > start else {
      let index = runs.rounded(.down)
      return directed(runs - index, index: index)
    }
    let nearest = runs.rounded()
    if abs(runs - nearest) <= 4 * runs.ulp { return directed(1, index: nearest - 1) }
    let index = runs.rounded(.up) - 1
    return directed(runs - index, index: index)
  }

  /// The fraction, reversed in odd runs of an autoreversing animation.
  private func directed(_ fraction: Double, index: Double) -> Double {
    let isOdd = index.truncatingRemainder(dividingBy: 2) != 0
    return autoreverses && isOdd ? 1 - fraction : fraction
  }
}
