// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Tells the time of day to all that goes by it; asked when a label is filled in or a schedule is looked at,
/// never in a frame.
///
/// Wall time may be set at any moment. The caller that notices has the scene's ``Scene/clockHasJumped()``
/// called; until then it goes on as fast as the monotonic clock.
package protocol WallClock: AnyObject, Sendable {
  /// The time of day at `instant` as a format of strftime(3) writes it.
  func text(_ format: String, at instant: MonotonicInstant) -> String
  /// The next change of the count of whole spans of `seconds` since 1970.
  ///
  /// - Parameters:
  ///   - seconds: 1 or more.
  ///   - instant: The change comes after this.
  /// - Returns: The first instant of the next span.
  func nextChange(every seconds: Int, after instant: MonotonicInstant) -> MonotonicInstant
  /// The day of the week at `instant`, 0 for Monday … 6 for Sunday, and the seconds since its midnight;
  /// nil while the clock has not been set.
  func timeOfWeek(at instant: MonotonicInstant) -> (weekday: Int, second: Int)?
}

extension WallClock {
  /// Not known.
  package func timeOfWeek(at instant: MonotonicInstant) -> (weekday: Int, second: Int)? { nil }
}
