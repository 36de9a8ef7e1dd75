// SPDX-License-Identifier: Apache-2.0
internal import JSON
import Widgets
import Control
import Foundation
import PlainText
import Testing

@Suite("Names and texts of others in what is printed")
struct ForgedTextTests {
  /// Clears the screen, forges a line, and turns what follows around.
  private static let hostile = "a\u{1B}[2J\u{9B}31m\r\nok     all is well\u{7F}\u{202E}b\u{2028}c"
  private static let harmless =
    #"a\u{1B}[2J\u{9B}31m\r\nok     all is well\u{7F}\u{202E}b\u{2028}c"#

  private func expectPlain(_ lines: [String]) {
    for line in lines { #expect(line.printable.unicodeScalars.elementsEqual(line.unicodeScalars)) }
  }

  @Test("A status is as many lines as without them, and says what they are")
  func status() throws {
    let answer: JSONValue = [
      "output": ["state": .string(Self.hostile), "connector": .string(Self.hostile)],
      "inputs": [["name": .string(Self.hostile)]],
      "widgets": [["id": "start", "label": "Off, enabled yes", "enabled": false]],
    ]
    let run = try ClientRun(["status"]) { _ in .result(answer) }
    expectPlain(run.output)
    #expect(run.output.count == 8)
    #expect(run.output[6] == "input          \(Self.harmless)")
    #expect(run.output[7] == #"widget         start, label "Off, enabled yes", enabled no"#)
  }

  @Test(
    "JSON is escaped as JSON, and means the same",
    arguments: [["status", "--json"], ["watch"]]
  )
  func json(arguments: [String]) throws {
    let value: JSONValue = ["name": .string(Self.hostile)]
    let line = Array(#"{"jsonrpc":"2.0","method":"event","params":"#.utf8) + value.serialized
    var isFirst = true
    let run = try ClientRun(arguments) { request in
      defer { isFirst = false }
      guard request.method == "subscribe" else { return .result(value) }
      return isFirst ? .events([:], [line + Array("}\n".utf8)]) : .kill
    }
    expectPlain(run.output)
    #expect(run.output.count == (arguments == ["watch"] ? 2 : 1))
    #expect(try JSONValue(parsing: Array((run.output.first ?? "").utf8)) == value)
  }

  @Test("A refusal is a line, and each of its details another")
  func refusal() throws {
    let run = try ClientRun(["reload"]) { _ in
      .error(.invalidConfiguration([Self.hostile, "second"]))
    }
    expectPlain(run.errors)
    #expect(run.errors.count == 3)
    #expect(run.errors.dropFirst().first == Self.harmless)
  }

  @Test("A configuration's errors are a line each, whatever its keys and its name are")
  func check() throws {
    let place = try Workplace()
    let path = try place.write("\"\(Self.escaped)\" = 1\n", to: "\(Self.hostile).toml")
    let outcome = try run("swelld", ["--config", path, "--check"])
    let lines = outcome.errors.components(separatedBy: "\n")
    expectPlain(lines)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("\(place.path(Self.harmless)).toml:1:1: error: "))
    #expect(lines[0].contains("unknown key"))
  }

  @Test("A line of the log is a line, and a value a value")
  func log() throws {
    let place = try Workplace()
    let path = try place.write(scene, to: "a\" level=fine \(Self.hostile)")
    let process = program(
      "swelld",
      ["--output", "virtual:64x64", "--socket", place.path("s"), "--config", path]
    )
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let reader = LineReader(errors)
    #expect(reader.wait(for: "swelld is up") != nil)
    _ = try place.write("x", to: "a\" level=fine \(Self.hostile)")
    kill(process.processIdentifier, SIGHUP)
    let line = reader.wait(for: "configuration not loaded") ?? ""
    expectPlain([line])
    #expect(line.contains(#"at="\#(place.folder.path)/a\" level=fine a\\u{1B}[2J"#))
    #expect(line.hasSuffix("\""))
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
  }

  /// The hostile text as TOML writes it in a key.
  private static let escaped =
    #"a\u001B[2J\u009B31m\r\nok     all is well\u007F\u202Eb\u2028c"#
}
