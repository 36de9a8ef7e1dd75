// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import LinuxSystem
import Testing

@Suite("Programs of circles")
struct CircleProgramTests {
  /// Asks the daemon, and returns its answer's result.
  private func ask(
    _ stream: borrowing UnixStream,
    _ method: String,
    _ params: String
  ) throws -> JSONValue? {
    let line = #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params),"id":1}"# + "\n"
    guard case .bytes = stream.send(Array(line.utf8)[...]) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65536)
    var answer: [UInt8] = []
    while answer.last != 0x0A, case .bytes(let count) = stream.receive(into: &bytes) {
      answer += bytes[..<count]
    }
    return try JSONValue(parsing: answer.dropLast())["result"]
  }

  @Test("Let go beyond `trigger_at` it runs its program, and only then")
  func runs() throws {
    let place = try Workplace()
    let script = "echo \\\"pulled $# ${NOTIFY_SOCKET-none}\\\" >> \(place.path("log"))"
    let daemon = try RunningDaemon(
      """
      [display]
      scale = 1
      [[circle]]
      id = "pull"
      centre = "fixed"
      resting = 20
      duration = 0.05
      trigger_at = 40
      exec = ["/bin/sh", "-c", "\(script)"]
      while_running = "ignore"
      """
    )
    let stream = try UnixStream.connect(to: daemon.socket)
    /// Pulls the circle in the middle of 160 × 120 to a radius, and then to another one.
    func pull(to radius: Int, _ last: Int, phase: String = "up") throws {
      for (phase, x) in [
        ("down", 100), ("move", 80 + radius), ("move", 80 + last), (phase, 80 + last),
      ] as [(String, Int)] {
        let place = phase == "cancel" ? "" : #","x":\#(x),"y":60"#
        let answer = try ask(stream, "touch.send", #"{"slot":0,"phase":"\#(phase)"\#(place)}"#)
        #expect(answer != nil, "\(phase)")
      }
      // Taken at its rim, which goes with the finger; at rest again before the next pull.
      #expect(try daemon.wait { try ask(stream, "circle.get", "{}")?["state"] == "resting" })
    }
    // Not far enough; back again; lost.
    try pull(to: 25, 25)
    try pull(to: 60, 20)
    try pull(to: 60, 60, phase: "cancel")
    #expect(try daemon.waitForChildrenToEnd())
    #expect(place.text("log").isEmpty)
    try pull(to: 60, 60)
    #expect(try daemon.wait { !place.text("log").isEmpty })
    #expect(try daemon.waitForChildrenToEnd())
    try pull(to: 25, 25)
    try pull(to: 60, 45)
    #expect(try daemon.wait { place.text("log").split(separator: "\n").count > 1 })
    #expect(try daemon.waitForChildrenToEnd())
    #expect(place.text("log") == "pulled 0 none\npulled 0 none\n")
    #expect(daemon.stop() == 0)
  }
}
