// SPDX-License-Identifier: Apache-2.0

/// Values at given fractions of the time, with a curve for each way from one to the next.
///
/// As `CAKeyframeAnimation` has it. Fractions run from 0 to 1 over the animation's duration.
package struct Keyframes<Value: Interpolatable>: Sendable {
  /// The values; never empty.
  package let values: [Value]
  /// Times at which the values are reached, as fractions of the duration; as many as values.
  package let keyTimes: [Double]
  /// The curve from each value to the next; one fewer than values.
  package let curves: [Curve]

  private let isAscending: Bool

  /// Keyframes through `values`; nil where the counts do not fit.
  ///
  /// Without `keyTimes` the values are spread evenly, without `curves` the ways are straight; a
  /// single curve serves all ways, and one curve too many is ignored. Key times should ascend from
  /// 0 to 1, but any are accepted: the segment at `t` is the last one whose key time is at most `t`.
  package init?(values: [Value], keyTimes: [Double]? = nil, curves: [Curve]? = nil) {
    guard !values.isEmpty else { return nil }
    let times = keyTimes ?? Self.evenTimes(values.count)
    guard times.count == values.count else { return nil }
    let ways = values.count - 1
    let segments: [Curve]
    switch curves?.count ?? 0 {
    case 0: segments = Array(repeating: .linear, count: ways)
    case ways, ways + 1: segments = Array(curves?.prefix(ways) ?? [])
    case 1: segments = Array(repeating: curves?.first ?? .linear, count: ways)
    default: return nil
    }
    self.values = values
    self.keyTimes = times
    self.curves = segments
    self.isAscending = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// The value at the fraction `t` of the duration.
  ///
  /// The first value before the first key time and where `t` is NaN, the last value from the last
  /// key time on. Allocates nothing for values that do not.
  package func value(at t: Double) -> Value {
    let index = segment(at: t)
    guard index >= 0 else { return values[0] }
    guard index + 1 < values.count else { return values[index] }
    let local = (t - keyTimes[index]) / (keyTimes[index + 1] - keyTimes[index])
    let fraction = curves[index].value(at: local)
    return values[index].interpolated(to: values[index + 1], fraction: fraction)
  }

  /// The last segment whose key time is at most `t`; −1 where there is none.
  private func segment(at t: Double) -> Int {
    guard isAscending else { return keyTimes.lastIndex { $0 <= t } ?? -1 }
    var low = -1
    var high = keyTimes.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if keyTimes[middle] <= t { low = middle } else { high = middle }
    }
    return low
  }

  private static func evenTimes(_ count: Int) -> [Double] {
    (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
  }
}

extension Keyframes {
  /// Keyframes that follow any function of time, sampled `count` times (2 … 100,000) between two values.
  ///
  /// The article's way to easings that the system does not have: `function` turns a fraction of the
  /// time into a fraction of the way. Samples are evenly spaced, the ways between them straight.
  package init(
    from start: Value,
    to end: Value,
    samples count: Int,
    function: (Double) -> Double
  ) {
    let count = min(max(count, 2), 100_000)
    let times = Self.evenTimes(count)
    self.values = times.map { start.interpolated(to: end, fraction: function($0).bounded()) }
    self.keyTimes = times
    self.curves = Array(repeating: .linear, count: count - 1)
    self.isAscending = true
  }
}

extension Keyframes: Equatable where Value: Equatable {}
extension Keyframes: Hashable where Value: Hashable {}
