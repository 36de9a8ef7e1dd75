// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import Glibc
import JSON
import LinuxSystem
import MonotonicTime
import Notices
import RequestWords
import TestSupport
import Testing
import VirtualKiosk
import Widgets

@testable import DisplayServer

@Suite("What the log is told")
struct LoggedChangesTests {
  private let folder = TemporaryFolder()
  private let record = LogRecord()
  private let instant = MonotonicInstant(seconds: 1)

  /// A widget of each kind, called by its kind.
  private var scene: String {
    let keys = [
      "button": "exec = [\"/bin/true\"]", "progress": "mask = { shape = \"circle\" }",
      "image": "file = \"\(folder["red.png"])\"",
      "list": "rows = [{ id = \"a\", label = \"A\" }]\nselect = \"one\"",
    ]
    let widgets = WidgetKind.allCases.map { kind in
      "[[\(kind.name)]]\nid = \"\(kind.name)\"\n\(keys[kind.name] ?? "")\n"
    }
    return "[display]\nlanguages = [\"de\", \"en\"]\n" + widgets.joined()
      + "[[page]]\nid = \"first\"\n"
  }

  /// What a method is given that takes what there is.
  private static let params: [String: String] = [
    "button.press": #"{"id":"button"}"#, "image.set": #"{"file":"red.png"}"#,
    "widget.set": #"{"id":"button","visible":true}"#, "focus.set": #"{"id":"text"}"#,
    "job.start": #"{"id":"button"}"#, "job.cancel": #"{"id":"button"}"#,
    "job.get": #"{"id":"button"}"#,
    "job.report": #"{"id":"button","job":"x","state":"running"}"#,
    "list.set": #"{"rows":[{"id":"b","label":"B"}]}"#,
    "list.append": #"{"rows":[{"id":"b","label":"B"}]}"#,
    "list.select": #"{"rows":["a"]}"#, "list.scroll": #"{"row":"a"}"#,
    "page.show": #"{"id":"home"}"#, "language.set": #"{"language":"en"}"#,
  ]

  /// What a method is given: as little as it takes.
  private static func params(of method: String) -> String {
    let samples = ControlRequest.contract.first { $0.name == method }?.samples ?? []
    let texts = [params[method]].compactMap { $0 } + samples.map { JSONValue.object($0).text }
    return texts.first { text in
      let value = try? JSONValue(parsing: Array(text.utf8))
      return (try? ControlRequest(JSONRPCRequest(method: method, params: value))) != nil
    } ?? "{}"
  }

  @Test(
    "Who has changed something by any method is told, who has asked is not",
    arguments: ControlRequest.methods
  )
  func everyMethod(method: String) throws {
    try folder.writeImage("red.png", 0xFF0000, size: PixelSize(width: 8, height: 8))
    let server = try loggedServer(
      scene,
      record,
      configuration: ConfigurationSource(path: folder.write(Array(scene.utf8), to: "swell.toml")),
      listener: UnixListener.listen(at: folder["s"], mode: 0o600),
      at: instant
    )
    server.host.jobLauncher = JobLauncher { _, _ in }
    let client = try UnixStream.connect(to: folder["s"])
    client.setNonblocking()
    let params = Self.params(of: method)
    let request = try ControlRequest(
      JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8)))
    )
    let line = "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":1}\n"
    _ = client.send(Array(line.utf8)[...])
    var buffer = [UInt8](repeating: 0, count: 65536)
    var isAnswered = false
    var now = instant
    for _ in 0..<10_000 where !isAnswered {
      now = now + .milliseconds(1)
      server.advance(to: now)
      server.controlIsReady(at: now)
      if case .bytes = client.receive(into: &buffer) { isAnswered = true }
    }
    #expect(isAnswered)
    let told = record.lines("request").map { $0["method"] }
    let expected: [String?] = request.isChange ? [method] : []
    #expect(told == expected)
    #expect(record.lines("request").allSatisfy { $0["pid"] == "\(getpid())" })
  }

  @Test("A panel that clients have sleep and wake, over and over, fills no log")
  func sleepAndWake() throws {
    let server = try loggedServer(plainScene, record, at: instant)
    for step in 0..<1000 {
      let now = instant + .milliseconds(Int64(step) * 10)
      _ = try server.setDisplay(brightness: nil, isAwake: step % 2 == 1, at: now)
      server.advance(to: now)
    }
    // Each state by itself: the first five, and at most one of the ten seconds.
    #expect(record.lines("display").count <= 12)
    _ = try server.setDisplay(brightness: nil, isAwake: false, at: instant + .milliseconds(20_000))
    let untold = record.lines("display").last?["untold"].flatMap { Int($0) } ?? 0
    #expect(untold > 400)
  }

  @Test("Nor do good configurations, pages of crosses and devices that come and go")
  func repeated() throws {
    let path = folder.write(Array(plainScene.utf8), to: "swell.toml")
    let server = try loggedServer(
      plainScene,
      record,
      configuration: ConfigurationSource(path: path),
      at: instant
    )
    server.advance(to: instant)
    for number in 0..<50 {
      #expect(server.requestReload(at: instant) == number + 1)
      let notice = Notice(.warning, "/dev/input/event\(number) cannot be read: it has gone")
      server.record(notice, as: "touch", at: instant)
      // Shown until now, and its client has gone.
      server.stage.isCalibrating = true
      server.followCalibration(at: instant)
    }
    #expect(record.lines("configuration loaded").count == NoticeLimiter.burst)
    #expect(record.lines("touch").count == NoticeLimiter.burst)
    #expect(record.lines("touch is no longer being calibrated").count == NoticeLimiter.burst)
  }

  @Test("A button whose program fails at each press is told a few times, not each time")
  func failingProgram() throws {
    let server = try loggedServer(scene, record, at: instant)
    server.host.jobLauncher = .service(at: folder["no-manager"])
    let button = try server.widgetIndex("button")
    for press in 1...20 {
      server.planProgram(of: button, input: nil)
      server.runProgramDue(at: instant)
      #expect(server.programs.jobs.status(of: "button").state == .failed, "press \(press)")
    }
    #expect(record.lines("job failed").count == NoticeLimiter.burst)
    #expect(record.lines("job failed").allSatisfy { $0["button"] == "button" })
    server.planProgram(of: button, input: nil)
    server.runProgramDue(at: instant + NoticeLimiter.firstInterval)
    #expect(record.lines("job failed").last?["untold"] == "15")
  }
}
