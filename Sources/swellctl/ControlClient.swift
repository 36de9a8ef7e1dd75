// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Control
internal import Glibc
internal import LinuxSystem
internal import MonotonicTime

/// A connection to the daemon.
///
/// Nothing that answers at the other end is trusted to answer: whatever it sends or keeps back, calls
/// end at ``deadline``.
struct ControlClient: ~Copyable {
  /// Time at which calls give up.
  var deadline: MonotonicInstant
  /// The socket's descriptor: readable when ``response()`` may find something.
  let descriptor: CInt

  private let stream: UnixStream
  private let path: String
  private var framer = LineFramer(limit: 1 << 24)
  /// True if the last request is answered with a descriptor.
  private var wantsDescriptor = false
  private var received: OwnedFileDescriptor?
  private var buffer = [UInt8](repeating: 0, count: 65536)
  private var lastID = 0

  private init(stream: consuming UnixStream, path: String, deadline: MonotonicInstant) {
    descriptor = stream.descriptor
    self.stream = stream
    self.path = path
    self.deadline = deadline
  }

  /// Connects to the first of `paths` where a daemon listens.
  ///
  /// - Parameters:
  ///   - paths: Paths at which it is looked for, in this order.
  ///   - patience: Longest wait, in all, for a daemon that has too many connections.
  ///   - deadline: Time at which calls give up.
  /// - Returns: The connection.
  /// - Throws: ``ClientError/noDaemon(_:isAbsent:)`` that says where it was looked for.
  static func connect(
    to paths: [String],
    within patience: MonotonicInterval,
    deadline: MonotonicInstant
  ) throws(ClientError) -> Self {
    let end = MonotonicClock.now() + patience
    var failure: SystemError?
    for path in paths {
      do throws(SystemError) {
        let rest = max(.zero, end - MonotonicClock.now())
        let stream = try UnixStream.connect(to: path, within: rest)
        stream.setNonblocking()
        return Self(stream: stream, path: path, deadline: deadline)
      } catch {
        // A missing socket says less than one that refuses.
        if failure == nil || error.isRefusal { failure = error }
      }
    }
    let places = paths.joined(separator: " or ")
    guard let failure, failure.isRefusal else {
      if let path = paths.first(where: { PresenceLock.isHeld(beside: $0) ?? false }) {
        throw .noDaemon(
          "the daemon runs, and the file of its socket, \(path), has gone; make it anew with"
            + " 'systemctl restart swell.socket'",
          isAbsent: true
        )
      }
      throw .noDaemon(
        "no daemon listens at \(places); start it with 'systemctl start swell', or name its socket"
          + " with --socket",
        isAbsent: true
      )
    }
    throw .noDaemon(
      "cannot connect to \(failure.subject) (\(failure.reason)); see 'systemctl status swell', and"
        + " whether you may open the socket",
      isAbsent: failure.number == ECONNREFUSED
    )
  }

  /// Makes a request and waits for its result until the deadline.
  ///
  /// - Throws: ``ClientError``: the daemon's refusal, or that it is gone or does not answer.
  mutating func call(_ request: ControlRequest) throws(ClientError) -> JSONValue {
    try send(request)
    return try result()
  }

  /// Calls a method by its name and waits for its result until the deadline.
  ///
  /// - Throws: ``ClientError``: the daemon's refusal, or that it is gone or does not answer.
  mutating func call(_ method: String, params: JSONValue?) throws(ClientError) -> JSONValue {
    wantsDescriptor = false
    try send(method, params: params)
    return try result()
  }

  private mutating func result() throws(ClientError) -> JSONValue {
    while true {
      switch try response() {
      case .success(let result): return result
      case .failure(let error): throw .refused(by: error)
      case nil: try wait(for: .readable, until: deadline)
      }
    }
  }

  /// Sends a request without waiting for its result.
  ///
  /// - Throws: ``ClientError/noDaemon(_:isAbsent:)`` when it cannot be sent before the deadline.
  mutating func send(_ request: ControlRequest) throws(ClientError) {
    wantsDescriptor = request == .screenshot
    try send(request.method, params: request.params.map { .object($0) })
  }

