// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import JSON
internal import LinuxSystem
internal import MonotonicTime
internal import PlainText

/// Tells the daemon what a program has come to, over its control socket, whenever there is one.
///
/// The daemon may be restarted, upgraded or away for an hour: the newest word waits for it, and a daemon that
/// was stopped is not started for it. Only one
/// report is on its way at a time, and of what happens meanwhile the newest is told.
struct JobReporter: ~Copyable {
  /// Reports come at most this often; a screen shows no more.
  private static var interval: MonotonicInterval { .milliseconds(33) }
  /// After how long a daemon that says nothing is given up and connected to again.
  private static var patience: MonotonicInterval { .milliseconds(5000) }
  /// The first and the longest pause between two attempts to connect.
  private static var pauses: (first: MonotonicInterval, longest: MonotonicInterval) {
    (.milliseconds(100), .milliseconds(2000))
  }

  /// Whether somebody wants the program ended.
  private(set) var isCancelled = false
  /// Whether the last word has been heard, or nobody wants to hear it.
  private(set) var isDelivered = false

  private let id: String
  private let run: String
  private let paths: [String]
  private var stream: UnixStream?
  private var descriptorNumber: CInt?
  private var framer = LineFramer(limit: 1 << 20)
  private var buffer = [UInt8](repeating: 0, count: 4096)
  /// The newest word, which every daemon is told.
  private var newest: JobStatus?
  private var pending: JobStatus?
  /// What has been sent and not been answered.
  private var inFlight: JobStatus?
  private var lastID = 0
  private var next: MonotonicInstant
  private var pause = JobReporter.pauses.first

  /// A reporter of the run `run` of the widget `id`'s program.
  ///
  /// - Parameters:
  ///   - id: The widget's id.
  ///   - run: What tells this run from others.
  ///   - paths: Where the control socket is looked for, in this order.
  ///   - now: The current time.
  init(id: String, run: String, paths: [String], at now: MonotonicInstant) {
    self.id = id
    self.run = run
    self.paths = paths
    next = now
  }

  /// The connection's descriptor, to be waited for; nil without one.
  var descriptor: CInt? { descriptorNumber }

  /// When ``advance(to:)`` has something to do; nil while it has not.
  var deadline: MonotonicInstant? {
    // A connection is kept while nothing is to be said: through it comes the wish to end.
    guard descriptorNumber != nil else { return next }
    return pending != nil || inFlight != nil ? next : nil
  }

  /// Notes what the program has come to.
  mutating func tell(_ status: JobStatus) {
    guard status != newest else { return }
    newest = status
    pending = status
    isDelivered = false
  }

  /// Connects where there is no connection, and sends what waits.
  mutating func advance(to now: MonotonicInstant) {
    guard now >= next else { return }
    guard inFlight == nil else { return lose(at: now) }
    if descriptorNumber == nil, !connect(at: now) { return }
    guard let status = pending else { return }
    lastID += 1
    let request = ControlRequest.job(.report(id: id, job: run, status))
    guard send(request.rpc(id: JSONRPCID(lastID)).line) else { return lose(at: now) }
    inFlight = status
    pending = nil
    next = now + Self.patience
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
      guard response.id == JSONRPCID(lastID), inFlight != nil else { return }
      inFlight = nil
      next = now + Self.interval
      pause = Self.pauses.first
      isDelivered = pending == nil
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
    inFlight = nil
    next = now + pause
    pause = min(pause + pause, Self.pauses.longest)
  }
}
