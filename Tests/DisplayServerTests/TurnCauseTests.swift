// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import DisplayServer
import Geometry
import JSON
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

/// A button and a row that lead on, and a button that changes the language.
private let kiosk = """
  [display]
  scale = 1
  languages = ["de", "en"]
  [[page]]
  id = "a"
  swipe = true
  turn = { kind = "none" }
  [[page.button]]
  id = "go"
  label = ""
  to = "b"
  frame = { x = 5, y = 5, width = 40, height = 20, anchor = "top-left" }
  [[page.list]]
  id = "rows"
  rows = [{ id = "r", label = "-", to = "b" }]
  frame = { x = 5, y = 40, width = 100, height = 30, anchor = "top-left" }
  [[page.button]]
  id = "speak"
  label = ""
  language = "en"
  frame = { x = 5, y = 90, width = 40, height = 20, anchor = "top-left" }
  [[page]]
  id = "b"
  turn = { kind = "none" }
  """

@Suite("What events say of what has turned the page")
struct TurnCauseTests {
  private func call(_ method: String, _ params: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":1}"
  }

  /// A kiosk whose client hears of pages and languages.
  private func started(
    _ configuration: ConfigurationSource = .builtIn
  ) throws -> (SocketKiosk, SocketClient) {
    let server = try SocketKiosk(kiosk, configuration: configuration)
    let client = try server.connect()
    _ = server.ask(client, call("subscribe", #"{"events":["page","language"]}"#))
    return (server, client)
  }

  @Test(
    "A button, a row and a language that a key has pressed say so",
    arguments: [(1, "page"), (2, "page"), (3, "language")]
  )
  func keys(tabs: Int, type: String) throws {
    let (server, client) = try started()
    let keys = [String](repeating: "Tab", count: tabs) + ["Return"]
    for key in keys {
      try server.run.perform(.sendKeys(.key(key)))
      server.run.pass(0.5)
    }
    let event = server.answer(to: client)?["params"]
    #expect(event?["type"] == .string(type) && event?["cause"] == "key")
  }

  @Test(
    "A finger on them says that it was one",
    arguments: [
      (Point(x: 20, y: 15), "page"), (Point(x: 40, y: 55), "page"),
      (Point(x: 20, y: 100), "language"),
    ]
  )
  func fingers(place: Point, type: String) throws {
    let (server, client) = try started()
    server.run.finger(.down, place)
    server.run.pass(0.1)
    server.run.finger(.up, place)
    server.run.pass(0.5)
    let event = server.answer(to: client)?["params"]
    #expect(event?["type"] == .string(type) && event?["cause"] == "touch")
  }

  @Test("A swipe says so")
  func swipe() throws {
    let (server, client) = try started()
    server.run.drag((150, 80), (20, 80))
    server.run.pass(1)
    let event = server.answer(to: client)?["params"]
    #expect(event?["cause"] == "swipe" && event?["from"] == "a" && event?["id"] == "b")
  }

  @Test("A reload without the page that was shown says so")
  func reload() throws {
    let folder = TemporaryFolder()
    let (server, client) = try started(ConfigurationSource(path: folder["swell.toml"]))
    try server.run.perform(.showPage(id: "b", turn: nil))
    #expect(server.answer(to: client)?["params"]?["cause"] == "request")
    let without = kiosk.replacing("id = \"b\"", with: "id = \"c\"")
      .replacing("to = \"b\"", with: "to = \"c\"")
    folder.write(Array(without.utf8), to: "swell.toml")
    try server.run.perform(.reload)
    let event = server.answer(to: client)?["params"]
    #expect(event?["cause"] == "reload" && event?["from"] == "b" && event?["id"] == "a")
  }
}
