// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The schedule of bars over the panel: once a day, in the hour after a time of day, as soon as the panel has not been
/// touched for some minutes.
///
/// ```
///   outside of the hour ──time of day──► due ──untouched for 5 minutes──► done for this day
///           ▲                             │ the hour is over                  │ 12 hours
///           └─────────────────────────────┴───────────────────────────────────┘
/// ```
/// It goes by the clock on the wall as it is asked, at the latest at each full hour: one that is set, or that goes
/// over to summer time, needs no care. Where the time of day falls into the hour that summer time leaves out, it is due
/// at the end of that hour; where it comes twice, the first one counts.
struct PanelRefresh: Hashable {
  /// Duration for which the panel has to be left alone before.
  static let quiet = MonotonicInterval(seconds: 300)
  private static let hour = 3600
  private static let day = 24 * hour
  /// For how many seconds it is due: what falls to the first minute of an hour that is left out is asked an hour later,
  /// or somewhat after that.
  private static let span = hour + 60
  /// For how long it is done when it has been begun.
  private static let once = MonotonicInterval(seconds: Double(day / 2))

  /// The time of day, in minutes since midnight.
  let minute: Int
  /// The instant at which the clock is asked next.
  private(set) var deadline: MonotonicInstant
  private var begun: MonotonicInstant?

  /// A refresh at `minute` of each day, about which the clock is asked at `now`.
  init(minute: Int, at now: MonotonicInstant) {
    self.minute = minute
    deadline = now
  }

  /// Has the clock asked again, as it was set.
  mutating func clockHasJumped(at now: MonotonicInstant) { deadline = now }

  /// Looks whether the bars are to begin.
  ///
  /// - Parameters:
  ///   - second: The time of day, in seconds since midnight; nil while the clock has not been set.
  ///   - lastUse: The instant of the last touch.
  ///   - isPossible: True if there is a panel that is lit and shows the scene.
  ///   - now: The current time.
  /// - Returns: True if they begin now.
  mutating func ask(
    second: Int?,
    lastUse: MonotonicInstant,
    isPossible: Bool,
    at now: MonotonicInstant
  ) -> Bool {
    guard let second else {
      deadline = now + MonotonicInterval(seconds: Double(Self.hour))
      return false
    }
    let untilHour = Self.hour - second % Self.hour
    let since = (second - minute * 60 + Self.day) % Self.day
    let isDone = begun.map { now - $0 < Self.once } ?? false
    guard since < Self.span, !isDone else {
      let wait = since < Self.span ? untilHour : min(untilHour, Self.day - since)
      deadline = now + MonotonicInterval(seconds: Double(wait))
      return false
    }
    guard isPossible, now - lastUse >= Self.quiet else {
      let quietEnd = isPossible ? lastUse + Self.quiet : now + Self.quiet
      let hourEnd = now + MonotonicInterval(seconds: Double(min(untilHour, Self.span - since)))
      deadline = min(quietEnd, hourEnd)
      return false
    }
    begun = now
    deadline = now + MonotonicInterval(seconds: Double(untilHour))
    return true
  }
}
