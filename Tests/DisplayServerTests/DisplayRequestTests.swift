// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Requests to the display")
struct DisplayRequestTests {
  @Test("Its brightness is set in percent, kept over sleep, and over a restart")
  func brightness() throws {
    let light = ScriptedLight()
    let display = "blank_after = 10\nblank = \"backlight\"\nbrightness = 50"
    let run = try VirtualRun(display: display, light: light)
    #expect(light.shownLevel == 500)
    #expect(
      try run.perform(.setDisplay(brightness: 25, isAwake: nil))
        == .display(brightness: 25, isAwake: true)
    )
    #expect(light.shownLevel == 250)
    run.pass(11)
    run.finger(.down, onNothing)
    run.pass(0.1)
    #expect(light.shownLevel == 250)
    let next = try VirtualRun(
      display: display,
      light: ScriptedLight(level: 7),
      restoring: run.stateRecord
    )
    #expect(next.status.output.light?.percent == 25)
  }

  @Test("In the dark it is noted, and there when the panel wakes; it wakes nobody")
  func brightnessInTheDark() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: "blank_after = 10\nblank = \"backlight\"", light: light)
    run.pass(11)
    try run.perform(.setDisplay(brightness: 25, isAwake: nil))
    run.pass(1)
    #expect(light.shownLevel == 0 && run.status.output.state == "asleep")
    try run.perform(.setDisplay(brightness: nil, isAwake: true))
    run.pass(0.1)
    #expect(light.shownLevel == 250 && run.status.output.state == "active")
  }

  @Test("Without a light the brightness is refused with the reason; sleeping goes without")
  func noLight() throws {
    let run = try VirtualRun(display: "", light: ScriptedLight(without: "nobody knows it"))
    let error = refusal { () throws(JSONRPCError) in
      try run.perform(.setDisplay(brightness: 25, isAwake: nil))
    }
    #expect(error?.code == -32003 && error?.message.contains("nobody knows it") == true)
    #expect(
      try run.perform(.setDisplay(brightness: nil, isAwake: false))
        == .display(brightness: nil, isAwake: false)
    )
    #expect(run.status.output.state == "asleep")
    run.finger(.down, onNothing)
    #expect(run.status.output.state == "active")
  }

  @Test("A reload that says another brightness has the last word")
  func reload() throws {
    let light = ScriptedLight()
    let changed = plainScene.replacing("scale = 1", with: "scale = 1\nbrightness = 90")
    let folder = TemporaryFolder()
    folder.write(Array(changed.utf8), to: "swell.toml")
    let run = try VirtualRun(
      display: "brightness = 50",
      light: light,
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    try run.perform(.setDisplay(brightness: 25, isAwake: nil))
    try run.perform(.reload)
    #expect(light.shownLevel == 900)
    #expect(run.stateRecord == StateRecord())
  }
}

@Suite("The schedule on the server")
struct ScheduleTests {
  /// A clock that shows Monday, `start` seconds after midnight, when the run begins.
  private func monday(_ start: Int) -> (MonotonicInstant) -> WallTime? {
    { now in
      let second = start + Int(now.seconds)
      return WallTime(weekday: second / 86400 % 7, second: second % 86400)
    }
  }

  private static let byDay = "schedule = [\"08:00-18:00\"]"
  private static let eight = 8 * 3600
  private static let six = 18 * 3600

  @Test("The panel wakes at the beginning and sleeps at the end, to the second")
  func dayAndNight() throws {
    let run = try VirtualRun(
      display: Self.byDay,
      light: nil,
      readWallTime: monday(Self.eight - 3600)
    )
    // Somebody has switched the machine on and is given a minute.
    run.pass(59)
    #expect(run.status.output.state == "active")
    run.pass(2)
    #expect(run.status.output.state == "asleep")
    run.pass(3600 - 61 - 1)
    #expect(run.status.output.state == "asleep")
    run.pass(1.5)
    #expect(run.status.output.state == "active")
    run.pass(36000 - 1)
    #expect(run.status.output.state == "active")
    run.pass(1)
    #expect(run.status.output.state == "asleep")
  }

