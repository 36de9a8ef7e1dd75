// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import Glibc
package import LinuxSystem
package import MonotonicTime
package import Widgets

/// Runs the program of one widget to its end, and tells the daemon what it comes to.
///
/// A process of its own, in a control group of its own: what becomes of the daemon is nothing to the
/// program, and what becomes of the program nothing to the daemon.
package struct JobWorker: ~Copyable {
  /// Longest time that a program may take to end when it is asked to.
  private static var patience: MonotonicInterval { .milliseconds(2000) }
  /// Longest time that a program whose lines are shown outlives the daemon: longer than that is restarted or upgraded.
  private static var loneliness: MonotonicInterval { .milliseconds(60_000) }
  /// The most that is read of a stream before anything else is looked at.
  private static var turn: Int { 16 }

  private let id: String
  private let program: ProgramSettings
  private let input: [UInt8]
  /// The language that is shown; empty where there is one only.
  private let language: String
  private let outlet: LogOutlet
  private let run: String
  private let paths: [String]
  private let deliveryPatience: MonotonicInterval?
  private var reporter: JobReporter
  private var output = JobOutput()
  private var errors = JobOutput()
  private let signals: SignalDescriptor
  private var process: CInt?
  private var buffer = [UInt8](repeating: 0, count: 16_384)
  /// The reason why the program is to be ended; nil while it is not.
  private var reason: String?
  private var isCancelled = false
  private var killInstant: MonotonicInstant?
  private var timeout: MonotonicInstant?
  /// The complaint that was logged last about lines that cannot be shown.
  private var lastComplaint = ""
  /// The outcome of the program; nil while it has not ended.
  private var outcome: ChildProcess.Outcome?

  /// A worker for the program of the widget `id`.
  ///
  /// - Parameters:
  ///   - id: The widget's id.
  ///   - program: The program to run.
  ///   - viewer: The widget that shows the program's lines; nil where none are shown.
  ///   - input: The contents of its standard input.
  ///   - language: The language that is shown; empty where there is one only.
  ///   - paths: Paths at which the daemon's control socket is looked for, in this order.
  ///   - deliveryPatience: Longest wait for a daemon once the program has ended; nil for no limit.
  ///   - outlet: The outlet for the program's output.
  /// - Throws: `SystemError` when this process has no descriptors left.
  package init(
    id: String,
    program: ProgramSettings,
    viewer: WidgetSettings? = nil,
    input: [UInt8],
    language: String = "",
    paths: [String],
    deliveryPatience: MonotonicInterval? = nil,
    outlet: LogOutlet
  ) throws(SystemError) {
    SignalDescriptor.ignoreBrokenPipes()
    signals = try SignalDescriptor.open([SIGCHLD, SIGTERM, SIGINT, SIGHUP])
    let now = MonotonicClock.now()
    self.id = id
    self.program = program
    self.input = input
    self.language = language
    self.outlet = outlet
    self.paths = paths
    self.deliveryPatience = deliveryPatience
    run = "\(ProcessEnvironment.processID)-\(now.nanoseconds)"
    reporter = JobReporter(id: id, run: run, viewer: viewer, paths: paths, at: now)
  }

  /// Reports that there is nothing to run, for the reason `text`.
  package mutating func refuse(_ text: String) {
    reporter.tell(JobStatus(.failed, text: Self.shortened(text)))
    deliver()
  }

  /// Runs the program and stays until its end has been told.
  ///
  /// - Returns: The exit status: that of the program, or 128 and the number of the signal that has
  ///   ended it.
  /// - Throws: `SystemError` when this process has no descriptors left.
  package mutating func runProgram() throws(SystemError) -> CInt {
    var output = try ChildPipe()
    var errors = try ChildPipe()
    do throws(SystemError) {
      process = try ChildProcess.spawn(
        program.arguments,
        input: input.isEmpty ? nil : input,
        adding: variables,
        output: output,
        errors: errors
      )
    } catch {
      log("cannot be started: \(error.reason)")
      refuse(program.texts.notStarted(for: "\(program.arguments[0]): \(error.reason)"))
      return 127
    }
    output.closeWriter()
    errors.closeWriter()
    if let seconds = program.job?.timeout, seconds > 0 {
      timeout = MonotonicClock.now() + MonotonicInterval(seconds: seconds)
    }
    report(.running)
    var isOpen = (output: true, errors: true)
    while outcome == nil {
      let ready = wait(
        isOpen.output ? output.reader.rawValue : nil,
        errors: isOpen.errors ? errors.reader.rawValue : nil
      )
      let now = MonotonicClock.now()
      if ready.output { isOpen.output = read(output.reader, source: .output) }
      if ready.errors { isOpen.errors = read(errors.reader, source: .errors) }
      if ready.socket { reporter.receive(at: now) }
      if ready.signals { takeSignals(at: now) }
      advance(to: now)
    }
    // What it has said before its end is there by now; what others still say is not its own.
    _ = read(output.reader, source: .output)
    _ = read(errors.reader, source: .errors)
    if let line = self.output.finishLine() { take([line], source: .output) }
    if let line = self.errors.finishLine() { log(line) }
    return finish()
  }

  // MARK: - The program

  private var stream: JobSettings.Stream { program.job?.percent ?? .none }

  private var variables: [String] {
    ["SWELL_BUTTON=\(id)", "SWELL_JOB=\(run)", "\(ControlSocketPath.variable)=\(paths[0])"]
      + (language.isEmpty ? [] : ["SWELL_LANGUAGE=\(language)"])
  }

  /// Reads what the program has printed, a bounded lot at a time; false at its end.
  private mutating func read(
    _ file: borrowing OwnedFileDescriptor,
    source: JobSettings.Stream
  ) -> Bool {
    for _ in 0..<Self.turn {
      guard let bytes = file.read(into: &buffer) else { return false }
      guard !bytes.isEmpty else { return true }
      let lines = source == .output ? output.append(bytes) : errors.append(bytes)
      take(lines, source: source)
      if source == stream { report(.running) }
    }
    return true
  }

  /// Has lines shown or, where that is not what they are for, logged.
  private mutating func take(_ lines: [String], source: JobSettings.Stream) {
    if program.repeats != nil, source == .output { return reporter.show(lines) }
    for line in lines { log(line) }
  }

  /// Output of the stream that tells the program's progress.
  private var said: JobOutput {
    switch stream {
    case .output: output
    case .errors: errors
    case .none: JobOutput()
    }
  }

  private mutating func takeSignals(at now: MonotonicInstant) {
    while let signal = signals.next() {
      guard signal == SIGCHLD else {
        end(program.texts.stopped, at: now)
        isCancelled = true
        continue
      }
      while let (child, outcome) = ChildProcess.reap() {
        if child == process { self.outcome = outcome }
      }
    }
  }

  private mutating func advance(to now: MonotonicInstant) {
    if let timeout, timeout <= now, reason == nil {
      end(program.texts.timedOut, at: now)
    }
    reporter.advance(to: now)
    if let complaint = reporter.takeComplaint(), complaint != lastComplaint {
      log(complaint)
      lastComplaint = complaint
    }
    let isForsaken = reporter.silence.map { $0 + Self.loneliness <= now } ?? false
    if program.repeats != nil, isForsaken { end(program.texts.stopped, at: now) }
    if reporter.isCancelled, !isCancelled {
      isCancelled = true
      end(program.texts.cancelled, at: now)
    }
    guard let due = killInstant, due <= now, let process else { return }
    ChildProcess.signal(process, signal: SIGKILL)
    killInstant = now + Self.patience
  }

  /// Asks the program's whole group to end, and has it killed where it does not.
  private mutating func end(_ reason: String, at now: MonotonicInstant) {
    guard self.reason == nil, let process else { return }
    self.reason = reason
    killInstant = now + Self.patience
    ChildProcess.signal(process, signal: SIGTERM)
  }

  /// Tells how the program has ended, and sees that it is heard.
  private mutating func finish() -> CInt {
    // Of a program that was to end nothing stays; nor of one that a trigger ends, as the next one begins anew.
    let isEndedByTrigger = [.restart, .cancel].contains(program.whileRunning)
    if reason != nil || isEndedByTrigger, let process {
      ChildProcess.signal(process, signal: SIGKILL)
    }
    let status: CInt =
      switch outcome {
      case .exited(let status)?: status
      case .signalled(let signal)?: 128 + signal
      case nil: 1
      }
    let state: JobStatus.State = status == 0 ? .done : isCancelled ? .cancelled : .failed
    let text = state == .done ? said.text : reason ?? complaint
    report(state, exitStatus: status, text: text)
    log("ended with status \(status)")
    deliver()
    return status
  }

  /// The reason why the program has not ended as it should: in its own words, where it has come to that.
  private var complaint: String {
    let said = errors.text.isEmpty ? said.text : errors.text
    switch outcome {
    case .signalled(let signal)?:
      return program.texts.ended(bySignal: Int(signal), afterSaying: said)
    case .exited(let status)?:
      return said.isEmpty ? program.texts.ended(withStatus: Int(status)) : said
    case nil: return said
    }
  }

  // MARK: - Telling

  private mutating func report(
    _ state: JobStatus.State,
    exitStatus: CInt? = nil,
    text: String? = nil
  ) {
    reporter.tell(
      JobStatus(
        state,
        percent: said.percent ?? 0,
        exitStatus: exitStatus.map { Int($0) },
        text: text.map(Self.shortened) ?? said.text,
        process: process.map { Int($0) }
      )
    )
  }

  /// Stays until the last word has been heard, no daemon is to be waited for any longer, or it is stopped.
  private mutating func deliver() {
    let end = deliveryPatience.map { MonotonicClock.now() + $0 }
    while !reporter.isDelivered {
      let now = MonotonicClock.now()
      reporter.advance(to: now)
      guard !reporter.isDelivered else { return }
      if let end, end <= now { return log("there is no daemon to be told") }
      let timeout = [reporter.deadline, end].compactMap { $0 }.min().map { max(.zero, $0 - now) }
      let descriptors = [signals.descriptor, reporter.descriptor].compactMap { $0 }
      let ready = DescriptorPoll.wait(
        descriptors.map { .init($0, readiness: .readable) },
        timeout: timeout
      )
      if ready[0] == [.readable], let signal = signals.next(), signal != SIGCHLD { return }
      if ready.count > 1, !ready[1].isEmpty { reporter.receive(at: MonotonicClock.now()) }
    }
  }

  private func wait(
    _ output: CInt?,
    errors: CInt?
  ) -> (signals: Bool, output: Bool, errors: Bool, socket: Bool) {
    let descriptors = [signals.descriptor, output, errors, reporter.descriptor]
    let deadline = [killInstant, reason == nil ? timeout : nil, reporter.deadline]
      .compactMap { $0 }.min()
    let ready = DescriptorPoll.wait(
      descriptors.compactMap { $0.map { .init($0, readiness: .readable) } },
      timeout: deadline.map { max(.zero, $0 - MonotonicClock.now()) }
    )
    var next = 0
    let answers = descriptors.map { descriptor in
      guard descriptor != nil else { return false }
      defer { next += 1 }
      return !ready[next].isEmpty
    }
    return (answers[0], answers[1], answers[2], answers[3])
  }

  private func log(_ line: String) {
    outlet.write(line: "\(id): \(line)") { "\(id): \($0) lines were lost" }
  }

  private static func shortened(_ text: String) -> String {
    var text = text
    while text.utf8.count > 256 { text.removeLast() }
    return text
  }
}
