// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import Testing
import VirtualKiosk
import VirtualTime

@Suite("A button with a colour of its own while it is pressed")
struct PressedColorTests {
  private static let scene = """
    [display]
    scale = 1
    [[button]]
    id = "go"
    label = ""
    frame = { x = 20, y = 20, width = 120, height = 80, anchor = "top-left" }
    color = "#0000FF"
    pressed_color = "#00FF00"
    """

  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  private func touch(_ phase: String, _ x: Int = 80) throws -> ControlRequest {
    try request("touch.send", #"{"slot":0,"phase":"\#(phase)","x":\#(x),"y":60}"#)
  }

  /// The colour in the button's middle.
  private func color(_ run: VirtualRun) -> UInt32 {
    run.color(80, 60)
  }

  @Test(
    "It is there a twentieth of a second after the touch, and fades when that ends",
    arguments: ["up", "cancel"]
  )
  func finger(end: String) throws {
    let run = try VirtualRun(Self.scene)
    run.comeToRest()
    #expect(color(run) == 0x0000FF)
    try run.perform(touch("down"))
    run.pass(0.1)
    #expect(color(run) == 0x00FF00)
    // Whatever else is set meanwhile.
    try run.perform(request("widget.set", ##"{"id":"go","color":"#FF0000"}"##))
    run.pass(0.5)
    #expect(color(run) == 0x00FF00)
    try run.perform(touch(end))
    run.pass(0.1)
    let middle = color(run)
    #expect(middle != 0x00FF00 && middle != 0xFF0000)
    run.comeToRest()
    #expect(color(run) == 0xFF0000)
  }

  @Test("A press that a client asks for shows it as long as it lasts")
  func played() throws {
    let run = try VirtualRun(Self.scene)
    run.comeToRest()
    try run.perform(request("button.press", #"{"id":"go"}"#))
    run.pass(0.1)
    #expect(color(run) == 0x00FF00)
    run.comeToRest()
    #expect(color(run) == 0x0000FF)
  }

  @Test(
    "A button that is disabled or hidden under the finger has its own colour when it comes back"
  )
  func disabled() throws {
    for key in ["enabled", "visible"] {
      let run = try VirtualRun(Self.scene)
      run.comeToRest()
      try run.perform(touch("down"))
      run.pass(0.1)
      try run.perform(request("widget.set", #"{"id":"go","\#(key)":false}"#))
      run.comeToRest()
      try run.perform(request("widget.set", #"{"id":"go","\#(key)":true}"#))
      run.comeToRest()
      #expect(color(run) == 0x0000FF)
    }
  }
}
