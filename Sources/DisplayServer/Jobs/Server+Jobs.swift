// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import JSON
internal import LinuxSystem
internal import MonotonicTime
internal import PlainText
internal import Widgets

extension Server {
  // MARK: - What runs

  /// Has what the widget at `index` has for a trigger run in its turn.
  func planProgram(of index: Int, input: [UInt8]?) {
    programs.plan(index, input: input ?? widgets.programs[index].flatMap(self.input))
  }

  /// Runs the program whose turn it is.
  func runProgramDue(at now: MonotonicInstant) {
    guard let (widget, input) = programs.takeDue() else { return }
    runProgram(of: widget, input: input, at: now)
  }

  /// Runs what the widget at `index` has for a trigger.
  ///
  /// The program finds `input` on its standard input.
  private func runProgram(of index: Int, input: [UInt8]?, at now: MonotonicInstant) {
    guard let program = widgets.programs[index], host.jobLauncher != nil else { return }
    let id = widgets.names.ids[index]
    if programs.jobs.takeDismissal(id) { return }
    let actions = programs.jobs.trigger(
      id,
      input: input,
      whileRunning: program.whileRunning,
      at: now
    )
    carryOut(actions, of: index, at: now)
  }

  /// Reaps children that have ended: runners of programs, and processes that these have left behind.
  ///
  /// Of many the next turn has the rest.
  func childrenHaveEnded() {
    programs.hasChildrenToReap = false
    for _ in 0..<64 {
      guard ChildProcess.reap() != nil else { return }
    }
    programs.hasChildrenToReap = true
  }

  /// A finger has come down on the widget at `index`.
  func noteJobPress(of index: Int, at now: MonotonicInstant) {
    guard let job = widgets.programs[index]?.job else { return }
    let id = widgets.names.ids[index]
    let ending = programs.jobs.status(of: id).state == .done ? job.done : job.failed
    carryOut(programs.jobs.press(id, isHeld: ending.hold == 0), of: index, at: now)
  }

  /// The texts in a form's fields for the standard input of a program, as one JSON object in a line; nil for a program
  /// without fields.
  private func input(of program: ProgramSettings) -> [UInt8]? {
    guard !program.input.isEmpty else { return nil }
    let texts = program.input.map { id in
      (id, JSONValue.string(textField(id).map { typedText(at: $0) } ?? ""))
    }
    return Array((JSONValue.object(JSONObject(texts)).text + "\n").utf8)
  }

  /// The text in the text field at `index`.
  func typedText(at index: Int) -> String {
    if let typed = scene?.typedText(at: index) { return typed }
    // Without a display there is what it begins with.
    return widgets.inForce[index].table.typedText ?? ""
  }

  // MARK: - Requests

  func answer(
    _ request: JobRequest,
    through connection: UInt64?,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    if case .report(let id, let run, let status) = request,
      DisplaySettings.Hook.allCases.contains(where: { $0.rawValue.hasSameBytes(as: id) })
    {
      return try reportHook(run, status: status, through: connection, at: now)
    }
    if case .report(let id, let run, let status) = request, programIndex(id) == nil,
      let isCancelled = programs.jobs.reportUnseen(
        id,
        run: run,
        reported: status,
        through: connection,
        at: now
      )
    {
      return .result(.reported(isCancelled: isCancelled))
    }
    let index = try widgetIndex(request.id)
    let id = widgets.names.ids[index]
    guard let program = widgets.programs[index] else {
      throw .badParameter("id", must: "must name a widget that has a program, 'exec'")
    }
    switch request {
    case .get: break
    case .start:
      guard !frames.isScheduled else { return .later }
      use(at: now)
      let actions = programs.jobs.trigger(
        id,
        input: input(of: program),
        whileRunning: program.whileRunning,
        at: now
      )
      carryOut(actions, of: index, at: now)
    case .cancel:
      carryOut(programs.jobs.cancel(id, at: now), of: index, at: now)
    case .report(_, let run, let status):
      // A change of the button's label has to be shaped, and so have its words.
      let isQuiet = status.state == .running && program.job?.text == nil
      guard isQuiet || !frames.isScheduled else { return .later }
      let hold = Self.hold(program, state: status.state)
      guard
        let answer = programs.jobs.report(
          id,
          run: run,
          reported: status,
          through: connection,
          hold: hold,
          at: now
        )
      else {
        throw .badParameter("job", must: "must be the run that is under way")
      }
      carryOut(answer.actions, of: index, at: now)
      return .result(.reported(isCancelled: answer.isCancelled))
    }
    return .result(.job(id: id, programs.jobs.status(of: id)))
  }

