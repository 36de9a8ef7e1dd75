// SPDX-License-Identifier: Apache-2.0

/// A point in time on the kernel's CLOCK_MONOTONIC.
///
/// Whole nanoseconds since an unspecified start. Page-flip events, evdev events and timers of one
/// machine all carry such times, so they can be compared and subtracted.
package struct MonotonicInstant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's start.
  package let nanoseconds: Int64

  /// The instant `nanoseconds` after the clock's start.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The instant nearest to `seconds` after the clock's start.
  ///
  /// Values that are not finite or lie outside ±2^62 ns are clamped; NaN counts as zero.
  package init(seconds: Double) {
    self.nanoseconds = clampedNanoseconds(seconds)
  }

  /// Seconds since the clock's start; exact to 1 ns for the first 104 days.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  package static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant `interval` later; saturates at the ends of the range.
  package static func + (instant: Self, interval: MonotonicInterval) -> Self {
    Self(nanoseconds: saturatingSum(instant.nanoseconds, interval.nanoseconds))
  }

  /// The instant `interval` earlier; saturates at the ends of the range.
  package static func - (instant: Self, interval: MonotonicInterval) -> Self {
    Self(nanoseconds: saturatingSum(instant.nanoseconds, 0 &- interval.nanoseconds))
  }

  /// The length of time from `earlier` to `later`; saturates at the ends of the range.
  package static func - (later: Self, earlier: Self) -> MonotonicInterval {
    MonotonicInterval(nanoseconds: saturatingSum(later.nanoseconds, 0 &- earlier.nanoseconds))
  }
}

/// A length of time in whole nanoseconds; may be negative.
package struct MonotonicInterval: Hashable, Comparable, Sendable {
  /// The length in nanoseconds.
  package let nanoseconds: Int64

  /// No time at all.
  package static let zero = Self(nanoseconds: 0)

  /// A length of `nanoseconds`.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The length nearest to `seconds`, clamped to ±2^62 ns; NaN counts as zero.
  package init(seconds: Double) {
    self.nanoseconds = clampedNanoseconds(seconds)
  }

  /// A length of whole `milliseconds`.
  package static func milliseconds(_ milliseconds: Int64) -> Self {
    Self(nanoseconds: milliseconds &* 1_000_000)
  }

  /// A length of whole `microseconds`.
  package static func microseconds(_ microseconds: Int64) -> Self {
    Self(nanoseconds: microseconds &* 1000)
  }

  /// The length in seconds.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  package static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The sum of two lengths; saturates.
  package static func + (left: Self, right: Self) -> Self {
    Self(nanoseconds: saturatingSum(left.nanoseconds, right.nanoseconds))
  }

  /// The difference of two lengths; saturates.
  package static func - (left: Self, right: Self) -> Self {
    Self(nanoseconds: saturatingSum(left.nanoseconds, 0 &- right.nanoseconds))
  }

  /// `count` times the length; saturates.
  package static func * (interval: Self, count: Int64) -> Self {
    let (product, overflow) = interval.nanoseconds.multipliedReportingOverflow(by: count)
    guard overflow else { return Self(nanoseconds: product) }
    return Self(nanoseconds: (interval.nanoseconds < 0) == (count < 0) ? .max : .min)
  }
}

private func clampedNanoseconds(_ seconds: Double) -> Int64 {
  guard !seconds.isNaN else { return 0 }
  let limit = 4_611_686_018_427_387_904.0
  return Int64((seconds * 1e9).rounded().clamped(to: -limit...limit))
}

private func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
  let (sum, overflow) = left.addingReportingOverflow(right)
  guard overflow else { return sum }
  return left < 0 ? .min : .max
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
