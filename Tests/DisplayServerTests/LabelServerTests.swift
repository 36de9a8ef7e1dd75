// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

/// A label, an indicator, a field and a password.
private let labelScene = """
  [display]
  scale = 1
  [[label]]
  id = "status"
  frame = { x = 5, y = 5, width = 150, height = 40, anchor = "top-left" }
  text = "Ready"
  lines = 2
  font = "DejaVu Sans"
  [[progress]]
  id = "main"
  mask = { shape = "circle" }
  show_percent = false
  speed = 0
  frame = { x = 5, y = 60, width = 50, height = 50, anchor = "top-left" }
  [[label]]
  id = "figure"
  frame = { x = 60, y = 60, width = 90, height = 20, anchor = "top-left" }
  text = "{percent:main} % {text:name}{text:pin}"
  font = "DejaVu Sans"
  over = 0
  [[text]]
  id = "name"
  frame = { x = 60, y = 85, width = 90, height = 20, anchor = "top-left" }
  [[text]]
  id = "pin"
  mode = "password"
  frame = { x = 60, y = 110, width = 90, height = 10, anchor = "top-left" }
  """

@Suite("Labels in the daemon")
struct LabelServerTests {
  private func request(_ method: String, _ params: String = "{}") throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  private func shown(_ run: VirtualRun, _ id: String = "status") throws -> String? {
    try run.perform(request("label.get", "{\"id\":\"\(id)\"}")).json["shown"]?.string
  }

