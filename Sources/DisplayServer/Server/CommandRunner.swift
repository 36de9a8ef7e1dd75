// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import LinuxSystem
internal import Logging
internal import MonotonicTime
internal import Widgets

/// Runs the commands of buttons, never more than one a button, and reaps them.
///
/// Starting is all that happens on the server's thread; nothing ever waits for a command. One that is
/// to be restarted is asked to end by SIGTERM, and made to by SIGKILL if it has not after two seconds.
struct CommandRunner {
  /// How long a command may take to end when it is asked to.
  private static let patience = MonotonicInterval(seconds: 2)

  private struct Running {
    let button: String
    let process: CInt
    /// What runs when this one has ended; `nil` for nothing.
    var next: [String]?
    /// When it is killed; `nil` unless it was asked to end.
    var killInstant: MonotonicInstant?
  }

  private let log: Logger
  private var running: [Running] = []

  init(log: Logger) { self.log = log }

  /// When ``advance(to:)`` has to be called at the latest; `nil` while no command is to be killed.
  var deadline: MonotonicInstant? { running.compactMap(\.killInstant).min() }

  /// Kills the commands that were asked to end and have not.
  mutating func advance(to now: MonotonicInstant) {
    for index in running.indices {
      guard let due = running[index].killInstant, due <= now else { continue }
      running[index].killInstant = nil
      log.warning("command does not end", metadata: ["button": "\(running[index].button)"])
      ChildProcess.signal(running[index].process, SIGKILL)
    }
  }

  /// Runs the command of `button`, or what its `while_running` says when it is still running.
  mutating func trigger(_ program: ProgramSettings, of id: String, at now: MonotonicInstant) {
    guard let index = running.firstIndex(where: { $0.button == id }) else {
      start(program.arguments, of: id)
      return
    }
    switch program.whileRunning {
    case .ignore:
      log.debug("command still runs", metadata: ["button": "\(id)"])
    case .queue:
      running[index].next = program.arguments
    case .restart:
      running[index].next = program.arguments
      guard running[index].killInstant == nil else { return }
      running[index].killInstant = now + Self.patience
      ChildProcess.signal(running[index].process, SIGTERM)
    }
  }

  /// Takes note of commands that have ended, and starts those that waited for them.
  mutating func reap() {
    while let (process, outcome) = ChildProcess.reap() {
      guard let index = running.firstIndex(where: { $0.process == process }) else { continue }
      let ended = running.remove(at: index)
      switch outcome {
      case .exited(0): break
      case .exited(let status):
        log.warning(
          "command failed",
          metadata: ["button": "\(ended.button)", "status": "\(status)"]
        )
      case .signalled(let signal) where ended.next == nil:
        log.warning(
          "command was killed",
          metadata: ["button": "\(ended.button)", "signal": "\(signal)"]
        )
      case .signalled: break
      }
      if let next = ended.next { start(next, of: ended.button) }
    }
  }

  private mutating func start(_ command: [String], of button: String) {
    do throws(SystemError) {
      let process = try ChildProcess.spawn(command)
      running.append(Running(button: button, process: process, next: nil))
    } catch {
      log.error(
        "command cannot be started",
        metadata: ["button": "\(button)", "reason": "\(error)"]
      )
    }
  }
}
