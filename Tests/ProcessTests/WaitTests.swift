// SPDX-License-Identifier: Apache-2.0
import Control
import Foundation
import JSON
import LinuxSystem
import MonotonicTime
import Testing

@Suite("swellctl wait")
struct WaitTests {
  /// The status of a display that does what `state` says.
  private static func status(_ state: String, lit: Bool) -> ClientRun.Reply {
    .result(["output": ["state": .string(state), "lit": .bool(lit)]])
  }

  /// The line of an event of the display.
  private static func event(_ state: String, lit: Bool) -> [UInt8] {
    ControlEvent(
      type: .output,
      id: nil,
      time: 1,
      details: JSONObject([("state", .string(state)), ("lit", .bool(lit))])
    ).line
  }

  @Test("It ends once a daemon answers, and with --lit once a frame is shown")
  func ends() throws {
    let daemon = try RunningDaemon()
    for options in [[], ["--lit"], ["--lit", "--timeout", "3600"]] {
      let outcome = try run("swellctl", ["wait", "--socket", daemon.socket] + options)
      #expect(outcome.status == 0)
      #expect(outcome.output.isEmpty)
    }
  }

  @Test(
    "A display that is lit already, or dark on purpose, is not waited for",
    arguments: [("active", true), ("asleep", false)]
  )
  func lit(state: String, lit: Bool) throws {
    let client = try ClientRun(["wait", "--lit"]) {
      $0.method == "status" ? Self.status(state, lit: lit) : .result([:])
    }
    #expect(client.status == 0)
    #expect(client.errors.isEmpty)
    #expect(client.requests.map(\.method) == ["subscribe", "status"])
  }

  @Test("What it waits for is said once, and the frame ends the wait")
  func frame() throws {
    let client = try ClientRun(["wait", "--lit"]) {
      guard $0.method == "status" else { return .result([:]) }
      let output: JSONValue = ["output": ["state": "waiting for a monitor", "lit": false]]
      return .events(
        output,
        [
          Self.event("waiting for a monitor", lit: false), Self.event("active", lit: false),
          Self.event("active", lit: true),
        ]
      )
    }
    #expect(client.status == 0)
    #expect(
      client.errors == [
        "swellctl: the screen is not lit: waiting for a monitor",
        "swellctl: the screen is not lit: active",
      ]
    )
  }

  @Test("A daemon that goes meanwhile is waited for again")
  func restart() throws {
    var count = 0
    let client = try ClientRun(["wait", "--lit"]) {
      guard $0.method == "status" else { return .result([:]) }
      count += 1
      return count == 1 ? .hangUp : Self.status("active", lit: true)
    }
    #expect(client.status == 0)
    #expect(count == 2)
  }

  @Test("When the time is over it says what is missing: the picture, or the daemon")
  func timeout() throws {
    let daemon = try RunningDaemon(scene, output: "kms:/dev/dri/no-such-card")
    let dark = try daemon.control("wait", "--lit", "--timeout", "0.1")
    #expect(dark.status == 1)
    #expect(dark.errors.contains("the screen is not lit in time: waiting for"), "\(dark.errors)")
    #expect(try daemon.control("wait", "--timeout", "5").status == 0)
    let absent = try run("swellctl", ["wait", "--socket", "/nonexistent/s", "--timeout", "0.1"])
    #expect(absent.status == 69)
    #expect(absent.errors.contains("/nonexistent/s"))
  }

  @Test("A daemon whose configuration is wrong is not asked again")
  func refused() throws {
    let lines = ["/etc/swell/swell.toml:2:1: error: no"]
    let client = try ClientRun(["wait", "--lit"]) { _ in .error(.invalidConfiguration(lines)) }
    #expect(client.status == 1)
    #expect(client.requests.count == 1)
    #expect(client.errors.last == lines.first)
  }

  @Test("One that was stopped is not started by it")
  func stopped() throws {
    let manager = try ServiceStandIn(scene)
    try manager.startDaemon()
    #expect(try manager.control("wait").status == 0)
    manager.stopDaemon()
    let outcome = try manager.control("wait", "--timeout", "0.5")
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("the daemon was stopped"))
    let epoll = try Epoll.open()
    try epoll.add(manager.control.descriptor, token: 0)
    #expect(try epoll.wait(timeout: .zero).count == 0)
  }
}
