// SPDX-License-Identifier: Apache-2.0
import Widgets
import JSON
import Control
import Foundation
import LinuxSystem
import MonotonicTime
import Testing

@Suite("swellctl and swelld together")
struct SteeringTests {
  private func status(_ daemon: RunningDaemon) throws -> JSONValue {
    try JSONValue(parsing: Array(daemon.control("status", "--json").output.utf8))
  }

  private func widget(_ daemon: RunningDaemon, _ id: String) throws -> JSONValue? {
    try status(daemon)["widgets"]?.array?.first { $0["id"]?.string == id }
  }

  @Test("Help and version are given without a daemon")
  func help() throws {
    let version = try run("swellctl", ["--version"])
    #expect(version.status == 0)
    #expect(version.output == "\(SwellRelease.version)\n")
    let help = try run("swellctl", ["--help"])
    #expect(help.status == 0)
    for command in [
      "progress", "label", "show", "hide", "enable", "disable", "press", "tap", "status", "wait",
      "watch",
      "screenshot", "reload", "follow", "language", "look",
    ] {
      #expect(help.output.contains("\n  \(command)"), "\(command)")
    }
  }

  @Test(
    "Wrong usage is told in a sentence and ends with 64",
    arguments: [
      ["progress", "--busy", "4"], ["progress", "--busy", "--over", "1"],
      ["frobnicate"], ["progress"], ["progress", "101"], ["progress", "x"],
      ["label", "a", "--over", "1"],
      ["tap", "1"], ["tap", "nan", "2"], ["progress", "5", "--over", "-1"], ["watch", "nothing"],
      ["screenshot"], ["status", "--frob"],
    ]
  )
  func usage(arguments: [String]) throws {
    let outcome = try run("swellctl", arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("swellctl: "))
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "Without a daemon it ends with 69 and says what to do",
    arguments: ["status", "reload", "watch"]
  )
  func noDaemon(command: String) throws {
    let outcome = try run("swellctl", [command, "--socket", "/nonexistent/s"])
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("/nonexistent/s"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("Every command does what it says")
  func commands() throws {
    let daemon = try RunningDaemon(scene)
    #expect(try daemon.control("progress", "42", "--over", "0", "--ease", "easeIn").status == 0)
    #expect(try widget(daemon, "main")?["percent"] == 42)
    #expect(try daemon.control("progress", "17.5", "--id", "main").status == 0)
    #expect(try widget(daemon, "main")?["percent"] == 17.5)
    #expect(try daemon.control("label", "start", "Größe 确定").status == 0)
    #expect(try widget(daemon, "start")?["label"] == "Größe 确定")
    for (command, key, value) in [
      ("hide", "visible", false), ("show", "visible", true), ("disable", "enabled", false),
      ("enable", "enabled", true),
    ] {
      #expect(try daemon.control(command, "start").status == 0)
      #expect(try widget(daemon, "start")?[key] == .bool(value), "\(command)")
    }
    #expect(try daemon.control("press", "start").status == 0)
    #expect(try daemon.control("tap", "45", "95").status == 0)
    #expect(try daemon.control("reload").status == 0)
    let text = try daemon.control("status")
    #expect(text.status == 0)
    #expect(text.output.contains("main") && text.output.contains("160x120@60"))
    #expect(text.errors.isEmpty)
    #expect(daemon.stop() == 0)
  }

  @Test(
    "What the daemon refuses ends with 1 and its reason",
    arguments: [
      ["progress", "5", "--id", "none"], ["press", "main"], ["press", "none"],
      ["label", "main", "x"], ["progress", "5", "--ease", "nothing"], ["hide", "none"],
    ]
  )
  func refused(arguments: [String]) throws {
    let daemon = try RunningDaemon(scene)
    let outcome = try run(
      "swellctl",
      [arguments[0], "--socket", daemon.socket] + arguments.dropFirst()
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("swellctl: "))
    #expect(outcome.output.isEmpty)
  }

  @Test("A configuration that cannot be reloaded is told line by line")
  func reloadErrors() throws {
    let daemon = try RunningDaemon(scene)
    let path = try daemon.place.write("[display]\nscale = 99\nfoo = 1\n", to: "swell.toml")
    let outcome = try daemon.control("reload")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("\(path):2:"))
    #expect(outcome.errors.contains("\(path):3:"))
    #expect(try daemon.control("press", "start").status == 0)
  }

  @Test("A screenshot is a PNG file of the screen's size that shows the state")
  func screenshot() throws {
    let daemon = try RunningDaemon(scene)
    let (empty, full) = (daemon.place.path("empty.png"), daemon.place.path("full.png"))
    #expect(try daemon.control("screenshot", empty).status == 0)
    _ = try daemon.control("progress", "100", "--over", "0")
    #expect(try daemon.control("screenshot", full).status == 0)
    let (first, second) = (
      try Data(contentsOf: URL(fileURLWithPath: empty)),
      try Data(contentsOf: URL(fileURLWithPath: full))
    )
    #expect(first.prefix(8) == Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    // Width and height in the header, big-endian.
    #expect(Array(first[16..<24]) == [0, 0, 0, 160, 0, 0, 0, 120])
    #expect(first != second)
    let nowhere = try daemon.control("screenshot", "/nonexistent/a.png")
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("/nonexistent/a.png"))
  }

