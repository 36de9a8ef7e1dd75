// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Predicts the instants at which the display begins to scan out.
///
/// The mode's refresh rate is a promise of the monitor's data sheet; the flip events tell the true interval. It is
/// measured from the first time stamp to the newest, as long as all are exact (`ExactLine`). Where stamps are late
/// at times, each vblank is where the lowest of the last stamps puts it (`VblankStamps`), and the interval is
/// measured between two such stamps, the further apart the more exactly:
///
/// ```
///   anchor            second anchor        lowest     predicted
///   │ 1 │ 2 │ 3 │ … │ … │ … │ n intervals    │   k intervals  │  error ≈ k · (jitter / n)
/// ```
/// A rate that changes a little is seen where the line through the anchors misses the newest stamps.
package struct VblankPhase: Sendable {
  /// Largest error of a single flip timestamp: interrupt latency of an ordinary kernel.
  static let timestampJitter = MonotonicInterval.microseconds(40)

  /// Longest time over which a display's own count of vblanks is believed.
  private static let longestCount = MonotonicInterval.milliseconds(200)
  /// Number of vblanks that have to lie between two stamps before they tell the interval.
  private static let leastSpan: Int64 = 24
  /// Number of vblanks between the anchors in a long run, at least.
  private static let longestSpan: Int64 = 512

  /// The interval that the mode promises.
  package let nominalInterval: MonotonicInterval
  /// The best estimate of the true interval.
  package private(set) var interval: MonotonicInterval
  /// The last vblank that was seen, as its own stamp and those before it tell; `nil` before the first.
  package private(set) var last: MonotonicInstant?

  /// The newest time stamp.
  private var lastStamp = MonotonicInstant(nanoseconds: 0)
  /// The display's own count at the last vblank, where it counts.
  private var lastSequence: UInt32?
  /// The interval that the last vblank's count spoke for, if that is not the one believed.
  private var rumour: MonotonicInterval?
  /// The line on which all stamps lie; `nil` when one did not.
  private var line: ExactLine?
  private var stamps = VblankStamps()
  /// The last vblank's number since the grid began.
  private var number: Int64 = 0
  /// The stamp from which the interval is measured, and the one from which it will be next.
  private var anchor = VblankStamps.Stamp(time: MonotonicInstant(nanoseconds: 0), number: 0)
  private var secondAnchor: VblankStamps.Stamp?
  /// True if the anchor is the lowest of some stamps, not the first that there was.
  private var isAnchored = false
  private var span = Self.leastSpan
  /// Mean lateness of stamps.
  private var lateness = MonotonicInterval.zero
  /// Number of stamps in a row that were off the grid; negative when they came too early.
  private var strayCount = 0
  /// True if the first stamp after a rest was off the grid, or is all that there is of a display that has begun anew,
  /// and no other has told yet which one is wrong.
  private var isDoubted = false

  /// Nothing is known but the mode's interval.
  package init(nominalInterval: MonotonicInterval) {
    self.nominalInterval = nominalInterval
    interval = nominalInterval
  }

  /// Learns from a vblank at `time`; earlier times than the last one are ignored.
  ///
  /// A stamp that is off the grid by an eighth of an interval is late, as long as there is one such. Three
  /// in a row mean that the grid is wrong (an unannounced mode change, a variable refresh), and so
  /// does one that is early: the grid begins anew.
  ///
  /// - Parameters:
  ///   - time: Time at which it began.
  ///   - sequence: The display's count of vblanks; `nil` where it does not count.
  ///   - isAfterRest: True if the display may have stood still or begun anew since the last one.
  package mutating func observe(
    _ time: MonotonicInstant,
    sequence: UInt32? = nil,
    isAfterRest: Bool = false
  ) {
    guard let last else {
      restart(at: time, interval: nominalInterval)
      lastSequence = sequence
      return
    }
    guard time > lastStamp else { return }
    let counted = counted(time - lastStamp, sequence: sequence)
    lastStamp = time
    lastSequence = sequence
    if let counted, differs(counted.interval, interval) {
      // Twice the same is no accident: the rate has changed, unannounced.
      if let rumour, !differs(counted.interval, rumour) {
        restart(at: time, interval: counted.interval)
        return
      }
      rumour = counted.interval
    } else {
      rumour = nil
    }
    let elapsed = (time - last).nanoseconds
    let steps = counted?.count ?? (elapsed + interval.nanoseconds / 2) / interval.nanoseconds
    // After so long a pause it is not known how many vblanks it held; counting them wrong would
    // spoil the interval. The phase begins anew, the interval stays what it was measured to be.
    guard steps * errorPerInterval < interval.nanoseconds / 8 else {
      restart(at: time, interval: interval)
      return
    }
    guard steps > 0 else {
      restartOffGrid(at: time, interval: nominalInterval)
      return
    }
    let error = elapsed - steps * interval.nanoseconds
    guard abs(error) < tolerance(steps, isAfterRest: isAfterRest) else {
      guard !isDoubted || number > 0 else {
        beginAnew(at: time, sequence: sequence)
        return
      }
      strayCount = error > 0 ? max(0, strayCount) + 1 : min(0, strayCount) - 1
      let isLate = error >= interval.nanoseconds / 8
      leaveLine()
      if isLate ? strayCount < 3 : strayCount == -1 && counted == nil && !isAfterRest {
        self.last = last + interval * steps
        number += steps
        isDoubted = isDoubted || isAfterRest
      } else {
        let deviation = abs((interval - nominalInterval).nanoseconds)
        let isNear = deviation < nominalInterval.nanoseconds / 128
        restartOffGrid(at: time, interval: isNear ? interval : nominalInterval)
      }
      return
    }
    (strayCount, isDoubted) = (0, false)
    let usual = min(abs(error), 4 * lateness.nanoseconds + 50_000)
    lateness = MonotonicInterval(
      nanoseconds: lateness.nanoseconds + (usual - lateness.nanoseconds) / 16
    )
    number += steps
    if steps > VblankStamps.capacity {
      // The grid is known that well; a stamp beyond it is late.
      let error = MonotonicInterval(nanoseconds: steps * errorPerInterval)
      let latest = last + interval * steps + error
      stamps = VblankStamps()
      stamps.add(VblankStamps.Stamp(time: min(time, latest), number: number))
    } else {
      stamps.add(VblankStamps.Stamp(time: time, number: number))
    }
    let exact = line?.extend(to: time, steps: steps, error: error)
    guard let lowest = stamps.lowest(interval) else { return }
    let grid = lowest.time + interval * (number - lowest.number)
    // The kernel's stamps are whole microseconds.
    self.last = exact != nil || time - grid <= .microseconds(2) ? time : grid
    measureInterval(to: lowest)
    if let exact { interval = exact } else { leaveLine() }
  }

  /// The display has begun anew with the vblank at `time`: nothing but the interval is as it was.
  ///
  /// The stamp that a driver gives a modeset need not be a vblank, so the grid is trusted when the next stamp lies on
  /// it.
  package mutating func beginAnew(at time: MonotonicInstant, sequence: UInt32?) {
    restart(at: time, interval: interval)
    lastSequence = sequence
    isDoubted = true
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
    return (last + interval * steps, error < interval.nanoseconds / 8 && !isDoubted)
  }

  /// Number of vblanks that have come since the last one that was seen, the one at `time` included.
  ///
  /// The display's own count where that is plausible, else the grid's.
  ///
  /// - Returns: The number; `nil` when the display does not count and the grid is not known well enough.
  package func vblanks(until time: MonotonicInstant, sequence: UInt32?) -> Int? {
    guard let last else { return nil }
    if let counted = counted(time - lastStamp, sequence: sequence) { return Int(counted.count) }
    let elapsed = time - last
    let steps = max(0, (elapsed.nanoseconds + interval.nanoseconds / 2) / interval.nanoseconds)
    return steps * errorPerInterval < interval.nanoseconds / 4 ? Int(steps) : nil
  }

  private var errorPerInterval: Int64 {
    let known = line?.count ?? number - anchor.number
    guard known > 0 else { return nominalInterval.nanoseconds / 1000 }
    return Self.timestampJitter.nanoseconds / known + 1
  }

  /// Largest distance of a stamp from the grid, in nanoseconds, after so many intervals.
  private func tolerance(_ steps: Int64, isAfterRest: Bool) -> Int64 {
    guard !isAfterRest else {
      return max(interval.nanoseconds / 32, 4 * lateness.nanoseconds) + steps * errorPerInterval
    }
    // A hundredth of an interval is what the mode's promise may be off.
    return interval.nanoseconds / 8 + (number == 0 ? steps * interval.nanoseconds / 100 : 0)
  }

  /// The number of vblanks by the display's own count, and the interval that it speaks for, where that is
  /// plausible.
  ///
  /// Only over short times, as some drivers lose count while no vblank is waited for.
  private func counted(
    _ elapsed: MonotonicInterval,
    sequence: UInt32?
  ) -> (count: Int64, interval: MonotonicInterval)? {
    guard let sequence, let lastSequence, elapsed <= Self.longestCount else { return nil }
    let count = Int64(sequence &- lastSequence)
    guard count > 0 else { return nil }
    let interval = MonotonicInterval(nanoseconds: elapsed.nanoseconds / count)
    return believableRefreshInterval(interval) == interval ? (count, interval) : nil
  }

  /// Tells if two intervals are further apart than their timestamps' errors and a warm crystal explain.
  private func differs(_ first: MonotonicInterval, _ second: MonotonicInterval) -> Bool {
    let jitter = max(4 * Self.timestampJitter.nanoseconds, 8 * lateness.nanoseconds)
    return abs((first - second).nanoseconds) > max(second.nanoseconds / 32, jitter)
  }

  /// Measures the interval from the anchor to `lowest`, and moves the anchors on.
  private mutating func measureInterval(to lowest: VblankStamps.Stamp) {
    guard isAnchored else {
      guard number >= VblankStamps.capacity else { return }
      isAnchored = true
      let middle = number - Int64(VblankStamps.capacity / 2)
      anchor = stamps.lowest(interval, upTo: middle) ?? lowest
      return
    }
    if let secondAnchor, misses(lowest, secondAnchor) {
      anchor = secondAnchor
      self.secondAnchor = nil
      span = Self.leastSpan
      interval = Self.interval(from: anchor, to: lowest)
      return
    }
    let known = lowest.number - anchor.number
    guard known >= Self.leastSpan else { return }
    interval = Self.interval(from: anchor, to: lowest)
    guard let secondAnchor else {
      if known >= span { self.secondAnchor = lowest }
      return
    }
    // Old enough to be forgotten, so that a warming crystal is followed.
    if known >= 2 * span {
      anchor = secondAnchor
      self.secondAnchor = lowest
      span = min(Self.longestSpan, 2 * span)
    }
  }

  /// Tells if the line through both anchors misses `lowest` by more than the lateness of stamps explains.
  private func misses(_ lowest: VblankStamps.Stamp, _ second: VblankStamps.Stamp) -> Bool {
    let (before, since) = (second.number - anchor.number, lowest.number - second.number)
    guard before >= 16, since >= 8, since <= 2 * before else { return false }
    let expected = second.time + Self.interval(from: anchor, to: second) * since
    let jitter = max(150_000, 3 * lateness.nanoseconds)
    return abs((lowest.time - expected).nanoseconds) > jitter
  }

  private static func interval(
    from first: VblankStamps.Stamp,
    to second: VblankStamps.Stamp
  ) -> MonotonicInterval {
    MonotonicInterval(
      nanoseconds: (second.time - first.time).nanoseconds / (second.number - first.number)
    )
  }

  /// A stamp was off the line; what a few have told of the interval counts for nothing then.
  private mutating func leaveLine() {
    guard let line else { return }
    if line.count < Self.leastSpan { interval = line.intervalBefore }
    self.line = nil
  }

  private mutating func restartOffGrid(at time: MonotonicInstant, interval: MonotonicInterval) {
    let counted = rumour
    restart(at: time, interval: interval)
    rumour = counted
  }

  private mutating func restart(at time: MonotonicInstant, interval: MonotonicInterval) {
    last = time
    lastStamp = time
    anchor = VblankStamps.Stamp(time: time, number: 0)
    line = ExactLine(at: time, intervalBefore: interval)
    secondAnchor = nil
    isAnchored = false
    span = Self.leastSpan
    number = 0
    stamps = VblankStamps()
    stamps.add(anchor)
    (strayCount, isDoubted) = (0, false)
    rumour = nil
    self.interval = interval
  }
}