  @Test("By night a request wakes nobody, a touch does, for as long as somebody is there")
  func visitor() throws {
    let run = try VirtualRun(
      display: Self.byDay,
      light: nil,
      readWallTime: monday(Self.six + 3600)
    )
    run.pass(120)
    try run.perform(.setProgress(ProgressChange(percent: 30, duration: 0)))
    #expect(run.status.output.state == "asleep")
    run.finger(.down, onNothing)
    #expect(run.status.output.state == "active")
    run.pass(50)
    run.finger(.up, onNothing)
    try run.perform(.setProgress(ProgressChange(percent: 31, duration: 0)))
    run.pass(59)
    #expect(run.status.output.state == "active")
    run.pass(2)
    #expect(run.status.output.state == "asleep")
  }

  @Test(
    "By night keys, a scan and a request to wake count as a person in front of it",
    arguments: [
      .sendKeys(.text("a")), .sendKeys(.scan("4006\n")),
      .setDisplay(brightness: nil, isAwake: true),
    ] as [ControlRequest],
    [(0.0, 60.0), (25, 25)]
  )
  func people(request: ControlRequest, stay: (blankAfter: Double, seconds: Double)) throws {
    let run = try VirtualRun(
      display: Self.byDay + "\nblank_after = \(stay.blankAfter)",
      light: nil,
      readWallTime: monday(Self.six + 3600)
    )
    run.pass(120)
    #expect(run.status.output.state == "asleep")
    try run.perform(request)
    #expect(run.status.output.state == "active")
    run.pass(stay.seconds - 1)
    #expect(run.status.output.state == "active")
    run.pass(2)
    #expect(run.status.output.state == "asleep")
  }

  @Test("A clock that is set is followed within a minute, forth and back")
  func clockIsSet() throws {
    var isDay = true
    let run = try VirtualRun(display: Self.byDay, light: nil) { _ in
      WallTime(weekday: 3, second: isDay ? Self.eight + 60 : Self.six + 60)
    }
    run.pass(3600)
    #expect(run.status.output.state == "active")
    isDay = false
    run.pass(61)
    #expect(run.status.output.state == "asleep")
    isDay = true
    run.pass(61)
    #expect(run.status.output.state == "active")
  }

  @Test("A clock that is known to have been set is followed at once")
  func clockJumps() throws {
    var isDay = true
    let run = try VirtualRun(display: Self.byDay, light: nil) { _ in
      WallTime(weekday: 3, second: isDay ? Self.eight + 60 : Self.six + 60)
    }
    run.pass(3600)
    isDay = false
    run.clockHasJumped()
    #expect(run.status.output.state == "asleep")
    isDay = true
    run.clockHasJumped()
    #expect(run.status.output.state == "active")
  }

  @Test("Labels and the schedule go by the same clock")
  func sameClock() {
    let clock = SceneClock(startingAt: 1_700_000_001)
    for instant in [0.0, 3600, 86_400 * 3.5] {
      let now = MonotonicInstant(seconds: instant)
      let time = clock.timeOfWeek(at: now)
      let text = clock.text("%u %H %M %S", in: "", at: now).split(separator: " ").compactMap {
        Int($0)
      }
      #expect(text.count == 4)
      #expect(time?.weekday == text[0] - 1)
      #expect(time?.second == (text[1] * 60 + text[2]) * 60 + text[3])
    }
    #expect(SceneClock(startingAt: 0).timeOfWeek(at: MonotonicInstant(seconds: 0)) == nil)
  }

  @Test("A clock that was never set keeps nobody in the dark")
  func clockWithoutTime() throws {
    let run = try VirtualRun(display: Self.byDay, light: nil) { _ in nil }
    run.pass(7200)
    #expect(run.status.output.state == "active")
  }

  @Test("Without a schedule the clock on the wall is not even asked, and nothing wakes up for it")
  func noSchedule() throws {
    var asked = 0
    let run = try VirtualRun(display: "", light: nil) { _ in
      asked += 1
      return nil
    }
    run.comeToRest()
    #expect(asked == 0)
    #expect(run.isAtRest)
  }
}