  @Test("'progress -' follows the lines of another program to the last one")
  func followsLines() throws {
    let daemon = try RunningDaemon(scene)
    let outcome = try daemon.control(
      "progress",
      "-",
      "--over",
      "0",
      input: "10\n20\nwhat\n55.5\n77"
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("ignored"))
    #expect(try widget(daemon, "main")?["percent"] == 77)
  }

  @Test("A text on standard input may take its time: the daemon is looked for when it has ended")
  func slowText() throws {
    let place = try Workplace()
    let socket = place.path("control.sock")
    let process = program("swellctl", ["text", "name", "-", "--socket", socket])
    let input = Pipe()
    process.standardInput = input
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("Zoë".utf8))
    // Nobody listens so far: who looks already has ended by the time that this one is ready.
    let daemon = try RunningDaemon("[[text]]\nid = \"name\"\n", in: place)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    func text() throws -> String { try daemon.control("text", "name").output }
    #expect(try text().contains(#""text":"Zoë""#))
    // What cannot be read is not the same as nothing.
    let swellctl = programFolder.appendingPathComponent("swellctl").path
    let bash = program("bash", ["-c", "\(swellctl) text name - --socket \(socket) < /tmp"])
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    let complaints = Pipe()
    bash.standardError = complaints
    try bash.run()
    bash.waitUntilExit()
    #expect(bash.terminationStatus == 1)
    #expect(LineReader(complaints).next()?.contains("cannot read standard input") == true)
    #expect(try text().contains(#""text":"Zoë""#))
  }

  @Test("'watch' prints events as JSON lines, and goes on with the next daemon")
  func watches() throws {
    let daemon = try RunningDaemon(scene)
    let watch = program("swellctl", ["watch", "--socket", daemon.socket, "progress"])
    let output = Pipe()
    watch.standardOutput = output
    watch.standardError = Pipe()
    try watch.run()
    let lines = LineReader(output)
    // Nobody can tell from outside when it has subscribed, so something goes on until it has.
    let epoll = try Epoll.open()
    try epoll.add(output.fileHandleForReading.fileDescriptor, token: 0)
    let hasEvent = try daemon.wait {
      _ = try daemon.control("progress", "12")
      return try epoll.wait(timeout: .zero).count > 0
    }
    #expect(hasEvent)
    let event = try JSONValue(parsing: Array((lines.next() ?? "").utf8))
    #expect(event["type"] == "progress")
    #expect(event["id"] == "main")
    #expect(event["percent"] == 12)
    #expect(event["time"]?.double != nil)
    #expect(daemon.stop() == 0)
    #expect(lines.wait(for: #""connection","state":"lost""#) != nil)
    let next = try RunningDaemon(at: daemon)
    #expect(lines.wait(for: #""connection","state":"restored""#) != nil)
    #expect(try next.control("progress", "13").status == 0)
    #expect(lines.wait(for: #""percent":13"#) != nil)
    kill(watch.processIdentifier, SIGKILL)
    watch.waitUntilExit()
    #expect(next.stop() == 0)
  }
}
