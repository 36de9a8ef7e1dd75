// SPDX-License-Identifier: Apache-2.0
import Widgets
import JSON
import Control
import Foundation
import Testing

/// A daemon whose button runs a script that says when it begins and ends.
private final class CommandBench {
  let place: Workplace
  let daemon: RunningDaemon

  /// - Parameters:
  ///   - script: Shell commands in the workplace; the script's lines go to the file `log`.
  ///   - whileRunning: The button's `while_running`.
  /// - Throws: What keeps the daemon from starting.
  init(_ script: String, whileRunning: String) throws {
    place = try Workplace()
    let file = try place.write(script, to: "script")
    let keys = """
      exec = ["sh", "-c", "cd '\(place.folder.path)' && . '\(file)' >> log"]
      while_running = "\(whileRunning)"
      style = "tap"
      """
    daemon = try RunningDaemon(
      scene.replacing("id = \"start\"", with: "id = \"start\"\n\(keys)")
    )
  }

  /// What the script has said.
  var lines: [String] { place.text("log").split(separator: "\n").map(String.init) }

  /// Taps the button; it has triggered when this returns.
  func tap() throws { #expect(try daemon.control("tap", "45", "95").status == 0) }

  /// Lets scripts that wait for the file `go` end.
  func letGo() throws { _ = try place.write("", to: "go") }

  func wait(for lines: [String]) throws {
    #expect(try daemon.wait { self.lines == lines }, "\(self.lines)")
  }

  /// Waits until no command runs any more.
  func waitForEnd() throws {
    #expect(try daemon.waitForChildrenToEnd())
  }
}

@Suite("Commands that are triggered while they run")
struct CommandTests {
  /// Ends with the workplace, too: nothing is left when a test fails.
  private static let untilGo =
    "echo begin; while [ -e script ] && [ ! -e go ]; do sleep 0.02; done; echo end"

  @Test("ignore: a trigger does nothing until the command has ended")
  func ignore() throws {
    let bench = try CommandBench(Self.untilGo, whileRunning: "ignore")
    try bench.tap()
    try bench.wait(for: ["begin"])
    for _ in 0..<3 { try bench.tap() }
    try bench.letGo()
    try bench.waitForEnd()
    #expect(bench.lines == ["begin", "end"])
    try bench.tap()
    try bench.wait(for: ["begin", "end", "begin", "end"])
    #expect(bench.daemon.stop() == 0)
  }

  @Test("queue: however often it is triggered, the command runs once more, after its end")
  func queue() throws {
    let bench = try CommandBench(Self.untilGo, whileRunning: "queue")
    try bench.tap()
    try bench.wait(for: ["begin"])
    for _ in 0..<3 { try bench.tap() }
    try bench.letGo()
    try bench.wait(for: ["begin", "end", "begin", "end"])
    try bench.waitForEnd()
    #expect(bench.lines.count == 4)
    #expect(bench.daemon.stop() == 0)
  }

  @Test("restart: the command is asked to end, and begins anew once it has")
  func restart() throws {
    let script = "trap 'echo asked; exit' TERM; " + Self.untilGo
    let bench = try CommandBench(script, whileRunning: "restart")
    try bench.tap()
    try bench.wait(for: ["begin"])
    try bench.tap()
    try bench.wait(for: ["begin", "asked", "begin"])
    try bench.letGo()
    try bench.wait(for: ["begin", "asked", "begin", "end"])
    #expect(bench.daemon.stop() == 0)
  }

  @Test("restart: what the command has started ends with it, though it does not listen")
  func restartOfGroup() throws {
    let script = """
      (trap '' TERM; sh -c 'echo $PPID'
        while [ -e script ] && [ ! -e go ]; do sleep 0.02; done) &
      trap 'exit' TERM; wait
      """
    let bench = try CommandBench(script, whileRunning: "restart")
    var members: [Int32] = []
    for count in 1...3 {
      try bench.tap()
      #expect(try bench.daemon.wait { bench.lines.count >= count })
      members = bench.lines.compactMap { Int32($0) }
      try #require(members.count == count)
      // Of those before none is left; they were reaped, too.
      let isAlone = try bench.daemon.wait {
        members.dropLast().allSatisfy { kill($0, 0) == -1 }
      }
      #expect(isAlone)
      #expect(kill(members[count - 1], 0) == 0)
    }
    try bench.letGo()
    try bench.waitForEnd()
    #expect(bench.daemon.stop() == 0)
  }

  @Test(
    "What a command leaves behind ends with it where a trigger would end both",
    arguments: ["restart", "cancel"]
  )
  func leftBehind(whileRunning: String) throws {
    let bench = try CommandBench("sleep 1000 & echo $!", whileRunning: whileRunning)
    try bench.tap()
    #expect(try bench.daemon.wait { !bench.lines.isEmpty })
    let left = try #require(bench.lines.first.flatMap { Int32($0) })
    #expect(try bench.daemon.wait { kill(left, 0) == -1 })
    #expect(bench.daemon.stop() == 0)
  }

  @Test("A command that hangs holds up no frame and no client, and is killed when it has to go")
  func hanging() throws {
    let bench = try CommandBench("trap '' TERM; " + Self.untilGo, whileRunning: "restart")
    try bench.tap()
    try bench.wait(for: ["begin"])
    for _ in 0..<2 { try bench.tap() }
    #expect(try bench.daemon.control("progress", "60", "--over", "0.1").status == 0)
    #expect(
      try bench.daemon.wait {
        let reply = try bench.daemon.control("status", "--json").output
        let status = try JSONValue(parsing: Array(reply.utf8))
        return status["widgets"]?.array?.contains { $0["shown"]?.double == 60 } ?? false
      }
    )
    try bench.wait(for: ["begin", "begin"])
    try bench.letGo()
    try bench.waitForEnd()
    #expect(bench.daemon.stop() == 0)
  }

  @Test("A field's command finds the text on its standard input, and nowhere else")
  func fieldText() throws {
    let place = try Workplace()
    let path = place.path("out")
    let script = "cat > \(path).part; echo $# >> \(path).part; mv \(path).part \(path)"
    let daemon = try RunningDaemon(
      """
      [[text]]
      id = "name"
      autofocus = true
      exec = ["/bin/sh", "-c", "\(script)"]
      """
    )
    _ = try daemon.control("type", "Zoë")
    _ = try daemon.control("type", "--key", "Return")
    let isThere = try daemon.wait { !place.text("out").isEmpty }
    #expect(isThere)
    #expect(place.text("out") == "Zoë0\n")
  }
}
