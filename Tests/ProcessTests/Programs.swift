// SPDX-License-Identifier: Apache-2.0
import Widgets
import JSON
import Foundation
import LinuxSystem
import Testing

/// Where the programs are that were built together with the tests.
let programFolder: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent()

/// A small scene that needs no font: a button and a progress.
let scene = """
  [display]
  scale = 1
  [[button]]
  id = "start"
  label = ""
  frame = { x = 20, y = 80, width = 50, height = 30, anchor = "top-left" }
  [[progress]]
  id = "main"
  frame = { x = 50, y = 10, width = 50, height = 50, anchor = "top-left" }
  mask = { shape = "circle" }
  show_percent = false
  """

extension Trait where Self == TimeLimitTrait {
  /// The end of a test that hangs, as one in which a program waits in vain; its wait for other tests counts as well.
  static var endsWhenHung: Self { .timeLimit(.minutes(10)) }
}

/// What a program that has ended left behind.
struct Outcome {
  var status: Int32
  var output: String
  var errors: String
}

/// A folder for one test's files, removed with it.
final class Workplace {
  let folder: URL

  init() throws {
    folder = URL(fileURLWithPath: "/tmp/swell-test-\(UUID().uuidString.prefix(13))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  /// The text of a file, empty while there is none.
  func text(_ name: String) -> String {
    (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? ""
  }
}

/// Prepares a program without starting it.
func program(_ name: String, _ arguments: [String]) -> Process {
  let process = Process()
  process.executableURL = programFolder.appendingPathComponent(name)
  process.arguments = arguments
  // No socket of this machine's own daemon may be found.
  process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
  return process
}

/// Runs a program to its end, with `environment` added to its own.
func run(
  _ name: String,
  _ arguments: [String],
  input: String = "",
  environment: [String: String] = [:]
) throws -> Outcome {
  let process = program(name, arguments)
  process.environment?.merge(environment) { $1 }
  let (output, errors, standardInput) = (Pipe(), Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = errors
  process.standardInput = standardInput
  try process.run()
  try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
  try standardInput.fileHandleForWriting.close()
  let text = output.fileHandleForReading.readDataToEndOfFile()
  let complaint = errors.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Outcome(
    status: process.terminationStatus,
    output: String(decoding: text, as: UTF8.self),
    errors: String(decoding: complaint, as: UTF8.self)
  )
}

/// Has `swelld` check the configuration at `path`, which has to pass with one warning that says `sentence`.
func expectOneWarning(
  _ sentence: String,
  of path: String,
  environment: [String: String],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let outcome = try run("swelld", ["--config", path, "--check"], environment: environment)
  let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("warning") }
  #expect(outcome.status == 0, sourceLocation: sourceLocation)
  #expect(
    warnings.count == 1 && outcome.errors.contains(sentence),
    "\(outcome.errors)",
    sourceLocation: sourceLocation
  )
}

/// A process whose lines can be waited for.
final class LineReader {
  private let handle: FileHandle
  private var rest = Data()

  /// Milliseconds after which nothing comes any more, so that a lost line fails its test and does not hang all.
  private static let limit: CInt = 300_000

  init(_ pipe: Pipe) { handle = pipe.fileHandleForReading }

  /// Waits for the next line; `nil` at the end.
  func next() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0a) {
        let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        rest = Data(rest[rest.index(after: end)...])
        return line
      }
      var watched = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&watched, 1, Self.limit) != 0 else {
        Issue.record("no line for five minutes, but \(String(decoding: rest, as: UTF8.self))")
        return nil
      }
      let more = handle.availableData
      guard !more.isEmpty else { return nil }
      rest += more
    }
  }

  /// Waits for a line with `text` in it.
  func wait(for text: String) -> String? {
    while let line = next() {
      if line.contains(text) { return line }
    }
    return nil
  }

  func close() { try? handle.close() }
}

/// A running daemon on a virtual display, with a socket of its own.
final class RunningDaemon {
  let place: Workplace
  let process: Process
  let log: LineReader
  let socket: String

  /// Starts the daemon and waits until it serves.
  convenience init(
    _ configuration: String? = nil,
    output: String = "virtual:160x120@60",
    environment: [String: String] = [:]
  ) throws {
    try self.init(configuration, output: output, in: Workplace(), environment)
  }

  /// Starts the daemon in a place that there is already.
  convenience init(_ configuration: String, in place: Workplace) throws {
    try self.init(configuration, output: "virtual:160x120@60", in: place, [:])
  }

  /// Starts a daemon in the place of one that has ended.
  convenience init(
    at other: RunningDaemon,
    _ configuration: String = scene,
    environment: [String: String] = [:]
  ) throws {
    try self.init(configuration, output: "virtual:160x120@60", in: other.place, environment)
  }

  private init(
    _ configuration: String?,
    output: String,
    in place: Workplace,
    _ environment: [String: String]
  ) throws {
    self.place = place
    socket = place.path("control.sock")
    var arguments = ["--output", output, "--socket", socket]
    if let configuration {
      arguments += ["--config", try place.write(configuration, to: "swell.toml")]
    }
    process = program("swelld", arguments)
    process.environment?.merge(environment) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    log = LineReader(errors)
    try process.run()
    _ = log.wait(for: "swelld is up")
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Runs swellctl against this daemon.
  func control(_ arguments: String..., input: String = "") throws -> Outcome {
    try run("swellctl", [arguments[0], "--socket", socket] + arguments.dropFirst(), input: input)
  }

  /// Sends a signal and waits for the end.
  func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// Waits until no child of the daemon is left, running or to be reaped.
  func waitForChildrenToEnd() throws -> Bool {
    let pid = process.processIdentifier
    let list = "/proc/\(pid)/task/\(pid)/children"
    return try wait { try FileReader.read(list, limit: 4096).allSatisfy { $0 <= 0x20 } }
  }

  /// Asks until `condition` holds; each question is a round trip to the daemon.
  func wait(rounds: Int = 3000, until condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<rounds {
      if try condition() { return true }
      _ = try control("status")
    }
    return false
  }
}
