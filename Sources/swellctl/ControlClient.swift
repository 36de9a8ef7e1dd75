// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Control
internal import Glibc
internal import LinuxSystem
internal import MonotonicTime

/// A connection to the daemon.
struct ControlClient: ~Copyable {
  private let stream: UnixStream
  private let path: String
  private let epoll: Epoll
  private var framer = LineFramer(limit: 1 << 24)
  private var received: OwnedFileDescriptor?
  private var buffer = [UInt8](repeating: 0, count: 65536)
  private var lastID = 0

  private init(stream: consuming UnixStream, epoll: consuming Epoll, path: String) {
    self.stream = stream
    self.epoll = epoll
    self.path = path
  }

  /// Connects to the first of `paths` where a daemon listens.
  ///
  /// - Throws: ``ClientError/noDaemon(_:)`` that says where it was looked for.
  static func connect(to paths: [String]) throws(ClientError) -> Self {
    var failure: SystemError?
    for path in paths {
      do throws(SystemError) {
        let stream = try UnixStream.connect(to: path)
        stream.setNonblocking()
        let epoll = try Epoll.open()
        try epoll.add(stream.descriptor, token: 0)
        return Self(stream: stream, epoll: epoll, path: path)
      } catch {
        // A missing socket says less than one that refuses.
        if failure == nil || error.isRefusal { failure = error }
      }
    }
    let places = paths.joined(separator: " or ")
    guard let failure, failure.isRefusal else {
      throw .noDaemon(
        "no daemon listens at \(places); start it with 'systemctl start swell', or name its socket"
          + " with --socket"
      )
    }
    throw .noDaemon(
      "cannot connect to \(failure.subject) (\(failure.reason)); see 'systemctl status swell', and"
        + " whether you may open the socket"
    )
  }

  /// Calls a method and waits for its result, at most 5 s.
  ///
  /// - Throws: ``ClientError``: the daemon's refusal, or that it is gone or does not answer.
  mutating func call(
    _ method: String,
    _ params: JSONValue? = nil
  ) throws(ClientError) -> JSONValue {
    lastID += 1
    let id = JSONRPCID(lastID)
    try send(JSONRPCRequest(method: method, params: params, id: id).line)
    while true {
      guard case .response(let response) = try nextReply(timeout: Self.patience),
        response.id == id || response.id == .null
      else { continue }
      switch response.outcome {
      case .success(let result): return result
      case .failure(let error): throw .refused(by: error)
      }
    }
  }

  /// Waits without limit for the next event.
  ///
  /// - Throws: ``ClientError/noDaemon(_:)`` when the daemon goes away.
  mutating func nextEvent() throws(ClientError) -> JSONValue {
    while true {
      if case .notification("event", let params) = try nextReply(timeout: nil) { return params }
    }
  }

  /// Takes the descriptor that came with the last result.
  mutating func takeDescriptor() -> OwnedFileDescriptor? {
    received.take()
  }

  private static var patience: MonotonicInterval { .milliseconds(5000) }

  private var isGone: ClientError {
    .noDaemon("the daemon at \(path) closed the connection; see 'systemctl status swell'")
  }

  private func send(_ bytes: [UInt8]) throws(ClientError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch stream.send(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .closed: throw isGone
      case .wouldBlock:
        try wait(for: .writable, timeout: Self.patience)
      }
    }
  }

  private mutating func nextReply(
    timeout: MonotonicInterval?
  ) throws(ClientError) -> JSONRPCReply {
    while true {
      switch framer.next() {
      case .line(let line):
        if let reply = JSONRPCReply(line: line) { return reply }
      case .tooLong, .invalidUTF8:
        throw .noDaemon("what answers at \(path) is not swelld")
      case nil:
        try receive(timeout: timeout)
      }
    }
  }

  private mutating func receive(timeout: MonotonicInterval?) throws(ClientError) {
    var descriptor: CInt = -1
    let transfer = stream.receive(into: &buffer, descriptor: &descriptor)
    if descriptor >= 0 { received = OwnedFileDescriptor(adopting: descriptor) }
    switch transfer {
    case .bytes(let count): framer.append(Array(buffer[..<count]))
    case .closed: throw isGone
    case .wouldBlock: try wait(for: .readable, timeout: timeout)
    }
  }

  /// Waits until the socket is ready.
  private func wait(
    for readiness: Readiness,
    timeout: MonotonicInterval?
  ) throws(ClientError) {
    let count: Int
    do throws(SystemError) {
      try epoll.modify(stream.descriptor, token: 0, readiness)
      count = try epoll.wait(timeout: timeout).count
    } catch {
      throw .noDaemon("cannot wait for the daemon: \(error)")
    }
    guard count > 0 || timeout == nil else {
      throw .noDaemon("the daemon at \(path) does not answer; see 'systemctl status swell'")
    }
  }
}

extension SystemError {
  /// Whether something is there that could not be connected to.
  fileprivate var isRefusal: Bool { number != ENOENT }
}
