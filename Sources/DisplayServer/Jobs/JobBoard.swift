// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import MonotonicTime
internal import PlainText
internal import Widgets

/// The states of the widgets' programs, as their runners report them.
///
/// Pure: what comes in is answered by what is to be done. A job is under way from the moment that it
/// was asked for until its end is reported, whatever becomes of the daemon in between.
struct JobBoard {
  /// Something that is to be done for a widget.
  enum Action: Equatable {
    /// Ask for the program to be run.
    case launch
    /// Show this of the widget.
    case show(JobPhase)
    /// Have the indicator rise to so many percent.
    case rise(Double)
    /// Have the indicator stay where it is.
    case freeze
    /// Tell subscribers that the job has come to this.
    case tell(JobStep)
    /// End the program of this process id, which has lost its runner.
    case abandon(Int)
  }

  /// Longest time from the request to the first report of a runner.
  static let patience = MonotonicInterval(seconds: 30)
  /// Longest time to the next report of a run when the connection of the last one has ended: a runner that lives
  /// connects again within two seconds.
  static let grace = MonotonicInterval(seconds: 5)

  private struct Entry {
    let id: ExactText
    var status = JobStatus(.idle)
    /// The run's name, by which its runner reports; nil before the first report.
    var run: String?
    /// The run before it: its end may be told again when the next one has been asked for.
    var lastRun: String?
    /// The connection of the run's last report; nil before the first one, and once it has ended.
    var connection: UInt64?
    /// True for a run that has only been given up: its own word counts, however late.
    var isLost = false
    /// True if the program runs once more when it has ended.
    var hasNext = false
    /// The standard input of the run that has not begun yet.
    var input: [UInt8]?
    /// The instant at which an awaited report is overdue, or an end has been shown long enough.
    var deadline: MonotonicInstant?
    /// True if the finger that is down has only put away an end that was shown.
    var isDismissing = false
  }

  private var entries: [Entry] = []

  /// The instant at which ``advance(to:loss:)`` has something to do; nil while it has nothing.
  var deadline: MonotonicInstant? { entries.compactMap(\.deadline).min() }

  /// State of the job of the widget `id`.
  func status(of id: String) -> JobStatus {
    entries.first { $0.id == ExactText(id) }?.status ?? JobStatus(.idle)
  }

  // MARK: - What widgets and clients do

  /// The widget has triggered, or a client wants its program run, which is to find `input` on its
  /// standard input.
  mutating func trigger(
    _ id: String,
    input: [UInt8]? = nil,
    whileRunning: ProgramSettings.WhileRunning,
    at now: MonotonicInstant
  ) -> [Action] {
    let index = index(of: id)
    guard entries[index].status.state.isUnderWay else {
      entries[index].input = input
      return begin(index, at: now)
    }
    switch whileRunning {
    case .ignore: return []
    case .queue:
      entries[index].hasNext = true
      entries[index].input = input
      return []
    case .restart:
      entries[index].hasNext = true
      entries[index].input = input
      return cancel(id, at: now)
    case .cancel: return cancel(id, at: now)
    }
  }

  /// Takes the standard input of the program that is asked for now.
  mutating func takeInput(_ id: String) -> [UInt8]? {
    let index = index(of: id)
    defer { entries[index].input = nil }
    return entries[index].input
  }

  /// Has the runner end the program; nothing where none runs.
  ///
  /// A runner that is not heard any more is gone.
  mutating func cancel(_ id: String, at now: MonotonicInstant) -> [Action] {
    let index = index(of: id)
    let state = entries[index].status.state
    guard state == .running || state == .starting else { return [] }
    entries[index].status.state = .cancelling
    entries[index].deadline = now + Self.patience
    return [.tell(.cancelling)]
  }

  /// A finger has come down on the widget: what a failed program has left there is put away.
  ///
  /// - Parameters:
  ///   - id: The widget.
  ///   - isHeld: True if that stays until a finger comes.
  /// - Returns: The actions that are due.
  mutating func press(_ id: String, isHeld: Bool) -> [Action] {
    guard let index = entries.firstIndex(where: { $0.id == ExactText(id) }) else { return [] }
    entries[index].isDismissing = false
    guard isHeld, entries[index].status.state == .failed || entries[index].status.state == .done
    else { return [] }
    entries[index].isDismissing = true
    entries[index].deadline = nil
    entries[index].status.state = .idle
    return [.show(.idle)]
  }

