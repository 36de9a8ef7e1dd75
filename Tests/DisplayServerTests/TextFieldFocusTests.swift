// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import JSON
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Fields that get the focus and lose it")
struct TextFieldFocusTests {
  /// How a field gets the focus.
  enum Way: CaseIterable {
    case tab, backTab, request, autofocus, scan
  }

  private static let two =
    FieldStage.field("autofocus = true") + """

      [[text]]
      id = "two"
      frame = { x = 640, y = 500, width = 300, height = 44 }
      """

  /// The field as it gets the focus at 1 s.
  private func focused(_ way: Way) throws -> FieldStage {
    var stage = try FieldStage(Self.two)
    // The other field has it, and has come to rest.
    if way != .autofocus { stage.focus(1, at: 0) }
    stage.look(0.5)
    let now = FieldStage.instant(1)
    switch way {
    case .tab: stage.press(.nextField, at: 1)
    case .backTab: stage.press(.previousField, at: 1)
    case .request: try stage.scene.setFocus(to: 0, isQuiet: false, at: now, telling: &stage.events)
    case .autofocus: stage.scene.autofocus(at: now, telling: &stage.events)
    case .scan:
      stage.scene.scan("", isTerminated: false, target: 0, at: now, telling: &stage.events)
    }
    // What is looked at is the field.
    stage.scene.hideFocus(at: now, telling: &stage.events)
    return stage
  }

  @Test(
    "It swells by its amplitude and wobbles, as it does under a finger",
    arguments: Way.allCases
  )
  func swells(way: Way) throws {
    var stage = try focused(way)
    #expect(stage.scene.focus == 0 && stage.told().last == "focus")
    #expect(stage.scene.isMoving(at: FieldStage.instant(1)))
    // Ink and caret are the same all the time: what grows is the field.
    stage.look(5)
    let rest = stage.area
    for (t, offset) in TextFieldTests.offsets {
      stage.look(1 + t)
      let expected = 2.0 * (300 + 44) / 3 * offset
      let growth = stage.area - rest
      #expect(abs(growth - expected) <= max(0.005 * abs(expected), 1.5), "\(t): \(growth)")
    }
    #expect(!stage.scene.isMoving(at: FieldStage.instant(2.15)))
  }

  @Test("Quietly it gets the focus and its caret, and stays as it is")
  func quiet() throws {
    var stage = try FieldStage(Self.two)
    stage.focus(1, at: 0)
    stage.look(0.5)
    _ = stage.told()
    try stage.scene.setFocus(
      to: 0,
      isQuiet: true,
      at: FieldStage.instant(1),
      telling: &stage.events
    )
    #expect(stage.told() == ["blur", "focus"])
    #expect(!stage.scene.isMoving(at: FieldStage.instant(1)))
    stage.look(1)
    let first = stage.pixels
    #expect(stage.caretColumns == [500, 501])
    for t in [1.05, 1.2, 1.3377] {
      stage.look(t)
      #expect(stage.pixels == first, "\(t)")
    }
  }

  @Test("A request says whether it is quiet; not to say so is to swell")
  func quietRequests() throws {
    let scene = """
      [display]
      scale = 1
      [[text]]
      id = "name"
      caret_blink = 0
      frame = { x = 20, y = 30, width = 100, height = 40, anchor = "top-left" }
      """
    for (params, swells) in [
      ("{\"id\":\"name\"}", true), ("{\"id\":\"name\",\"quiet\":false}", true),
      ("{\"id\":\"name\",\"quiet\":true}", false),
    ] {
      let run = try VirtualRun(scene)
      run.comeToRest()
      let rest = try #require(run.presentedPixels())
      try run.perform(request("focus.set", params))
      run.pass(0.2)
      let swollen = try #require(run.presentedPixels())
      // Above the field and in its middle there is background at rest: (70, 27) of 160 columns.
      let place = (27 * 160 + 70) * 4
      #expect((swollen[place] != rest[place]) == swells, "\(params)")
      run.comeToRest()
      #expect(run.presentedPixels()?[place] == rest[place])
      #expect(run.widget("name")?["focused"] == true)
    }
  }

  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  @Test("A field that is disabled lets go of focus, finger and keys, and does not take them again")
  func disabled() throws {
    let kiosk = try SocketKiosk(
      """
      [display]
      scale = 1
      [[text]]
      id = "name"
      frame = { x = 20, y = 10, width = 100, height = 40, anchor = "top-left" }
      [[button]]
      id = "seven"
      label = ""
      types = "7"
      frame = { x = 20, y = 70, width = 50, height = 40, anchor = "top-left" }
      """
    )
    let client = try kiosk.connect()
    let events = "{\"events\":[\"focus\",\"blur\",\"change\",\"reject\"]}"
    _ = kiosk.ask(client, call("subscribe", events))
    var heard: [String] = []
    /// Asks, and takes note of what is told before the answer.
    func ask(_ method: String, _ params: String) -> JSONValue? {
      client.send(call(method, params))
      while let line = kiosk.answer(to: client) {
        guard let type = line["params"]?["type"]?.string else { return line }
        heard.append(type)
      }
      return nil
    }
    /// The types of all that has been told since the last question for it.
    func told() -> [String] {
      kiosk.run.pass(1)
      _ = ask("text.get", "{}")
      defer { heard = [] }
      return heard
    }
    func text() -> JSONValue? { ask("text.get", "{}")?["result"]?["text"] }

    _ = ask("focus.set", "{\"id\":\"name\"}")
    _ = ask("key.send", "{\"text\":\"a\"}")
    // A finger lies on the field, and another one holds the button that types.
    kiosk.run.finger(.down, Point(x: 60, y: 30))
    #expect(told() == ["focus", "change"])
    _ = ask("widget.set", "{\"id\":\"name\",\"enabled\":false}")
    #expect(told() == ["blur"])
    kiosk.run.finger(.up, Point(x: 60, y: 30))
    let now = ask("text.get", "{}")?["result"]
    #expect(now?["focused"] == false && now?["text"] == "a")
    // Keys of every source are for nobody.
    _ = ask("key.send", "{\"text\":\"c\"}")
    _ = ask("key.send", "{\"key\":\"BackSpace\"}")
    _ = ask("key.send", "{\"key\":\"Tab\"}")
    kiosk.run.finger(.down, Point(x: 45, y: 90), slot: 1)
    kiosk.run.pass(1)
    kiosk.run.finger(.up, Point(x: 45, y: 90), slot: 1)
    kiosk.run.finger(.down, Point(x: 60, y: 30))
    kiosk.run.finger(.up, Point(x: 60, y: 30))
    #expect(told() == [] && text() == "a")
    let refused = ask("focus.set", "{\"id\":\"name\"}")?["error"]
    #expect(refused?["code"] == -32602 && refused?["data"]?["parameter"] == "id")
    // Requests may fill it all the same, as they may a label.
    #expect(ask("text.set", "{\"id\":\"name\",\"text\":\"xy\"}")?["error"] == nil)
    // Enabled again it has not the focus by itself, and takes it when it is given.
    _ = ask("widget.set", "{\"id\":\"name\",\"enabled\":true}")
    _ = told()
    _ = ask("key.send", "{\"text\":\"c\"}")
    #expect(told() == [] && text() == "xy")
    _ = ask("focus.set", "{\"id\":\"name\"}")
    _ = ask("key.send", "{\"text\":\"c\"}")
    #expect(text() == "xyc")
  }

  private func call(_ method: String, _ params: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":1}"
  }
}
