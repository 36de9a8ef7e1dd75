// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import LinuxSystem
import MonotonicTime
import Testing

@Suite("Runners that are killed")
struct LostRunnerTests {
  /// A job that is at 40 percent until it is ended.
  private static let scene = """
    [[progress]]
    id = "main"
    mask = { shape = "circle" }
    [[button]]
    id = "update"
    label = ""
    exec = ["/bin/sh", "-c", "echo 40 copying; while :; do sleep 0.1; done"]
    job = { progress = "main" }
    """

  private func job(_ daemon: RunningDaemon) throws -> JSONValue {
    try JSONValue(parsing: Array(daemon.control("job", "status", "update").output.utf8))
  }

  /// The program's process, once it runs.
  private func process(_ daemon: RunningDaemon) throws -> pid_t {
    #expect(try daemon.wait { try job(daemon)["percent"] == 40 })
    return pid_t(try #require(try job(daemon)["pid"]?.int))
  }

  private func parent(of process: pid_t) throws -> pid_t {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return try #require(pid_t(fields[1]))
  }

  @Test(
    "The job has failed, its program is ended with all that it has started, and it can be run again"
  )
  func killed() throws {
    let daemon = try RunningDaemon(Self.scene)
    _ = try daemon.control("press", "update")
    let process = try process(daemon)
    kill(try parent(of: process), SIGKILL)
    #expect(try daemon.wait { try job(daemon)["state"] == "failed" })
    #expect(try job(daemon)["text"] == "nothing was heard of it")
    #expect(try job(daemon)["percent"] == 40)
    #expect(daemon.log.wait(for: "job failed") != nil)
    #expect(try daemon.wait { kill(-process, 0) != 0 })
    _ = try daemon.control("job", "start", "update")
    let next = try self.process(daemon)
    #expect(next != process)
    _ = try daemon.control("job", "cancel", "update")
    #expect(try daemon.waitForChildrenToEnd())
  }

  @Test("A hook whose runner is killed leaves the way free for the next one")
  func hook() throws {
    let place = try Workplace()
    let log = place.path("log")
    let manager = try ServiceStandIn(
      """
      [display]
      on_blank = ["/bin/sh", "-c", "echo dark >> \(log); exec sleep 1000"]
      on_wake = ["/bin/sh", "-c", "echo lit >> \(log)"]
      """
    )
    try manager.startDaemon()
    #expect(try manager.wait { place.text("log") == "lit\n" })
    _ = try manager.control("sleep")
    #expect(try manager.wait { place.text("log") == "lit\ndark\n" })
    _ = try manager.control("wake")
    let runner = try #require(manager.runners.last)
    let program = try #require(try children(of: runner.processIdentifier).first)
    kill(runner.processIdentifier, SIGKILL)
    kill(-program, SIGKILL)
    #expect(try manager.wait { place.text("log") == "lit\ndark\nlit\n" })
    #expect(try manager.wait { manager.runners.allSatisfy { !$0.isRunning } })
  }

  @Test("A runner whose daemon was stopped does not connect, and tells the next one")
  func stopped() throws {
    let place = try Workplace()
    let gate = place.path("gate")
    try #require(unsafe mkfifo(gate, 0o600) == 0)
    let manager = try ServiceStandIn(
      Self.scene.replacing("while :; do sleep 0.1; done", with: "read go < \(gate)")
    )
    func job() throws -> JSONValue {
      try JSONValue(parsing: Array(manager.control("job", "status", "update").output.utf8))
    }
    try manager.startDaemon()
    _ = try manager.control("job", "start", "update")
    #expect(try manager.wait { try job()["percent"] == 40 })
    manager.stopDaemon()
    try FileHandle(forWritingAtPath: gate)?.write(contentsOf: Data("go\n".utf8))
    let epoll = try Epoll.open()
    try epoll.add(manager.control.descriptor, token: 0)
    // Longer than the longest pause between two attempts.
    #expect(try epoll.wait(timeout: .milliseconds(2500)).count == 0)
    try manager.startDaemon()
    #expect(try manager.wait { try job()["state"] == "done" })
    #expect(try manager.wait { manager.runners.allSatisfy { !$0.isRunning } })
    // One that was killed does not leave its lock behind.
    manager.stopDaemon(SIGKILL)
    #expect(PresenceLock.isHeld(beside: manager.socket) == false)
  }

  @Test("One that finds no daemon any more ends a minute after its program")
  func alone() throws {
    let place = try Workplace()
    let configuration = try place.write(Self.scene, to: "swell.toml")
    let outcome = try run(
      "swelld",
      ["--run-job", "--config", configuration, "--socket", place.path("none"), "nothing"]
    )
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("nothing: there is no daemon to be told"))
  }

  private func children(of process: pid_t) throws -> [pid_t] {
    try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
      .split(separator: " ").compactMap { pid_t($0) }
  }
}
