// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Control
internal import LinuxSystem
internal import MonotonicTime

/// Sends on the percentages that standard input says, the newest of what has come in at a time.
///
/// The program that prints is never held up and never cut off: its lines are read to their end whatever
/// becomes of the daemon, which is connected to again where it was lost. Trouble is said once, until
/// something has been delivered again; the exit status tells how the last percentage fared.
struct PercentFollower: ~Copyable {
  /// How long after a failure the daemon is tried again.
  private static var pause: MonotonicInterval { .milliseconds(250) }

  private let connection: ConnectionOptions
  private let request: (Double) -> ControlRequest

  private var client: ControlClient?
  /// The connection's descriptor; `nil` without one.
  private var socket: CInt?
  private var lines = PercentLines()
  private var buffer = [UInt8](repeating: 0, count: 65536)
  /// The newest percentage that has not been sent.
  private var pending: Double?
  /// The percentage that the daemon has not answered yet.
  private var inFlight: Double?
  /// When its answer is overdue.
  private var answerDeadline: MonotonicInstant
  private var nextAttempt: MonotonicInstant
  /// When the wait for a daemon that was there ends; `nil` before the end of the input.
  private var end: MonotonicInstant?
  private var status: Int32 = 0
  /// Whether a daemon has ever answered, so that it will probably be back.
  private var hasAnswered = false
  /// Whether there is nobody to wait for.
  private var isAbsent = false
  private var saidOutage = false
  private var saidRefusal: String?
  private var saidUnreadable = false

  /// A follower that sends a `request` of each percentage.
  init(_ connection: ConnectionOptions, request: @escaping (Double) -> ControlRequest) {
    self.connection = connection
    self.request = request
    nextAttempt = MonotonicClock.now()
    answerDeadline = nextAttempt
  }

  /// Reads to the end.
  ///
  /// - Returns: The exit status: 0, 1 when the last percentage was refused, 69 when it could not be
  ///   delivered.
  mutating func run() -> Int32 {
    // Somebody who no longer reads the complaints must not end the program that prints.
    SignalDescriptor.ignoreBrokenPipes()
    // Tells at once whether a daemon is there.
    connect(at: nextAttempt)
    while true {
      advance(at: MonotonicClock.now())
      if let end, inFlight == nil {
        let isHopeless = isAbsent && !hasAnswered
        if pending == nil || isHopeless || MonotonicClock.now() >= end { return status }
      }
      wait()
    }
  }

  // MARK: - Input

  /// Waits for input, for the daemon's answer, or until something is due.
  private mutating func wait() {
    var interests: [DescriptorPoll.Interest] = []
    if end == nil { interests.append(.init(StandardInput.descriptor, .readable)) }
    if let socket { interests.append(.init(socket, .readable)) }
    let ready = DescriptorPoll.wait(interests, timeout: due.map { $0 - MonotonicClock.now() })
    if end == nil, ready.first?.isEmpty == false { read() }
    if socket != nil, ready.last?.isEmpty == false { receive() }
  }

  /// When something has to be done at the latest.
  private var due: MonotonicInstant? {
    if inFlight != nil { return answerDeadline }
    guard pending != nil else { return end }
    return end.map { min($0, nextAttempt) } ?? nextAttempt
  }

  private mutating func read() {
    let bytes = StandardInput.read(into: &buffer)
    if bytes == nil { end = MonotonicClock.now() + connection.patience }
    pending = (bytes.map { lines.append($0) } ?? lines.finishLine()) ?? pending
    guard lines.unreadableCount > 0, !saidUnreadable else { return }
    saidUnreadable = true
    StandardError.write(line: "swellctl: lines that are no percentage are ignored")
  }

  // MARK: - Daemon

  /// Sends the newest percentage where that is possible now, and gives up an answer that is overdue.
  private mutating func advance(at now: MonotonicInstant) {
    if inFlight != nil, now >= answerDeadline {
      lose(.noDaemon("the daemon does not answer in time; see 'systemctl status swell'"), at: now)
    }
    guard inFlight == nil, let percent = pending, now >= nextAttempt else { return }
    if socket == nil { connect(at: now) }
    guard socket != nil else { return }
    do throws(ClientError) {
      answerDeadline = now + connection.patience
      client?.deadline = answerDeadline
      try client?.send(request(percent))
      inFlight = percent
      pending = nil
    } catch {
      lose(error, at: now)
    }
  }

  private mutating func connect(at now: MonotonicInstant) {
    do throws(ClientError) {
      let connected = try connection.connectAtOnce()
      socket = connected.descriptor
      client = consume connected
      isAbsent = false
    } catch {
      isAbsent = error.isAbsent
      lose(error, at: now)
    }
  }

  private mutating func receive() {
    let now = MonotonicClock.now()
    let outcome: Result<JSONValue, JSONRPCError>?
    do throws(ClientError) {
      outcome = try client?.response()
    } catch {
      lose(error, at: now)
      return
    }
    guard let outcome, inFlight != nil else { return }
    inFlight = nil
    hasAnswered = true
    saidOutage = false
    switch outcome {
    case .success:
      status = 0
      saidRefusal = nil
    case .failure(let refusal):
      let error = ClientError.refused(by: refusal)
      status = error.exitStatus
      guard saidRefusal != error.sentence else { return }
      saidRefusal = error.sentence
      StandardError.write(line: "swellctl: \(error.sentence)")
    }
  }

  /// Lets go of the connection; what it has not delivered waits for the next one.
  private mutating func lose(_ error: ClientError, at now: MonotonicInstant) {
    let wasIdle = socket != nil && inFlight == nil && hasAnswered
    client = nil
    socket = nil
    pending = pending ?? inFlight
    inFlight = nil
    // A daemon that was restarted between two percentages is there again already.
    guard !wasIdle else { return }
    nextAttempt = now + Self.pause
    status = error.exitStatus
    guard !saidOutage else { return }
    saidOutage = true
    StandardError.write(line: "swellctl: \(error.sentence); reading on and trying again")
  }
}
