// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// The last 128 measured lengths of time, for percentiles.
///
/// Adding and asking do not allocate.
package struct RecentIntervals: Sendable {
  /// Number of lengths that are remembered.
  package static let capacity = 128

  private var storage = InlineArray<128, Int64>(repeating: 0)
  private var next = 0
  /// Number of lengths that are held, at most ``capacity``.
  package private(set) var count = 0

  /// No measurements yet.
  package init() {}

  /// Remembers `interval` and forgets the oldest one when the memory is full.
  package mutating func add(_ interval: MonotonicInterval) {
    storage[next] = interval.nanoseconds
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// The smallest remembered length that at least `percent` of them do not exceed (nearest rank).
  ///
  /// - Parameter percent: 0 … 100.
  /// - Returns: The length, `nil` before the first measurement.
  package func percentile(_ percent: Int) -> MonotonicInterval? {
    guard count > 0 else { return nil }
    let rank = max(1, (count * percent + 99) / 100)
    var sorted = storage
    // Insertion sort: at most 128 values, and no allocation.
    for index in 1..<max(1, count) {
      let value = sorted[index]
      var position = index
      while position > 0 && sorted[position - 1] > value {
        sorted[position] = sorted[position - 1]
        position -= 1
      }
      sorted[position] = value
    }
    return MonotonicInterval(nanoseconds: sorted[rank - 1])
  }

  /// The largest of the last `window` lengths, but for up to two that stand out: longer than the third by more than a
  /// quarter and 0.1 ms; of a few, the largest but one for each eight.
  ///
  /// - Parameters:
  ///   - window: Number of the last lengths that are looked at, 1 … ``capacity``.
  ///   - limit: Lengths of that much and more are passed over.
  /// - Returns: The length, `nil` where there is none.
  package func usualLargest(
    ofLast window: Int,
    below limit: MonotonicInterval
  ) -> MonotonicInterval? {
    var (first, second, third) = (Int64.min, Int64.min, Int64.min)
    var count = 0
    // A subscript of the array itself copies all of it.
    let lengths = storage.span
    for age in 1..<min(window, self.count) + 1 {
      let value = lengths[(next - age + Self.capacity) % Self.capacity]
      guard value < limit.nanoseconds else { continue }
      count += 1
      if value > first {
        (first, second, third) = (value, first, second)
      } else if value > second {
        (second, third) = (value, second)
      } else {
        third = max(third, value)
      }
    }
    guard count > 0 else { return nil }
    guard count >= 16 else {
      return MonotonicInterval(nanoseconds: count < 8 ? first : second)
    }
    let most = third + third / 4 + 100_000
    return MonotonicInterval(nanoseconds: first <= most ? first : second <= most ? second : third)
  }

  /// The last two lengths; `nil` before there are two.
  package var lastTwo: (shorter: MonotonicInterval, longer: MonotonicInterval)? {
    guard count > 1 else { return nil }
    let last = storage[(next - 1 + Self.capacity) % Self.capacity]
    let before = storage[(next - 2 + Self.capacity) % Self.capacity]
    return (
      MonotonicInterval(nanoseconds: min(last, before)),
      MonotonicInterval(nanoseconds: max(last, before))
    )
  }
}
