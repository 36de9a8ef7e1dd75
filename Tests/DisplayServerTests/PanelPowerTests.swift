// SPDX-License-Identifier: Apache-2.0
import Geometry
import Presentation
import JSON
import VirtualTime
import Widgets
import RequestWords
import Control
import MonotonicTime
import Testing
import Touch
import VirtualKiosk

@Suite("The panel's sleep")
struct PanelPowerTests {
  static let scene = plainScene.replacing("scale = 1", with: "scale = 1\nblank_after = 10")

  @Test("The panel sleeps after the time without touch or change, and not before")
  func sleeps() throws {
    let run = try VirtualRun(Self.scene)
    run.pass(9.9)
    #expect(run.status.output.state == "active")
    run.finger(.down, onNothing)
    run.finger(.up, onNothing)
    run.pass(9.9)
    #expect(run.status.output.state == "active")
    try run.perform(.setProgress(ProgressChange(percent: 0)))
    run.pass(9.9)
    #expect(run.status.output.state == "active")
    run.pass(0.2)
    #expect(run.status.output.state == "asleep")
    #expect(run.isAtRest)
  }

  @Test("The touch that wakes is swallowed to its end, and the next one counts")
  func wakingTouch() throws {
    let run = try VirtualRun(Self.scene)
    run.pass(20)
    #expect(run.status.output.state == "asleep")
    run.finger(.down, onStart)
    #expect(run.status.output.state == "active")
    #expect(run.widget("start")?["pressed"] == false)
    run.finger(.move, onStop)
    run.finger(.up, onStart)
    #expect(run.widget("start")?["pressed"] == false)
    run.finger(.down, onStart)
    #expect(run.widget("start")?["pressed"] == true)
    run.finger(.up, onStart)
    run.pass(0.1)
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("A second finger beside the one that woke the panel counts")
  func secondFinger() throws {
    let run = try VirtualRun(Self.scene)
    run.pass(20)
    run.finger(.down, onNothing, slot: 0)
    run.finger(.down, onStart, slot: 1)
    #expect(run.widget("start")?["pressed"] == true)
    run.finger(.up, onStart, slot: 1)
    #expect(run.widget("start")?["pressed"] == false)
  }

  @Test("A request wakes the panel, and what it changed is on the screen")
  func requestWakes() throws {
    let run = try VirtualRun(Self.scene)
    run.pass(20)
    let before = run.presentedPixels()
    try run.perform(.setProgress(ProgressChange(percent: 100, duration: 0)))
    #expect(run.status.output.state == "active")
    run.pass(0.1)
    #expect(run.presentedPixels() != before)
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("Reading the state wakes nothing")
  func readingDoesNotWake() throws {
    let run = try VirtualRun(Self.scene)
    run.pass(20)
    _ = try run.perform(.getProgress(id: nil))
    _ = try run.perform(.screenshot)
    #expect(run.status.output.state == "asleep")
  }

  @Test("While the panel sleeps no frame is committed, though waves would move")
  func sleepsThroughMotion() throws {
    let run = try VirtualRun(Self.scene)
    try run.perform(.setProgress(ProgressChange(percent: 50)))
    run.pass(11)
    #expect(run.status.output.state == "asleep")
    let presented = run.status.frames.presented
    run.pass(3600)
    #expect(run.status.frames.presented <= presented + 1)
    #expect(run.isAtRest)
  }

  @Test("A button that is held when the panel falls asleep does not stay pressed")
  func heldWhileFallingAsleep() throws {
    let run = try VirtualRun(Self.scene)
    run.finger(.down, onStart)
    run.pass(11)
    #expect(run.status.output.state == "asleep")
    run.finger(.up, onStart)
    run.pass(0.1)
    #expect(run.status.output.state == "active")
    #expect(run.widget("start")?["pressed"] == false)
    run.finger(.down, onStart)
    #expect(run.widget("start")?["pressed"] == true)
  }

  @Test("An idle animation neither wakes a sleeping panel nor keeps the processor busy")
  func attractWhileAsleep() throws {
    let attract = """
      id = "start"
      attract = { delay = 3, duration = 0.5, interval = 4 }
      """
    let run = try VirtualRun(Self.scene.replacing("id = \"start\"", with: attract))
    run.pass(9)
    #expect(run.status.frames.presented > 20)
    run.pass(2)
    #expect(run.status.output.state == "asleep")
    let presented = run.status.frames.presented
    run.pass(100)
    #expect(run.status.frames.presented <= presented + 1)
    #expect(run.isAtRest)
  }
}

@Suite("Idle animations on the server")
struct AttractTests {
  @Test("They begin after the delay, end in rest, and a touch stops them")
  func plays() throws {
    let attract = """
      id = "start"
      attract = { delay = 3, duration = 0.5, repeat = 1, interval = 0 }
      """
    let run = try VirtualRun(plainScene.replacing("id = \"start\"", with: attract))
    run.pass(2.9)
    let still = run.status.frames.presented
    let before = run.presentedPixels()
    run.pass(0.4)
    #expect(run.status.frames.presented > still + 5)
    #expect(run.presentedPixels() != before)
    run.comeToRest()
    #expect(run.presentedPixels() == before)
    // One round only, so nothing is left to wait for.
    #expect(run.isAtRest)
    let rested = run.status.frames.presented
    run.finger(.down, onNothing)
    run.finger(.up, onNothing)
    run.pass(2.5)
    // One frame may go to the touch itself.
    #expect(run.status.frames.presented <= rested + 1)
    run.pass(1)
    #expect(run.status.frames.presented > rested + 5)
  }
}
