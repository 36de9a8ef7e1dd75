// SPDX-License-Identifier: Apache-2.0
import Configuration
import TOMLReading
import Testing

@Suite("Schedules")
struct AwakeScheduleTests {
  private func schedule(_ text: String) throws -> AwakeSchedule {
    let file = "[display]\nschedule = \(text)"
    return try Settings(parsing: Array(file.utf8), fileName: "x").display.schedule
  }

  /// The minutes of a week at which `text` has the panel awake, as ranges from Monday's midnight.
  private func awake(_ text: String) throws -> [Range<Int>] {
    let schedule = try schedule(text)
    var ranges: [Range<Int>] = []
    for minute in 0..<7 * 1440 {
      let time = WallTime(weekday: minute / 1440, second: minute % 1440 * 60 + 59)
      guard schedule.isAwake(at: time) else { continue }
      if let last = ranges.last, last.upperBound == minute {
        ranges[ranges.count - 1] = last.lowerBound..<minute + 1
      } else {
        ranges.append(minute..<minute + 1)
      }
    }
    return ranges
  }

  /// Minutes since Monday's midnight.
  private func at(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Int {
    (day * 24 + hour) * 60 + minute
  }

  @Test("Every day has the same times where no days are named")
  func daily() throws {
    #expect(
      try awake("[\"07:00-22:30\"]") == (0..<7).map { at($0, 7)..<at($0, 22, 30) }
    )
    #expect(try awake("[\"00:00-24:00\"]") == [0..<7 * 1440])
    #expect(try awake("[]") == [0..<7 * 1440])
  }

  @Test("Days are a list and ranges, and go over the end of the week")
  func days() throws {
    #expect(
      try awake("[\"Mon-Wed,Sat 08:00-09:00\"]")
        == [0, 1, 2, 5].map { at($0, 8)..<at($0, 9) }
    )
    #expect(
      try awake("[\"Sun-Mon 08:00-09:00\"]") == [0, 6].map { at($0, 8)..<at($0, 9) }
    )
  }

  @Test("What goes over midnight belongs to the day on which it begins")
  func overMidnight() throws {
    #expect(try awake("[\"Fri 20:00-02:00\"]") == [at(4, 20)..<at(5, 2)])
    #expect(try awake("[\"Sun 23:00-01:00\"]") == [0..<at(0, 1), at(6, 23)..<7 * 1440])
  }

  @Test("Several spans add up")
  func several() throws {
    #expect(
      try awake("[\"Mon 08:00-10:00\", \"Mon 09:00-12:00\", \"Tue 22:00-24:00\"]")
        == [at(0, 8)..<at(0, 12), at(1, 22)..<at(1, 24)]
    )
  }

  @Test(
    "What is no span is an error that says how one looks",
    arguments: [
      "7:00-22:00", "07:00", "07:00-07:00", "24:00-01:00", "07:00-24:01", "07:60-08:00", "",
      "Mo 07:00-08:00", "Mon- 07:00-08:00", "Mon Tue 07:00-08:00", "mon 07:00-08:00", "Mon",
      "07:00-08:00-09:00", "Mon, 07:00-08:00", "+7:00-08:00",
    ]
  )
  func errors(text: String) throws {
    do {
      _ = try schedule("[\"\(text)\"]")
      Issue.record("'\(text)' is taken for a span")
    } catch let error as ConfigurationError {
      #expect(error.lines.count == 1)
      #expect(error.lines[0].contains("such as \"07:00-22:00\" or \"Mon-Fri 07:00-22:00\""))
    }
  }

  @Test("A leap second belongs to its day")
  func leapSecond() throws {
    #expect(try schedule("[\"Mon 23:00-24:00\"]").isAwake(at: WallTime(weekday: 0, second: 86400)))
  }
}
