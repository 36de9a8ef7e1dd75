// SPDX-License-Identifier: Apache-2.0
import Widgets
import JSON
import Control
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// Two buttons and a progress that need no font, so that starting is quick.
@Suite("swelld as a process")
struct SwelldTests {
  @Test("Help and version go to standard output", arguments: ["--help", "-h", "--version"])
  func helpAndVersion(option: String) throws {
    let outcome = try run("swelld", [option])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.output.contains(option == "--version" ? SwellRelease.version : "--output WHERE")
    )
  }

  @Test(
    "Wrong usage is told in one line and ends with 64",
    arguments: [
      ["--frobnicate"], ["stray"], ["--output", "hdmi"], ["--output", "virtual:0x0"],
      ["--output", "virtual:100x100@0"], ["--output"], ["--socket="], ["--log-level", "loud"],
      ["--time-scale", "-1"], ["--time-scale", "101"], ["--time-scale", "nan"], ["--time-scale"],
      ["--check=yes"], ["--output", "kms:card0"],
    ]
  )
  func usage(arguments: [String]) throws {
    let outcome = try run("swelld", arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("swelld: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("A right configuration is checked in silence")
  func checkSilently() throws {
    let place = try Workplace()
    let outcome = try run("swelld", ["--config", try place.write(scene, to: "a.toml"), "--check"])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
  }

  @Test("Without libxkbcommon a configuration is checked all the same, and any layout may exist")
  func checkWithoutKeymaps() throws {
    let place = try Workplace()
    let path = try place.write("\(scene)\n[keyboard]\nlayout = \"none-such\"\n", to: "a.toml")
    #expect(try run("swelld", ["--config", path, "--check"]).status == 78)
    // The first file of the name is the one that is opened, and this one is no library.
    _ = try place.write("", to: "libxkbcommon.so.0")
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let outcome = try run(
      "swelld",
      ["--config", path, "--check"],
      environment: ["LD_LIBRARY_PATH": folder]
    )
    #expect(outcome.status == 0)
  }

  @Test(
    "Every error of a configuration is told with its place, and nothing is started",
    arguments: [true, false]
  )
  func badConfiguration(isCheck: Bool) throws {
    let place = try Workplace()
    let path = try place.write(
      "[display]\nrotaton = 90\n[[button]]\nid = \"a b\"\n\n[[progress]]\nid = \"p\"\npercent = 300\n",
      to: "bad.toml"
    )
    let socket = place.path("s")
    let arguments = ["--config", path, "--output", "virtual", "--socket", socket]
    let outcome = try run("swelld", arguments + (isCheck ? ["--check"] : []))
    #expect(outcome.status == 78)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.map { String($0.dropFirst(path.count).prefix(2)) } == [":2", ":4", ":8"])
    for line in lines {
      let parts = line.dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
      #expect(Int(parts[1]).map { $0 > 0 } == true, "\(line)")
      #expect(parts[2].hasPrefix(" error: "), "\(line)")
    }
    #expect(lines.first?.contains("rotation") == true)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test("What a right configuration names and is missing is a warning with its place")
  func checkWarnings() throws {
    let place = try Workplace()
    let script = try place.write("echo", to: "script")
    let path = try place.write(
      """
      [[button]]
      id = "a"
      exec = ["/no/such/program"]
      [[button]]
      id = "b"
      exec = ["no-such-program"]
      [[button]]
      id = "c"
      exec = ["\(script)"]
      [[button]]
      id = "d"
      exec = ["true"]
      [[progress]]
      id = "e"
      mask = { image = "none.png" }
      [[progress]]
      id = "f"
      mask = { text = "f", font = "No Such Font" }
      [[label]]
      id = "g"
      text = "a\u{10FFFD}"
      """,
      to: "a.toml"
    )
    let outcome = try run("swelld", ["--config", path, "--check"])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    let places = ["3:9", "6:9", "9:9", "15:18", "18:29", "21:8"]
    #expect(lines.count == places.count, "\(lines)")
    for (line, place) in zip(lines, places) {
      #expect(line.hasPrefix("\(path):\(place): warning: "), "\(line)")
    }
    #expect(lines.dropLast().last?.contains("'No Such Font' is not installed") == true)
    let letters = "'g' shows letters that no installed font has: \u{10FFFD} (signs;"
    #expect(lines.last?.contains(letters) == true)
  }

  @Test(
    "An inward bow by which edges meet is right, and told of where it stands",
    arguments: [
      ("button", -40, true), ("button", -39.5, false), ("text", -44.5, true), ("button", 40, false),
    ]
  )
  func checkBow(kind: String, amplitude: Double, isTold: Bool) throws {
    let place = try Workplace()
    let path = try place.write(
      """
      [[\(kind)]]
      id = "a"
      frame = { width = 200, height = 40 }
      amplitude = \(amplitude)
      """,
      to: "a.toml"
    )
    let outcome = try run("swelld", ["--config", path, "--check"])
    #expect(outcome.status == 0)
    let sentence = "'amplitude' bows inward by the shorter side (40.0 points) or more"
    let expected = "\(path):4:1: warning: \(sentence): opposite edges meet\n"
    #expect(outcome.errors == (isTold ? expected : ""))
  }

  @Test("Letters for which a panel has no room are told with their size, once in all languages")
  func checkLetters() throws {
    let place = try Workplace()
    let path = try place.write(
      """
      [display]
      languages = ["en", "de"]
      [[button]]
      id = "a"
      label = { en = "Go", de = "Los" }
      frame = { x = "25%" }
      [[button]]
      id = "b"
      label = "WWWWWWWWWW"
      frame = { x = "75%" }
      """,
      to: "a.toml"
    )
    let outcome = try run("swelld", ["--config", path, "--check", "--panel", "800x480"])
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(lines)")
    let told = try #require(lines.first)
    #expect(told.hasPrefix("\(path):7:"))
    #expect(told.contains(": warning: on 800x480 'b' has letters of "))
    #expect(told.hasSuffix(" points instead of 28 for 'WWWWWWWWWW', as 1 more"))
  }

  @Test("A file without a widget is right, and told to be blank", arguments: ["", "[display]\n"])
  func checkBlank(text: String) throws {
    let place = try Workplace()
    let path = try place.write(text, to: "a.toml")
    let outcome = try run("swelld", ["--config", path, "--check"])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == "\(path):1:1: warning: there is no widget, so the scene is blank\n"
    )
  }

  @Test("A configuration that was asked for by name has to exist")
  func missingConfiguration() throws {
    let outcome = try run("swelld", ["--config", "/nonexistent/swell.toml", "--check"])
    #expect(outcome.status == 78)
    #expect(outcome.errors.hasPrefix("/nonexistent/swell.toml:1:1: error: "))
  }

  @Test("A socket that cannot be had ends the start with 69 and its reason")
  func socketInUse() throws {
    let daemon = try RunningDaemon(scene)
    let second = try run("swelld", ["--output", "virtual", "--socket", daemon.socket])
    #expect(second.status == 69)
    #expect(second.errors.contains(daemon.socket))
    #expect(try daemon.control("status").status == 0)
  }

  @Test("SIGTERM and SIGINT stop it with 0, and its socket is gone", arguments: [SIGTERM, SIGINT])
  func stops(signal: Int32) throws {
    let daemon = try RunningDaemon(scene)
    var status = stat()
    #expect(unsafe lstat(daemon.socket, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o660)
    #expect(daemon.stop(signal) == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  @Test("A socket that a killed daemon left does not keep the next one from starting")
  func staleSocket() throws {
    let daemon = try RunningDaemon(scene)
    _ = daemon.stop(SIGKILL)
    #expect(FileManager.default.fileExists(atPath: daemon.socket))
    let next = program("swelld", ["--output", "virtual:64x64", "--socket", daemon.socket])
    let errors = Pipe()
    next.standardError = errors
    try next.run()
    #expect(LineReader(errors).wait(for: "swelld is up") != nil)
    kill(next.processIdentifier, SIGTERM)
    next.waitUntilExit()
    #expect(next.terminationStatus == 0)
  }

  @Test("SIGHUP loads the configuration anew; a bad one changes nothing")
  func hangUpReloads() throws {
    let daemon = try RunningDaemon(scene)
    _ = try daemon.control("progress", "30", "--over", "0")
    _ = try daemon.place.write(
      scene.replacing("id = \"start\"", with: "id = \"go\""),
      to: "swell.toml"
    )
    kill(daemon.process.processIdentifier, SIGHUP)
    #expect(daemon.log.wait(for: "configuration loaded") != nil)
    #expect(try daemon.control("press", "go").status == 0)
    // What was set stays with the widget that is still there.
    #expect(try widget("main", of: daemon)?["percent"] == 30)
    #expect(try widget("start", of: daemon) == nil)
    _ = try daemon.place.write("nonsense", to: "swell.toml")
    kill(daemon.process.processIdentifier, SIGHUP)
    #expect(daemon.log.wait(for: "configuration not loaded")?.contains("swell.toml:1:") == true)
    #expect(try widget("main", of: daemon)?["percent"] == 30)
    // The press before may still be under way.
    #expect(try daemon.wait { try daemon.control("press", "go").status == 0 })
    #expect(daemon.stop() == 0)
  }

  /// What the daemon's status says about a widget; nil for one that it does not have.
  private func widget(_ id: String, of daemon: RunningDaemon) throws -> JSONValue? {
    let status = try JSONValue(parsing: Array(daemon.control("status", "--json").output.utf8))
    return status["widgets"]?.array?.first { $0["id"]?.string == id }
  }

  @Test("It takes over the socket that a service manager hands it")
  func socketActivation() throws {
    let place = try Workplace()
    let listener = try UnixListener.listen(at: place.path("s"), mode: 0o600)
    let process = program("swelld", [])
    let daemon = programFolder.appendingPathComponent("swelld").path
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=control exec \"$0\" --output virtual:64x64 3<&0",
      daemon,
    ]
    let errors = Pipe()
    process.standardInput = FileHandle(fileDescriptor: listener.descriptor, closeOnDealloc: false)
    process.standardError = errors
    try process.run()
    #expect(LineReader(errors).wait(for: "swelld is up") != nil)
    let status = try run("swellctl", ["status", "--json", "--socket", place.path("s")])
    #expect(status.status == 0)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // The manager goes on listening.
    #expect(FileManager.default.fileExists(atPath: place.path("s")))
  }

  @Test("It goes on when nobody reads its log any more")
  func logGoesAway() throws {
    let daemon = try RunningDaemon(scene)
    daemon.log.close()
    for _ in 0..<3 { #expect(try daemon.control("reload").status == 0) }
    #expect(try daemon.control("status").status == 0)
    #expect(daemon.stop() == 0)
  }

  @Test("Too few open files are told at the start", arguments: [8, 12, 24, 64])
  func descriptorLimit(limit: Int) throws {
    let place = try Workplace()
    let process = program("sh", [])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -n \(limit); exec \"$0\" --output virtual:64x64 --socket \"$1\"",
      programFolder.appendingPathComponent("swelld").path, place.path("s"),
    ]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let line = LineReader(errors).wait(for: "too few files may be open")
    #expect(line?.contains("limit=\(limit)") == true)
    process.terminate()
    process.waitUntilExit()
  }

  @Test("It goes on when the reader of its log stalls", .endsWhenHung)
  func logStalls() throws {
    let place = try Workplace()
    let path = try place.write(scene, to: "swell.toml")
    let process = program(
      "swelld",
      ["--output", "virtual:64x64", "--config", path, "--socket", place.path("s")]
    )
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    defer { process.terminate() }
    #expect(LineReader(errors).wait(for: "swelld is up") != nil)
    // More complaints than a pipe of 4 KiB holds (F_SETPIPE_SZ of linux/fcntl.h), which nobody reads.
    _ = fcntl(errors.fileHandleForReading.fileDescriptor, 1031, 4096)
    _ = try place.write((0..<4000).map { "wrong\($0) = 1\n" }.joined(), to: "swell.toml")
    for _ in 0..<4 { _ = try run("swellctl", ["reload", "--socket", place.path("s")]) }
    let outcome = try run("swellctl", ["status", "--socket", place.path("s")])
    #expect(outcome.status == 0)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(
    "A button's command runs once a press, has no descriptors of the daemon, and leaves no zombie"
  )
  func commands() throws {
    let place = try Workplace()
    let script = try place.write(
      "ls /proc/self/fd | tr '\\n' ' ' >> \"$1\"; echo >> \"$1\"\n",
      to: "script"
    )
    let command = "exec = [\"sh\", \"\(script)\", \"\(place.path("ran"))\"]\nstyle = \"tap\""
    let daemon = try RunningDaemon(
      scene.replacing("id = \"start\"", with: "id = \"start\"\n" + command)
    )
    #expect(try daemon.control("tap", "45", "95").status == 0)
    #expect(try daemon.wait { place.text("ran").hasSuffix("\n") })
    // ls has the standard three and the folder that it reads.
    #expect(place.text("ran") == "0 1 2 3 \n")
    #expect(try daemon.waitForChildrenToEnd())
    #expect(try daemon.control("tap", "5", "5").status == 0)
    #expect(try daemon.control("tap", "45", "95").status == 0)
    #expect(try daemon.wait { place.text("ran").filter { $0 == "\n" }.count >= 2 })
    #expect(place.text("ran").filter { $0 == "\n" }.count == 2)
    #expect(daemon.stop() == 0)
  }
}

@Suite("swelld among hostile clients")
struct HostileClientTests {
  private func line(_ method: String) -> [UInt8] {
    Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"id\":1}\n".utf8)
  }

  /// Sends as much of `bytes` as the daemon takes, and returns whether it closed the connection.
  private func push(_ bytes: [UInt8], into stream: borrowing UnixStream) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch stream.send(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock: return false
      case .closed: return true
      }
    }
    return false
  }

  private func presented(_ daemon: RunningDaemon) throws -> Int {
    let status = try JSONValue(parsing: Array(daemon.control("status", "--json").output.utf8))
    return status["frames"]?["presented"]?.int ?? -1
  }

  @Test("Frames go on and honest clients are served, whatever the others do")
  func survives() throws {
    let daemon = try RunningDaemon(scene)
    #expect(try daemon.control("progress", "50").status == 0)
    let before = try presented(daemon)
    // A line without an end: closed once it is longer than a message may be.
    let endless = try UnixStream.connect(to: daemon.socket)
    var isClosed = false
    for _ in 0..<1000 where !isClosed {
      isClosed = push([UInt8](repeating: 0x61, count: 65536), into: endless)
    }
    #expect(isClosed)
    // Bytes that are nothing.
    let binary = try UnixStream.connect(to: daemon.socket)
    isClosed = push((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 151) }, into: binary)
    for _ in 0..<1000 where !isClosed { isClosed = push(line("status"), into: binary) }
    #expect(isClosed)
    // Clients that vanish in mid-line.
    for _ in 0..<50 {
      let passing = try UnixStream.connect(to: daemon.socket)
      _ = push(Array("{\"jsonrpc\":\"2.0\",\"meth".utf8), into: passing)
    }
    // One that asks without end and never reads: dropped at its backlog's limit.
    let flood = try UnixStream.connect(to: daemon.socket)
    flood.setNonblocking()
    #expect(eventually { push(line("status"), into: flood) })
    // Deep nesting and numbers that no machine holds.
    let odd = try UnixStream.connect(to: daemon.socket)
    _ = push(Array((String(repeating: "[", count: 60_000) + "\n").utf8), into: odd)
    _ = push(Array("{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1e99999}\n".utf8), into: odd)
    #expect(try daemon.control("progress", "60").status == 0)
    #expect(try daemon.wait { try presented(daemon) > before + 10 })
    #expect(daemon.stop() == 0)
  }

  @Test("Where no descriptor is left for a client that is said, and it is served once there is one")
  func noDescriptors() throws {
    let daemon = try RunningDaemon(scene)
    func limitFiles(to count: Int) throws {
      let process = program("prlimit", [])
      process.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
      process.arguments = ["--pid", "\(daemon.process.processIdentifier)", "--nofile=\(count):"]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    try limitFiles(to: 0)
    // Nobody is connected: nothing but time leads to another attempt.
    let waiting = try UnixStream.connect(to: daemon.socket)
    #expect(daemon.log.wait(for: "a client cannot be served") != nil)
    try limitFiles(to: 256)
    #expect(push(line("status"), into: waiting) == false)
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(waiting.receive(into: &bytes) != .closed)
    #expect(bytes.starts(with: Array("{\"jsonrpc\"".utf8)))
    #expect(try daemon.control("status").status == 0)
    #expect(daemon.stop() == 0)
  }

  @Test("Clients that are all there at once do not lock out those that come after them")
  func crowd() throws {
    let daemon = try RunningDaemon(scene)
    var crowd: [CInt] = []
    for _ in 0..<40 {
      let stream = try UnixStream.connect(to: daemon.socket)
      crowd.append(dup(stream.descriptor))
    }
    let refused = try daemon.control("status")
    #expect(refused.status == 1 || refused.status == 69)
    #expect(refused.errors.hasPrefix("swellctl: "))
    for descriptor in crowd { close(descriptor) }
    #expect(try daemon.control("status").status == 0)
    #expect(daemon.stop() == 0)
  }
}
