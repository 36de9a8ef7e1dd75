// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import JSON
import MonotonicTime
import Presentation
import RequestWords
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@testable import DisplayServer

@Suite("Ways to go dark")
struct SleepTests {
  private static let tenSeconds = "blank_after = 10\n"

  @Test(
    "However the panel goes dark, it does after the same time, and a touch wakes and is swallowed",
    arguments: ["off", "backlight", "black"],
    [true, false]
  )
  func wakingTouch(blank: String, hasLight: Bool) throws {
    let light = hasLight ? ScriptedLight() : ScriptedLight(without: "there is none")
    let run = try VirtualRun(display: Self.tenSeconds + "blank = \"\(blank)\"", light: light)
    run.pass(9.9)
    #expect(run.status.output.state == "active")
    run.pass(0.2)
    #expect(run.status.output.state == "asleep")
    #expect(run.output.description.state == (blank == "off" ? "asleep" : "active"))
    #expect(run.isAtRest)
    run.finger(.down, onStart)
    #expect(run.status.output.state == "active")
    #expect(run.widget("start")?["pressed"] == false)
    run.finger(.up, onStart)
    run.pass(0.1)
    #expect(run.presentedPixels() == run.picture())
    #expect(light.shownLevel == (hasLight ? 800 : 0))
    run.finger(.down, onStart)
    #expect(run.widget("start")?["pressed"] == true)
  }

  @Test("A black panel shows black, through requests that wake nobody, and then the whole picture")
  func black() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: Self.tenSeconds + "blank = \"black\"", light: light)
    #expect(!run.isBlack)
    run.pass(11)
    #expect(run.isBlack)
    #expect(light.log.isEmpty)
    try run.perform(.screenshot)
    #expect(run.isBlack)
    try run.perform(.setProgress(ProgressChange(percent: 30, duration: 0)))
    run.pass(0.1)
    #expect(!run.isBlack)
    #expect(run.presentedPixels() == run.picture())
    // Both buffers are right again.
    try run.perform(.setProgress(ProgressChange(percent: 31, duration: 0)))
    run.pass(0.1)
    #expect(run.presentedPixels() == run.picture())
  }

  @Test(
    "Only with the backlight its light goes out; else it stays as it is, or as it was dimmed",
    arguments: [
      ("off", false, 800), ("off", true, 80), ("black", false, 800), ("black", true, 80),
      ("backlight", false, 0), ("backlight", true, 0),
    ]
  )
  func lightInTheDark(blank: String, dims: Bool, level: Int) throws {
    let light = ScriptedLight()
    let dim = dims ? "dim = 4\n" : ""
    let run = try VirtualRun(
      display: Self.tenSeconds + dim + "blank = \"\(blank)\"",
      light: light
    )
    run.pass(11)
    #expect(run.status.output.state == "asleep")
    #expect(light.shownLevel == level)
    #expect(light.setting?.isPowered == (blank != "backlight"))
  }

  @Test("In motion too a panel goes black, and no frame comes after it")
  func blackInMotion() throws {
    let run = try VirtualRun(display: Self.tenSeconds + "blank = \"black\"", light: nil)
    try run.perform(.setProgress(ProgressChange(percent: 50)))
    run.pass(11)
    #expect(run.isBlack && run.isAtRest)
    let presented = run.status.frames.presented
    run.pass(600)
    #expect(run.status.frames.presented == presented)
  }

  @Test("With the backlight the picture stays, and the light is out")
  func backlight() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: Self.tenSeconds + "blank = \"backlight\"", light: light)
    let before = run.presentedPixels()
    run.pass(11)
    #expect(light.setting == PanelLightSetting(level: 0, isPowered: false))
    #expect(run.presentedPixels() == before)
  }

  @Test("The light comes back with the first frame that is new, not before")
  func lightAfterFrame() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: Self.tenSeconds + "blank = \"backlight\"", light: light)
    // Between two vblanks, so that the frame has to wait for one.
    run.pass(11.005)
    let presented = run.status.frames.presented
    run.finger(.down, onNothing)
    #expect(light.shownLevel == 0)
    while run.status.frames.presented == presented {
      #expect(light.shownLevel == 0)
      run.pass(0.001)
    }
    #expect(light.shownLevel == 800)
  }

  @Test("Where there is no light to put out, the panel goes black, and the screen stays on")
  func noLight() throws {
    let run = try VirtualRun(
      display: Self.tenSeconds + "blank = \"backlight\"",
      light: ScriptedLight(without: "the panel has no backlight that can be set")
    )
    run.pass(11)
    #expect(run.isBlack)
    #expect(run.status.output.light == nil)
  }

  @Test("It fades for the last seconds without a frame, and a touch that ends the fade counts")
  func fades() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(
      display: Self.tenSeconds + "dim = 4\nblank = \"backlight\"",
      light: light
    )
    run.pass(6)
    #expect(light.shownLevel == 800)
    let presented = run.status.frames.presented
    run.pass(2)
    // Half of the way from 800 to 80.
    #expect(abs(light.shownLevel - 440) <= 9)
    #expect(run.status.output.state == "active")
    #expect(run.status.output.light?.percent == 80)
    run.pass(1.99)
    #expect(abs(light.shownLevel - 80) <= 9)
    #expect(run.status.frames.presented == presented)
    run.finger(.down, onStart)
    #expect(light.shownLevel == 800)
    #expect(run.widget("start")?["pressed"] == true)
  }

  @Test("A request ends a fade as well")
  func requestEndsFade() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: Self.tenSeconds + "dim = 4", light: light)
    run.pass(8)
    #expect(light.shownLevel < 800)
    try run.perform(.setProgress(ProgressChange(percent: 30, duration: 0)))
    #expect(light.shownLevel == 800)
    run.pass(9.9)
    #expect(run.status.output.state == "active")
  }

  @Test("What is asked of the light holds, whatever it was found at, and over sleep")
  func configured() throws {
    let light = ScriptedLight(level: 3)
    let run = try VirtualRun(
      display: Self.tenSeconds + "brightness = 60\nblank = \"backlight\"",
      light: light
    )
    #expect(light.shownLevel == 600)
    run.pass(11)
    run.finger(.down, onNothing)
    run.pass(0.1)
    #expect(light.shownLevel == 600)
  }

  @Test("What somebody else has set the light to is what it comes back to")
  func setByOthers() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: Self.tenSeconds + "blank = \"backlight\"", light: light)
    light.setting = PanelLightSetting(level: 250, isPowered: true)
    run.pass(11)
    #expect(light.shownLevel == 0)
    run.finger(.down, onNothing)
    run.pass(0.1)
    #expect(light.shownLevel == 250)
  }

  @Test("At the daemon's end the light is left as it is while the panel is awake")
  func end() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: Self.tenSeconds + "blank = \"backlight\"", light: light)
    run.pass(11)
    run.stop()
    #expect(light.shownLevel == 800)
    #expect(light.finishCount == 1)
  }

  @Test("Nothing is asked of a light where nothing is said of it")
  func untouched() throws {
    let light = ScriptedLight(level: 3)
    let run = try VirtualRun(display: Self.tenSeconds, light: light)
    run.pass(11)
    run.finger(.down, onNothing)
    run.pass(1)
    #expect(light.log.isEmpty)
  }
}

