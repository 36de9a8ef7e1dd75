// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Geometry
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@testable import DisplayServer

/// A page that is left after five seconds, with a program of its own; one that leads there, and one above all pages.
private let kiosk = """
  [display]
  scale = 1
  [[page]]
  id = "a"
  [[page.button]]
  id = "pay"
  label = ""
  exec = ["true"]
  to = "b"
  frame = { x = 5, y = 5, width = 40, height = 20, anchor = "top-left" }
  [[page]]
  id = "b"
  turn = { kind = "none" }
  timeout = 5
  [[page.button]]
  id = "own"
  label = ""
  exec = ["true"]
  frame = { x = 5, y = 40, width = 40, height = 20, anchor = "top-left" }
  [[button]]
  id = "all"
  label = ""
  exec = ["true"]
  frame = { x = 5, y = 90, width = 40, height = 20, anchor = "top-left" }
  """

@Suite("What keeps a page from its timeout")
struct PagePresenceTests {
  private func started() throws -> VirtualRun {
    let run = try VirtualRun(kiosk)
    run.comeToRest()
    try run.perform(.showPage(id: "b", turn: nil))
    run.pass(0.1)
    return run
  }

  private func report(_ id: String, _ state: String, _ run: VirtualRun) throws {
    let params = #"{"id":"\#(id)","job":"1","state":"\#(state)"}"#
    let json = try JSONValue(parsing: Array(params.utf8))
    try run.perform(ControlRequest(JSONRPCRequest(method: "job.report", params: json)))
  }

  @Test(
    "A program keeps its own page and the one that its button leads to, and no other",
    arguments: [("own", "b"), ("pay", "b"), ("all", "a")]
  )
  func programs(id: String, page: String) throws {
    let run = try started()
    try report(id, "running", run)
    run.pass(6)
    #expect(run.status.page == page)
    try report(id, "done", run)
    run.pass(6)
    #expect(run.status.page == "a")
  }

  @Test("A page's time runs from the last that its programs have said", arguments: ["own", "pay"])
  func reports(id: String) throws {
    let run = try started()
    try report(id, "running", run)
    run.pass(7)
    try report(id, "done", run)
    run.pass(4.9)
    #expect(run.status.page == "b")
    run.pass(0.2)
    #expect(run.status.page == "a")
  }

  @Test(
    "A finger that is held is presence, for as long as it is",
    arguments: [TouchPhase.up, .cancel]
  )
  func finger(phase: TouchPhase) throws {
    let run = try started()
    run.finger(.down, Point(x: 140, y: 110))
    run.pass(12)
    #expect(run.status.page == "b")
    run.finger(phase, Point(x: 140, y: 110))
    run.pass(4.9)
    #expect(run.status.page == "b")
    run.pass(0.2)
    #expect(run.status.page == "a")
  }

  @Test(
    "A key that is held is presence too, whether it presses something or not",
    arguments: [true, false]
  )
  func key(presses: Bool) throws {
    let folder = TemporaryFolder()
    func at(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(seconds: seconds) }
    let server = try startedServer(kiosk, of: folder, at: at(0))
    server.turnPage(to: "b", by: .request, at: at(1))
    server.advance(to: at(1))
    #expect(server.widgets.pages.page?.id == "b")
    if presses {
      server.handle([.nextField], time: at(1), at: at(1))
      server.advance(to: at(1))
    }
    server.press(.enter, code: 28, phase: .down, time: at(2), at: at(2))
    for second in 3..<14 { server.advance(to: at(Double(second))) }
    #expect(server.widgets.pages.page?.id == "b")
    server.press(.enter, code: 28, phase: .cancel, time: at(14), at: at(14))
    server.advance(to: at(18))
    #expect(server.widgets.pages.page?.id == "b")
    server.advance(to: at(19.1))
    #expect(server.widgets.pages.page?.id == "a")
  }

  @Test("A client's finger of which a reload has let go is presence no more")
  func reload() throws {
    let folder = TemporaryFolder()
    let run = try VirtualRun(
      kiosk,
      configuration: ConfigurationSource(path: folder["swell.toml"])
    )
    try run.perform(.showPage(id: "b", turn: nil))
    try run.perform(.sendTouch(RemoteTouch(slot: 0, phase: .down, x: 140, y: 110)))
    run.pass(6)
    #expect(run.status.page == "b")
    folder.write(Array(kiosk.replacing("scale = 1", with: "scale = 1.5").utf8), to: "swell.toml")
    try run.perform(.reload)
    run.pass(6)
    #expect(run.status.page == "a")
  }

  @Test("While a finger is held subscribers hear of no idleness")
  func idleness() throws {
    let server = try SocketKiosk(kiosk)
    let client = try server.connect()
    _ = server.ask(
      client,
      #"{"jsonrpc":"2.0","method":"subscribe","params":{"events":["idle"]},"id":1}"#
    )
    server.run.finger(.down, Point(x: 140, y: 110))
    server.run.pass(70)
    server.run.finger(.up, Point(x: 140, y: 110))
    let end = server.run.now
    server.run.pass(10.1)
    let event = server.answer(to: client)?["params"]
    #expect(event?["seconds"] == 10)
    // The first that is told.
    let time = try #require(event?["time"]?.double)
    #expect(time >= (end + .milliseconds(10_000)).seconds)
  }

  @Test("Who has subscribed to `active` alone is told that the panel is used again")
  func active() throws {
    let server = try SocketKiosk(kiosk)
    let client = try server.connect()
    _ = server.ask(
      client,
      #"{"jsonrpc":"2.0","method":"subscribe","params":{"events":["active"]},"id":1}"#
    )
    server.run.pass(10.1)
    for phase in [TouchPhase.down, .up] { server.run.finger(phase, Point(x: 140, y: 110)) }
    #expect(server.answer(to: client)?["params"]?["type"] == "active")
  }

  @Test("A timeout leads back to the page before, where nothing begins anew")
  func back() throws {
    let text = kiosk.replacing(
      "[[button]]",
      with: """
        [[page]]
        id = "c"
        turn = { kind = "none" }
        timeout = 3
        timeout_to = "back"
        [[button]]
        """
    )
    let run = try VirtualRun(text)
    run.comeToRest()
    for id in ["b", "c"] { try run.perform(.showPage(id: id, turn: nil)) }
    run.pass(3.1)
    #expect(run.status.page == "b")
    // What was before is not forgotten.
    try run.perform(.showPage(id: "back", turn: nil))
    #expect(run.status.page == "a")
  }
}
