// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import Glibc
import JSON
import LinuxSystem
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Text fields in the daemon")
struct TextServerTests {
  static func scene(_ keys: String = "", blankAfter: Double = 0) -> String {
    """
    [display]
    scale = 1
    blank_after = \(blankAfter)
    [[text]]
    id = "name"
    frame = { x = 80, y = 30, width = 120, height = 30 }
    \(keys)
    [[text]]
    id = "pin"
    mode = "password"
    frame = { x = 80, y = 80, width = 120, height = 30 }
    """
  }

  private func text(_ run: VirtualRun, _ id: String = "name") throws -> JSONValue {
    try run.perform(.widget(.text(.get(id: id)))).json
  }

  @Test("Keys go to the field that has the focus, and the answer tells what it holds")
  func types() throws {
    let run = try VirtualRun(Self.scene())
    try run.perform(.sendKeys(.text("lost")))
    try run.perform(.setFocus(id: "name", isQuiet: false))
    try run.perform(.sendKeys(.text("Zoë")))
    try run.perform(.sendKeys(.key("Left")))
    #expect(
      try text(run) == ["id": "name", "text": "Zoë", "length": 3, "caret": 2, "focused": true]
    )
    try run.perform(.sendKeys(.key("Tab")))
    try run.perform(.sendKeys(.text("1234")))
    #expect(try text(run, "pin") == ["id": "pin", "length": 4, "caret": 4, "focused": true])
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("Typed text is in no status, and of what requests set no password is kept")
  func privacy() throws {
    let run = try VirtualRun(Self.scene())
    for id in ["name", "pin"] {
      try run.perform(.setFocus(id: id, isQuiet: true))
      try run.perform(.sendKeys(.text("topsecret")))
      run.pass(0.5)
    }
    #expect(!run.status.json.text.contains("secret"))
    let call = TextCall.set(id: "pin", text: "topsecret", caret: nil)
    let widgets = try settings(Self.scene()).widgets
    #expect(widgets[0].table.kept(call.change)["text"] == "topsecret")
    #expect(widgets[1].table.kept(call.change).isEmpty)
  }

  @Test(
    "What requests set is refused where it cannot be typed",
    arguments: [
      ("{\"id\":\"name\",\"text\":\"abcde\"}", "at most 4 characters"),
      ("{\"id\":\"name\",\"text\":\"ab!\"}", "'allow' names"),
      ("{\"id\":\"name\",\"text\":\"a\\u0007\"}", "'allow' names"),
    ]
  )
  func refusals(params: String, reason: String) throws {
    let run = try VirtualRun(Self.scene("max_length = 4\nallow = \"letters\"\ntext = \"ab\""))
    let value = try JSONValue(parsing: Array(params.utf8))
    let request = try ControlRequest(JSONRPCRequest(method: "text.set", params: value))
    let error = refusal { () throws(JSONRPCError) in try run.perform(request) }
    #expect(error?.code == -32602 && error?.message.contains(reason) ?? false)
    #expect(try text(run)["text"] == "ab")
    for id in ["none", "name"] {
      let code = refusal { () throws(JSONRPCError) in
        try run.perform(id == "none" ? .setFocus(id: id, isQuiet: false) : .pressButton(id: id))
      }
      #expect(code?.code == (id == "none" ? -32001 : -32002))
    }
  }

  @Test("A megabyte of text is refused, and the connection goes on")
  func paste() throws {
    let kiosk = try SocketKiosk(Self.scene())
    let client = try kiosk.connect()
    let text = String(repeating: "a", count: 2000)
    let line =
      "{\"jsonrpc\":\"2.0\",\"method\":\"text.set\",\"id\":1,"
      + "\"params\":{\"id\":\"name\",\"text\":\"\(text)\"}}"
    #expect(kiosk.ask(client, line)?["error"]?["code"] == -32602)
  }

  @Test("A caret that blinks asks for a frame at each turn for ten seconds, then for none")
  func blinks() throws {
    let run = try VirtualRun(Self.scene())
    try run.perform(.setFocus(id: "name", isQuiet: true))
    let before = run.status.frames.presented
    run.pass(10.2)
    #expect((19...21).contains(run.status.frames.presented - before))
    let later = run.status.frames.presented
    run.pass(60)
    #expect(run.status.frames.presented == later)
    #expect(run.isAtRest)
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("A key on a dark panel wakes it and is swallowed; a scan counts; a password is gone")
  func sleeps() throws {
    let run = try VirtualRun(Self.scene("autofocus = true", blankAfter: 5))
    try run.perform(.setFocus(id: "pin", isQuiet: true))
    try run.perform(.sendKeys(.text("1234")))
    run.pass(20)
    #expect(run.status.output.state == "asleep")
    #expect(try text(run, "pin")["length"] == 0)
    #expect(try text(run, "pin")["focused"] == false)
    try run.perform(.sendKeys(.text("ab")))
    #expect(run.status.output.state != "asleep")
    #expect(try text(run)["text"] == "" && text(run)["focused"] == true)
    run.pass(20)
    try run.perform(.sendKeys(.scan("4006\n")))
    #expect(try text(run)["text"] == "4006")
  }

  @Test("A reload keeps text, caret and focus of fields with the same id")
  func reloads() throws {
    let folder = TemporaryFolder()
    let path = folder["swell.toml"]
    folder.write(Array(Self.scene().utf8), to: "swell.toml")
    let run = try VirtualRun(
      Self.scene(),
      configuration: ConfigurationSource(path: path)
    )
    try run.perform(.setFocus(id: "name", isQuiet: true))
    try run.perform(.sendKeys(.text("abc")))
    try run.perform(.sendKeys(.key("Left")))
    folder.write(Array(Self.scene("color = \"#FFFFDD\"").utf8), to: "swell.toml")
    try run.perform(.reload)
    #expect(
      try text(run) == ["id": "name", "text": "abc", "length": 3, "caret": 2, "focused": true]
    )
    // What is not allowed any more begins anew.
    folder.write(Array(Self.scene("allow = \"digits\"").utf8), to: "swell.toml")
    try run.perform(.reload)
    #expect(try text(run)["text"] == "")
  }

  @Test("Of a scan its own event, the change and the submit are told, in this order")
  func scanEvents() throws {
    let kiosk = try SocketKiosk(Self.scene("autofocus = true\nallow = \"digits\""))
    let client = try kiosk.connect()
    func ask(_ method: String, _ params: String) -> JSONValue? {
      kiosk.ask(
        client,
        "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":1}"
      )
    }
    _ = ask("subscribe", #"{"events":["scan","change","submit","reject"]}"#)
    _ = ask("key.send", #"{"text":"4006381333931\n","scanner":true}"#)
    _ = ask("key.send", #"{"text":"40A\n","scanner":true}"#)
    let isAll = kiosk.serve {
      client.receive()
      return client.arrivals.count >= 8
    }
    #expect(isAll)
    let events = client.arrivals.compactMap { try? JSONValue(parsing: Array($0.line.utf8)) }
      .compactMap { $0["params"] }
    let told = events.map { event in
      [event["type"]?.string, event["text"]?.string, event["reason"]?.string].compactMap(\.self)
        .joined(separator: " ")
    }
    #expect(
      told == [
        "scan 4006381333931", "change 4006381333931", "submit 4006381333931", "scan 40A",
        "reject character",
      ]
    )
  }
}