@Suite("The light over a sudden end")
struct LoweredLightTests {
  private static let display = "blank_after = 10\ndim = 4\nblank = \"backlight\""

  @Test(
    "Whenever a process ends, the next one finds the light's level again",
    arguments: [0.0, 5.9, 6.001, 7, 9.9, 10.001, 20]
  )
  func suddenEnd(seconds: Double) throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: Self.display, light: light)
    run.pass(seconds)
    // Nothing is told to the first process: it is killed.
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let next = try VirtualRun(display: Self.display, light: light, restoring: record)
    #expect(light.setting == PanelLightSetting(level: 800, isPowered: true))
    #expect(next.status.output.light?.percent == 80)
    next.pass(0.5)
    #expect(next.stateRecord == StateRecord())
  }

  @Test(
    "The level is in the service manager's store before the light gets darker",
    arguments: [display, "blank_after = 10\nblank = \"backlight\"", "blank = \"backlight\""]
  )
  func storedFirst(display: String) throws {
    let light = ScriptedLight()
    let run = try StoredRun(display: display, light: light)
    var (darker, unstored) = (0, 0)
    light.willSet = { setting in
      guard !setting.isPowered || setting.level < 800 else { return }
      darker += 1
      if !run.stored.contains("\"level\":800") { unstored += 1 }
    }
    run.pass(1)
    // The first change is stored at once, the second one may wait, and what is lowered after it may not.
    for percent in [90.0, 80] { try run.setDisplay(brightness: percent) }
    #expect(run.stored.contains("\"brightness\":90"))
    if !display.contains("blank_after") { try run.setDisplay(isAwake: false) }
    run.pass(11)
    #expect(light.shownLevel == 0)
    #expect(darker > 0 && unstored == 0)
    try run.setDisplay(isAwake: true)
    run.pass(0.5)
    #expect(light.shownLevel == 800)
    #expect(!run.stored.contains("level"))
  }

  @Test("Another light is no heir: it is left as it is found")
  func otherLight() throws {
    let light = ScriptedLight()
    let run = try VirtualRun(display: Self.display, light: light)
    run.pass(20)
    let record = run.stateRecord
    let other = ScriptedLight(level: 30, highest: 100)
    other.finding = .light(PanelLightDescription(name: "other", highestLevel: 100))
    let next = try VirtualRun(display: Self.display, light: other, restoring: record)
    #expect(other.shownLevel == 30)
    // The first one's level is not forgotten for that.
    #expect(next.stateRecord == record)
  }
}
