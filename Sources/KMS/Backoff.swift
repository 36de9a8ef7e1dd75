// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Waits between attempts that grow from a first length to a longest one, doubling.
package struct Backoff: Sendable {
  private var next: MonotonicInterval?

  /// The next wait is the first.
  package init() {}

  /// The wait before the next attempt.
  ///
  /// - Returns: `first`, doubled with every call since the last reset, at most `longest`.
  package mutating func wait(
    first: MonotonicInterval,
    longest: MonotonicInterval
  ) -> MonotonicInterval {
    let wait = min(max(next ?? first, first), longest)
    next = wait * 2
    return wait
  }

  /// An attempt has succeeded.
  package mutating func reset() { next = nil }
}
