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

/// A small chart that needs no font.
private let chartScene = """
  [display]
  scale = 1
  [[chart]]
  id = "week"
  frame = { x = 10, y = 10, width = 140, height = 100, anchor = "top-left" }
  padding = 20
  window = 5
  bubble = false
  """

/// A call with these parameters.
private func call(_ method: String, _ params: String, id: Int = 1) -> String {
  "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":\(id)}"
}

@Suite("Charts in the daemon")
struct ChartServerTests {
  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  @Test("What is set is answered, told, drawn, and told again exactly once when it is")
  func events() throws {
    let kiosk = try SocketKiosk(chartScene)
    let client = try kiosk.connect()
    _ = kiosk.ask(client, call("subscribe", #"{"events":["chart","drawn"]}"#))
    client.send(call("chart.set", "{\"values\":[12,28,20]}", id: 7))
    let answer = kiosk.answer(to: client)
    #expect(answer?["id"] == 7)
    #expect(answer?["result"]?.text == "{\"id\":\"week\",\"count\":3}")
    let set = kiosk.answer(to: client)?["params"]
    #expect(set?["type"] == "chart" && set?["count"] == 3 && set?["last"] == 20)
    let begun = try #require(set?["time"]?.double)
    // Another set on the way adds no second end.
    kiosk.run.pass(1)
    client.send(call("chart.set", "{\"values\":[12,28,21]}", id: 8))
    #expect(kiosk.answer(to: client)?["id"] == 8)
    #expect(kiosk.answer(to: client)?["params"]?["type"] == "chart")
    let drawn = kiosk.answer(to: client)?["params"]
    #expect(drawn?["type"] == "drawn" && drawn?["id"] == "week")
    let ended = try #require(drawn?["time"]?.double)
    #expect(abs(ended - begun - 2.5) <= 1.0 / 60)
    kiosk.run.pass(10)
    #expect(kiosk.ask(client, call("chart.get", "{}", id: 9))?["id"] == 9)
  }

  @Test("Nothing is drawn any more when the line is there")
  func rests() throws {
    let run = try VirtualRun(chartScene)
    try run.perform(request("chart.set", "{\"values\":[12,28,20]}"))
    run.pass(4)
    let frames = run.status.frames.presented
    run.pass(60)
    #expect(run.status.frames.presented == frames)
    #expect(run.isAtRest)
  }

  @Test("What does not go with what is in force is refused by its name, and changes nothing")
  func refusals() throws {
    let run = try VirtualRun(chartScene)
    try run.perform(request("chart.set", "{\"values\":[1,2,3,4,5]}"))
    for (method, params) in [
      ("chart.set", "{\"values\":[1,2,3,4,5,6]}"), ("chart.set", "{\"values\":[1],\"id\":\"x\"}"),
    ] {
      #expect(throws: JSONRPCError.self) { try run.perform(request(method, params)) }
    }
    let now = try run.perform(request("chart.get", "{}")).json
    #expect(now["values"] == [1, 2, 3, 4, 5])
  }

  @Test("A thousand values a second are a frame each vblank, and the newest five remain")
  func stream() throws {
    let run = try VirtualRun(chartScene)
    run.pass(0.5)
    let frames = run.status.frames.presented
    for index in 0..<1000 {
      try run.perform(request("chart.append", "{\"value\":\(index)}"))
      run.pass(0.001)
    }
    #expect(run.status.frames.presented - frames <= 62)
    let now = try run.perform(request("chart.get", "{}")).json
    #expect(now["values"] == [995, 996, 997, 998, 999])
  }

  @Test("Values and labels outlive the process, the animation does not")
  func state() throws {
    let run = try VirtualRun(chartScene)
    try run.perform(request("chart.set", "{\"values\":[1,null,3],\"labels\":[\"a\",\"b\",\"c\"]}"))
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let later = try VirtualRun(
      settings: settings(chartScene),
      mode: smallMode(),
      hertz: 60,
      restoring: record
    )
    let now = try later.perform(request("chart.get", "{}")).json
    #expect(now["values"] == [1, .null, 3] && now["labels"] == ["a", "b", "c"])
    #expect(now["shown"] == 1)
    later.pass(0.1)
    #expect(later.isAtRest)
  }

  @Test(
    "Painting changes leaves what painting everything would, drawn, changed and moved on",
    arguments: [0, 90, 180, 270],
    [1, 1.25]
  )
  func incremental(rotation: Int, scale: Double) throws {
    let scene = chartScene.replacing(
      "scale = 1",
      with: "scale = \(scale)\nrotation = \(rotation)\nbackground = \"#204060\""
    )
    let run = try VirtualRun(scene, mode: smallMode(200, 190))
    try run.perform(request("chart.set", "{\"values\":[12,28,20,50,3],\"over\":0.2}"))
    for (method, params) in [
      ("chart.get", "{}"), ("chart.set", "{\"values\":[50,1,20,30,3]}"),
      ("chart.append", "{\"value\":60}"), ("chart.append", "{\"values\":[null,20]}"),
      ("chart.set", "{\"values\":[5,null,20],\"animate\":\"morph\"}"), ("chart.draw", "{}"),
      ("chart.append", "{\"value\":33}"),
    ] {
      try run.perform(request(method, params))
      run.pass(0.17)
      try run.perform(request("chart.get", "{}"))
      run.comeToRest()
      let isSame = run.presentedPixels() == run.picture()
      #expect(isSame, "after \(method) \(params)")
    }
  }
}