  // MARK: - Time

  func advanceJobs(to now: MonotonicInstant) {
    let due = programs.jobs.advance(to: now) { id in
      let program = widgets.names.index(of: id).flatMap { widgets.programs[$0] }
      let texts = program?.texts ?? JobTexts()
      return (hold: program.map { Self.hold($0, state: .failed) } ?? 1, text: texts.lost)
    }
    for (id, actions) in due {
      guard id != DisplaySettings.hookID else {
        carryOutHook(actions, at: now)
        continue
      }
      guard let index = widgets.names.index(of: id) else { continue }
      carryOut(actions, of: index, at: now)
    }
  }

  /// Takes up the jobs of an earlier process.
  func restoreJobs(at now: MonotonicInstant) {
    for (index, change) in widgets.changes.enumerated() {
      guard let phase = change["job"]?.string.flatMap(JobPhase.init(rawValue:)),
        let program = widgets.programs[index]
      else { continue }
      let percent = indicator(of: program).flatMap { widgets.changes[$0]["percent"]?.double } ?? 0
      let hold = Self.hold(program, state: phase == .done ? .done : .failed)
      programs.jobs.restore(
        widgets.names.ids[index],
        phase: phase,
        percent: percent,
        hold: hold,
        at: now
      )
    }
  }

  /// After a reload: widgets that have come back show again what runs, and of those that have gone is
  /// forgotten what has ended.
  func reviewJobs(at now: MonotonicInstant) {
    programs.jobs.forget { $0 != DisplaySettings.hookID && programIndex($0) == nil }
    for index in widgets.programs.indices where widgets.changes[index]["job"] == nil {
      let status = programs.jobs.status(of: widgets.names.ids[index])
      guard widgets.programs[index]?.job != nil, status.state.isUnderWay else { continue }
      carryOut([.show(.running), .rise(status.percent)], of: index, at: now)
      say(status.text, of: index, at: now)
    }
  }

  /// Index of the widget `id` if it has a program; nil where the configuration has no such widget.
  private func programIndex(_ id: String) -> Int? {
    widgets.names.index(of: id).flatMap { widgets.programs[$0] == nil ? nil : $0 }
  }

  // MARK: - What is to be done

  private static func hold(_ program: ProgramSettings, state: JobStatus.State) -> Double {
    // What is not shown need not be put away.
    guard let job = program.job else { return 0 }
    return state == .done ? job.done.hold : job.failed.hold
  }

  /// The indicator that rises with the program's work, as its index.
  private func indicator(of program: ProgramSettings) -> Int? {
    program.job?.indicator.flatMap { widgets.names.index(of: $0) }
  }

  /// The label that says what the program says, as its index.
  private func label(of program: ProgramSettings) -> Int? {
    program.job?.reader.flatMap { widgets.names.index(of: $0) }
  }

  func carryOut(_ actions: [JobBoard.Action], of index: Int, at now: MonotonicInstant) {
    for action in actions {
      switch action {
      case .launch: launch(index, at: now)
      case .abandon(let process): host.jobLauncher?.abandon(process)
      case .show(let phase):
        let before = widgets.changes[index]["job"]?.string.flatMap(JobPhase.init(rawValue:))
        holdBack(phase, of: index, at: now)
        show(phase, of: index, at: now)
        if phase == .idle || phase == .running { say("", of: index, at: now) }
        if phase == .idle, let before,
          let ending = widgets.programs[index]?.job?.ending(of: before)
        {
          if let percent = ending.percent {
            setIndicator(of: index, percent: percent, over: nil, at: now)
          }
          if let target = ending.target { turnPage(to: target, by: .job, at: now) }
        }
      case .rise(let percent): setIndicator(of: index, percent: percent, over: nil, at: now)
      case .freeze:
        guard let program = widgets.programs[index], let indicator = indicator(of: program),
          let shown = widgets.inForce[indicator]
            .report(in: scene, at: indicator, at: sceneTime(now))["shown"]?.double
        else { continue }
        setIndicator(of: index, percent: shown, over: 0, at: now)
      case .tell(let step):
        let id = widgets.names.ids[index]
        if isSource(index) {
          note(step, ofSource: id, at: now)
        } else if isProgramOfPage(index) {
          widgets.pages.use(at: now)
        }
        let status = programs.jobs.status(of: id)
        publish(.job(step, status: status), id: id, at: now)
        if step != .cancelled { say(status.text, of: index, at: now) }
        if step == .failed {
          journal.tell(
            .warning,
            "job failed",
            ["button": "\(id)", "reason": "\(status.text)"],
            as: "job failed \(id)",
            at: now
          )
        }
      }
    }
  }

