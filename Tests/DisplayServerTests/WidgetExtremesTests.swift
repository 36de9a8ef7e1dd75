// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import Geometry
import JSON
import LinuxSystem
import Presentation
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("As much as widgets may be asked for")
struct WidgetExtremesTests {
  private func ask(_ run: VirtualRun, _ method: String, _ params: String) throws -> JSONValue {
    let value = try JSONValue(parsing: Array(params.utf8))
    return try run.perform(ControlRequest(JSONRPCRequest(method: method, params: value))).json
  }

  /// 64 charts of 512 values that each `value` names.
  private func charts(_ value: (Int) -> String) throws -> VirtualRun {
    let scene = (0..<64).map { index in
      """
      [[chart]]
      id = "chart-\(index)"
      frame = { x = 10, y = 10, width = 60, height = 50, anchor = "top-left" }
      window = 512
      bubble = false
      """
    }
    let run = try VirtualRun("[display]\nscale = 1\n" + scene.joined(separator: "\n"))
    for index in 0..<64 {
      let values = (0..<512).map { value(index * 512 + $0) }.joined(separator: ",")
      _ = try ask(
        run,
        "chart.set",
        "{\"id\":\"chart-\(index)\",\"values\":[\(values)],\"animate\":\"none\"}"
      )
    }
    return run
  }

  @Test("64 charts of 512 values are a state that fits, and are there again after a restart")
  func manyCharts() throws {
    let run = try charts { "\(100_000_000 + $0).25" }
    let bytes = run.stateRecord.bytes
    #expect(bytes.count <= StateMemory.capacity)
    let later = try VirtualRun(
      settings: settings(
        (0..<64).map { "[[chart]]\nid = \"chart-\($0)\"\nwindow = 512\n" }.joined(separator: "\n")
      ),
      mode: smallMode(),
      hertz: 60,
      restoring: StateRecord(parsing: bytes)
    )
    for index in [0, 31, 63] {
      let values = try ask(later, "chart.get", "{\"id\":\"chart-\(index)\"}")["values"]
      let wanted = (0..<512).map { JSONValue.number(Double(100_000_000 + index * 512 + $0) + 0.25) }
      #expect(values == .array(wanted))
    }
  }

  @Test("Values with all their digits are more than a state holds, and are shown all the same")
  func tooMuch() throws {
    let run = try charts { "\(Double($0 + 1) / 3 + 1e-9)" }
    let bytes = run.stateRecord.bytes
    #expect(bytes.count > StateMemory.capacity)
    var memory = try StateMemory.make()
    let isTaken = memory.write(bytes)
    #expect(!isTaken)
    #expect(try ask(run, "chart.get", "{\"id\":\"chart-63\"}")["values"] != .null)
  }

  @Test(
    "Labels in any script stand below their values, and an empty one leaves its place empty",
    arguments: Panel.all
  )
  func labels(panel: Panel) throws {
    let scene =
      panel.display(background: "#204060") + """
        [[chart]]
        id = "week"
        frame = { x = 10, y = 10, width = 220, height = 80, anchor = "top-left" }
        padding = 20
        labels = ["السبت", "星期日", "", "शनि", "Sa"]
        bubble = false
        font_size = 10
        """
    let run = try VirtualRun(scene, mode: panel.mode(300, 130))
    _ = try ask(run, "chart.set", "{\"values\":[12,28,3,50,20],\"animate\":\"none\"}")
    run.comeToRest()
    let shown = try ShownPicture(run, panel)
    for place in 0..<5 {
      // Places of 40 points from the 20th on, a strip of 20 points below the plot.
      let (left, right) = (30.0 + Double(place) * 40, 70.0 + Double(place) * 40)
      let columns = Int(left * panel.scale + 1)..<Int(right * panel.scale - 1)
      let rows = Int(76 * panel.scale)..<Int(89 * panel.scale)
      let ink = columns.filter { x in
        rows.contains { shown.distance(x, $0, from: [243, 243, 243]) > 30 }
      }
      guard place != 2 else {
        #expect(ink.isEmpty)
        continue
      }
      let (first, last) = (try #require(ink.first), try #require(ink.last))
      let middle = Double(first + last + 1) / 2
      #expect(abs(middle - (left + right) / 2 * panel.scale) <= 2, "place \(place)")
    }
    if panel.format == .xrgb8888 { #expect(run.presentedPixels() == run.picture()) }
    _ = try ask(run, "chart.append", "{\"value\":1,\"label\":\"日\"}")
    run.comeToRest()
    #expect(
      try ask(run, "chart.get", "{}")["labels"] == ["星期日", "", "शनि", "Sa", "日"]
    )
  }

  private static let field = """
    [display]
    scale = 1
    [[text]]
    id = "name"
    frame = { x = 80, y = 30, width = 120, height = 30 }
    caret_blink = 0
    """

  @Test("What was typed is gone with a killed process, what a request has set is not")
  func killed() throws {
    func restarted(_ run: VirtualRun) throws -> JSONValue {
      let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
      let later = try VirtualRun(
        settings: settings(Self.field),
        mode: smallMode(),
        hertz: 60,
        restoring: record
      )
      return try ask(later, "text.get", "{\"id\":\"name\"}")["text"] ?? .null
    }
    let run = try VirtualRun(Self.field)
    try run.perform(.setFocus(id: "name", isQuiet: true))
    for letter in ["t", "y", "p", "e", "d"] {
      try run.perform(.sendKeys(.text(letter)))
      #expect(try restarted(run) == "")
    }
    _ = try ask(run, "text.set", "{\"id\":\"name\",\"text\":\"set\"}")
    #expect(try restarted(run) == "set")
    try run.perform(.sendKeys(.text("typed")))
    #expect(try ask(run, "text.get", "{\"id\":\"name\"}")["text"] == "settyped")
    #expect(try restarted(run) == "set")
  }

  @Test("A flood of changes reaches 32 subscribers, one a frame and the newest last")
  func flood() throws {
    let kiosk = try SocketKiosk(Self.field)
    let subscribers = try (0..<31).map { _ in try kiosk.connect() }
    let typist = try kiosk.connect()
    func call(_ method: String, _ params: String) -> String {
      "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":1}"
    }
    for client in subscribers + [typist] {
      _ = kiosk.ask(client, call("subscribe", "{\"events\":[\"change\"]}"))
    }
    typist.send(call("focus.set", "{\"id\":\"name\",\"quiet\":true}"))
    let before = kiosk.run.status.frames.presented
    for turn in 0..<60 {
      for key in 0..<10 {
        typist.send(call("key.send", "{\"text\":\"\((turn + key) % 10)\"}"))
        if key % 2 == 1 { typist.send(call("key.send", "{\"key\":\"BackSpace\"}")) }
      }
      for _ in 0..<20 {
        kiosk.run.serveClients()
        kiosk.run.pass(0.001)
      }
      typist.receive()
    }
    let text = try ask(kiosk.run, "text.get", "{\"id\":\"name\"}")["text"]
    let isTold = kiosk.serve {
      subscribers.allSatisfy { client in
        client.receive()
        return client.lines.last?.contains("\"text\":\"\(text?.string ?? "")\"") ?? false
      }
    }
    #expect(isTold)
    let frames = Int(kiosk.run.status.frames.presented - before)
    for client in subscribers {
      #expect(!client.isClosed)
      #expect(client.lines == subscribers[0].lines)
      #expect(client.lines.count <= frames + 2)
    }
  }
}
