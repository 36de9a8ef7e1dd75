// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import JSON
internal import LinuxSystem
internal import MonotonicTime
internal import PlainText
internal import Widgets

/// Tells the daemon what a program has come to, over its control socket, whenever there is one.
///
/// The daemon may be restarted, upgraded or away for an hour: the newest word waits for it, and a daemon that
/// was stopped is not started for it. Only one
/// report is on its way at a time, and of what happens meanwhile the newest is told.
struct JobReporter: ~Copyable {
  /// Reports come at most this often; a screen shows no more.
  private static var interval: MonotonicInterval { .milliseconds(33) }
  /// Silence after which a daemon is given up and connected to again.
  private static var patience: MonotonicInterval { .milliseconds(5000) }
  /// The first and the longest pause between two attempts to connect.
  private static var pauses: (first: MonotonicInterval, longest: MonotonicInterval) {
    (.milliseconds(100), .milliseconds(2000))
  }

  /// True if the program is to be ended.
  private(set) var isCancelled = false
  /// True once the last word has been heard.
  private(set) var isDelivered = false
  /// Time since which no daemon has been heard; nil while there is one.
  private(set) var silence: MonotonicInstant?
  /// The newest complaint, that lines cannot be shown or were refused; nil once it is taken.
  private(set) var complaint: String?

  /// The most lines that wait for a daemon.
  private static var mostLines: Int { 256 }

  private let id: String
  private let run: String
  /// The widget that shows the program's lines; nil where none are shown.
  private let viewer: WidgetSettings?
  private let paths: [String]
  private var stream: UnixStream?
  private var descriptorNumber: CInt?
  private var framer = LineFramer(limit: 1 << 20)
  private var buffer = [UInt8](repeating: 0, count: 4096)
  /// The newest word, which every daemon is told.
  private var newest: JobStatus?
  private var pending: JobStatus?
  /// The status that has been sent and not been answered.
  private var inFlight: JobStatus?
  /// Lines that have not been shown.
  private var lines: [String] = []
  /// True if lines have been sent, and not been answered.
  private var isShowing = false
  private var lastID = 0
  private var next: MonotonicInstant
  private var pause = JobReporter.pauses.first

  /// A reporter of the run `run` of the widget `id`'s program.
  ///
  /// - Parameters:
  ///   - id: The widget's id.
  ///   - run: A name that tells this run from others.
  ///   - viewer: The widget that shows the program's lines; nil where none are shown.
  ///   - paths: Paths at which the control socket is looked for, in this order.
  ///   - now: The current time.
  init(
    id: String,
    run: String,
    viewer: WidgetSettings?,
    paths: [String],
    at now: MonotonicInstant
  ) {
    self.id = id
    self.run = run
    self.viewer = viewer
    silence = now
    self.paths = paths
    next = now
  }

  /// The connection's descriptor, to be waited for; nil without one.
  var descriptor: CInt? { descriptorNumber }

  /// Time at which ``advance(to:)`` has something to do; nil while it has not.
  var deadline: MonotonicInstant? {
    // A connection is kept while nothing is to be said: through it comes the wish to end.
    guard descriptorNumber != nil else { return next }
    return pending != nil || isAwaiting || !lines.isEmpty ? next : nil
  }

  /// Notes what the program has come to.
  mutating func tell(_ status: JobStatus) {
    guard status != newest else { return }
    newest = status
    pending = status
    isDelivered = false
  }

  /// Has lines of the program shown; while there is no daemon the newest wait.
  mutating func show(_ printed: [String]) {
    guard viewer != nil, !printed.isEmpty else { return }
    lines += printed
    if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
    isDelivered = false
  }

  /// Takes the complaint that is to be logged; nil for none.
  mutating func takeComplaint() -> String? { complaint.take() }

  /// True while an answer is awaited.
  private var isAwaiting: Bool { inFlight != nil || isShowing }

  /// Connects where there is no connection, and sends what waits.
  mutating func advance(to now: MonotonicInstant) {
    guard now >= next else { return }
    guard !isAwaiting else { return lose(at: now) }
    if descriptorNumber == nil, !connect(at: now) { return }
    guard let request = nextRequest() else { return }
    lastID += 1
    guard send(request.rpc(id: JSONRPCID(lastID)).line) else { return lose(at: now) }
    inFlight = pending.take()
    isShowing = inFlight == nil
    next = now + Self.patience
  }

  /// The request that comes first; lines that it shows do not wait any more.
  private mutating func nextRequest() -> ControlRequest? {
    if let status = pending { return .job(.report(id: id, job: run, status)) }
    let (request, unreadable) = viewer?.table.request(printing: &lines) ?? (nil, nil)
    if let unreadable { complaint = "prints what cannot be shown: \(unreadable)" }
    if request == nil { isDelivered = newest != nil }
    return request.map { .widget($0) }
  }

  /// Reads what the daemon has said.
  mutating func receive(at now: MonotonicInstant) {
    while descriptorNumber != nil {
      let transfer = stream?.receive(into: &buffer) ?? .closed
      switch transfer {
      case .bytes(let count): framer.append(Array(buffer[..<count]))
      case .wouldBlock: return
      case .closed: return lose(at: now)
      }
      while let item = framer.next() {
        guard case .line(let line) = item else { return lose(at: now) }
        if let reply = JSONRPCReply(line: line) { take(reply, at: now) }
      }
    }
  }

  private mutating func take(_ reply: JSONRPCReply, at now: MonotonicInstant) {
    switch reply {
    case .notification(_, let event):
      guard event["type"] == "job", event["state"] == "cancelling",
        event["id"]?.string?.hasSameBytes(as: id) == true
      else { return }
      isCancelled = true
    case .response(let response):
      guard response.id == JSONRPCID(lastID), isAwaiting else { return }
      if case .failure(let error) = response.outcome {
        if isShowing { complaint = "what it prints is refused: \(error.message)" }
        // Another run's lines are shown, as after a crash, or the widget has gone.
        if !isShowing, viewer != nil { isCancelled = true }
      }
      (inFlight, isShowing, silence) = (nil, false, nil)
      next = now + Self.interval
      pause = Self.pauses.first
      isDelivered = pending == nil && lines.isEmpty
      if case .success(let result) = response.outcome, result["cancel"] == true {
        isCancelled = true
      }
    }
  }

  private mutating func connect(at now: MonotonicInstant) -> Bool {
    for path in paths where PresenceLock.isHeld(beside: path) != false {
      guard let connected = try? UnixStream.connect(to: path, within: .zero) else { continue }
      connected.setNonblocking()
      descriptorNumber = connected.descriptor
      stream = consume connected
      framer = LineFramer(limit: 1 << 20)
      lastID += 1
      let subscription = ControlRequest.subscribe([.job]).rpc(id: JSONRPCID(lastID))
      guard send(subscription.line) else { break }
      // It may be another daemon than the one that was told.
      pending = newest
      return true
    }
    lose(at: now)
    return false
  }

  /// Sends a line, which fits into any socket's buffer; false when it could not be.
  private func send(_ line: [UInt8]) -> Bool {
    switch stream {
    case .some(let stream): stream.send(line[...]) == .bytes(line.count)
    case nil: false
    }
  }

  /// Lets go of the connection; what it has not delivered waits for the next one.
  private mutating func lose(at now: MonotonicInstant) {
    stream = nil
    descriptorNumber = nil
    pending = pending ?? inFlight
    (inFlight, isShowing, silence) = (nil, false, silence ?? now)
    next = now + pause
    pause = min(pause + pause, Self.pauses.longest)
  }
}
