// SPDX-License-Identifier: Apache-2.0
import Control
import Foundation
import JSON
import KMS
import Testing
import swellctl

@Suite("Reports of the doctor", .endsWhenHung)
struct ReportTests {
  /// What must not be in a report, wherever a machine or its owner say it.
  private static let secret = "Geheim-4711"

  private static let configuration = """
    [display]
    mode = "1280x720@60"
    [touch]
    calibration = [0, 1, 0, -1, 0, 1]
    [[label]]
    id = "greeting"
    text = "\(secret)"
    [[text]]
    id = "name"
    placeholder = "\(secret)"
    """

  /// What a daemon says that shows its scene, or nothing.
  private static func status(lit: Bool) -> JSONValue {
    [
      "version": "0.1.0", "pid": 5, "uptime": 9,
      "output": [
        "kind": "kms", "device": "/dev/dri/card0", "connector": "HDMI-A-1", "mode": "1280x720@60",
        "rotation": 90, "scale": 2, "state": "active", "lit": .bool(lit),
        "warning": .string(secret),
      ],
      "frames": ["presented": 100, "missed": 1],
      "inputs": [["name": .string(secret), "device": "/dev/input/event9"]],
      "widgets": [["id": "name", "kind": "text", "text": .string(secret)]],
      "configuration_errors": [.string(secret)],
    ]
  }

  /// The arguments of a doctor that writes `report.json` at `place`.
  private func arguments(_ place: Workplace, seconds: String) throws -> [String] {
    let config = try place.write(Self.configuration, to: "\(Self.secret).toml")
    return [
      "doctor", "--report", place.path("report.json"), "--config", config, "--seconds", seconds,
    ]
  }

