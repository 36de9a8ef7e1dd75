// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Tells the time of day to all that goes by it; asked when a label is filled in or a schedule is looked at,
/// never in a frame.
///
/// Wall time may be set at any moment. The caller that notices has the scene's ``Scene/clockHasJumped()``
/// called; until then it goes on as fast as the monotonic clock.
package protocol WallClock: AnyObject, Sendable {
  /// The time of day at `instant` as a format of strftime(3) writes it in a language, the machine's where that is
  /// empty.
  func text(_ format: String, in language: String, at instant: MonotonicInstant) -> String
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
  /// Milliseconds from 1970 to the instant 0; another number once the clock has been set, or the machine has slept.
  func origin() -> Int
  /// Milliseconds from 1970 to the machine's start; another number once the clock has been set, and by as many.
  func setting() -> Int
  /// A time as a format of strftime(3) writes it in a language, the machine's where that is empty.
  func text(_ format: String, in language: String, secondsSince1970: Int) -> String
  /// Seconds by which the time of day is ahead of UTC at a time.
  func secondsEast(secondsSince1970: Int) -> Int
}

extension WallClock {
  /// The instant 0 is 1970.
  package func origin() -> Int { 0 }
  /// The machine does not sleep.
  package func setting() -> Int { origin() }
  /// Milliseconds from 1970 to `instant`.
  package func time(at instant: MonotonicInstant) -> Int {
    floored(Int(instant.nanoseconds), unit: 1_000_000) + origin()
  }

  /// UTC.
  package func secondsEast(secondsSince1970: Int) -> Int { 0 }
  /// That of the instant.
  package func text(
    _ format: String,
    in language: String,
    secondsSince1970 seconds: Int
  ) -> String {
    let milliseconds = Int64(seconds * 1000 - origin())
    return text(format, in: language, at: MonotonicInstant(nanoseconds: milliseconds * 1_000_000))
  }
  /// Not known.
  package func timeOfWeek(at instant: MonotonicInstant) -> (weekday: Int, second: Int)? { nil }
}
