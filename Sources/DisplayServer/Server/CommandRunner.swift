// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import LinuxSystem
internal import Logging
internal import MonotonicTime
internal import Widgets
internal import Notices

/// Runs the commands of buttons, never more than one a button, and reaps them.
///
/// Starting is all that happens on the server's thread; nothing ever waits for a command. One that is
/// to be restarted is asked to end by SIGTERM, and made to by SIGKILL if it has not after two seconds.
/// Such a command has not ended before the last process of its group has: a script may be gone at
/// once and leave behind what it has started. One with a time limit is ended in the same way.
struct CommandRunner {
  /// How long a command may take to end when it is asked to, and how often it is killed after that.
  private static let patience = MonotonicInterval(seconds: 2)

  /// What is run.
  private struct Job {
    let arguments: [String]
    /// What the program reads from its standard input; nil for nothing.
    let input: [UInt8]?
    /// How long it may run; nil for as long as it likes.
    var limit: MonotonicInterval?
  }

  private struct Running {
    let button: String
    /// The process that was started, and the number of its group.
    let process: CInt
    /// Whether its whole group counts.
    let isRestarted: Bool
    /// Whether the process that was started has ended.
    var isLeaderGone = false
    /// What runs when this one has ended; `nil` for nothing.
    var next: Job?
    /// When it is asked to end though nobody wants it to; `nil` for never.
    var limitInstant: MonotonicInstant?
    /// When it is killed; `nil` unless it was asked to end.
    var killInstant: MonotonicInstant?
    /// Whether it has been killed already.
    var wasKilled = false
  }

  /// How many children that have ended are attended to in a turn, and how many programs that waited for one
  /// are started.
  private static let mostReaped = 64
  private static let mostStarted = 1

  private let log: Logger
  private var limiter = NoticeLimiter()
  private var running: [Running] = []
  /// Whether a turn has left something for the next one.
  private var hasMoreToReap = false
  private var hasMoreToStart = false

  init(log: Logger) { self.log = log }

  /// When ``advance(to:)`` has to be called at the latest; `nil` while no command is to be killed.
  var deadline: MonotonicInstant? {
    if hasMoreToReap || hasMoreToStart { return MonotonicInstant(nanoseconds: 0) }
    return running.compactMap { $0.killInstant ?? $0.limitInstant }.min()
  }

  /// Asks commands to end that have run too long, and kills those that were asked and have not.
  mutating func advance(to now: MonotonicInstant) {
    for index in running.indices {
      guard let limit = running[index].limitInstant, limit <= now else { continue }
      running[index].limitInstant = nil
      tell(.warning, "command takes too long and is ended", of: running[index].button, at: now)
      askToEnd(index, at: now)
    }
    for index in running.indices {
      guard let due = running[index].killInstant, due <= now else { continue }
      // Again and again: the end of a process that somebody else is the parent of is not told.
      running[index].killInstant = now + Self.patience
      ChildProcess.signal(running[index].process, SIGKILL)
      guard !running[index].wasKilled else { continue }
      running[index].wasKilled = true
      tell(.warning, "command does not end", of: running[index].button, at: now)
    }
    if hasMoreToReap { reap(at: now) } else { startNext(at: now) }
  }

  /// Runs the command of `button`, or what its `while_running` says when it is still running.
  ///
  /// It finds `input` on its standard input, and is ended after `limit`.
  mutating func trigger(
    _ program: ProgramSettings,
    of id: String,
    input: [UInt8]? = nil,
    limit: MonotonicInterval? = nil,
    at now: MonotonicInstant
  ) {
    startNext(at: now)
    let job = Job(arguments: program.arguments, input: input, limit: limit)
    guard let index = running.firstIndex(where: { $0.button == id }) else {
      let isEnded = [.restart, .cancel].contains(program.whileRunning)
      start(job, of: id, isRestarted: isEnded, at: now)
      return
    }
    switch program.whileRunning {
    case .ignore:
      log.debug("command still runs", metadata: ["button": "\(id)"])
    case .queue:
      running[index].next = job
    case .restart:
      running[index].next = job
      askToEnd(index, at: now)
    case .cancel:
      askToEnd(index, at: now)
    }
  }

  /// Asks a command to end, unless it was asked already.
  private mutating func askToEnd(_ index: Int, at now: MonotonicInstant) {
    guard running[index].killInstant == nil else { return }
    running[index].killInstant = now + Self.patience
    ChildProcess.signal(running[index].process, SIGTERM)
  }

  /// Takes note of commands that have ended, and starts those that waited for them.
  mutating func reap(at now: MonotonicInstant) {
    hasMoreToReap = false
    for _ in 0..<Self.mostReaped {
      guard let (process, outcome) = ChildProcess.reap() else { return startNext(at: now) }
      guard let index = running.firstIndex(where: { $0.process == process }) else { continue }
      running[index].isLeaderGone = true
      tell(outcome, of: running[index], at: now)
    }
    hasMoreToReap = true
    startNext(at: now)
  }

  private mutating func tell(
    _ outcome: ChildProcess.Outcome,
    of ended: Running,
    at now: MonotonicInstant
  ) {
    switch outcome {
    case .exited(0): break
    case .exited(let status):
      tell(.warning, "command failed", of: ended.button, ["status": "\(status)"], at: now)
    case .signalled(let signal) where ended.next == nil:
      tell(.warning, "command was killed", of: ended.button, ["signal": "\(signal)"], at: now)
    case .signalled: break
    }
  }

  /// Writes a line about a button's command into the log; of a button that fails at each press not
  /// each time.
  private mutating func tell(
    _ level: Logger.Level,
    _ message: Logger.Message,
    of button: String,
    _ details: Logger.Metadata = [:],
    at now: MonotonicInstant
  ) {
    guard let heldCount = limiter.admit("\(message) \(button)", at: now) else { return }
    var metadata = details
    metadata["button"] = "\(button)"
    if heldCount > 0 { metadata["untold"] = "\(heldCount)" }
    log.log(level: level, message, metadata: metadata)
  }

  /// Lets go of commands that have ended, and starts what waited for them.
  private mutating func startNext(at now: MonotonicInstant) {
    hasMoreToStart = false
    var count = 0
    while let index = running.firstIndex(where: Self.hasEnded) {
      if running[index].next != nil, count == Self.mostStarted {
        hasMoreToStart = true
        return
      }
      let ended = running.remove(at: index)
      guard let next = ended.next else { continue }
      start(next, of: ended.button, isRestarted: ended.isRestarted, at: now)
      count += 1
    }
  }

  private static func hasEnded(_ command: Running) -> Bool {
    guard command.isLeaderGone else { return false }
    return !command.isRestarted || !ChildProcess.hasGroup(command.process)
  }

  private mutating func start(
    _ job: Job,
    of button: String,
    isRestarted: Bool,
    at now: MonotonicInstant
  ) {
    do throws(SystemError) {
      let process = try ChildProcess.spawn(
        job.arguments,
        input: job.input,
        adding: ["SWELL_BUTTON=\(button)"]
      )
      running.append(
        Running(
          button: button,
          process: process,
          isRestarted: isRestarted,
          limitInstant: job.limit.map { now + $0 }
        )
      )
    } catch {
      tell(.error, "command cannot be started", of: button, ["reason": "\(error)"], at: now)
    }
  }
}
