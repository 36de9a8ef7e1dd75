// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import Geometry
import JSON
import MonotonicTime
import Presentation
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

/// A chart of 110 pixels for 3000 s that needs no font.
private let timeScene = """
  [display]
  scale = 1
  [[chart]]
  id = "heat"
  frame = { x = 10, y = 10, width = 140, height = 100, anchor = "top-left" }
  padding = 20
  span = 3000
  draw = 0
  over = 0
  bubble = false
  """

/// A clock that a test sets.
private final class SetClock: WallClock, @unchecked Sendable {
  /// Seconds from 1970 to the run's beginning.
  var ahead = 1_800_000_000
  /// Seconds that the machine has slept.
  var slept = 0

  func text(_ format: String, in language: String, at instant: MonotonicInstant) -> String { "" }
  func text(_ format: String, in language: String, secondsSince1970: Int) -> String { "" }
  func nextChange(every seconds: Int, after instant: MonotonicInstant) -> MonotonicInstant {
    instant + MonotonicInterval(seconds: Double(seconds))
  }
  func origin() -> Int { (ahead + slept) * 1000 }
  func setting() -> Int { ahead * 1000 }
}

@Suite("Charts of a span of time in the daemon")
struct ChartTimeServerTests {
  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  private func run(
    _ clock: SetClock,
    restoring record: StateRecord? = nil
  ) throws -> VirtualRun {
    try VirtualRun(
      settings: settings(timeScene),
      mode: smallMode(),
      hertz: 60,
      restoring: record,
      wallClock: clock
    )
  }

  private func times(_ run: VirtualRun) throws -> [Double] {
    try run.perform(request("chart.get", "{}")).json["times"]?.array?.compactMap(\.double) ?? []
  }

  @Test("A value has the time at which it came, or the one that the request says")
  func stamps() throws {
    let run = try run(SetClock())
    run.pass(1.5)
    try run.perform(request("chart.append", "{\"value\":1,\"time\":1799999000.25}"))
    try run.perform(request("chart.append", "{\"value\":2}"))
    run.pass(2)
    try run.perform(request("chart.append", "{\"values\":[3,4]}"))
    #expect(
      try times(run) == [1_799_999_000.25, 1_800_000_001.5, 1_800_000_003.5, 1_800_000_003.5]
    )
    for time in ["1800000005", "1800000003.4", "-1", "\"now\""] {
      #expect(throws: JSONRPCError.self) {
        try run.perform(request("chart.append", "{\"value\":5,\"time\":\(time)}"))
      }
    }
  }

  @Test("While only time goes by there is a frame for each pixel that it takes, and no other")
  func frames() throws {
    let run = try run(SetClock())
    try run.perform(request("chart.append", "{\"value\":10}"))
    run.pass(100)
    let frames = run.status.frames.presented
    run.pass(3000)
    #expect(run.status.frames.presented - frames == 110)
    let isSame = run.presentedPixels() == run.picture()
    #expect(isSame)
  }

  @Test("A clock that is set moves the times along; after sleep they are as long ago as they are")
  func jumps() throws {
    let clock = SetClock()
    let run = try run(clock)
    try run.perform(request("chart.append", "{\"value\":10}"))
    run.pass(100)
    clock.ahead -= 1_000_000
    run.clockHasJumped()
    #expect(try times(run) == [1_799_000_000])
    try run.perform(request("chart.append", "{\"value\":20}"))
    clock.slept = 500
    run.clockHasJumped()
    #expect(try times(run) == [1_799_000_000, 1_799_000_100])
    clock.ahead += 3600
    run.clockHasJumped()
    try run.perform(request("chart.append", "{\"value\":30}"))
    #expect(try times(run) == [1_799_003_600, 1_799_003_700, 1_799_004_200])
  }

  @Test("Times outlive the process; with a clock that lies behind them then they keep their order")
  func state() throws {
    let clock = SetClock()
    let before = try run(clock)
    try before.perform(request("chart.append", "{\"value\":10}"))
    before.pass(60.125)
    try before.perform(request("chart.append", "{\"value\":20}"))
    let record = try #require(StateRecord(parsing: before.stateRecord.bytes))
    clock.ahead += 100
    let after = try run(clock, restoring: record)
    #expect(try times(after) == [1_800_000_000, 1_800_000_060.125])
    after.pass(1)
    try after.perform(request("chart.append", "{\"value\":30}"))
    #expect(try times(after) == [1_800_000_000, 1_800_000_060.125, 1_800_000_101])
    clock.ahead = 1000
    let unset = try run(clock, restoring: record)
    try unset.perform(request("chart.append", "{\"value\":30}"))
    #expect(try times(unset) == [939.875, 1000, 1000])
  }
}
