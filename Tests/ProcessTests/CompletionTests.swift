// SPDX-License-Identifier: Apache-2.0
import Control
import Foundation
import JSON
import LinuxSystem
import RequestWords
import Testing

@Suite("Completions of swellctl", .endsWhenHung)
struct CompletionTests {
  private static let words = """
    [[button]]
    id = "start"
    [[button]]
    id = "stop"
    [[progress]]
    id = "main"
    [[label]]
    id = "status"
    [[text]]
    id = "name"
    """

  /// What bash offers for the last of these words; `meanwhile` it can be answered.
  private func offers(
    _ words: [String],
    socket: String,
    meanwhile: () throws -> Void = {}
  ) throws -> [String] {
    let place = try Workplace()
    let script = try run("swellctl", ["--generate-completion-script", "bash"]).output
    let path = try place.write(script, to: "completion.bash")
    let bash = Process()
    let output = Pipe()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    bash.arguments = [
      "-c",
      """
      source \(path)
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
      COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
      _swellctl swellctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """,
    ]
    bash.environment = [
      "PATH": "\(programFolder.path):/usr/bin:/bin", "SWELL_SOCKET": socket, "HOME": "/nonexistent",
    ]
    bash.standardOutput = output
    try bash.run()
    try meanwhile()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    bash.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test("Ids of widgets come from the running daemon, of the kinds that the command is for")
  func ids() throws {
    let daemon = try RunningDaemon(Self.words)
    for (words, ids) in [
      (["press", ""], ["start", "stop"]), (["press", "sto"], ["stop"]), (["text", ""], ["name"]),
      (["label", ""], ["start", "stop", "status"]), (["progress", "4", "--id", ""], ["main"]),
      (["hide", ""], ["start", "stop", "main", "status", "name"]),
      (["follow", "boot", "--label", ""], ["start", "stop", "status"]),
    ] {
      let offered = try offers(["swellctl"] + words, socket: daemon.socket)
      #expect(Set(offered).subtracting(["--help", "-h"]) == Set(ids), "\(words)")
    }
  }

  @Test("Ids that no configuration can have, for terminals or shells to obey, are not offered")
  func hostileIDs() throws {
    let place = try Workplace()
    let trap = place.path("trap")
    let ids = [
      "a.1", "b_2-c", "", "a\u{1B}[2J", "a\nb", "a\u{202E}b", "$(touch \(trap))", "`touch \(trap)`",
      "two words", "a*", "größe",
    ]
    let listener = try UnixListener.listen(at: place.path("s"), mode: 0o600)
    let offered = try offers(["swellctl", "hide", ""], socket: place.path("s")) {
      let widgets = ids.map { id -> JSONValue in ["id": .string(id), "kind": "button"] }
      try Self.answer(listener, ["widgets": .array(widgets)])
    }
    #expect(Set(offered).subtracting(["--help", "-h"]) == ["a.1", "b_2-c"])
    #expect(!FileManager.default.fileExists(atPath: trap))
  }

  /// Answers the request of the next client.
  private static func answer(_ listener: borrowing UnixListener, _ result: JSONValue) throws {
    _ = DescriptorPoll.wait([.init(listener.descriptor, readiness: .readable)], timeout: nil)
    guard let stream = try listener.accept() else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    _ = DescriptorPoll.wait([.init(stream.descriptor, readiness: .readable)], timeout: nil)
    guard case .bytes(let count) = stream.receive(into: &buffer),
      let request = JSONRPCCalls(line: Array(buffer[..<(count - 1)])).request,
      let id = request.id
    else {
      Issue.record("nobody asks for the status")
      return
    }
    _ = stream.send(JSONRPCResponse(id: id, outcome: .success(result)).line[...])
    // Until the client has gone.
    _ = DescriptorPoll.wait([.init(stream.descriptor, readiness: .readable)], timeout: nil)
  }

  @Test("Without a daemon there is nothing to offer, and nothing is complained of")
  func noDaemon() throws {
    let place = try Workplace()
    #expect(try offers(["swellctl", "press", ""], socket: place.path("none")) == [])
  }
}
