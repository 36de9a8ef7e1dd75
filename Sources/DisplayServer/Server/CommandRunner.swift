// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Glibc
internal import LinuxSystem
internal import Logging

/// Runs the commands of buttons, never more than one a button, and reaps them.
///
/// Starting is all that happens on the server's thread; nothing ever waits for a command.
struct CommandRunner {
  private struct Running {
    let button: String
    let process: CInt
    /// What runs when this one has ended; `nil` for nothing.
    var next: [String]?
  }

  private let log: Logger
  private var running: [Running] = []

  init(log: Logger) { self.log = log }

  /// Runs the command of `button`, or what its `while_running` says when it is still running.
  mutating func trigger(_ button: ButtonSettings) {
    guard !button.command.isEmpty else { return }
    guard let index = running.firstIndex(where: { $0.button == button.id }) else {
      start(button.command, of: button.id)
      return
    }
    switch button.whileRunning {
    case .ignore:
      log.debug("command still runs", metadata: ["button": "\(button.id)"])
    case .queue:
      running[index].next = button.command
    case .restart:
      running[index].next = button.command
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
