// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// What is known about the instants at which the display begins to scan out.
///
/// The mode's refresh rate is a promise of the monitor's data sheet; the flip events tell the true
/// interval. It is measured from the first to the last of a run of events, so its error shrinks with
/// the run's length, and with it the error of a prediction far ahead:
///
/// ```
///   anchor                                last          predicted
///   │ 1 │ 2 │ 3 │ … │ n intervals          │   k intervals  │  error ≈ k · (jitter / n)
/// ```
package struct VblankPhase: Sendable {
  /// How far a single flip timestamp may be off: interrupt latency of an ordinary kernel.
  static let timestampJitter = MonotonicInterval.microseconds(40)

  /// Over how much time a display's own count of vblanks is believed.
  private static let longestCount = MonotonicInterval.milliseconds(200)

  /// The interval that the mode promises.
  package let nominalInterval: MonotonicInterval
  /// The best estimate of the true interval.
  package private(set) var interval: MonotonicInterval
  /// The last vblank that was seen; `nil` before the first.
  package private(set) var last: MonotonicInstant?

  /// The display's own count at the last vblank, where it counts.
  private var lastSequence: UInt32?
  /// The interval that the last vblank's count spoke for, if that is not the one believed.
  private var rumour: MonotonicInterval?
  private var anchor: MonotonicInstant?
  private var intervalsSinceAnchor: Int64 = 0

  /// Nothing is known but the mode's interval.
  package init(nominalInterval: MonotonicInterval) {
    self.nominalInterval = nominalInterval
    interval = nominalInterval
  }

  /// Learns from a vblank at `time`; earlier times than the last one are ignored.
  ///
  /// - Parameters:
  ///   - time: When it began.
  ///   - sequence: The display's count of vblanks; `nil` where it does not count.
  package mutating func observe(_ time: MonotonicInstant, sequence: UInt32? = nil) {
    guard let last, let anchor else {
      restart(at: time, interval: nominalInterval)
      lastSequence = sequence
      return
    }
    guard time > last else { return }
    let counted = countedInterval(time - last, sequence)
    lastSequence = sequence
    if let counted, differs(counted, interval) {
      // Twice the same is no accident: the rate has changed, and nobody has told us.
      if let rumour, !differs(counted, rumour) {
        restart(at: time, interval: counted)
        return
      }
      rumour = counted
    } else {
      rumour = nil
    }
    let elapsed = (time - last).nanoseconds
    let steps = (elapsed + interval.nanoseconds / 2) / interval.nanoseconds
    // After so long a pause nobody can say how many vblanks it held; counting them wrong would
    // spoil the interval. The phase begins anew, the interval stays what it was measured to be.
    guard steps * errorPerInterval < interval.nanoseconds / 8 else {
      restart(at: time, interval: interval)
      return
    }
    let error = abs(elapsed - steps * interval.nanoseconds)
    // An event off the grid by an eighth means that the grid is wrong (a mode change nobody told us
    // of, a variable refresh): begin anew rather than average two truths.
    guard steps > 0, error < interval.nanoseconds / 8 + steps * toleratedDrift else {
      let counted = rumour
      restart(at: time, interval: nominalInterval)
      rumour = counted
      return
    }
    self.last = time
    intervalsSinceAnchor += steps
    interval = MonotonicInterval(nanoseconds: (time - anchor).nanoseconds / intervalsSinceAnchor)
    if intervalsSinceAnchor > 16384 {
      // Old enough to forget half of it, so that a warming crystal is followed.
      self.anchor = time - interval * 8192
      intervalsSinceAnchor = 8192
    }
  }

  /// Sets the grid to `time` without learning from it, where the grid is the program's own.
  package mutating func keepGrid(at time: MonotonicInstant) {
    restart(at: time, interval: nominalInterval)
    lastSequence = nil
  }

  /// The first vblank at or after `time`.
  ///
  /// - Returns: The vblank and whether its phase can be trusted to an eighth of an interval.
  package func vblank(notBefore time: MonotonicInstant) -> (MonotonicInstant, isTrusted: Bool) {
    guard let last else { return (time, false) }
    let ahead = max(0, (time - last).nanoseconds)
    let steps = max(1, (ahead + interval.nanoseconds - 1) / interval.nanoseconds)
    let error = steps * errorPerInterval
    return (last + interval * steps, error < interval.nanoseconds / 8)
  }

  /// How many vblanks have come since the last one that was seen, the one at `time` included.
  ///
  /// The display's own count where that is plausible, else the grid's.
  ///
  /// - Returns: The number; `nil` when the display does not count and the grid is not known well enough.
  package func vblanks(until time: MonotonicInstant, sequence: UInt32?) -> Int? {
    guard let last else { return nil }
    let elapsed = time - last
    if let sequence, let lastSequence, countedInterval(elapsed, sequence) != nil {
      return Int(sequence &- lastSequence)
    }
    let steps = max(0, (elapsed.nanoseconds + interval.nanoseconds / 2) / interval.nanoseconds)
    return steps * errorPerInterval < interval.nanoseconds / 4 ? Int(steps) : nil
  }

  /// A hundredth of an interval: what the mode's promise may be off.
  private var toleratedDrift: Int64 { intervalsSinceAnchor == 0 ? interval.nanoseconds / 100 : 0 }

  private var errorPerInterval: Int64 {
    guard intervalsSinceAnchor > 0 else { return nominalInterval.nanoseconds / 1000 }
    return Self.timestampJitter.nanoseconds / intervalsSinceAnchor + 1
  }

  /// The interval by the display's own count, where that is plausible.
  ///
  /// Only over short times, as some drivers lose count while nobody waits for vblanks.
  private func countedInterval(
    _ elapsed: MonotonicInterval,
    _ sequence: UInt32?
  ) -> MonotonicInterval? {
    guard let sequence, let lastSequence, elapsed <= Self.longestCount else { return nil }
    let count = Int64(sequence &- lastSequence)
    guard count > 0 else { return nil }
    let interval = MonotonicInterval(nanoseconds: elapsed.nanoseconds / count)
    return believableRefreshInterval(interval) == interval ? interval : nil
  }

  /// Whether two intervals are further apart than their timestamps' errors and a warm crystal explain.
  private func differs(_ first: MonotonicInterval, _ second: MonotonicInterval) -> Bool {
    let tolerance = max(second.nanoseconds / 32, 4 * Self.timestampJitter.nanoseconds)
    return abs((first - second).nanoseconds) > tolerance
  }

  private mutating func restart(at time: MonotonicInstant, interval: MonotonicInterval) {
    last = time
    anchor = time
    intervalsSinceAnchor = 0
    rumour = nil
    self.interval = interval
  }
}
