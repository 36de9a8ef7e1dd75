// SPDX-License-Identifier: Apache-2.0
import Control
import Foundation
import JSON
import LinuxSystem
import MonotonicTime
import Testing

/// `swellctl follow`, with a daemon that shows what it follows.
final class RunningFollower {
  let process: Process
  let complaints: LineReader

  init(
    _ source: String,
    _ options: [String] = [],
    socket: String,
    variables: [String: String] = [:]
  ) throws {
    process = program("swellctl", ["follow", source, "--socket", socket] + options)
    process.environment?.merge(variables) { $1 }
    let errors = Pipe()
    process.standardError = errors
    complaints = LineReader(errors)
    try process.run()
  }

  deinit {
    killIfRunning()
    process.waitUntilExit()
  }

  /// Ends it; the signals that a test's thread blocks are blocked in what it starts.
  private func killIfRunning() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// All that it has complained of, once it has been ended.
  func end() -> [String] {
    killIfRunning()
    var lines: [String] = []
    while let line = complaints.next() { lines.append(line) }
    return lines
  }
}

extension RunningDaemon {
  /// A member of a widget, as the status tells it.
  func member(_ name: String, of id: String) throws -> JSONValue? {
    let status = try JSONValue(parsing: Array(control("status", "--json").output.utf8))
    return status["widgets"]?.array?.first { $0["id"]?.string == id }?[name]
  }

  /// Waits until the indicator's target is `percent` and the button, used as a label, says `text`.
  func shows(_ percent: Double, _ text: String? = nil) throws -> Bool {
    try wait {
      guard try member("percent", of: "main")?.double == percent else { return false }
      return try text == nil || member("label", of: "start")?.string == text
    }
  }
}

/// Somebody who has a name in the abstract namespace.
private final class NameHolder {
  private let listener: UnixListener

  init(_ name: String) throws { listener = try UnixListener.listen(abstract: name) }
}

@Suite("swellctl follow", .endsWhenHung)
struct FollowTests {
  private static let label = ["--id", "main", "--label", "start"]

  private func write(_ text: String, into path: String) throws {
    try FileHandle(forWritingAtPath: path)?.write(contentsOf: Data(text.utf8))
  }

