// SPDX-License-Identifier: Apache-2.0
import Foundation
import LinuxSystem
import Testing

/// A system bus of a test's own.
private final class TestBus {
  private let place: Workplace
  private var process: Process?
  /// The bus's socket.
  let socket: String

  init() throws {
    place = try Workplace()
    socket = place.path("bus")
    _ = try place.write(
      """
      <busconfig><type>system</type><listen>unix:path=\(socket)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/>
      <allow own="*"/><allow user="*"/></policy>
      </busconfig>
      """,
      to: "bus.conf"
    )
    try start()
  }

  deinit { stop() }

  /// Starts it and waits until it takes clients.
  func start() throws {
    let started = Process()
    let output = Pipe()
    started.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    started.arguments = [
      "--nofork", "--nopidfile", "--print-address", "--config-file", place.path("bus.conf"),
    ]
    started.standardOutput = output
    started.standardError = FileHandle.nullDevice
    try started.run()
    _ = LineReader(output).next()
    process = started
  }

  /// Ends it, as when it is restarted.
  func stop() {
    guard let process else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
    try? FileManager.default.removeItem(atPath: socket)
  }
}

/// Somebody who speaks as RAUC does.
private final class RAUCSpeaker {
  private let process = Process()
  private let input = Pipe()
  private let answers: LineReader

  init(_ bus: TestBus) throws {
    let output = Pipe()
    answers = LineReader(output)
    process.executableURL = DocumentPage.root.appendingPathComponent("scripts/rauc-peer.py")
    process.arguments = [bus.socket]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try say("own")
  }

  deinit { end() }

  func say(_ words: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(words)\n".utf8))
    #expect(answers.next() == "ok")
  }

  func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

@Suite("What followed programs do wrong", .endsWhenHung)
struct FollowPeersTests {
  private static let label = ["--id", "main", "--label", "start"]

  private func rauc(_ daemon: RunningDaemon, _ bus: TestBus) throws -> RunningFollower {
    try RunningFollower(
      "rauc",
      Self.label,
      socket: daemon.socket,
      variables: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(bus.socket)"]
    )
  }

  @Test("RAUC says strange things, dies at 99 %, comes back, starts anew and ends well")
  func strangeRAUC() throws {
    let (daemon, bus) = (try RunningDaemon(scene), try TestBus())
    let follower = try rauc(daemon, bus)
    #expect(follower.complaints.wait(for: "waiting for RAUC") != nil)
    let first = try RAUCSpeaker(bus)
    #expect(follower.complaints.wait(for: "the wait is over") != nil)
    try first.say("tell installing 40 Copying image")
    #expect(try daemon.shows(40, "Copying image"))
    try first.say("strange")
    // Nothing of it is a figure, an end, or a reason to stop listening.
    try first.say("tell installing 99 Updating slots done.")
    #expect(try daemon.shows(99, "Updating slots done."))
    first.end()
    #expect(try daemon.shows(99, "Failed: RAUC has ended"))
    let second = try RAUCSpeaker(bus)
    try second.say("tell installing 3 Checking bundle")
    #expect(try daemon.shows(3, "Checking bundle"))
    try second.say("tell installing 100 Installing done.")
    #expect(try daemon.shows(3, "Installing done."))
    try second.say("completed 0")
    #expect(try daemon.shows(100, "Done"))
    // One that tells no figures at all ends well too.
    try second.say("old installing")
    #expect(try daemon.shows(0))
    try second.say("completed 0")
    #expect(try daemon.shows(100, "Done"))
  }

  @Test("A bus that is restarted ends what was told over it, and what goes on is joined again")
  func restartedBus() throws {
    let (daemon, bus) = (try RunningDaemon(scene), try TestBus())
    let follower = try rauc(daemon, bus)
    let first = try RAUCSpeaker(bus)
    try first.say("tell installing 60 Copying image")
    #expect(try daemon.shows(60, "Copying image"))
    bus.stop()
    #expect(try daemon.shows(60, "Failed: the system bus has gone"))
    try bus.start()
    let second = try RAUCSpeaker(bus)
    try second.say("tell installing 70 Copying image")
    #expect(try daemon.shows(70, "Copying image"))
    try second.say("completed 1")
    #expect(try daemon.shows(70, "Failed"))
    withExtendedLifetime(follower) {}
  }

  @Test("A FIFO that a folder has taken the place of is waited for, and followed again")
  func folderForFIFO() throws {
    let daemon = try RunningDaemon(scene)
    let path = daemon.place.path("progress")
    let follower = try RunningFollower("fifo:\(path)", Self.label, socket: daemon.socket)
    let files = FileManager.default
    func write(_ text: String) throws {
      try FileHandle(forWritingAtPath: path)?.write(contentsOf: Data(text.utf8))
    }
    #expect(try daemon.wait { files.fileExists(atPath: path) })
    try write("99 copying\n")
    #expect(try daemon.shows(99, "copying"))
    try files.removeItem(atPath: path)
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(follower.complaints.wait(for: "waiting for a FIFO at \(path)") != nil)
    try files.removeItem(atPath: path)
    #expect(follower.complaints.wait(for: "the wait is over") != nil)
    // Whoever wrote there starts anew.
    try write("1 copying\n")
    #expect(try daemon.shows(1, "copying"))
    // A hundred thousand lines, then noise: the newest counts.
    let lines = (0..<100_000).map { "\(20 + $0 / 2_000)\n" }.joined()
    try write(lines + String(repeating: "\u{1}\u{7f}", count: 10_000) + "\n75 verifying\n")
    #expect(try daemon.shows(75, "verifying"))
  }

  @Test("A file that goes at 99 % and comes back with a beginning is another run")
  func fileAnew() throws {
    let daemon = try RunningDaemon(scene)
    let path = try daemon.place.write("99 copying\n", to: "percent")
    let follower = try RunningFollower("file:\(path)", Self.label, socket: daemon.socket)
    #expect(try daemon.shows(99, "copying"))
    let files = FileManager.default
    try files.removeItem(atPath: path)
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try daemon.shows(99, "Failed: \(path) has gone"))
    try files.removeItem(atPath: path)
    _ = try daemon.place.write("1\n", to: "percent")
    #expect(try daemon.shows(1, ""))
    withExtendedLifetime(follower) {}
  }
}
