// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
package import MonotonicTime
internal import Widgets

/// The time of day for labels and the schedule: the machine's, or one that exists only as numbers.
package final class SceneClock: WallClock {
  /// Nanoseconds from 0 of the monotonic clock to 1970; nil for the machine's.
  private let fixedOffset: Int64?

  /// The machine's, in its time zone.
  package init() { fixedOffset = nil }

  /// One in UTC and English that shows so many seconds since 1970 at the instant 0.
  package init(startingAt seconds: Int64) { fixedOffset = seconds * 1_000_000_000 }

  package func text(
    _ format: String,
    in language: String,
    at instant: MonotonicInstant
  ) -> String {
    CivilTime.text(
      format,
      secondsSince1970: floored(nanoseconds(at: instant), span: 1_000_000_000),
      in: language,
      isUTC: fixedOffset != nil
    )
  }

  package func nextChange(
    every seconds: Int,
    after instant: MonotonicInstant
  ) -> MonotonicInstant {
    let span = Int64(max(seconds, 1)) * 1_000_000_000
    let now = nanoseconds(at: instant)
    let next = (floored(now, span: span) + 1) * span
    return instant + MonotonicInterval(nanoseconds: next - now)
  }

  package func timeOfWeek(at instant: MonotonicInstant) -> (weekday: Int, second: Int)? {
    CivilTime.timeOfWeek(
      secondsSince1970: floored(nanoseconds(at: instant), span: 1_000_000_000),
      isUTC: fixedOffset != nil
    )
  }

  package func origin() -> Int {
    Int(floored(fixedOffset ?? CivilTime.offset(), span: 1_000_000))
  }

  package func setting() -> Int {
    Int(floored(fixedOffset ?? CivilTime.setting(), span: 1_000_000))
  }

  package func text(
    _ format: String,
    in language: String,
    secondsSince1970 seconds: Int
  ) -> String {
    CivilTime.text(
      format,
      secondsSince1970: Int64(seconds),
      in: language,
      isUTC: fixedOffset != nil
    )
  }

  package func secondsEast(secondsSince1970 seconds: Int) -> Int {
    fixedOffset == nil ? CivilTime.secondsEast(secondsSince1970: Int64(seconds)) : 0
  }

  private func nanoseconds(at instant: MonotonicInstant) -> Int64 {
    instant.nanoseconds &+ (fixedOffset ?? CivilTime.offset())
  }

  /// Number of whole spans that have gone by, also before 1970.
  private func floored(_ nanoseconds: Int64, span: Int64) -> Int64 {
    let whole = nanoseconds / span
    return whole * span > nanoseconds ? whole - 1 : whole
  }
}
