// SPDX-License-Identifier: Apache-2.0
import Control
import Foundation
import JSON
import LinuxSystem
import MonotonicTime
import RequestWords
import Testing
import Widgets

@Suite("swellctl and daemons that do not do their part", .endsWhenHung)
struct StubbornDaemonTests {
  /// What a daemon does instead of answering.
  enum Habit: CaseIterable {
    /// It sends nothing.
    case silent
    /// It sends a line without an end, byte by byte.
    case dripping
    /// It sends lines without an end that answer nothing.
    case chattering
  }

  private func swellctl(_ arguments: [String], socket: String) -> (Process, Pipe) {
    let process = program("swellctl", arguments + ["--socket", socket, "--timeout", "0.5"])
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    return (process, errors)
  }

  private func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test(
    "A command ends after its time, whatever comes from the socket meanwhile",
    arguments: Habit.allCases,
    ["status", "watch"]
  )
  func habits(habit: Habit, command: String) throws {
    let place = try Workplace()
    let listener = try UnixListener.listen(at: place.path("s"), mode: 0o600)
    let (process, errors) = swellctl([command], socket: place.path("s"))
    try process.run()
    let epoll = try Epoll.open()
    try epoll.add(listener.descriptor, token: 0)
    _ = try epoll.wait(timeout: nil)
    guard let stream = try listener.accept() else {
      Issue.record("the client does not connect")
      return
    }
    let line = Array("{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{}}\n".utf8)
    while process.isRunning {
      switch habit {
      case .silent: DescriptorPoll.pause()
      case .dripping:
        _ = stream.send([0x20])
        DescriptorPoll.pause()
      case .chattering: _ = stream.send(line[...])
      }
    }
    #expect(process.terminationStatus == 69)
    #expect(text(errors).contains("does not answer in time"))
  }

  /// Answers requests with these results, one after the other.
  private func answer(_ stream: borrowing UnixStream, _ results: [JSONValue]) {
    var framer = LineFramer()
    var buffer = [UInt8](repeating: 0, count: 4096)
    for result in results {
      var item = framer.next()
      while item == nil {
        _ = DescriptorPoll.wait([.init(stream.descriptor, readiness: .readable)], timeout: nil)
        guard case .bytes(let count) = stream.receive(into: &buffer) else { break }
        framer.append(Array(buffer[..<count]))
        item = framer.next()
      }
      guard case .line(let line) = item,
        let request = JSONRPCCalls(line: line).request, let id = request.id
      else {
        Issue.record("the client does not ask for \(result.text)")
        return
      }
      _ = stream.send(JSONRPCResponse(id: id, outcome: .success(result)).line[...])
    }
  }

  private static let event = Array(
    "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"type\":\"press\"}}\n".utf8
  )

  @Test("Nobody touches a cross: 'calibrate' ends after its time beside a daemon that chatters")
  func chatterBesideCrosses() throws {
    let place = try Workplace()
    let listener = try UnixListener.listen(at: place.path("s"), mode: 0o600)
    let process = program(
      "swellctl",
      ["calibrate", "--socket", place.path("s"), "--patience", "0.2"]
    )
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let epoll = try Epoll.open()
    try epoll.add(listener.descriptor, token: 0)
    _ = try epoll.wait(timeout: nil)
    guard let stream = try listener.accept() else {
      Issue.record("the client does not connect")
      return
    }
    answer(stream, [[:], [:], ["x": 0.1, "y": 0.1, "width": 160, "height": 120]])
    // More than the client reads in its time, and always more than it has read.
    let events = Array(repeatElement(Self.event, count: 1000).joined())
    var rest = events[...]
    var sent = 0
    while process.isRunning, sent < 20_000_000 {
      if case .bytes(let count) = stream.send(rest) {
        sent += count
        rest = rest.dropFirst(count)
        if rest.isEmpty { rest = events[...] }
      } else {
        _ = DescriptorPoll.wait([.init(stream.descriptor, readiness: .writable)], timeout: nil)
      }
    }
    let hasEnded = !process.isRunning
    kill(process.processIdentifier, SIGKILL)
    #expect(hasEnded)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(text(errors).contains("nobody has touched cross 1"))
  }

