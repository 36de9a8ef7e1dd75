// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import JSON
import Testing
import VirtualKiosk
import VirtualTime

@Suite("Gradients of buttons and fields")
struct GradientServerTests {
  private func run(_ kind: String, _ keys: String = "") throws -> VirtualRun {
    let run = try VirtualRun(
      """
      [display]
      scale = 1
      [[\(kind)]]
      id = "it"
      frame = { x = 20, y = 20, width = 120, height = 80, anchor = "top-left" }
      color = "#00FF00"
      gradient = ["#FF0000", "#0000FF"]
      \(keys)
      """
    )
    run.comeToRest()
    return run
  }

  private func perform(_ run: VirtualRun, _ method: String, _ params: String) throws {
    try run.perform(
      ControlRequest(
        JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
      )
    )
  }

  /// The colour of a pixel beside the label.
  private func color(_ run: VirtualRun, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let pixels = run.presentedPixels() ?? []
    let start = (y * 160 + 25) * 4
    return (pixels[start + 2], pixels[start + 1], pixels[start])
  }

  @Test(
    "It runs from the upper edge to the lower one, and requests change it at once",
    arguments: ["button", "text"]
  )
  func requests(kind: String) throws {
    let run = try run(kind)
    // The middles of the first and the last of 80 rows: 255 · 0.5 / 80 is 1.6.
    #expect(color(run, 20) == (253, 0, 2))
    #expect(color(run, 99) == (2, 0, 253))
    try perform(run, "widget.set", ##"{"id":"it","gradient":["#00FFFF","#00FFFF"]}"##)
    run.comeToRest()
    #expect(color(run, 20) == (0, 255, 255) && color(run, 99) == (0, 255, 255))
    try perform(run, "widget.set", #"{"id":"it","gradient":[]}"#)
    run.comeToRest()
    #expect(color(run, 20) == (0, 255, 0) && color(run, 60) == (0, 255, 0))
    #expect(throws: JSONRPCError.self) {
      try perform(run, "widget.set", ##"{"id":"it","gradient":["#00FFFF"]}"##)
    }
  }

  @Test("The colour of a pressed button takes the place of both, and gives it back")
  func pressed() throws {
    let run = try run("button", ##"pressed_color = "#808080""##)
    try perform(run, "touch.send", #"{"slot":0,"phase":"down","x":80,"y":60}"#)
    run.pass(0.2)
    #expect(color(run, 24) == (128, 128, 128) && color(run, 95) == (128, 128, 128))
    try perform(run, "touch.send", #"{"slot":0,"phase":"up","x":80,"y":60}"#)
    run.comeToRest()
    #expect(color(run, 20) == (253, 0, 2) && color(run, 99) == (2, 0, 253))
  }
}
