// SPDX-License-Identifier: Apache-2.0
import Geometry
import LinuxSystem
import MonotonicTime
import Presentation
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime

/// What programs hear of a scene and of what is done to it stays as it is.
@Suite("Golden events")
struct GoldenEventsTests {
  @Test(
    "The events of every script, and the frames behind which they come, are those that are agreed on",
    arguments: GoldenScript.plain + GoldenScript.written
  )
  func events(_ script: GoldenScript) throws {
    let events = try Self.events(of: script)
    if GoldenTable.record(events) { return }
    let golden = GoldenTable.events[script.name] ?? []
    for (event, agreed) in zip(events, golden) where event != agreed {
      Issue.record("\(event)\nin place of\n\(agreed)")
      return
    }
    #expect(
      events.count == golden.count,
      "\(events.last ?? "none") is the last event of \(script.name)"
    )
  }

  /// A line an event: the script's name, the frame behind which it came, and what was sent.
  private static func events(of script: GoldenScript) throws -> [String] {
    let folder = TemporaryFolder()
    let run = try VirtualRun(
      settings: script.settings(),
      mode: OutputMode(
        size: PixelSize(width: Int(GoldenScript.width), height: Int(GoldenScript.height)),
        format: .xrgb8888,
        refreshInterval: MonotonicInterval(seconds: 1 / GoldenScript.hertz),
        bufferCount: 2
      ),
      hertz: GoldenScript.hertz,
      listener: UnixListener.listen(at: folder["s"], mode: 0o600)
    )
    let client = try SocketLines(folder["s"])
    client.send(#"{"jsonrpc":"2.0","method":"subscribe","id":1}"#)
    while client.receive().isEmpty {
      try #require(!client.isClosed)
      run.serveClients()
    }
    var events: [String] = []
    for frame in 0..<script.frameCount {
      run.advance(to: GoldenScript.instant(behind: frame))
      for step in script.steps[frame] ?? [] { try run.perform(step) }
      run.serveClients()
      for (line, _) in client.receive() {
        events.append("\(script.name) \(frame) \(String(decoding: line, as: UTF8.self))")
      }
    }
    return events
  }
}