  /// Notes what the board says of a program whose lines are shown.
  private func note(_ step: JobStep, ofSource id: String, at now: MonotonicInstant) {
    switch step {
    case .started: programs.sources.hasBegun(id, at: now)
    case .done, .failed, .cancelled: programs.sources.hasEnded(id, at: now)
    case .progress, .cancelling: break
    }
  }

  private func launch(_ index: Int, at now: MonotonicInstant) {
    let id = widgets.names.ids[index]
    do throws(SystemError) {
      try host.jobLauncher?.start(
        id,
        input: programs.jobs.takeInput(id),
        language: configuration.nextLanguage
      )
    } catch {
      let program = widgets.programs[index]
      let hold = program.map { Self.hold($0, state: .failed) } ?? 1
      let text = (program?.texts ?? JobTexts()).notStarted(for: error.reason)
      let actions = programs.jobs.fail(id, reason: text, at: now, hold: hold)
      carryOut(actions, of: index, at: now)
    }
  }

  /// Has what is said of work that is done wait until the level has come to its end, and nothing else.
  private func holdBack(_ phase: JobPhase, of index: Int, at now: MonotonicInstant) {
    guard let program = widgets.programs[index], program.job != nil else { return }
    let level = phase == .done ? indicator(of: program).flatMap { scene?.levelEnd(of: $0) } : nil
    let until = level ?? sceneTime(now)
    scene?.holdBack(index, until: until)
    if let label = label(of: program) { scene?.holdBack(label, until: until) }
  }

  /// Shows of widget and indicator what has become of the program.
  private func show(_ phase: JobPhase, of index: Int, at now: MonotonicInstant) {
    guard let program = widgets.programs[index], let job = program.job else { return }
    var change = WidgetChange()
    change["job"] = .string(phase.rawValue)
    self.change(index, by: change, at: now)
    guard let indicator = indicator(of: program) else { return }
    let fault = job.fault(isFailed: phase == .failed)
    guard isNews(fault, of: indicator) else { return }
    self.change(indicator, by: fault, at: now)
  }

  /// Has a label show what the program says, in place of its own text; empty for that again.
  private func say(_ text: String, of index: Int, at now: MonotonicInstant) {
    let reader = widgets.programs[index].flatMap { label(of: $0) }
    let change = JobSettings.said(text)
    guard let reader, isNews(change, of: reader) else { return }
    self.change(reader, by: change, at: now)
  }

  /// Tells if a change sets another value than the one that is set; null stands for a member that is not set.
  private func isNews(_ change: WidgetChange, of index: Int) -> Bool {
    change.members.members.contains { widgets.changes[index][$0.key] ?? .null != $0.value }
  }

  private func setIndicator(
    of index: Int,
    percent: Double,
    over: Double?,
    at now: MonotonicInstant
  ) {
    guard let program = widgets.programs[index], let job = program.job,
      let indicator = indicator(of: program)
    else { return }
    let status = programs.jobs.status(of: widgets.names.ids[index])
    // Of a program that does not say how far it is the indicator says as much.
    let isBusy = job.percent == JobSettings.Stream.none && status.state.isUnderWay
    let table = widgets.inForce[indicator].table
    guard let level = table.rising(to: isBusy ? nil : percent, over: over) else { return }
    // The configuration has been checked; a reload may have taken the indicator away since.
    _ = try? perform(level, at: now)
  }
}