  @Test("A descriptor that nobody has asked for is closed")
  func passedDescriptor() throws {
    let place = try Workplace()
    let listener = try UnixListener.listen(at: place.path("s"), mode: 0o600)
    let process = program("swellctl", ["watch", "--socket", place.path("s")])
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let epoll = try Epoll.open()
    try epoll.add(listener.descriptor, token: 0)
    _ = try epoll.wait(timeout: nil)
    guard let stream = try listener.accept() else {
      Issue.record("the client does not connect")
      return
    }
    answer(stream, [[:]])
    let passed = Pipe()
    _ = stream.send(
      Self.event[...],
      descriptor: passed.fileHandleForWriting.fileDescriptor
    )
    try passed.fileHandleForWriting.close()
    // Its other end is told when the last holder has closed it.
    let other = passed.fileHandleForReading.fileDescriptor
    let told = DescriptorPoll.wait(
      [.init(other, readiness: .readable)],
      timeout: .milliseconds(10_000)
    )
    #expect(told.first?.isEmpty == false)
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  @Test("A daemon that takes each subscription and closes is tried a few times a second")
  func closedSubscriptions() throws {
    var count = 0
    let run = try ClientRun(["watch"]) { _ in
      count += 1
      return count < 5 ? .events([:], []) : .kill
    }
    let lines = try run.output.map { try JSONValue(parsing: Array($0.utf8)) }
    let restored = lines.filter { $0["state"] == "restored" }.compactMap { $0["time"]?.double }
    #expect(restored.count == 3)
    // The client's own clock: attempts begin a pause apart, however slow the machine is.
    #expect(zip(restored.dropFirst(2), restored).allSatisfy { $0 - $1 >= 0.25 })
  }

  @Test("A daemon that takes nobody out of its queue is given up")
  func fullQueue() throws {
    let place = try Workplace()
    let path = place.path("s")
    let listener = try UnixListener.listen(at: path, mode: 0o600, backlog: 0)
    var waiting: [OwnedStream] = []
    while let next = OwnedStream(path) { waiting.append(next) }
    #expect(!waiting.isEmpty)
    let (process, errors) = swellctl(["status"], socket: path)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 69)
    #expect(text(errors).contains("timed out"))
    // The next daemon sees that somebody listens, and does not wait either.
    let second = try run("swelld", ["--output", "virtual:64x64", "--socket", path])
    #expect(second.status == 69)
    #expect(second.errors.contains("\(path): Address already in use"))
    withExtendedLifetime(waiting) { _ = listener.descriptor }
  }
}

/// A connection that waits in a listener's queue.
private final class OwnedStream {
  private let stream: UnixStream

  /// Takes a place in the queue at `path`; `nil` when there is none.
  init?(_ path: String) {
    guard let stream = try? UnixStream.connect(to: path, within: .zero) else { return nil }
    self.stream = stream
  }
}

extension DescriptorPoll {
  /// Gives others a moment.
  fileprivate static func pause() { _ = wait([], timeout: .milliseconds(5)) }
}

@Suite("swellctl progress -, chart - and what happens to the daemon", .endsWhenHung)
struct InputFollowerTests {
  @Test(
    "Without a daemon the lines are read to their end, and it is said once",
    arguments: ["progress", "chart"]
  )
  func noDaemon(command: String) throws {
    let swellctl = programFolder.appendingPathComponent("swellctl").path
    let process = program("bash", [])
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    // More than a pipe holds; nobody reads the complaint.
    process.arguments = [
      "-c",
      """
      seq 1 100000 | "$0" \(command) - --socket /no/such.sock 2> >(exec cat)
      echo "${PIPESTATUS[@]}"
      """,
      swellctl,
    ]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let lines = LineReader(output)
    var all: [String] = []
    while let line = lines.next() { all.append(line) }
    #expect(all.contains("0 69"))
    #expect(all.filter { $0.contains("no daemon listens at /no/such.sock") }.count == 1)
  }

