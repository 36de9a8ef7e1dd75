// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import ArgumentParser
internal import Control
internal import LinuxSystem
internal import MonotonicTime

/// The requests that lines on standard input are made into.
protocol InputRequests {
  /// The kind of value that each line has to be, as in "lines that are no percentage".
  static var unit: String { get }
  /// Lines that were something else, empty ones aside.
  var unreadableCount: Int { get }
  /// True if something waits to be sent.
  var hasNext: Bool { get }
  /// Takes in what was printed.
  mutating func append(_ bytes: ArraySlice<UInt8>)
  /// Ends the last line, which may lack its end.
  mutating func finish()
  /// The request for what waits; nil where nothing does.
  mutating func next() -> ControlRequest?
  /// Puts the contents of the last request back: it was not carried out.
  mutating func putBack()
}

/// Sends on what standard input says, one request at a time.
///
/// The program that prints is never held up and never cut off: its lines are read to their end whatever
/// becomes of the daemon, which is connected to again where it was lost. Trouble is said once, until
/// something has been delivered again; the exit status tells how the last request fared.
struct InputFollower<Requests: InputRequests>: ~Copyable {
  /// Pause between a failure and the next attempt.
  private static var pause: MonotonicInterval { .milliseconds(250) }

  private let connection: ConnectionOptions
  private var requests: Requests

  private var client: ControlClient?
  /// The connection's descriptor; `nil` without one.
  private var socket: CInt?
  private var buffer = [UInt8](repeating: 0, count: 65536)
  /// True if the daemon has not answered the last request yet.
  private var isInFlight = false
  /// Time at which its answer is overdue.
  private var answerDeadline: MonotonicInstant
  private var nextAttempt: MonotonicInstant
  /// Time at which the wait for a daemon that was there ends; `nil` before the end of the input.
  private var end: MonotonicInstant?
  private var status: Int32 = 0
  /// True once a daemon has answered, so that it will probably be back.
  private var hasAnswered = false
  /// True if the last attempt found no listener, so that there is nothing to wait for.
  private var isAbsent = false
  private var saidOutage = false
  private var saidRefusal: String?
  private var saidUnreadable = false

  /// A follower that sends these requests.
  init(_ connection: ConnectionOptions, requests: Requests) {
    self.connection = connection
    self.requests = requests
    nextAttempt = MonotonicClock.now()
    answerDeadline = nextAttempt
  }

  /// Reads to the end.
  ///
  /// - Returns: The exit status: 0, 1 when the last request was refused, 69 when it could not be
  ///   delivered.
  private mutating func run() -> Int32 {
    // A reader of complaints that has gone must not end the program that prints.
    SignalDescriptor.ignoreBrokenPipes()
    // Tells at once whether a daemon is there.
    connect(at: nextAttempt)
    while true {
      advance(at: MonotonicClock.now())
      if let end, !isInFlight {
        let isHopeless = isAbsent && !hasAnswered
        if !requests.hasNext || isHopeless || MonotonicClock.now() >= end { return status }
      }
      wait()
    }
  }

  /// Reads to the end.
  ///
  /// - Throws: The exit status of ``run()`` where that is not 0.
  mutating func finish() throws(ExitCode) {
    let status = run()
    if status != 0 { throw ExitCode(status) }
  }

  // MARK: - Input

  /// Waits for input, for the daemon's answer, or until something is due.
  private mutating func wait() {
    var interests: [DescriptorPoll.Interest] = []
    if end == nil { interests.append(.init(StandardInput.descriptor, readiness: .readable)) }
    if let socket { interests.append(.init(socket, readiness: .readable)) }
    let ready = DescriptorPoll.wait(interests, timeout: due.map { $0 - MonotonicClock.now() })
    if end == nil, ready.first?.isEmpty == false { read() }
    if socket != nil, ready.last?.isEmpty == false { receive() }
  }

  /// Time at which something has to be done at the latest.
  private var due: MonotonicInstant? {
    if isInFlight { return answerDeadline }
    guard requests.hasNext else { return end }
    return end.map { min($0, nextAttempt) } ?? nextAttempt
  }

  private mutating func read() {
    let bytes = StandardInput.read(into: &buffer)
    if let bytes {
      requests.append(bytes)
    } else {
      requests.finish()
      end = MonotonicClock.now() + connection.patience
    }
    guard requests.unreadableCount > 0, !saidUnreadable else { return }
    saidUnreadable = true
    StandardError.write(line: "swellctl: lines that are no \(Requests.unit) are ignored")
  }

  // MARK: - Daemon

  /// Sends what waits where that is possible now, and gives up an answer that is overdue.
  private mutating func advance(at now: MonotonicInstant) {
    if isInFlight, now >= answerDeadline {
      lose(.noDaemon("the daemon does not answer in time; see 'systemctl status swell'"), at: now)
    }
    guard !isInFlight, requests.hasNext, now >= nextAttempt else { return }
    if socket == nil { connect(at: now) }
    guard socket != nil, let request = requests.next() else { return }
    do throws(ClientError) {
      answerDeadline = now + connection.patience
      client?.deadline = answerDeadline
      try client?.send(request)
      isInFlight = true
    } catch {
      requests.putBack()
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
    guard let outcome, isInFlight else { return }
    isInFlight = false
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
    let wasIdle = socket != nil && !isInFlight && hasAnswered
    client = nil
    socket = nil
    if isInFlight { requests.putBack() }
    isInFlight = false
    // A daemon that was restarted between two requests is there again already.
    guard !wasIdle else { return }
    nextAttempt = now + Self.pause
    status = error.exitStatus
    guard !saidOutage else { return }
    saidOutage = true
    StandardError.write(line: "swellctl: \(error.sentence); reading on and trying again")
  }
}