  /// Tells if the finger that is down has only put something away.
  func isDismissing(_ id: String) -> Bool {
    entries.first { $0.id == ExactText(id) }?.isDismissing ?? false
  }

  /// Tells, once, if the trigger that comes now belongs to a finger that has only put something away.
  mutating func takeDismissal(_ id: String) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == ExactText(id) }) else { return false }
    defer { entries[index].isDismissing = false }
    return entries[index].isDismissing
  }

  // MARK: - What the runner reports

  /// It could not even be asked for.
  mutating func fail(_ id: String, reason: String, at now: MonotonicInstant, hold: Double)
    -> [Action]
  {
    let index = index(of: id)
    var status = entries[index].status
    status.state = .failed
    status.text = reason
    return end(index, status: status, at: now, hold: hold)
  }

  /// A report of the run `run`.
  ///
  /// - Parameters:
  ///   - id: The widget.
  ///   - run: The run's name.
  ///   - reported: The state that it reports.
  ///   - connection: The connection of the report; nil for one that never ends.
  ///   - hold: Seconds that its end is shown, 0 until a finger comes.
  ///   - now: The current time.
  /// - Returns: The actions that are due, and true if the program is to be ended; nil for a report of another run than
  ///   the one that is under way.
  mutating func report(
    _ id: String,
    run: String,
    reported: JobStatus,
    through connection: UInt64? = nil,
    hold: Double,
    at now: MonotonicInstant
  ) -> (actions: [Action], isCancelled: Bool)? {
    let index = index(of: id)
    let known = entries[index].status
    let isLost = entries[index].isLost
    let isSame = entries[index].run == run
    if known.state.isUnderWay, !isSame {
      guard entries[index].run == nil, entries[index].lastRun != run else { return nil }
    }
    // The end of a run has been told; it does not come to life again.
    if !known.state.isUnderWay, isSame, !isLost { return ([], false) }
    let isFirst = entries[index].run != run || isLost
    entries[index].run = run
    entries[index].connection = connection
    entries[index].isLost = false
    var status = reported
    status.percent = max(reported.percent, known.state.isUnderWay ? known.percent : 0)
    if status.state != .done { status.percent = min(status.percent, 99) }
    guard reported.state == .running else {
      return (end(index, status: status, at: now, hold: hold), false)
    }
    let isCancelling = known.state == .cancelling
    if isCancelling { status.state = .cancelling }
    entries[index].status = status
    entries[index].deadline = isCancelling ? now + Self.patience : nil
    var actions: [Action] = []
    if isFirst { actions += [.show(.running), .tell(.started)] }
    if isFirst || status.percent != known.percent { actions.append(.rise(status.percent)) }
    if !isFirst, status.percent != known.percent || !status.text.hasSameBytes(as: known.text) {
      actions.append(.tell(.progress))
    }
    return (actions, known.state == .cancelling)
  }

  // MARK: - Widgets that a reload has taken away

  /// Forgets what has ended of widgets that have no program any more.
  mutating func forget(where isGone: (String) -> Bool) {
    entries.removeAll { !$0.status.state.isUnderWay && isGone($0.id.text) }
  }

  /// A report about a widget that has no program any more: if it comes back, it is known what still runs.
  ///
  /// - Returns: True if the program is to be ended; nil where none is under way.
  mutating func reportUnseen(
    _ id: String,
    run: String,
    reported: JobStatus,
    through connection: UInt64? = nil,
    at now: MonotonicInstant
  ) -> Bool? {
    guard let index = entries.firstIndex(where: { $0.id == ExactText(id) }),
      entries[index].status.state.isUnderWay
    else { return nil }
    entries[index].hasNext = false
    guard
      let answer = report(id, run: run, reported: reported, through: connection, hold: 0, at: now)
    else { return nil }
    if !entries[index].status.state.isUnderWay { entries.remove(at: index) }
    return answer.isCancelled
  }

  // MARK: - Connections

  /// A connection has ended: of a run that was reported through it the next word is awaited.
  mutating func connectionHasEnded(_ connection: UInt64, at now: MonotonicInstant) {
    for index in entries.indices where entries[index].connection == connection {
      entries[index].connection = nil
      guard entries[index].status.state.isUnderWay else { continue }
      let due = now + Self.grace
      entries[index].deadline = min(entries[index].deadline ?? due, due)
    }
  }

  // MARK: - Time

  /// The actions that are due at `now`, widget by widget; `loss` tells how an end of which nothing was heard is shown.
  mutating func advance(
    to now: MonotonicInstant,
    loss: (String) -> (hold: Double, text: String)
  ) -> [(id: String, actions: [Action])] {
    var due: [(id: String, actions: [Action])] = []
    for index in entries.indices {
      guard let deadline = entries[index].deadline, deadline <= now else { continue }
      entries[index].deadline = nil
      let id = entries[index].id.text
      if entries[index].status.state.isUnderWay {
        let isHeard = entries[index].run != nil
        let process = entries[index].status.process
        let loss = loss(id)
        let actions = fail(id, reason: loss.text, at: now, hold: loss.hold)
        // What begins in its place is another run.
        entries[index].isLost = isHeard && entries[index].run != nil
        due.append((id, (process.map { [.abandon($0)] } ?? []) + actions))
      } else {
        entries[index].status.state = .idle
        due.append((id, [.show(.idle)]))
      }
    }
    return due
  }

  /// Goes on where an earlier process was: a program that ran then may run still, and what was shown
  /// for a while is shown as long again.
  mutating func restore(
    _ id: String,
    phase: JobPhase,
    percent: Double,
    hold: Double,
    at now: MonotonicInstant
  ) {
    guard phase != .idle else { return }
    let index = index(of: id)
    switch phase {
    case .idle: break
    case .running:
      entries[index].status = JobStatus(.starting, percent: percent)
      entries[index].deadline = now + Self.patience
    case .done, .failed:
      entries[index].status = JobStatus(phase == .done ? .done : .failed, percent: percent)
      entries[index].deadline = hold > 0 ? now + MonotonicInterval(seconds: hold) : nil
    }
  }

  // MARK: - Entries

  private mutating func index(of id: String) -> Int {
    if let index = entries.firstIndex(where: { $0.id == ExactText(id) }) { return index }
    entries.append(Entry(id: ExactText(id)))
    return entries.count - 1
  }

  private mutating func begin(_ index: Int, at now: MonotonicInstant) -> [Action] {
    entries[index].status = JobStatus(.starting)
    entries[index].lastRun = entries[index].run ?? entries[index].lastRun
    entries[index].run = nil
    (entries[index].connection, entries[index].isLost) = (nil, false)
    entries[index].hasNext = false
    entries[index].deadline = now + Self.patience
    return [.show(.running), .rise(0), .launch]
  }

  private mutating func end(
    _ index: Int,
    status: JobStatus,
    at now: MonotonicInstant,
    hold: Double
  ) -> [Action] {
    let isNews = status.percent > entries[index].status.percent
    entries[index].status = status
    entries[index].deadline = nil
    var actions: [Action] = [.tell(status.state.step)]
    if entries[index].hasNext { return actions + begin(index, at: now) }
    switch status.state {
    case .done:
      entries[index].status.percent = 100
      actions = [.rise(100), .show(.done)] + actions
    case .failed:
      // How far it had come may be told with its end.
      actions = [isNews ? .rise(status.percent) : .freeze, .show(.failed)] + actions
    default:
      return [.rise(0), .show(.idle)] + actions
    }
    entries[index].deadline = hold > 0 ? now + MonotonicInterval(seconds: hold) : nil
    return actions
  }
}

extension JobStatus.State {
  /// The step that tells subscribers of a job's end.
  fileprivate var step: JobStep {
    switch self {
    case .done: .done
    case .cancelled: .cancelled
    default: .failed
    }
  }
}
