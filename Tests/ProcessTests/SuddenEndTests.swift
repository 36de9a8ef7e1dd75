// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSON
import LinuxSystem
import TestSupport
import Testing

@Suite("What is read at a start ends no second one after another")
struct SuddenEndTests {
  /// What each fault is met by: a library in front of the C libraries ends the process there.
  enum Fault: String, CaseIterable {
    /// A keyboard layout of this name, while the configuration is read.
    case reading = "deadly"
    /// A text with this character, when it is laid out.
    case layout = "\u{2620}"
    /// The first frame after a text with this character.
    case firstFrame = "\u{2623}"

    var configuration: String {
      let text = self == .reading ? "" : rawValue
      let keyboard = self == .reading ? "[keyboard]\nlayout = \"deadly\"\n" : ""
      return keyboard + scene + "\n[[label]]\nid = \"said\"\ntext = \"\(text)\"\n"
    }
  }

  private static let harmless = scene + "\n[[label]]\nid = \"said\"\n"

  private static func state(_ text: String) -> [UInt8] {
    Array(
      "{\"swell\":1,\"widgets\":{\"said\":{\"label\":\"\(text)\"},\"main\":{\"percent\":42}}}".utf8
    )
  }

  @Test(
    "A state that kills twice is put aside and told; the configuration's scene is shown",
    arguments: [Fault.layout, .firstFrame]
  )
  func deadlyState(fault: Fault) throws {
    let service = try Service(Self.harmless)
    try service.store(Self.state(fault.rawValue))
    #expect(try service.startsThatDie(limit: 5) == 2)
    let status = try service.status()
    #expect(status["widgets"]?.array?.count == 3)
    let findings = status["configuration_errors"]?.array?.compactMap(\.string) ?? []
    #expect(findings.count == 1 && findings[0].contains("put aside"), "\(findings)")
    #expect(try service.isTold("STATUS=", "put aside"))
    #expect(
      service.place.text("run/state-set-aside.json").utf8.elementsEqual(Self.state(fault.rawValue))
    )
    // Neither a restart nor a death later brings it back.
    service.stop()
    #expect(try service.startsThatDie(limit: 5) == 0)
  }

  @Test(
    "A configuration that kills three times is left for the built-in scene with a sentence",
    arguments: Fault.allCases,
    [false, true]
  )
  func deadlyConfiguration(fault: Fault, hasState: Bool) throws {
    let service = try Service(fault.configuration)
    // Its scene has a text of its own, which is not in the way of the configuration's.
    if hasState {
      try service.store(Array("{\"swell\":1,\"widgets\":{\"main\":{\"percent\":42}}}".utf8))
    }
    #expect(try service.startsThatDie(limit: 6) == 3)
    var status = try service.status()
    let ids = status["widgets"]?.array?.compactMap { $0["id"]?.string }
    #expect(ids == ["start", "main", "reason"])
    let findings = status["configuration_errors"]?.array?.compactMap(\.string) ?? []
    #expect(findings.contains { $0.contains(service.place.path("swell.toml")) }, "\(findings)")
    #expect(try service.isTold("STATUS=", "swell.toml"))
    // The file is mended, and read anew.
    _ = try service.place.write(Self.harmless, to: "swell.toml")
    #expect(try service.control("reload").status == 0)
    status = try service.status()
    #expect(status["widgets"]?.array?.compactMap { $0["id"]?.string } == ["start", "main", "said"])
    let left = status["configuration_errors"]?.array?.compactMap(\.string) ?? ["none is told"]
    #expect(left.allSatisfy { $0.contains("put aside") }, "\(left)")
  }

  @Test("A file that was mended meanwhile is read at the next start")
  func mended() throws {
    let service = try Service(Fault.layout.configuration)
    #expect(try service.startsThatDie(limit: 2) == 2)
    _ = try service.place.write(Self.harmless, to: "swell.toml")
    #expect(try service.startsThatDie(limit: 5) == 0)
    let ids = try service.status()["widgets"]?.array?.compactMap { $0["id"]?.string }
    #expect(ids == ["start", "main", "said"])
  }
}

/// A service manager in small: it keeps the state, and starts the daemon again.
private final class Service {
  let place: Workplace
  private let receiver: UnixStream
  private let memory: OwnedFileDescriptor
  private var process: Process?
  private var log: LineReader?
  private var messages: [String] = []
  /// The library that ends the process on what the tests give it.
  private static let faults = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Kiosk/tools/deadly.c")

  init(_ configuration: String) throws {
    place = try Workplace()
    _ = try place.write(configuration, to: "swell.toml")
    try FileManager.default.createDirectory(
      atPath: place.path("run"),
      withIntermediateDirectories: false
    )
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "cc", "-shared", "-fPIC", "-o", place.path("faults.so"), Self.faults.path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    receiver = try notificationSocket(at: place.path("notify"))
    var made = try StateMemory.make()
    _ = made.write(Array("{\"swell\":1,\"widgets\":{}}".utf8))
    memory = OwnedFileDescriptor(adopting: dup(made.descriptor))
  }

  deinit { stop(SIGKILL) }

  /// Puts a state where an earlier process would have left it.
  func store(_ state: [UInt8]) throws {
    var written = StateMemory(adopting: try memory.duplicate())
    let isWritten = written.write(state)
    try #require(isWritten)
  }

  /// Starts the daemon until one lives past its first frame.
  ///
  /// - Returns: How many have died before.
  func startsThatDie(limit: Int) throws -> Int {
    for count in 0..<limit {
      try start()
      if try isReady() { return count }
    }
    return limit
  }

  private func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      exec 3<&0 </dev/null; export LISTEN_PID=$$ LD_PRELOAD="$1"; shift; exec "$@"
      """,
      "sh", place.path("faults.so"), programFolder.appendingPathComponent("swelld").path,
      "--output", "virtual:160x120@60", "--socket", place.path("control.sock"),
      "--config", place.path("swell.toml"),
    ]
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LISTEN_FDS": "1",
      "LISTEN_FDNAMES": "state", "NOTIFY_SOCKET": place.path("notify"),
      "RUNTIME_DIRECTORY": place.path("run"),
    ]
    process.standardInput = FileHandle(fileDescriptor: memory.rawValue, closeOnDealloc: false)
    let errors = Pipe()
    process.standardError = errors
    log = LineReader(errors)
    messages = []
    try process.run()
    self.process = process
  }

  /// Waits for the first frame, or the end.
  private func isReady() throws -> Bool {
    while process?.isRunning ?? false {
      if try isTold("READY=1", "STATUS=") { return true }
      usleep(2000)
    }
    return false
  }

  /// Whether a message with both has come.
  func isTold(_ start: String, _ part: String) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var descriptor: CInt = -1
    while case .bytes(let count) = receiver.receive(into: &buffer, descriptor: &descriptor) {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
      messages.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    return messages.contains { $0.contains(start) && $0.contains(part) }
  }

  func control(_ arguments: String...) throws -> Outcome {
    try run(
      "swellctl",
      [arguments[0], "--socket", place.path("control.sock")] + arguments.dropFirst()
    )
  }

  func status() throws -> JSONValue {
    try JSONValue(parsing: Array(control("status", "--json").output.utf8))
  }

  func stop(_ signal: CInt = SIGTERM) {
    guard let process, process.isRunning else { return }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }
}
