// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import JSON
import Testing
import VirtualKiosk
import VirtualTime

@Suite("Borders of buttons and fields")
struct BorderServerTests {
  private func scene(_ kind: String, _ keys: String, look: String = "") -> String {
    """
    [display]
    scale = 1
    \(look)
    [[\(kind)]]
    id = "it"
    frame = { x = 20, y = 20, width = 120, height = 80, anchor = "top-left" }
    color = "#0000FF"
    \(keys)
    """
  }

  private func set(_ run: VirtualRun, _ members: String) throws {
    let params = #"{"id":"it",\#(members)}"#
    try run.perform(
      ControlRequest(
        JSONRPCRequest(method: "widget.set", params: JSONValue(parsing: Array(params.utf8)))
      )
    )
    run.comeToRest()
  }

  /// The colour of a pixel left of the middle.
  private func color(_ run: VirtualRun, _ x: Int) -> UInt32 {
    run.color(x, 60)
  }

  @Test("It lies within the frame, and requests change it at once", arguments: ["button", "text"])
  func requests(kind: String) throws {
    let run = try VirtualRun(scene(kind, ##"border = { width = 4, color = "#FF0000" }"##))
    run.comeToRest()
    #expect(color(run, 19) != 0xFF0000)
    #expect([20, 23].map { color(run, $0) } == [0xFF0000, 0xFF0000])
    #expect([24, 27].map { color(run, $0) } == [0x0000FF, 0x0000FF])
    try set(run, ##""border":{"width":7,"color":"#00FF00"}"##)
    #expect([20, 26, 27].map { color(run, $0) } == [0x00FF00, 0x00FF00, 0x0000FF])
    try set(run, #""border":{"width":0}"#)
    #expect(color(run, 20) == 0x0000FF)
    try set(run, ##""border":{"color":"#FFFF00"}"##)
    // What is left out is as in a table: 2 points.
    #expect([20, 21, 22].map { color(run, $0) } == [0xFFFF00, 0xFFFF00, 0x0000FF])
  }

  @Test("A look gives it to all that have none of their own", arguments: ["button", "text"])
  func look(kind: String) throws {
    let look = """
      [[look]]
      border = { width = 3, color = "#FF0000" }
      """
    let run = try VirtualRun(scene(kind, "", look: look))
    run.comeToRest()
    #expect([20, 22, 23].map { color(run, $0) } == [0xFF0000, 0xFF0000, 0x0000FF])
    let other = try VirtualRun(scene(kind, ##"border = { color = "#00FF00" }"##, look: look))
    other.comeToRest()
    #expect([20, 21, 22].map { color(other, $0) } == [0x00FF00, 0x00FF00, 0x0000FF])
  }

  @Test("It is muted with a widget that is disabled", arguments: ["button", "text"])
  func disabled(kind: String) throws {
    let run = try VirtualRun(scene(kind, ##"border = { width = 4, color = "#FF0000" }"##))
    run.comeToRest()
    try set(run, #""enabled":false"#)
    #expect(color(run, 21) != 0xFF0000)
    try set(run, #""enabled":true"#)
    #expect(color(run, 21) == 0xFF0000)
  }

  @Test(
    "Requests that describe none are refused",
    arguments: ["3", #"{"width":25}"#, #"{"colour":"red"}"#, #"{"color":"red"}"#]
  )
  func refused(border: String) throws {
    let params = #"{"id":"it","border":\#(border)}"#
    #expect(throws: JSONRPCError.self) {
      try ControlRequest(
        JSONRPCRequest(method: "widget.set", params: JSONValue(parsing: Array(params.utf8)))
      )
    }
  }
}
