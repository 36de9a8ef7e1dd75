// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing

@testable import DisplayServer

@Suite("When programs are started whose lines widgets show")
struct SourceScheduleTests {
  private static func source(_ id: String, _ command: String, every interval: Double = 0)
    -> SourceSchedule.Source
  {
    .init(id: id, command: [command], interval: interval)
  }

  private static func schedule(_ sources: SourceSchedule.Source...) -> SourceSchedule {
    var schedule = SourceSchedule()
    _ = schedule.replace(by: sources, at: at(0))
    return schedule
  }

  private static func at(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(seconds: seconds)
  }

  @Test("One that ends at once is started again after 1, 2, 4 … 60 s")
  func pauses() {
    var schedule = Self.schedule(Self.source("a", "date"))
    var now = 0.0
    var pauses: [Double] = []
    for _ in 0..<9 {
      #expect(schedule.takeDue(at: Self.at(now)) == "a")
      #expect(schedule.takeDue(at: Self.at(now)) == nil && schedule.deadline == nil)
      now += 0.25
      schedule.hasEnded("a", at: Self.at(now))
      let due = schedule.deadline.map { ($0 - Self.at(0)).seconds } ?? 0
      pauses.append(due - now)
      #expect(schedule.takeDue(at: Self.at(due - 0.001)) == nil)
      now = due
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    // After a minute it has not failed at once.
    _ = schedule.takeDue(at: Self.at(now))
    schedule.hasEnded("a", at: Self.at(now + 60))
    #expect(schedule.deadline == Self.at(now + 61))
  }

  @Test("One that is to run every so often is counted from its start, however long it takes")
  func interval() {
    var schedule = Self.schedule(Self.source("a", "date", every: 10))
    #expect(schedule.takeDue(at: Self.at(0)) == "a")
    schedule.hasEnded("a", at: Self.at(3))
    #expect(schedule.deadline == Self.at(10))
    #expect(schedule.takeDue(at: Self.at(10)) == "a")
    schedule.hasEnded("a", at: Self.at(27))
    #expect(schedule.deadline == Self.at(27))
  }

  @Test("One that an earlier process has started is not started again, after a grace")
  func grace() {
    var schedule = SourceSchedule()
    let grace = MonotonicInterval(seconds: 5)
    let sources = [Self.source("a", "date"), Self.source("b", "date")]
    #expect(schedule.replace(by: sources, after: grace, at: Self.at(0)).isEmpty)
    #expect(schedule.takeDue(at: Self.at(4.9)) == nil)
    schedule.hasBegun("a", at: Self.at(4.9))
    #expect(schedule.takeDue(at: Self.at(5)) == "b")
    #expect(schedule.takeDue(at: Self.at(5)) == nil)
    schedule.hasEnded("a", at: Self.at(7))
    #expect(schedule.deadline == Self.at(8))
  }

  @Test("After a reload those that are the same go on, others are ended before the next ones begin")
  func reload() {
    var schedule = Self.schedule(
      Self.source("same", "date"),
      Self.source("changed", "date"),
      Self.source("gone", "date"),
      Self.source("waiting", "date")
    )
    for _ in 0..<4 { _ = schedule.takeDue(at: Self.at(0)) }
    schedule.hasEnded("waiting", at: Self.at(0))
    let sources = [
      Self.source("same", "date"), Self.source("changed", "uptime"),
      Self.source("waiting", "uptime"), Self.source("new", "date"),
    ]
    #expect(schedule.replace(by: sources, at: Self.at(0.5)) == ["changed", "gone"])
    let first = (0..<3).map { _ in schedule.takeDue(at: Self.at(0.5)) }
    #expect(first == ["waiting", "new", nil])
    schedule.hasEnded("gone", at: Self.at(0.6))
    schedule.hasEnded("changed", at: Self.at(0.6))
    #expect(schedule.takeDue(at: Self.at(1.6)) == "changed")
  }
}