  /// Looks for what must not be in the text of a report.
  private func expectNoSecret(in text: String) throws {
    #expect(text.contains("swell_report") && !text.contains(Self.secret))
    #expect(!text.contains("/tmp/") && !text.contains("/home/"))
    let machine = try String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
    let names = [ProcessInfo.processInfo.hostName, machine]
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    for name in names where name.count > 4 { #expect(!text.contains(name)) }
  }

  @Test(
    "Texts, names and users' paths are not in it, whatever the daemon says; nothing is touched in vain",
    arguments: [(true, "0"), (false, "1")]
  )
  func secrets(isLit: Bool, seconds: String) throws {
    let place = try Workplace()
    let run = try ClientRun(arguments(place, seconds: seconds)) { request in
      request.method == "status" ? .result(Self.status(lit: isLit)) : .result([:])
    }
    #expect(run.errors.count == 1 && run.errors[0].contains("look it through"))
    #expect(!run.requests.contains { $0.method == "touch.send" })
    let text = place.text("report.json")
    try expectNoSecret(in: text)
    let report = try BoardReport(parsing: Array(text.utf8))
    #expect(report.json["display"]?["mode"] == "1280x720@60")
    #expect(report.calibration == [0, 1, 0, -1, 0, 1])
    #expect(report.json["facts"]?["swellctl"]?.string?.hasPrefix(SwellRelease.version) == true)
    #expect(report.findings.contains { $0.contains("it shows 1280x720@60 on HDMI-A-1") })
    let reason = isLit ? "not asked for" : "the display shows nothing now"
    #expect(report.frames["none"]?.string == reason)
  }

  @Test(
    "Buttons of the running scene are found and moved, and trigger nothing",
    arguments: [(0, 138, 70), (90, 70, 138)]
  )
  func frames(rotation: Int, x: Int, y: Int) throws {
    let place = try Workplace()
    let trap = place.path("trap")
    let daemon = try RunningDaemon(
      """
      [display]
      scale = 1
      rotation = \(rotation)
      [[button]]
      id = "one"
      label = ""
      frame = { x = 5, y = 5, width = 30, height = 30, anchor = "top-left" }
      exec = ["/usr/bin/touch", "\(trap)"]
      [[button]]
      id = "two"
      label = ""
      frame = { x = \(x), y = \(y), width = 20, height = 20, anchor = "top-left" }
      [[button]]
      id = "\(Self.secret)"
      label = ""
      enabled = false
      frame = { x = 70, y = 5, width = 40, height = 40, anchor = "top-left" }
      """
    )
    let arguments = try arguments(place, seconds: "2")
    _ = try run("swellctl", [arguments[0], "--socket", daemon.socket] + arguments.dropFirst())
    let text = place.text("report.json")
    try expectNoSecret(in: text)
    let frames = try BoardReport(parsing: Array(text.utf8)).frames
    #expect(frames["buttons"] == 2)
    #expect((frames["touches"]?.int ?? 0) >= 1)
    func presented(_ moment: String) -> Int {
      frames[moment]?["frames"]?["presented"]?.int ?? 0
    }
    #expect(presented("after") > presented("before") + 10)
    // A request that is answered comes after whatever the last finger has brought about.
    #expect(try daemon.control("status").status == 0)
    #expect(!FileManager.default.fileExists(atPath: trap))
  }

  @Test("A mistake in the configuration is counted, not quoted")
  func mistakes() throws {
    let place = try Workplace()
    let config = try place.write("[display]\n\"\(Self.secret)\" = 1\n", to: "bad.toml")
    let path = place.path("report.json")
    let run = try ClientRun(withoutDaemon: [
      "doctor", "--report", path, "--config", config, "--seconds", "0",
    ])
    #expect(run.status == 1 && run.output.contains { $0.contains(Self.secret) })
    let text = place.text("report.json")
    #expect(text.contains("the configuration has mistakes") && !text.contains(Self.secret))
    #expect(text.contains("the daemon does not answer"))
  }

  @Test(
    "A file or a link that is there already stays, unless it may be replaced, and so does what it leads to"
  )
  func existing() throws {
    let place = try Workplace()
    let target = try place.write("precious", to: "target")
    let (link, loose) = (place.path("link"), place.path("loose"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: loose,
      withDestinationPath: place.path("new")
    )
    for path in [target, link, loose] {
      let run = try ClientRun(withoutDaemon: ["doctor", "--report", path, "--seconds", "0"])
      #expect(run.status == 1)
      #expect(run.errors.contains { $0.contains("is there already") && $0.contains("--overwrite") })
    }
    let run = try ClientRun(
      withoutDaemon: ["doctor", "--report", link, "--overwrite", "--seconds", "0"]
    )
    #expect(run.errors.contains { $0.contains("look it through") })
    #expect(place.text("target") == "precious" && place.text("link").contains("swell_report"))
    #expect(!FileManager.default.fileExists(atPath: place.path("new")))
  }

  @Test("A monitor's serial number does not get into a report")
  func serialNumber() throws {
    var edid: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0] + [UInt8](repeating: 0, count: 120)
    edid.replaceSubrange(12..<16, with: [0xDE, 0xAD, 0xBE, 0xEF])
    edid.replaceSubrange(
      54..<72,
      with: [0, 0, 0, 0xFF, 0] + Array("SN\(Self.secret)\n".utf8).prefix(13)
    )
    let json = """
      {"swell_report": 1, "cards": [{"path": "/dev/dri/card0", "connectors":
      [{"id": 1, "name": "HDMI-A-1", "type": 11, "status": "connected", "edid": "\(hex(edid))"}]}]}
      """
    let text = try BoardReport(parsing: Array(json.utf8)).json.text
    #expect(!text.contains("deadbeef") && !text.contains(hex(Array("SN".utf8))))
    #expect(text.contains("00ffffffffffff00"))
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }

  @Test(
    "What is no report is refused in a sentence",
    arguments: [
      ("", "no JSON"), ("{}", "no report"), (#"{"swell_report": 2}"#, "its form is 2"),
      (#"{"swell_report": 1, "cards": [{}]}"#, "'path'"),
      (#"{"swell_report": 1, "inputs": [{"path": "a", "axes": [[1]]}]}"#, "six numbers"),
      (#"{"swell_report": 1, "display": {"mode": "\"\n[a"}}"#, "configuration is wrong"),
      (#"{"swell_report": 1, "cards": [{"path": "a", "connectors": [{"id": -1}]}]}"#, "connector"),
    ]
  )
  func refusals(text: String, word: String) throws {
    let place = try Workplace()
    let path = try place.write(text, to: "report.json")
    let run = try ClientRun(withoutDaemon: ["doctor", "--from", path])
    #expect(run.status == 1 && run.output.isEmpty && run.errors.count == 1)
    #expect(run.errors.first?.contains(word) == true, "\(run.errors)")
  }

  @Test("Large numbers and odd formats are kept in full")
  func numbers() throws {
    let json = """
      {"swell_report": 1, "cards": [{"path": "/dev/dri/card0", "connectors": [], "crtcs": [{"id": 1,
      "properties": {"P": {"id": 7, "value": 18446744073709551615, "range": [0, 18446744073709551615]}}}],
      "planes": [{"id": 2, "role": "primary", "formats": ["XR24", "R8  ", 2155905152],
      "layouts": [{"modifier": 72057594037927937, "formats": ["XR24"]}]}]}]}
      """
    let card = try BoardReport(parsing: Array(json.utf8)).json["cards"]?.array?.first
    let property = card?["crtcs"]?.array?.first?["properties"]?["P"]
    #expect(property?["value"]?.text == "18446744073709551615")
    #expect(property?["range"]?.text == "[0,18446744073709551615]")
    let plane = card?["planes"]?.array?.first
    #expect(plane?["formats"] == ["XR24", "R8  ", 2_155_905_152])
    #expect(plane?["layouts"]?.array?.first?["modifier"]?.text == "72057594037927937")
  }
}
