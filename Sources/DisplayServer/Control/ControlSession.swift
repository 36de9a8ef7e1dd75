// SPDX-License-Identifier: Apache-2.0
internal import JSON
package import Control
internal import LinuxSystem
internal import MonotonicTime

/// One connected client of the control socket.
///
/// Reading, working and writing are separate steps, each bounded, so that no client takes more of a
/// frame's time than its share.
final class ControlSession {
  /// Most bytes of answers that may wait for a client before it is dropped.
  static let backlogLimit = 256 * 1024
  /// Most bytes that are written to a client at once.
  static let portion = 64 * 1024

  /// A message whose calls are being answered one by one.
  private struct Work {
    let calls: JSONRPCCalls
    var next = 0
    /// The call that is being answered, once it has been read.
    var order: ControlRequest?
    var answer: JSONRPCAnswer
    /// A descriptor that belongs to the answer's line.
    var file: SharedDescriptor?

    init(_ calls: JSONRPCCalls) {
      self.calls = calls
      answer = JSONRPCAnswer(to: calls)
    }
  }

  /// Names the session in the endpoint's epoll set.
  let token: UInt64
  /// The connection's descriptor.
  let descriptor: CInt
  /// The process that connected, with its user, as the kernel vouches for it.
  let peer: PeerCredentials?
  /// The events the client wants.
  var subscriptions: Set<ControlEventType> = []
  /// The page of crosses that it has asked for, which goes with it.
  var calibration: CalibrationPage?
  /// True while the next call waits for something else, so that it is not to be tried again before that has ended.
  var isWaiting = false
  /// True if the session ends as soon as its last bytes are written.
  private(set) var isClosing = false
  /// True once the session is over and is to be forgotten.
  private(set) var isClosed = false
  /// The readiness for which the endpoint watches the descriptor.
  var watched: Readiness = .readable

  /// Held until the session is over.
  private var stream: UnixStream?
  /// Closes what the client passes on, and its connection where something may lie in that.
  private let closer: BackgroundCloser
  private var incoming = IncomingMessages()
  private var work: Work?
  private var outgoing = OutgoingMessages()
  /// The instant at which the client was found to have closed both directions, so that it reads no answers; nil before.
  private(set) var goneSince: MonotonicInstant?
  /// True once a client that has gone has had its reload; one is as good as many.
  private var hasReloaded = false
  /// True while bytes wait that the socket has not been asked to take.
  private var hasUnwritten = false

  init(stream: consuming UnixStream, token: UInt64, closer: BackgroundCloser) {
    peer = stream.peer
    descriptor = stream.descriptor
    self.stream = consume stream
    self.token = token
    self.closer = closer
  }

  deinit {
    // Descriptors that the client has passed and that were not read are closed with the connection.
    if !incoming.isEmptied, let stream = stream.take() { closer.close(stream) }
  }

  /// True once the client has closed both directions.
  var isGone: Bool { goneSince != nil }

  /// The readiness for which the descriptor has to be watched now.
  ///
  /// A client whose messages are still being worked on is not read from: it fills its own side of the
  /// socket, not the daemon's memory, and does not wake the loop.
  var interest: Readiness {
    var interest: Readiness = outgoing.isEmpty ? [] : .writable
    if wantsInput { interest.insert(.readable) }
    return interest
  }

  private var wantsInput: Bool { work == nil && !isClosing && incoming.wantsMore }

  /// Reads once what has arrived, unless the last messages are still being worked on.
  ///
  /// - Returns: True if there may be more to read, or to do.
  @discardableResult
  func read(into buffer: inout [UInt8]) -> Bool {
    guard wantsInput else { return false }
    switch stream?.receive(into: &buffer, passing: closer.close) ?? .closed {
    case .bytes(let count): incoming.take(count, of: &buffer)
    case .wouldBlock: if isGone { incoming.end() }
    case .closed: incoming.end()
    }
    if isGone { incoming.noteLastRead() }
    return true
  }

  /// The state of the call that is being answered, where it takes several turns.
  let unfinished = UnfinishedRequest()

  /// The outcome of one ``step(_:)``.
  enum Progress {
    /// A call was answered; there may be more.
    case worked
    /// Nothing is waiting, or for something else.
    case idle
    /// Bytes that the socket would take go out first.
    case unwritten
    /// The next call waits until a frame's time is not at stake.
    case deferred
  }

  /// Notes that the client has closed both directions.
  ///
  /// Its requests are still carried out where they change something for others; answers are dropped.
  func clientIsGone(at now: MonotonicInstant) {
    guard !isGone else { return }
    goneSince = now
    outgoing.removeAll()
    subscriptions = []
  }

  /// Ends the session whatever is left of it: others wait for its place.
  func giveUp() { isClosed = true }

