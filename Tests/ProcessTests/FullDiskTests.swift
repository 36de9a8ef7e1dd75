// SPDX-License-Identifier: Apache-2.0
import Widgets
import JSON
import Control
import Foundation
import Testing

@Suite("Output that nobody takes")
struct FullDiskTests {
  private static func fullDisk() throws -> FileHandle {
    try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
  }

  /// Runs a program whose output goes to `/dev/full`, which takes nothing (`full(4)`).
  private func run(_ name: String, _ arguments: [String]) throws -> Outcome {
    let process = program(name, arguments)
    let errors = Pipe()
    process.standardOutput = try Self.fullDisk()
    process.standardError = errors
    try process.run()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: "",
      errors: String(decoding: complaint, as: UTF8.self)
    )
  }

  private func expectTold(_ outcome: Outcome, by name: String) {
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "\(name): cannot write to standard output: No space left on device\n"
    )
  }

  @Test("The daemon's lists and help", arguments: ["--list", "--help", "--version"])
  func daemon(option: String) throws {
    let place = try Workplace()
    let path = try place.write(scene, to: "a.toml")
    expectTold(try run("swelld", ["--config", path, option]), by: "swelld")
  }

  @Test("The client's help and completions", arguments: ["--help", "--version", "help status"])
  func clientHelp(command: String) throws {
    expectTold(try run("swellctl", command.split(separator: " ").map(String.init)), by: "swellctl")
  }

  @Test("The client's answers", arguments: [["status"], ["status", "--json"], ["watch"]])
  func client(arguments: [String]) throws {
    let daemon = try RunningDaemon(scene)
    let process = program("swellctl", arguments + ["--socket", daemon.socket])
    let errors = Pipe()
    process.standardOutput = try Self.fullDisk()
    process.standardError = errors
    try process.run()
    if arguments == ["watch"] {
      // An event has to come, and the subscription may come after this one.
      #expect(
        try daemon.wait {
          _ = try daemon.control("press", "start")
          return !process.isRunning
        }
      )
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    #expect(String(decoding: complaint, as: UTF8.self).contains("No space left on device"))
    #expect(daemon.stop() == 0)
  }

  @Test("An output that is closed: what is printed does not go to the daemon in its place")
  func closed() throws {
    let daemon = try RunningDaemon(scene)
    let process = program("swellctl", ["status", "--socket", daemon.socket])
    let path = try #require(process.executableURL).path
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec \"$0\" \"$@\" >&-", path] + (process.arguments ?? [])
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(
      String(decoding: complaint, as: UTF8.self)
        == "swellctl: cannot write to standard output: Bad file descriptor\n"
    )
    #expect(daemon.stop() == 0)
  }

  @Test("Warnings that nobody can read")
  func warnings() throws {
    let place = try Workplace()
    let path = try place.write("", to: "a.toml")
    let process = program("swelld", ["--config", path, "--check"])
    process.standardError = try Self.fullDisk()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }
}
