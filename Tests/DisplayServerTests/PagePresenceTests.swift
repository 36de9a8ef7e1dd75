// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import Geometry
import JSON
import RequestWords
import Testing
import Touch
import Widgets

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
}