  private mutating func send(_ method: String, params: JSONValue?) throws(ClientError) {
    lastID += 1
    received = nil
    let request = JSONRPCRequest(method: method, params: params, id: JSONRPCID(lastID))
    var rest = request.line[...]
    while !rest.isEmpty {
      switch stream.send(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .closed: throw isGone
      case .wouldBlock: try wait(for: .writable, until: deadline)
      }
    }
  }

  /// The result of the last request, as far as it has come; `nil` while it has not.
  ///
  /// - Throws: ``ClientError/noDaemon(_:isAbsent:)`` when the daemon has gone, or says something
  ///   else until the deadline.
  mutating func response() throws(ClientError) -> Result<JSONValue, JSONRPCError>? {
    while true {
      while let reply = try nextReply() {
        guard case .response(let response) = reply,
          response.id == JSONRPCID(lastID) || response.id == .null
        else { continue }
        return response.outcome
      }
      guard try receive() else { return nil }
      try checkDeadline()
    }
  }

  /// Waits without limit for the next event.
  ///
  /// - Throws: ``ClientError/noDaemon(_:isAbsent:)`` when the daemon goes away.
  mutating func nextEvent() throws(ClientError) -> JSONValue {
    while true {
      if let event = try nextEvent(until: nil) { return event }
    }
  }

  /// Waits for the next event, at most until `end`.
  ///
  /// - Returns: The event; `nil` when none has come by then.
  /// - Throws: ``ClientError/noDaemon(_:isAbsent:)`` when the daemon goes away.
  mutating func nextEvent(until end: MonotonicInstant?) throws(ClientError) -> JSONValue? {
    while true {
      while let reply = try nextReply() {
        if case .notification("event", let params) = reply { return params }
      }
      // Before anything more is read: an endless sender would never be done.
      if let end, MonotonicClock.now() >= end { return nil }
      guard try !receive() else { continue }
      let timeout = end.map { $0 - MonotonicClock.now() }
      _ = DescriptorPoll.wait([.init(stream.descriptor, readiness: .readable)], timeout: timeout)
    }
  }

  /// Takes the descriptor that came with the last result.
  mutating func takeDescriptor() -> OwnedFileDescriptor? {
    received.take()
  }

  private var isGone: ClientError {
    .noDaemon("the daemon at \(path) closed the connection; see 'systemctl status swell'")
  }

  /// The next reply that has come whole; `nil` when there is none.
  private mutating func nextReply() throws(ClientError) -> JSONRPCReply? {
    while true {
      switch framer.next() {
      case .line(let line):
        if let reply = JSONRPCReply(line: line) { return reply }
      case .tooLong, .invalidUTF8:
        throw .noDaemon("what answers at \(path) is not swelld")
      case nil:
        return nil
      }
    }
  }

  /// Reads what is there; false when there is nothing.
  private mutating func receive() throws(ClientError) -> Bool {
    var descriptor: CInt = -1
    let transfer = stream.receive(into: &buffer, descriptor: &descriptor)
    if descriptor >= 0 {
      let owned = OwnedFileDescriptor(adopting: descriptor)
      // A descriptor that was not asked for is not kept open.
      if wantsDescriptor { received = consume owned }
    }
    switch transfer {
    case .bytes(let count): framer.append(Array(buffer[..<count]))
    case .closed: throw isGone
    case .wouldBlock: return false
    }
    return true
  }

  /// Waits until the socket is ready, at most until `end`.
  private func wait(
    for readiness: Readiness,
    until end: MonotonicInstant?
  ) throws(ClientError) {
    if end != nil { try checkDeadline() }
    let timeout = end.map { $0 - MonotonicClock.now() }
    _ = DescriptorPoll.wait([.init(stream.descriptor, readiness: readiness)], timeout: timeout)
  }

  private func checkDeadline() throws(ClientError) {
    guard MonotonicClock.now() < deadline else {
      throw .noDaemon(
        "the daemon at \(path) does not answer in time; see 'systemctl status swell'"
      )
    }
  }
}

extension SystemError {
  /// True if there is a socket that could not be connected to.
  fileprivate var isRefusal: Bool { number != ENOENT }
}