  @Test("The same letters in another spelling are another text, and shown as they were written")
  func spelling() throws {
    let daemon = try RunningDaemon(scene)
    let path = daemon.place.path("progress")
    let follower = try RunningFollower("fifo:\(path)", Self.label, socket: daemon.socket)
    #expect(try daemon.wait { FileManager.default.fileExists(atPath: path) })
    for text in ["caf\u{E9}", "cafe\u{301}"] {
      try write("10 \(text)\n", into: path)
      #expect(
        try daemon.wait {
          let label = try daemon.member("label", of: "start")?.string ?? ""
          return label.utf8.elementsEqual(text.utf8)
        }
      )
    }
    #expect(follower.process.isRunning)
  }

  @Test("What programs write into a FIFO is shown; one that ends well is at 100, the next one at 0")
  func fifo() throws {
    let daemon = try RunningDaemon(scene)
    let path = daemon.place.path("progress")
    let follower = try RunningFollower("fifo:\(path)", Self.label, socket: daemon.socket)
    #expect(try daemon.wait { FileManager.default.fileExists(atPath: path) })
    try write("12.5% copying\n", into: path)
    #expect(try daemon.shows(12.5, "copying"))
    // A writer that does not end its line, and one that steps back.
    try write("40", into: path)
    #expect(try daemon.shows(40, "copying"))
    try write("30 verifying\n", into: path)
    #expect(try daemon.shows(40, "verifying"))
    try write("100\n", into: path)
    #expect(try daemon.shows(100, "Done"))
    try write("2\n", into: path)
    #expect(try daemon.shows(2, ""))
    // A FIFO that is replaced is found again.
    try FileManager.default.removeItem(atPath: path)
    #expect(try daemon.wait { FileManager.default.fileExists(atPath: path) })
    try write("60\n", into: path)
    #expect(try daemon.shows(60))
    let lines = follower.end()
    #expect(lines.filter { $0.contains("a run is under way") }.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("fifo:\(path): ") })
  }

  @Test("A daemon that is restarted is told the last figure and text again")
  func restarts() throws {
    let first = try RunningDaemon(scene)
    let path = first.place.path("progress")
    let follower = try RunningFollower("fifo:\(path)", Self.label, socket: first.socket)
    #expect(try first.wait { FileManager.default.fileExists(atPath: path) })
    try write("30 copying\n", into: path)
    #expect(try first.shows(30, "copying"))
    #expect(first.stop() == 0)
    try write("45 verifying\n", into: path)
    let second = try RunningDaemon(at: first)
    #expect(try second.shows(45, "verifying"))
    #expect(second.stop(SIGKILL) == -1)
    let third = try RunningDaemon(at: first)
    #expect(try third.shows(45, "verifying"))
    let lines = follower.end()
    let outages = lines.filter { $0.contains("trying again") }
    // On a busy machine an answer may take longer than the follower waits, and a daemon that is about to end may
    // have taken a connection: outages of their own.
    #expect(outages.count >= 2)
    let ends = lines.filter { $0.contains("the display daemon is there again") }
    #expect(ends.count == outages.count)
  }

  @Test(
    "Once a run's end has been told nobody is asked for; the next run is told from its beginning"
  )
  func leavesAlone() throws {
    let daemon = try RunningDaemon(scene)
    let path = daemon.place.path("progress")
    let follower = try RunningFollower("fifo:\(path)", Self.label, socket: daemon.socket)
    #expect(try daemon.wait { FileManager.default.fileExists(atPath: path) })
    try write("100\n", into: path)
    #expect(try daemon.shows(100, "Done"))
    // What is shown is answered a frame later; each of these is a round trip or more.
    for _ in 0..<5 { _ = try daemon.control("status") }
    #expect(daemon.stop() == 0)
    // As a service manager that would start the daemon for whoever connects.
    try? FileManager.default.removeItem(atPath: daemon.socket)
    let listener = try UnixListener.listen(at: daemon.socket, mode: 0o600)
    // Nobody else may connect to it.
    func wait(until condition: () throws -> Bool) throws -> Bool {
      for _ in 0..<3000 {
        if try condition() { return true }
        usleep(10_000)
      }
      return false
    }
    func hasConnected() throws -> Bool {
      guard let stream = try listener.accept() else { return false }
      _ = consume stream
      return true
    }
    // The follower finds out that the FIFO has gone later than it would have connected again.
    try FileManager.default.removeItem(atPath: path)
    #expect(try wait { FileManager.default.fileExists(atPath: path) })
    #expect(try !hasConnected())
    try write("2\n", into: path)
    #expect(try wait { try hasConnected() })
    withExtendedLifetime(follower) {}
  }

  @Test("A file that comes, changes, holds nonsense and goes is followed")
  func file() throws {
    let daemon = try RunningDaemon(scene)
    let path = daemon.place.path("percent")
    let follower = try RunningFollower("file:\(path)", Self.label, socket: daemon.socket)
    #expect(follower.complaints.wait(for: "waiting for \(path) (No such file") != nil)
    _ = try daemon.place.write("20\n", to: "percent")
    #expect(try daemon.shows(20))
    _ = try daemon.place.write("nonsense\n", to: "percent")
    #expect(follower.complaints.wait(for: "is no percentage") != nil)
    _ = try daemon.place.write("35\n", to: "percent")
    #expect(try daemon.shows(35))
    try FileManager.default.removeItem(atPath: path)
    #expect(try daemon.shows(35, "Failed: \(path) has gone"))
  }

  @Test("Scripts write for psplash as they always did")
  func psplash() throws {
    let daemon = try RunningDaemon(scene)
    let follower = try RunningFollower(
      "psplash",
      Self.label,
      socket: daemon.socket,
      variables: ["PSPLASH_FIFO_DIR": daemon.place.folder.path]
    )
    let path = daemon.place.path("psplash_fifo")
    #expect(try daemon.wait { FileManager.default.fileExists(atPath: path) })
    try write("PROGRESS 20\0MSG Updating, do not switch off\0", into: path)
    #expect(try daemon.shows(20, "Updating, do not switch off"))
    try write("NONSENSE\0PROGRESS\0\0PROGRESS 30\0", into: path)
    #expect(try daemon.shows(30))
    try write("MSG FAILURE\0", into: path)
    #expect(try daemon.shows(30, "Failed"))
    let lines = follower.end()
    #expect(lines.filter { $0.contains("no command of psplash's") }.count == 1)
  }

  @Test("A silent run is said to be one")
  func silence() throws {
    let daemon = try RunningDaemon(scene)
    let path = daemon.place.path("progress")
    let follower = try RunningFollower(
      "fifo:\(path)",
      Self.label + ["--idle", "1", "--stalled", "Nothing heard"],
      socket: daemon.socket
    )
    #expect(try daemon.wait { FileManager.default.fileExists(atPath: path) })
    try write("50 do not switch off\n", into: path)
    #expect(try daemon.shows(50, "Nothing heard"))
    withExtendedLifetime(follower) {}
  }

  @Test(
    "A writer that held the FIFO and was killed is said to have gone; the next one begins anew",
    arguments: [
      ("fifo", "99 copying\\n", "1 verifying\n"),
      ("psplash", "PROGRESS 99\\0MSG copying\\0", "PROGRESS 1\0MSG verifying\0"),
    ]
  )
  func deadWriter(source: String, words: String, next: String) throws {
    let daemon = try RunningDaemon(scene)
    let path = daemon.place.path("progress")
    let options = Self.label + ["--idle", "1", "--stalled", "Nothing heard"]
    let follower = try RunningFollower("\(source):\(path)", options, socket: daemon.socket)
    #expect(try daemon.wait { FileManager.default.fileExists(atPath: path) })
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "exec > \(path); printf '\(words)'; exec sleep 3600"]
    try writer.run()
    // As long as it lives it is only silent.
    #expect(try daemon.shows(99, "Nothing heard"))
    kill(writer.processIdentifier, SIGKILL)
    writer.waitUntilExit()
    #expect(try daemon.shows(99, "Failed: nobody writes into \(path) any more"))
    try write(next, into: path)
    #expect(try daemon.shows(1, "verifying"))
    let lines = follower.end()
    #expect(lines.filter { $0.contains("the source has gone during a run") }.count == 1)
  }

  @Test("Plymouth's clients are answered, and root's alone are heeded; the name is waited for")
  func plymouth() throws {
    let daemon = try RunningDaemon(scene)
    // Another one has the name, as Plymouth's own daemon would.
    var other: NameHolder? = try NameHolder("/org/freedesktop/plymouthd")
    #expect(other != nil)
    let options = Self.label + ["--idle", "5", "--stalled", "Nothing heard"]
    let follower = try RunningFollower("plymouth", options, socket: daemon.socket)
    #expect(follower.complaints.wait(for: "waiting for Plymouth's own daemon to end") != nil)
    other = nil
    #expect(follower.complaints.wait(for: "the wait is over") != nil)
    let script = """
      import socket
      def connect():
          s = socket.socket(socket.AF_UNIX)
          while s.connect_ex("\\0/org/freedesktop/plymouthd"): pass
          return s
      # Those who say nothing, or half of something, keep nobody out.
      silent = [connect() for _ in range(40)]
      for s in silent[20:]:
          try: s.sendall(b"u\\2\\00399")
          except OSError: pass
      s = connect()
      for part in [b"P\\0C\\2\\10updates\\0u", b"\\2\\00342\\0", b"M\\2\\7hello!\\0"]: s.sendall(part)
      answer = b""
      while len(answer) < 4: answer += s.recv(16)
      print(answer.hex())
      s.sendall(b"GET / HTTP/1.1")
      print(len(s.recv(16)), flush=True)
      s = connect()
      s.sendall(b"u\\2\\00399\\0")
      while True: s.recv(16)
      """
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    client.arguments = ["-c", script]
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    let lines = LineReader(output)
    let isRoot = getuid() == 0
    #expect(lines.next() == (isRoot ? "06060606" : "15151515"))
    // What is no request ends the connection.
    #expect(lines.next() == "0")
    defer { kill(client.processIdentifier, SIGKILL) }
    guard isRoot else { return }
    #expect(try daemon.shows(99, "hello!"))
    // One that held its connection and is killed has gone; while it lives it is only silent.
    #expect(try daemon.shows(99, "Nothing heard"))
    kill(client.processIdentifier, SIGKILL)
    client.waitUntilExit()
    #expect(try daemon.shows(99, "Failed: the updater has hung up"))
  }

  @Test("Without a bus it waits, and says so once", arguments: ["rauc", "boot"])
  func noBus(source: String) throws {
    let daemon = try RunningDaemon(scene)
    let follower = try RunningFollower(
      source,
      socket: daemon.socket,
      variables: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/no/such/bus"]
    )
    let first = follower.complaints.next() ?? ""
    #expect(first.contains("waiting for sys") || first.contains("waiting for the system bus"))
    // Long enough for several attempts: each is a round trip or more.
    for _ in 0..<20 { _ = try daemon.control("status") }
    #expect(follower.end().isEmpty)
  }

  @Test(
    "What is no source ends with 64",
    arguments: [["nothing"], ["file"], ["fifo:relative"], ["rauc", "--idle", "0"], []]
  )
  func usage(arguments: [String]) throws {
    let outcome = try run("swellctl", ["follow"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("swellctl: "))
  }

  @Test("A failure has its colour, and what follows has none")
  func failureColor() throws {
    let place = try Workplace()
    let path = try place.write("40\n", to: "percent")
    let arguments = ["follow", "file:\(path)", "--failed-color", "#A00"]
    var params: [JSONValue?] = []
    _ = try ClientRun(arguments) { request in
      params.append(request.params)
      switch params.count {
      case 1:
        // Its run is lost with it.
        try? FileManager.default.removeItem(atPath: path)
        return .result([:])
      default: return .kill
      }
    }
    #expect(params == [["percent": 40], ["percent": 40, "fault": "#AA0000FF"]])
  }

  @Test("Texts go to a label, or to a button where the daemon has no such label")
  func labels() throws {
    let place = try Workplace()
    let path = try place.write("42 copying\n", to: "percent")
    let arguments = ["follow", "file:\(path)", "--label", "status"]
    var methods: [String] = []
    let known = try ClientRun(arguments) { request in
      methods.append(request.method)
      return request.method == "label.set" ? .kill : .result([:])
    }
    #expect(methods == ["progress.set", "label.set"])
    #expect(known.requests.last?.params == ["text": "copying", "id": "status"])
    methods = []
    let unknown = try ClientRun(arguments) { request in
      methods.append(request.method)
      switch request.method {
      case "label.set": return .error(JSONRPCError(code: -32601, message: "no such method"))
      case "widget.set": return .kill
      default: return .result([:])
      }
    }
    #expect(methods == ["progress.set", "label.set", "widget.set"])
    #expect(unknown.requests.last?.params == ["id": "status", "label": "copying"])
  }
}
