// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading

/// A moment of a week, as the clock on the wall shows it.
package struct WallTime: Hashable, Sendable {
  /// The day, 0 for Monday … 6 for Sunday.
  package let weekday: Int
  /// Seconds since its midnight, 0 … 86400 (a leap second is one more).
  package let second: Int

  /// The moment `second` seconds into the day `weekday`.
  package init(weekday: Int, second: Int) {
    self.weekday = weekday
    self.second = second
  }
}

/// The times at which a panel may be awake; `schedule`.
///
/// Nothing but the time of day and the day of the week counts, so that a clock that is set, a change to
/// summer time or another time zone needs no care: what is asked for again is what is true then.
package struct AwakeSchedule: Hashable, Sendable {
  /// A time of day on some days of the week.
  private struct Span: Hashable {
    /// Bit 0 for Monday … bit 6 for Sunday: the days on which it begins.
    var days: UInt8
    /// Minutes since midnight, 0 ..< 1440.
    var start: Int
    /// Minutes since midnight, up to 1440; no more than `start` is on the day after.
    var end: Int

    func contains(_ weekday: Int, minute: Int) -> Bool {
      let begins = days >> UInt8(weekday) & 1 == 1
      if start < end { return begins && (start..<end).contains(minute) }
      let beganYesterday = days >> UInt8((weekday + 6) % 7) & 1 == 1
      return begins && minute >= start || beganYesterday && minute < end
    }
  }

  private var spans: [Span] = []

  /// At any time.
  package init() {}

  /// True if the panel may be awake at any time.
  package var isEmpty: Bool { spans.isEmpty }

  /// Tells if the panel may be awake at `time`.
  package func isAwake(at time: WallTime) -> Bool {
    spans.isEmpty
      || spans.contains { $0.contains(time.weekday, minute: min(time.second / 60, 1439)) }
  }

  /// Reads a list of texts such as `07:00-22:00` and `Sat,Sun 10:00-16:00`.
  init(_ node: TOMLNode) throws(Diagnostic) {
    let expectation = "a list of times such as \"07:00-22:00\" or \"Mon-Fri 07:00-22:00\""
    guard let elements = node.elements, elements.count <= 64 else {
      throw node.mismatch(expectation)
    }
    for element in elements {
      guard let span = element.string.flatMap(Self.span) else {
        throw element.mismatch(expectation)
      }
      spans.append(span)
    }
  }

  // MARK: - Reading

  /// A span as it is written, as a regular expression.
  static let pattern: String = {
    let time = "([01][0-9]|2[0-3]):[0-5][0-9]"
    let day = "(\(dayNames.joined(separator: "|")))"
    let days = "\(day)(-\(day))?"
    return "^(\(days)(,\(days))* )?\(time)-(\(time)|24:00)$"
  }()

  private static let dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// A span as it is written; nil for anything else.
  private static func span(_ text: String) -> Span? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split(separator: " ")
    guard (1...2).contains(words.count), let times = words.last?.split(separator: "-"),
      times.count == 2, let start = minute(times[0]), let end = minute(times[1]),
      start < 1440, start != end
    else { return nil }
    guard words.count == 2 else { return Span(days: 0x7F, start: start, end: end) }
    var days: UInt8 = 0
    for part in words[0].split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { name in
        dayNames.firstIndex { $0.utf8.elementsEqual(name.utf8) }
      }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1]
      else { return nil }
      // From Friday to Monday goes over the end of the week.
      for offset in 0...(last - first + 7) % 7 { days |= 1 << UInt8((first + offset) % 7) }
    }
    return Span(days: days, start: start, end: end)
  }

  /// Minutes since midnight of `HH:MM`, up to 24:00; nil for anything else.
  static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = twoDigits(parts[0]), let minute = twoDigits(parts[1]),
      minute < 60, hour < 24 || hour == 24 && minute == 0
    else { return nil }
    return hour * 60 + minute
  }

  private static func twoDigits(_ text: Substring) -> Int? {
    guard text.utf8.count == 2, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}
