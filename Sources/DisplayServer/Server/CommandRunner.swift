// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Glibc
internal import LinuxSystem
internal import Logging
internal import MonotonicTime

/// Runs the commands of buttons, never more than one a button, and reaps them.
///
/// Starting is all that happens on the server's thread; nothing ever waits for a command. One that is
/// to be restarted is asked to end by SIGTERM, and made to by SIGKILL if it has not after two seconds.
/// Such a command has not ended before the last process of its group has: a script may be gone at
/// once and leave behind what it has started.
struct CommandRunner {
  /// How long a command may take to end when it is asked to, and how often it is killed after that.
  private static let patience = MonotonicInterval(seconds: 2)

  private struct Running {
    let button: String
    /// The process that was started, and the number of its group.
    let process: CInt
    /// Whether its whole group counts.
    let isRestarted: Bool
    /// Whether the process that was started has ended.
    var isLeaderGone = false
    /// What runs when this one has ended; `nil` for nothing.
    var next: [String]?
    /// When it is killed; `nil` unless it was asked to end.
    var killInstant: MonotonicInstant?
    /// Whether it has been killed already.
    var wasKilled = false
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
      // Again and again: the end of a process that somebody else is the parent of is not told.
      running[index].killInstant = now + Self.patience
      ChildProcess.signal(running[index].process, SIGKILL)
      guard !running[index].wasKilled else { continue }
      running[index].wasKilled = true
      log.warning("command does not end", metadata: ["button": "\(running[index].button)"])
    }
    startNext()
  }

  /// Runs the command of `button`, or what its `while_running` says when it is still running.
  mutating func trigger(_ button: ButtonSettings, at now: MonotonicInstant) {
    guard !button.command.isEmpty else { return }
    startNext()
    guard let index = running.firstIndex(where: { $0.button == button.id }) else {
      start(button.command, of: button.id, isRestarted: button.whileRunning == .restart)
      return
    }
    switch button.whileRunning {
    case .ignore:
      log.debug("command still runs", metadata: ["button": "\(button.id)"])
    case .queue:
      running[index].next = button.command
    case .restart:
      running[index].next = button.command
      guard running[index].killInstant == nil else { return }
      running[index].killInstant = now + Self.patience
      ChildProcess.signal(running[index].process, SIGTERM)
    }
  }

  /// Takes note of commands that have ended, and starts those that waited for them.
  mutating func reap() {
    while let (process, outcome) = ChildProcess.reap() {
      guard let index = running.firstIndex(where: { $0.process == process }) else { continue }
      running[index].isLeaderGone = true
      tell(outcome, of: running[index])
    }
    startNext()
  }

  private func tell(_ outcome: ChildProcess.Outcome, of ended: Running) {
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
  }

  /// Lets go of commands that have ended, and starts what waited for them.
  private mutating func startNext() {
    while let index = running.firstIndex(where: Self.hasEnded) {
      let ended = running.remove(at: index)
      guard let next = ended.next else { continue }
      start(next, of: ended.button, isRestarted: ended.isRestarted)
    }
  }

  private static func hasEnded(_ command: Running) -> Bool {
    guard command.isLeaderGone else { return false }
    return !command.isRestarted || !ChildProcess.hasGroup(command.process)
  }

  private mutating func start(_ command: [String], of button: String, isRestarted: Bool) {
    do throws(SystemError) {
      let process = try ChildProcess.spawn(command)
      running.append(Running(button: button, process: process, isRestarted: isRestarted))
    } catch {
      log.error(
        "command cannot be started",
        metadata: ["button": "\(button)", "reason": "\(error)"]
      )
    }
  }
}
