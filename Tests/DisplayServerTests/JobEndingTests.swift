// SPDX-License-Identifier: Apache-2.0
import Control
import DisplayServer
import JSON
import MonotonicTime
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("The end of a job on the screen")
struct JobEndingTests {
  private static let scene = """
    [display]
    scale = 1
    [[progress]]
    id = "main"
    frame = { x = 10, y = 10, width = 60, height = 60, anchor = "top-left" }
    mask = { shape = "circle" }
    show_percent = false
    speed = 0
    [[button]]
    id = "start"
    label = ""
    frame = { x = 80, y = 10, width = 60, height = 60, anchor = "top-left" }
    color = "#000080"
    exec = ["true"]
    [button.job]
    progress = "main"
    done = { color = "#00FF00", hold = 10 }
    failed = { color = "#FF0000", hold = 10 }
    """

  private func request(_ method: String, _ params: String) throws -> ControlRequest {
    try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
  }

  /// Green and red in the middle of the button.
  private func color(_ run: VirtualRun) throws -> (green: UInt8, red: UInt8) {
    let pixels = try #require(run.presentedPixels())
    let place = (40 * 160 + 110) * 4
    return (pixels[place + 1], pixels[place + 2])
  }

  private func running() throws -> VirtualRun {
    let run = try VirtualRun(Self.scene, mode: smallMode(160, 80))
    let params = #"{"id":"start","job":"1","state":"running","percent":50}"#
    try run.perform(request("job.report", params))
    run.pass(1)
    return run
  }

  @Test("What done says comes with the 100, which the level has to reach first")
  func done() throws {
    let run = try running()
    try run.perform(
      request("job.report", #"{"id":"start","job":"1","state":"done","percent":100}"#)
    )
    // The state has it at once.
    let record = try #require(StateRecord(parsing: run.stateRecord.bytes))
    run.pass(0.3)
    let shown = try run.perform(request("progress.get", "{}")).json["shown"]?.double ?? 0
    #expect(shown > 90 && shown < 100)
    #expect(try color(run) == (0, 0))
    run.pass(0.5)
    #expect(try color(run) == (255, 0))
    let later = try VirtualRun(
      settings: settings(Self.scene),
      mode: smallMode(160, 80),
      hertz: 60,
      restoring: record
    )
    later.pass(0.1)
    #expect(try color(later) == (255, 0))
  }

  @Test("After an end that has been shown long enough the level goes where the file has it go")
  func percent() throws {
    let scene = Self.scene.replacing("hold = 10 }", with: "hold = 10, percent = 25 }")
    let run = try VirtualRun(scene, mode: smallMode(160, 80))
    for (state, shown) in [("done", 100.0), ("failed", 60)] {
      let report = #"{"id":"start","job":"\#(state)","state":"running","percent":60}"#
      try run.perform(request("job.report", report))
      run.pass(1)
      try run.perform(
        request("job.report", #"{"id":"start","job":"\#(state)","state":"\#(state)","percent":60}"#)
      )
      run.pass(9.9)
      #expect(try run.perform(request("progress.get", "{}")).json["shown"]?.double == shown)
      run.pass(1)
      #expect(try run.perform(request("progress.get", "{}")).json["shown"]?.double == 25)
    }
  }

  @Test("What failed says does not wait")
  func failed() throws {
    let run = try running()
    try run.perform(request("job.report", #"{"id":"start","job":"1","state":"failed"}"#))
    run.pass(0.05)
    #expect(try color(run) == (0, 255))
  }
}