  @Test("A closed standard error ends nothing", arguments: ["progress", "chart"])
  func closedComplaints(command: String) throws {
    let process = program("bash", [])
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c",
      """
      seq 1 100000 | "$0" \(command) - --socket /no/such.sock 2> >(exec true)
      echo "${PIPESTATUS[@]}"
      """,
      programFolder.appendingPathComponent("swellctl").path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    #expect(LineReader(output).next() == "0 69")
  }

  @Test("What is refused is told once, the lines are read on, and the last one decides")
  func refusals() throws {
    let input = (1...5000).map { "\($0 % 100)\n" }.joined()
    let run = try ClientRun(["progress", "-", "--id", "nobody"], input: input) { _ in
      .error(JSONRPCError(.noSuch(id: "nobody")))
    }
    #expect(run.status == 1)
    #expect(run.errors.count == 1)
    var count = 0
    let later = try ClientRun(["progress", "-"], input: "7\n") { _ in
      count += 1
      return .result([:])
    }
    #expect(later.status == 0 && count == 1)
  }

  @Test("Numbers that are refused end nothing; those of a lost connection are sent again, in order")
  func chartRefusals() throws {
    let input = (1...10_000).map { "\($0)\n" }.joined()
    let refused = try ClientRun(["chart", "-"], input: input) { _ in
      .error(JSONRPCError(.noSuch(id: "c")))
    }
    #expect(refused.status == 1 && refused.errors.count == 1)
    var taken: [JSONValue] = []
    var count = 0
    let lost = try ClientRun(["chart", "-"], input: "1\n2\nnone\n3") { request in
      count += 1
      guard count > 1 else { return .hangUp }
      taken += request.params?["values"]?.array ?? []
      return .result([:])
    }
    #expect(lost.status == 0)
    #expect(taken == [1, 2, .null, 3])
  }

  @Test("Of more numbers than a chart holds the last are added, and enough to push out all else")
  func manyNumbers() throws {
    var taken: [Double] = []
    let run = try ClientRun(["chart", "-"], input: (1...10_000).map { "\($0)\n" }.joined()) {
      taken += $0.params?["values"]?.array?.compactMap(\.double) ?? []
      return .result([:])
    }
    #expect(run.status == 0)
    #expect(taken.suffix(576) == ArraySlice((9425...10_000).map(Double.init)))
    #expect(taken == taken.sorted())
  }

  @Test("A daemon that comes later, and one that is restarted, get the percentages")
  func restarts() throws {
    let first = try RunningDaemon(scene)
    let process = program("swellctl", ["progress", "-", "--socket", first.socket])
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardError = errors
    try process.run()
    func write(_ text: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }
    func percent(_ daemon: RunningDaemon) throws -> Double? {
      let reply = try daemon.control("status", "--json").output
      let status = try JSONValue(parsing: Array(reply.utf8))
      return status["widgets"]?.array?.first { $0["id"] == "main" }?["percent"]?.double
    }
    try write("10\n")
    #expect(try first.wait { try percent(first) == 10 })
    #expect(first.stop() == 0)
    try write("20\n")
    let complaints = LineReader(errors)
    #expect(complaints.wait(for: "trying again") != nil)
    let second = try RunningDaemon(at: first)
    #expect(try second.wait { try percent(second) == 20 })
    // Restarted between two lines, which nobody has to notice.
    #expect(second.stop() == 0)
    let third = try RunningDaemon(at: first)
    try write("30\n")
    #expect(try third.wait { try percent(third) == 30 })
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(complaints.next() == nil)
    #expect(third.stop() == 0)
  }
}
