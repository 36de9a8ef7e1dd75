// SPDX-License-Identifier: Apache-2.0
import Presentation
import VirtualTime
import Widgets
import RequestWords
import JSON
import Configuration
import Control
import DisplayServer
import Geometry
import MonotonicTime
import Motion
import Testing
import Touch
import VirtualKiosk

@Suite("What clients may ask for")
struct ServerRequestTests {
  @Test("A progress goes where it is sent, in the time it is given")
  func progress() throws {
    let run = try VirtualRun()
    run.pass(0.5)
    let result = try run.perform(.setProgress(ProgressChange(percent: 42, duration: 1)))
    #expect(result == .progressSet(id: "main", percent: 42))
    run.pass(0.5)
    let now = try run.perform(.getProgress(id: nil)).json
    #expect(now["id"] == "main")
    #expect(now["percent"] == 42)
    let half = try #require(now["shown"]?.double)
    #expect((18...24).contains(half))
    run.pass(1)
    #expect(
      try run.perform(.getProgress(id: "main")) == .progress(id: "main", percent: 42, shown: 42)
    )
    try run.perform(.setProgress(ProgressChange(id: "main", percent: 100, duration: 0)))
    run.pass(0.05)
    #expect(
      try run.perform(.getProgress(id: "main")) == .progress(id: "main", percent: 100, shown: 100)
    )
  }

  @Test(
    "An ease is a curve's name, an easing's name or four numbers",
    arguments: [
      .name("easeIn"), .name("easeOutBounce"), .name("linear"),
      .points(x1: 0.9, y1: 0.1, x2: 1, y2: 0.3),
    ] as [EaseParameter]
  )
  func ease(ease: EaseParameter) throws {
    let curve =
      switch ease {
      case .name(let name): try #require(Curve(named: name))
      case .points(let x1, let y1, let x2, let y2):
        Curve.bezier(TimingFunction(x1, y1, x2, y2))
      }
    let run = try VirtualRun()
    try run.perform(.setProgress(ProgressChange(percent: 100, duration: 1, ease: ease)))
    run.pass(0.3)
    let now = try run.perform(.getProgress(id: nil)).json
    let shown = try #require(now["shown"]?.double)
    // The frame on the screen, or the one that is on its way there.
    let candidates = [18, 19].map { 100 * curve.value(at: Double($0) / 60) }
    #expect(candidates.contains { abs($0 - shown) < 1e-4 }, "\(shown) of \(candidates)")
    run.pass(2)
    #expect(
      try run.perform(.getProgress(id: nil)) == .progress(id: "main", percent: 100, shown: 100)
    )
  }

  @Test("What cannot be done is refused with the code for its reason, and changes nothing")
  func refusals() throws {
    let run = try VirtualRun()
    run.comeToRest()
    let before = run.status.widgets
    let cases: [(ControlRequest, Int, String?)] = [
      (.setProgress(ProgressChange(id: "none", percent: 1)), -32001, "id"),
      (.getProgress(id: "none"), -32001, "id"),
      (.pressButton(id: "none"), -32001, "id"),
      (.setWidget(WidgetSetting(id: "none", isVisible: true)), -32001, "id"),
      (.setProgress(ProgressChange(id: "start", percent: 1)), -32002, "id"),
      (.getProgress(id: "start"), -32002, "id"),
      (.pressButton(id: "main"), -32002, "id"),
      (.setWidget(WidgetSetting(id: "main", label: "x")), -32002, "id"),
      (.sendTouch(RemoteTouch(slot: 0, phase: .up, x: nil, y: nil)), -32602, "phase"),
    ]
    for (request, code, parameter) in cases {
      let error = refusal { () throws(JSONRPCError) in try run.perform(request) }
      #expect(error?.code == code, "\(request)")
      #expect(error?.data?["parameter"]?.string == parameter, "\(request)")
    }
    run.comeToRest()
    #expect(run.status.widgets == before)
  }

  @Test("Which progress is meant has to be said only where there are several")
  func ambiguousProgress() throws {
    let second = """

      [[progress]]
      id = "other"
      mask = { shape = "drop" }
      frame = { x = 100, y = 10, width = 30, height = 30, anchor = "top-left" }
      show_percent = false
      """
    let run = try VirtualRun(plainScene + second)
    let error = refusal { () throws(JSONRPCError) in try run.perform(.getProgress(id: nil)) }
    #expect(error?.code == -32602)
    let none = try VirtualRun("[[button]]\nid = \"a\"\nlabel = \"\"\n")
    let absent = refusal { () throws(JSONRPCError) in try none.perform(.getProgress(id: nil)) }
    #expect(absent?.code == -32001)
  }

  /// A scene of every kind that has a colour and needs no font, blue, in squares of 40.
  private static let blueScene = """
    [display]
    scale = 1
    [[button]]
    id = "button"
    label = ""
    frame = { x = 0, y = 0, width = 40, height = 40, anchor = "top-left" }
    color = "#0000FF"
    [[circle]]
    id = "circle"
    frame = { x = 40, y = 0, width = 40, height = 40, anchor = "top-left" }
    centre = "fixed"
    resting = 18
    color = "#0000FF"
    [[text]]
    id = "text"
    frame = { x = 80, y = 0, width = 40, height = 40, anchor = "top-left" }
    color = "#0000FF"
    [[progress]]
    id = "progress"
    frame = { x = 120, y = 0, width = 40, height = 40, anchor = "top-left" }
    mask = { shape = "circle" }
    show_percent = false
    percent = 100
    front_color = "#0000FF"
    """

  @Test(
    "A colour turns into another one on the way that was asked for, whatever the widget",
    arguments: zip(["button", "circle", "text", "progress"], [20, 60, 100, 140])
  )
  func colorOverTime(id: String, x: Int) throws {
    let run = try VirtualRun(Self.blueScene)
    func color() throws -> [Int] {
      let pixels = try #require(run.presentedPixels())
      return pixels[(20 * 160 + x) * 4..<(20 * 160 + x) * 4 + 3].map { Int($0) }
    }
    run.pass(1)
    #expect(try color() == [255, 0, 0])
    try run.perform(
      .setWidget(WidgetSetting(id: id, color: "#F00", duration: 1, ease: .name("linear")))
    )
    run.pass(0.5)
    let half = try color()
    #expect(abs(half[0] - 0x80) <= 1 && half[1] == 0 && abs(half[2] - 0x80) <= 1, "\(half)")
    run.pass(0.6)
    #expect(try color() == [0, 0, 255])
    #expect(run.isAtRest)
    // Without a time it is there at once.
    try run.perform(.setWidget(WidgetSetting(id: id, color: "#0F0")))
    run.pass(0.04)
    #expect(try color() == [0, 255, 0])
  }

  @Test("A widget's visibility, colour and use are changed and told")
  func widgetSet() throws {
    let run = try VirtualRun()
    run.comeToRest()
    let first = run.presentedPixels()
    try run.perform(.setWidget(WidgetSetting(id: "start", color: "#F00")))
    run.comeToRest()
    #expect(run.presentedPixels() != first)
    try run.perform(.setWidget(WidgetSetting(id: "start", isVisible: false, isEnabled: false)))
    try run.perform(.setWidget(WidgetSetting(id: "main", isVisible: false)))
    run.comeToRest()
    #expect(run.widget("start")?["visible"] == false)
    #expect(run.widget("start")?["enabled"] == false)
    #expect(run.widget("main")?["visible"] == false)
    #expect(run.widget("stop")?["visible"] == true)
    let press = refusal { () throws(JSONRPCError) in try run.perform(.pressButton(id: "start")) }
    #expect(press?.code == -32602)
    try run.perform(.setWidget(WidgetSetting(id: "start", color: "#2F7CF6", isVisible: true)))
    try run.perform(.setWidget(WidgetSetting(id: "start", isEnabled: true)))
    try run.perform(.setWidget(WidgetSetting(id: "main", isVisible: true)))
    run.comeToRest()
    #expect(run.presentedPixels() == first)
  }

  @Test("Several widgets are changed as one, all of them or none")
  func several() throws {
    let run = try VirtualRun()
    var hidden = WidgetChange()
    hidden["visible"] = false
    let answer = try run.perform(.setWidgets(ids: ["start", "main"], hidden)).json
    #expect(answer["id"] == ["start", "main"])
    #expect(["start", "stop", "main"].map { run.widget($0)?["visible"] } == [false, true, false])
    var shown = hidden
    shown["visible"] = true
    let refused = refusal { () throws(JSONRPCError) in
      try run.perform(.setWidgets(ids: ["start", "none"], shown))
    }
    #expect(refused?.code == -32001 && run.widget("start")?["visible"] == false)
  }

  @Test("A label is changed on the screen")
  func label() throws {
    let run = try VirtualRun()
    run.comeToRest()
    let before = run.presentedPixels()
    try run.perform(.setWidget(WidgetSetting(id: "start", label: "Go")))
    run.comeToRest()
    #expect(run.widget("start")?["label"] == "Go")
    #expect(run.presentedPixels() != before)
    try run.perform(.setWidget(WidgetSetting(id: "start", label: "")))
    run.comeToRest()
    #expect(run.presentedPixels() == before)
  }

  @Test(
    "A change to what is in force already draws nothing, but is kept",
    arguments: [
      WidgetSetting(id: "start", isVisible: true), WidgetSetting(id: "start", isEnabled: true),
      WidgetSetting(id: "start", label: ""), WidgetSetting(id: "start", color: "#2F7CF6"),
      WidgetSetting(id: "main", isVisible: true),
    ]
  )
  func noChange(change: WidgetSetting) throws {
    let run = try VirtualRun()
    run.comeToRest()
    let before = run.status.frames.presented
    for _ in 0..<2 {
      try run.perform(.setWidget(change))
      run.pass(1)
      #expect(run.status.frames.presented == before)
    }
    #expect(run.isAtRest)
  }

  @Test("Touches that a client sends press and move a button as a finger's do")
  func remoteTouches() throws {
    let run = try VirtualRun()
    run.comeToRest()
    let before = run.presentedPixels()
    try run.perform(.sendTouch(RemoteTouch(slot: 2, phase: .down, x: onStart.x, y: onStart.y)))
    run.pass(0.3)
    #expect(run.widget("start")?["pressed"] == true)
    #expect(run.presentedPixels() != before)
    try run.perform(.sendTouch(RemoteTouch(slot: 2, phase: .move, x: 0, y: 0)))
    #expect(run.widget("start")?["pressed"] == true)
    try run.perform(.sendTouch(RemoteTouch(slot: 2, phase: .up, x: nil, y: nil)))
    #expect(run.widget("start")?["pressed"] == false)
    run.comeToRest()
    #expect(run.presentedPixels() == before)
  }

  @Test("The status tells what there is")
  func status() throws {
    let run = try VirtualRun()
    run.pass(2)
    let status = run.status
    #expect(status.version == SwellRelease.version)
    #expect(status.pid > 1)
    #expect(status.uptime == 2)
    #expect(status.output.kind == "virtual")
    #expect(status.output.mode == "160x120@60")
    #expect(status.output.rotation == 0)
    #expect(status.output.scale == 1)
    #expect(status.output.state == "active")
    #expect(status.frames.presented >= 1)
    #expect(status.frames.missed == 0)
    #expect(status.frames.isResting)
    #expect(status.inputs.isEmpty)
    #expect(status.widgets.map { $0["id"]?.string } == ["start", "stop", "main"])
    #expect(status.widgets.map { $0["kind"]?.string } == ["button", "button", "progress"])
    #expect(status.recoveries == JSONObject())
  }

  @Test("A screenshot is what the screen shows, and taking one changes nothing")
  func screenshot() throws {
    let run = try VirtualRun()
    try run.perform(.setProgress(ProgressChange(percent: 60, duration: 0)))
    run.pass(0.7)
    let result = try run.perform(.screenshot)
    #expect(result == .screenshot(width: 160, height: 120, strideBytes: 640))
    let picture = run.picture()
    run.finger(.down, onStart)
    run.pass(0.2)
    _ = try run.perform(.screenshot)
    #expect(run.picture() != picture)
    run.pass(0.02)
    #expect(run.picture() == run.presentedPixels())
  }

  @Test("A press by request plays, shows the button held, and lets go by itself")
  func pressByRequest() throws {
    let run = try VirtualRun()
    run.comeToRest()
    let before = run.presentedPixels()
    #expect(try run.perform(.pressButton(id: "start")) == .widget(id: "start"))
    run.pass(0.3)
    #expect(run.presentedPixels() != before)
    run.comeToRest()
    #expect(run.presentedPixels() == before)
    run.finger(.down, onStart)
    let held = refusal { () throws(JSONRPCError) in try run.perform(.pressButton(id: "start")) }
    #expect(held?.code == -32602)
  }
}