  @Test("A label says what a slider, a toggle and a list hold")
  func values() throws {
    let run = try VirtualRun(
      """
      [display]
      scale = 1
      [[slider]]
      id = "dim"
      value = 40
      unit = " %"
      [[toggle]]
      id = "lamp"
      on_text = "an"
      [[list]]
      id = "rooms"
      select = "many"
      rows = [{ id = "h", label = "Hall" }, { id = "l", label = "Loft" }, { id = "a", label = "Attic" }]
      [[label]]
      id = "status"
      text = "{value:dim} {value:lamp} <{value:rooms}>"
      over = 0
      """
    )
    #expect(try shown(run) == "40 % off <>")
    try run.perform(request("slider.set", #"{"id":"dim","value":70}"#))
    try run.perform(request("toggle.set", #"{"id":"lamp","value":true}"#))
    try run.perform(request("list.select", #"{"id":"rooms","rows":["a","h"]}"#))
    run.advance(to: run.now + MonotonicInterval(seconds: 1))
    #expect(try shown(run) == "70 % an <Hall, Attic>")
    try run.perform(request("widget.set", #"{"id":"lamp","on_text":"ein"}"#))
    let ids = (0..<10).map { "\"\($0)\"" }
    let rows = ids.map { "{\"id\":\($0),\"label\":\($0)}" }
    for (method, values) in [("list.set", rows), ("list.select", ids)] {
      let list = values.joined(separator: ",")
      try run.perform(request(method, "{\"id\":\"rooms\",\"rows\":[\(list)]}"))
    }
    run.advance(to: run.now + MonotonicInterval(seconds: 1))
    #expect(try shown(run) == "70 % ein <0, 1, 2, 3, 4, 5, 6, 7, …>")
  }

  @Test("A text is set by the label's own request or as that of any widget, and told")
  func set() throws {
    let run = try VirtualRun(labelScene)
    let answer = try run.perform(request("label.set", #"{"text":"Größe","id":"status"}"#)).json
    #expect(answer == ["id": "status"])
    #expect(try shown(run) == "Größe")
    try run.perform(request("widget.set", #"{"id":"status","label":"{{a}} {percent:main}"}"#))
    #expect(try shown(run) == "{a} 0")
    let told = try run.perform(request("label.get", #"{"id":"status"}"#)).json
    #expect(told["text"] == "{{a}} {percent:main}")
    #expect(run.widget("status")?["label"] == "{{a}} {percent:main}")
    for (params, code) in [
      (#"{"text":"a"}"#, -32602), (#"{"text":"a","id":"name"}"#, -32002),
      (#"{"text":"a","id":"nobody"}"#, -32001),
    ] {
      let refused = refusal { () throws(JSONRPCError) in
        try run.perform(.widget(.label(Self.call(params))))
      }
      #expect(refused?.code == code, "\(params)")
    }
    #expect(try shown(run) == "{a} 0")
  }

  private static func call(_ params: String) -> LabelCall {
    let read = try? LabelCall(method: "label.set", params: JSONValue(parsing: Array(params.utf8)))
    return read ?? .get(id: nil)
  }

  @Test("Indicators and fields are followed to the end, passwords never")
  func followed() throws {
    let run = try VirtualRun(labelScene)
    try run.perform(request("progress.set", #"{"percent":63,"over":0.4}"#))
    run.pass(0.2)
    let between = try #require(try shown(run, "figure")?.split(separator: " ").first)
    #expect((1...62).contains(Int(between) ?? 0))
    try run.perform(request("text.set", #"{"text":"Zoë","id":"name"}"#))
    try run.perform(request("text.set", #"{"text":"1234","id":"pin"}"#))
    run.pass(0.5)
    #expect(try shown(run, "figure") == "63 % Zoë")
    #expect(!run.status.json.text.contains("63 % Z"))
  }

  @Test("What was set outlives the process and a reload, and a program's words go with their end")
  func state() throws {
    let folder = TemporaryFolder()
    folder.write(Array(labelScene.utf8), to: "swell.toml")
    let run = try VirtualRun(
      labelScene,
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    try run.perform(request("label.set", #"{"text":"kept","id":"status"}"#))
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let later = try VirtualRun(
      settings: settings(labelScene),
      mode: smallMode(),
      hertz: 60,
      restoring: record
    )
    #expect(try shown(later) == "kept")
    folder.write(Array((labelScene + "\ncaret_blink = 0").utf8), to: "swell.toml")
    try run.perform(.reload)
    #expect(try shown(run) == "kept")
  }

  @Test("A clock wakes once a minute, one of seconds once a second, and another label never")
  func clock() throws {
    func scene(_ text: String, _ display: String = "") -> String {
      "[display]\nscale = 1\n\(display)\n[[label]]\nid = \"c\"\ntext = \"\(text)\"\n"
    }
    for (text, seconds, most) in [("{time:%H:%M}", 600.0, 10), ("{time:%T}", 60, 60)] {
      // 20 s before noon of the first day.
      let run = try VirtualRun(
        settings: settings(scene(text)),
        mode: smallMode(),
        hertz: 60,
        wallTime: 43_180
      )
      run.pass(1.5)
      let frames = run.status.frames.presented
      run.pass(seconds)
      #expect((most - 1...most).contains(run.status.frames.presented - frames), "\(text)")
      let isSame = run.presentedPixels() == run.picture()
      #expect(isSame, "\(text)")
    }
    let run = try VirtualRun(
      settings: settings(scene("{time:%H:%M:%S}")),
      mode: smallMode(),
      hertz: 60,
      wallTime: 43_180
    )
    #expect(try shown(run, "c") == "11:59:40")
    run.pass(20)
    #expect(try shown(run, "c") == "12:00:00")
    let still = try VirtualRun(scene("Noon"))
    still.comeToRest()
    #expect(still.isAtRest)
    // On a dark panel nobody looks at the time, and it is right when it wakes.
    let dark = try VirtualRun(scene("{time:%T}", "blank_after = 5"))
    dark.pass(6)
    let frames = dark.status.frames.presented
    dark.pass(3600)
    #expect(dark.status.frames.presented == frames)
    dark.finger(.down, onNothing)
    dark.pass(0.1)
    #expect(try shown(dark, "c") == "01:00:06")
    let isSame = dark.presentedPixels() == dark.picture()
    #expect(isSame)
  }

  @Test(
    "Painting changes leaves what painting everything would, in fades and figures",
    arguments: [0, 90, 180, 270],
    [1, 1.25]
  )
  func incremental(rotation: Int, scale: Double) throws {
    let scene = labelScene.replacing(
      "scale = 1",
      with: "scale = \(scale)\nrotation = \(rotation)\nbackground = \"#204060\""
    )
    let run = try VirtualRun(scene, mode: smallMode(210, 200))
    try run.perform(request("label.set", #"{"id":"status","text":"Waiting","over":1}"#))
    run.pass(0.3)
    for (method, params) in [
      ("label.set", #"{"id":"status","text":"Please wait a moment, it goes on","over":0.4}"#),
      ("label.set", #"{"id":"status","text":"Done","over":0.5,"ease":"easeOutBack"}"#),
      ("progress.set", #"{"percent":80,"over":0.5}"#),
      ("widget.set", ##"{"id":"status","color":"#FF0000"}"##),
      ("label.set", #"{"id":"status","text":"","over":0.3}"#),
      ("widget.set", #"{"id":"status","visible":false}"#),
      ("label.set", #"{"id":"status","text":"hidden"}"#),
      ("widget.set", #"{"id":"status","visible":true}"#),
    ] {
      try run.perform(request(method, params))
      run.pass(0.17)
      try run.perform(request("label.get", #"{"id":"status"}"#))
      run.comeToRest()
      let isSame = run.presentedPixels() == run.picture()
      #expect(isSame, "after \(method) \(params)")
    }
  }

  @Test("Digits have equal widths: nothing but they change when a figure does")
  func tabular() throws {
    let scene = """
      [display]
      scale = 1
      [[label]]
      id = "c"
      text = "118:11 x"
      font = "DejaVu Serif"
      over = 0
      frame = { x = 5, y = 5, width = 150, height = 40, anchor = "top-left" }
      """
    let run = try VirtualRun(scene)
    run.comeToRest()
    let before = try #require(run.presentedPixels())
    try run.perform(request("label.set", #"{"text":"888:88 x"}"#))
    run.comeToRest()
    let after = try #require(run.presentedPixels())
    let changed = Set(before.indices.filter { before[$0] != after[$0] }.map { $0 / 4 % 160 })
    // The x and the colon are where they were: what changes ends before them.
    let last = try #require(changed.max())
    let ink = (0..<160).filter { x in
      (0..<120).contains { y in after[(y * 160 + x) * 4] != after[0] }
    }
    #expect(last < (ink.max() ?? 0) - 6 && !changed.isEmpty)
  }
}
