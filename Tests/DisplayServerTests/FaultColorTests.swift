// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import JSON
import Testing
import VirtualKiosk
import VirtualTime

@Suite("An indicator whose work has failed")
struct FaultColorTests {
  private static let scene = """
    [display]
    scale = 1
    background = "#204060"
    [[progress]]
    id = "main"
    frame = { x = 0, y = 0, width = 160, height = 120, anchor = "top-left" }
    mask = { shape = "rounded" }
    show_percent = false
    amplitude = 0
    front_color = "#00FF00"
    back_color = "#00FF00"
    outline_color = "#000000"
    over = 0
    """

  private func run() throws -> VirtualRun { try VirtualRun(Self.scene) }

  private func request(_ method: String, _ params: String = "{}") throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  /// The colours in the middle of the panel, 60 rows above its lower edge and 100.
  private func colors(_ run: VirtualRun) -> [UInt32] {
    [run.color(80, 100), run.color(80, 20)]
  }

  @Test("It has the colour at the level that it is given, until it is set again")
  func color() throws {
    let run = try run()
    run.comeToRest()
    try run.perform(request("progress.set", #"{"percent":50}"#))
    run.comeToRest()
    #expect(colors(run) == [0x00FF00, 0x000000])
    let answer = try run.perform(request("progress.set", ##"{"percent":50,"fault":"#DD3333"}"##))
    #expect(answer.json == ["id": "main", "percent": 50])
    run.comeToRest()
    #expect(colors(run) == [0xDD3333, 0x000000])
    // What is asked of other things leaves it.
    try run.perform(request("widget.set", #"{"id":"main","visible":true}"#))
    run.comeToRest()
    #expect(colors(run) == [0xDD3333, 0x000000])
    try run.perform(request("progress.set", #"{"percent":50}"#))
    run.comeToRest()
    #expect(colors(run) == [0x00FF00, 0x000000])
  }

  @Test("Its two waves stay two, as one lets the other through")
  func waves() throws {
    let run = try VirtualRun(Self.scene.replacing("amplitude = 0", with: "amplitude = 20"))
    run.comeToRest()
    try run.perform(request("progress.set", ##"{"percent":50,"fault":"#DD3333"}"##))
    run.pass(0.5)
    let pixels = run.presentedPixels() ?? []
    // Half of #DD3333 over black, where the one behind stands higher.
    let mixed = stride(from: 0, to: pixels.count, by: 4).count {
      (110...112).contains(pixels[$0 + 2]) && (25...27).contains(pixels[$0 + 1])
    }
    #expect(mixed > 50)
  }

  @Test(
    "What is no colour, and what cannot go with one, is refused and changes nothing",
    arguments: [
      ##"{"percent":50,"fault":"red"}"##, #"{"percent":50,"fault":3}"#,
      ##"{"percent":null,"fault":"#DD3333"}"##,
      ##"{"percent":50,"fault":"#DD3333","ease":"linear"}"##, ##"{"fault":"#DD3333"}"##,
    ]
  )
  func refused(params: String) throws {
    let run = try run()
    run.comeToRest()
    #expect(throws: JSONRPCError.self) { try run.perform(request("progress.set", params)) }
    run.comeToRest()
    #expect(try run.perform(request("progress.get")).json["percent"] == 0)
    #expect(colors(run) == [0x000000, 0x000000])
  }
}