  /// Answers one call, if one is waiting.
  func step(_ handler: borrowing some ControlHandler) -> Progress {
    guard !isClosed, !isClosing, !isWaiting else { return .idle }
    guard !hasUnwritten else { return .unwritten }
    if work == nil {
      switch incoming.next() {
      case .nothing: return .idle
      case .part: return .worked
      case .calls(let calls): work = Work(calls)
      case .refused(let error):
        refuse(error)
        return .idle
      }
    }
    guard let call = work.map({ $0.calls[$0.next] }) else { return .idle }
    if let progress = answer(call, handler: handler) { return progress }
    unfinished.clear()
    work?.next += 1
    work?.order = nil
    if let answer = work?.answer, answer.byteCount > Self.backlogLimit {
      work = nil
      refuse(
        .invalidRequest(
          "the batch's answers take more than \(Self.backlogLimit) bytes; ask in parts"
        )
      )
    } else if work?.next == work?.calls.count, let done = work.take() {
      if let line = done.answer.line { send(line, with: done.file) }
      let events = outgoing.takeHeld()
      if !events.isEmpty { send(events) }
    }
    return .worked
  }

  /// Sends an event's line, after the answer of a call that is being answered.
  func send(event line: [UInt8]) {
    guard !isGone else { return }
    guard work != nil else {
      send(line)
      return
    }
    if outgoing.hold(line) > Self.backlogLimit { isClosed = true }
  }

  /// Sends bytes as soon as the socket takes them; a client that does not read them is dropped.
  private func send(_ bytes: [UInt8], with file: SharedDescriptor? = nil) {
    guard !isClosed, !isGone else { return }
    if outgoing.byteCount + bytes.count > Self.backlogLimit {
      isClosed = true
      return
    }
    outgoing.append(bytes, with: file)
  }

  /// Writes what the socket takes now of a portion; the rest is written as soon as the loop comes by again.
  ///
  /// - Parameter limit: Most bytes that are written.
  /// - Returns: Number of bytes that were written.
  @discardableResult
  func flush(_ limit: Int = ControlSession.portion) -> Int {
    var written = 0
    hasUnwritten = false
    while !isClosed, let (bytes, file) = outgoing.first {
      hasUnwritten = written >= limit
      guard !hasUnwritten else { return written }
      switch stream?.send(bytes.prefix(limit - written), descriptor: file?.rawValue) ?? .closed {
      case .bytes(let count):
        outgoing.remove(count)
        written += count
      case .wouldBlock:
        return written
      case .closed:
        isClosed = true
        return written
      }
    }
    if isClosing || (incoming.isOver && work == nil) { isClosed = true }
    return written
  }

  /// Sends an error that belongs to no request and ends the session.
  func refuse(_ error: JSONRPCError) {
    send(JSONRPCResponse(id: .null, outcome: .failure(error)).line)
    isClosing = true
  }

  /// Answers a call, or does a part of what it asks for.
  ///
  /// - Returns: The outcome of the step; nil where the call is answered.
  private func answer(_ call: JSONRPCCall, handler: borrowing some ControlHandler) -> Progress? {
    switch call {
    case .invalid(let error, let id):
      work?.answer.append(JSONRPCResponse(id: id, outcome: .failure(error)))
    case .request(let request):
      let outcome: Result<JSONValue, JSONRPCError>
      do throws(JSONRPCError) {
        let order: ControlRequest
        if let known = work?.order {
          order = known
        } else {
          order = try ControlRequest(request)
          work?.order = order
        }
        guard !isPointless(order) else { return nil }
        if order == .screenshot, hasUnreadPicture { throw .unreadPicture }
        switch try handler.answer(order, from: self) {
        case .later: return .deferred
        case .unfinished: return .worked
        case .waits:
          isWaiting = true
          return .idle
        case .result(let result, let file):
          hasReloaded = hasReloaded || (isGone && order == .reload)
          // A picture that belongs to no answer was not asked for.
          if let file, request.id != nil { work?.file = file }
          outcome = .success(result.json)
        }
      } catch {
        outcome = .failure(error)
      }
      if let id = request.id { work?.answer.append(JSONRPCResponse(id: id, outcome: outcome)) }
    }
    return nil
  }

  /// Tells if a request of a client that has gone would change nothing for others.
  private func isPointless(_ request: ControlRequest) -> Bool {
    guard isGone else { return false }
    return request == .reload ? hasReloaded : !request.isChange
  }

  /// True while the client has not taken the picture that was sent to it before.
  ///
  /// Pictures are megabytes that live until they are read: one a client is kept for it, no more.
  private var hasUnreadPicture: Bool {
    work?.file != nil || outgoing.hasFile
      || (outgoing.hasSentFile && (stream?.unreadByteCount ?? 0) > 0)
  }
}

extension JSONRPCError {
  fileprivate static let unreadPicture = Self.invalidRequest(
    "the picture before this one has not been read yet; read its answer first"
  )
}

/// The outcome of a request.
package enum ControlAnswer {
  /// Done: the result, and a descriptor that travels with it.
  case result(ControlResult, SharedDescriptor? = nil)
  /// Not now: it would take time that belongs to a frame.
  case later
  /// A part is done; there is more to do.
  case unfinished
  /// It waits for something else, after which `ControlEndpoint.resume()` is called.
  case waits
}

/// Carries out what clients ask for.
protocol ControlHandler {
  /// Answers one request of `session`.
  func answer(
    _ request: ControlRequest,
    from session: ControlSession
  ) throws(JSONRPCError) -> ControlAnswer
}
