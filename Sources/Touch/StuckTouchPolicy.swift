// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// The policy for giving up contacts whose release never comes.
///
/// The kernel does not repeat a value that has not changed, so a finger that lies perfectly still on
/// a panel may be silent for long. The policy is therefore off unless asked for, and bounded below so
/// that no setting can turn a slow press into a cancelled one.
package struct StuckTouchPolicy: Hashable, Sendable {
  /// The shortest and the longest time without a report that can be set, in seconds.
  package static let bounds = 1.0...3600.0

  /// Longest silence of a contact; `nil` for no limit.
  package let limit: MonotonicInterval?

  /// A policy that never gives up a contact.
  package static let off = Self(releaseTimeout: 0)

  /// A policy of `releaseTimeout` seconds, kept within ``bounds``.
  ///
  /// 0, negative numbers and NaN mean never.
  package init(releaseTimeout: Double) {
    guard releaseTimeout > 0 else {
      limit = nil
      return
    }
    let seconds = min(max(releaseTimeout, Self.bounds.lowerBound), Self.bounds.upperBound)
    limit = MonotonicInterval(seconds: seconds)
  }

  /// Time at which a contact that was reported last at `lastReport` is given up; `nil` for never.
  package func deadline(after lastReport: MonotonicInstant) -> MonotonicInstant? {
    guard let limit else { return nil }
    return lastReport + limit
  }
}
