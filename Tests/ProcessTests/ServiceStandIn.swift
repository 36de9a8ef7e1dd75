// SPDX-License-Identifier: Apache-2.0
import Foundation
import LinuxSystem

/// A stand-in for the service manager: it listens for daemon and runners, hands the daemon its socket, and starts a
/// runner for each connection to the other one.
final class ServiceStandIn {
  let place: Workplace
  /// The control socket, which stays when the daemon goes.
  let control: UnixListener
  private let jobs: UnixListener
  private let configuration: String
  /// What the runners have printed goes there.
  private let journal: FileHandle
  private(set) var daemon: Process?
  /// The daemon's log.
  private(set) var log = LineReader(Pipe())
  /// The runners that have been started.
  private(set) var runners: [Process] = []

  init(_ configuration: String) throws {
    place = try Workplace()
    control = try UnixListener.listen(at: place.path("control.sock"), mode: 0o600)
    jobs = try UnixListener.listen(at: place.path("job.sock"), mode: 0o600)
    self.configuration = try place.write(configuration, to: "swell.toml")
    let journal = try place.write("", to: "journal")
    self.journal = try FileHandle(forWritingTo: URL(fileURLWithPath: journal))
  }

  deinit {
    for process in runners + [daemon].compactMap({ $0 }) where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  var socket: String { place.path("control.sock") }

  /// Starts the daemon and waits until it serves, or has said `line`.
  func startDaemon(awaiting line: String = "swelld is up") throws {
    let process = program("sh", [])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=control exec "$0" --output virtual:64x64 --config "$1" 3<&0
      """,
      programFolder.appendingPathComponent("swelld").path, configuration,
    ]
    process.environment?["SWELL_JOB_SOCKET"] = place.path("job.sock")
    let errors = Pipe()
    process.standardInput = FileHandle(fileDescriptor: control.descriptor, closeOnDealloc: false)
    process.standardError = errors
    try process.run()
    daemon = process
    log = LineReader(errors)
    _ = log.wait(for: line)
  }

  /// Has the daemon end, and waits for that.
  func stopDaemon(_ signal: Int32 = SIGTERM) {
    guard let daemon else { return }
    kill(daemon.processIdentifier, signal)
    daemon.waitUntilExit()
  }

  /// Runs swellctl against the daemon; runners that have been asked for are started meanwhile.
  func control(_ arguments: String...) throws -> Outcome {
    try startRunners()
    return try run("swellctl", [arguments[0], "--socket", socket] + arguments.dropFirst())
  }

  /// Asks until `condition` holds; each question is a round trip to the daemon.
  func wait(rounds: Int = 3000, until condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<rounds {
      if try condition() { return true }
      _ = try control("status")
    }
    return false
  }

  /// Starts a runner for each connection that waits.
  func startRunners() throws {
    while let stream = try jobs.accept() {
      let descriptor = stream.release()
      // A service manager hands it over as systemd does: a program waits for what it reads.
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      let runner = program("swelld", ["--run-job", "--config", configuration])
      runner.environment?["SWELL_SOCKET"] = socket
      runner.standardInput = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      runner.standardOutput = journal
      runner.standardError = journal
      try runner.run()
      runners.append(runner)
    }
  }
}
