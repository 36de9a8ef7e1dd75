// SPDX-License-Identifier: Apache-2.0
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

/// A small screen with a code.
private let codeScene = """
  [display]
  scale = 1
  background = "#204060"
  [[code]]
  id = "link"
  text = "a"
  frame = { x = 10, y = 10, width = 90, height = 100, anchor = "top-left" }
  """

@Suite("Codes in the daemon")
struct CodeServerTests {
  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  @Test(
    "Painting changes leaves what painting everything would, turned and faded too",
    arguments: [0, 90, 180, 270]
  )
  func incremental(rotation: Int) throws {
    let toml = codeScene.replacing("scale = 1", with: "scale = 1\nrotation = \(rotation)")
    let run = try VirtualRun(toml, mode: smallMode(120, 120))
    run.comeToRest()
    for text in ["b", "a longer text with more modules", ""] {
      try run.perform(request("code.set", "{\"text\":\"\(text)\"}"))
      run.pass(0.1)
      #expect(run.presentedPixels() == run.picture())
    }
    try run.perform(request("code.set", "{\"text\":\"b\"}"))
    try run.perform(request("widget.set", "{\"id\":\"link\",\"enabled\":false}"))
    run.pass(0.1)
    #expect(run.presentedPixels() == run.picture())
    run.comeToRest()
    #expect(run.presentedPixels() == run.picture())
  }

  @Test("A text outlives the process; without a room nothing is drawn, and status says so")
  func state() throws {
    let run = try VirtualRun(codeScene, mode: smallMode(120, 120))
    try run.perform(request("code.set", "{\"text\":\"later\"}"))
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    let later = try VirtualRun(
      settings: settings(codeScene),
      mode: smallMode(120, 120),
      hertz: 60,
      restoring: record
    )
    later.pass(0.1)
    #expect(try later.perform(request("code.get", "{}")).json["text"] == "later")
    let long = String(repeating: "w", count: 1024)
    try later.perform(request("code.set", "{\"text\":\"\(long)\"}"))
    later.pass(0.1)
    #expect(later.widget("link")?["shown"] == false)
    let pixels = try #require(later.presentedPixels())
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 0x60 })
  }
}
