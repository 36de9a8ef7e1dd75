// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Control
internal import LinuxSystem

/// One connected client of the control socket.
///
/// Reading, working and writing are separate steps, each bounded, so that no client takes more of a
/// frame's time than its share.
final class ControlSession {
  /// How many bytes of answers may wait for a client before it is dropped.
  static let backlogLimit = 256 * 1024

  /// A descriptor that travels with the byte at `position` of the outgoing bytes.
  private struct Attachment {
    var position: Int
    let file: SharedDescriptor
  }

  /// A message whose calls are being answered one by one.
  private struct Work {
    let message: JSONRPCMessage
    let calls: [JSONRPCCall]
    var next = 0
    var responses: [JSONRPCResponse] = []
  }

  /// Names the session in the endpoint's epoll set.
  let token: UInt64
  /// Who connected, as the kernel vouches for it.
  let peer: PeerCredentials?
  /// The events the client wants.
  var subscriptions: Set<ControlEventType> = []
  /// Whether the session ends as soon as its last bytes are written.
  private(set) var isClosing = false
  /// Whether the session is over and is to be forgotten.
  private(set) var isClosed = false
  /// What the endpoint watches the descriptor for.
  var watched: Readiness = .readable

  private let stream: UnixStream
  private var framer = LineFramer()
  private var work: Work?
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var attachments: [Attachment] = []
  private var hasSentPicture = false
  private var isAtEnd = false
  /// Whether every complete line has been taken.
  private var isDrained = true

  init(stream: consuming UnixStream, token: UInt64) {
    peer = stream.peer
    self.stream = stream
    self.token = token
  }

  var descriptor: CInt { stream.descriptor }

  /// Whether bytes wait for room in the socket.
  var hasOutgoing: Bool { sent < outgoing.count }

  /// What the descriptor has to be watched for now.
  ///
  /// A client whose messages are still being worked on is not read from: it fills its own side of the
  /// socket, not the daemon's memory, and does not wake the loop.
  var interest: Readiness {
    var interest: Readiness = hasOutgoing ? .writable : []
    if wantsInput { interest.insert(.readable) }
    return interest
  }

  private var wantsInput: Bool { work == nil && isDrained && !isClosing && !isAtEnd }

  /// Reads once what has arrived, unless the last messages are still being worked on.
  func read(into buffer: inout [UInt8]) {
    guard wantsInput else { return }
    switch stream.receive(into: &buffer) {
    case .bytes(let count):
      framer.append(buffer.span.extracting(first: count))
      isDrained = false
    case .wouldBlock: break
    case .closed: isAtEnd = true
    }
  }

  /// What one ``step(_:)`` came to.
  enum Progress {
    /// A call was answered; there may be more.
    case worked
    /// Nothing is waiting.
    case idle
    /// The next call waits until a frame's time is not at stake.
    case deferred
  }

  /// Answers one call, if one is waiting.
  func step(_ handler: borrowing some ControlHandler) -> Progress {
    guard !isClosed, !isClosing else { return .idle }
    if work == nil, !takeMessage() { return .idle }
    guard var current = work else { return .idle }
    if current.next < current.calls.count {
      guard answer(current.calls[current.next], &current.responses, handler) else {
        work = current
        return .deferred
      }
      current.next += 1
    }
    if current.next == current.calls.count {
      if let line = current.message.line(answering: current.responses) { send(line) }
      work = nil
    } else {
      work = current
    }
    return .worked
  }

  /// Sends bytes as soon as the socket takes them; a client that does not read them is dropped.
  func send(_ bytes: [UInt8]) {
    guard !isClosed else { return }
    if outgoing.count - sent + bytes.count > Self.backlogLimit {
      isClosed = true
      return
    }
    outgoing.append(contentsOf: bytes)
  }

  /// Writes what the socket takes now.
  func flush() {
    while hasOutgoing && !isClosed {
      var end = outgoing.count
      var descriptor: CInt?
      if let first = attachments.first {
        if first.position == sent {
          descriptor = first.file.rawValue
          if attachments.count > 1 { end = min(end, attachments[1].position) }
        } else {
          end = min(end, first.position)
        }
      }
      switch stream.send(outgoing[sent..<end], descriptor: descriptor) {
      case .bytes(let count):
        if descriptor != nil {
          attachments.removeFirst()
          hasSentPicture = true
        }
        sent += count
      case .wouldBlock:
        compact()
        return
      case .closed:
        isClosed = true
        return
      }
    }
    compact()
    if isClosing || (isAtEnd && isDrained && work == nil) { isClosed = true }
  }

  /// Sends an error that belongs to no request and ends the session.
  func refuse(_ error: JSONRPCError) {
    send(JSONRPCResponse(id: .null, .failure(error)).line)
    isClosing = true
  }

  private func takeMessage() -> Bool {
    switch framer.next() {
    case nil:
      isDrained = true
      return false
    case .line(let line):
      let message = JSONRPCMessage(line: line)
      switch message {
      case .single(let call): work = Work(message: message, calls: [call])
      case .batch(let calls): work = Work(message: message, calls: calls)
      }
      return true
    case .tooLong:
      refuse(.invalidRequest("a message may take 65536 bytes; this one is longer"))
      return false
    case .invalidUTF8:
      refuse(.parseError("the message is not UTF-8"))
      return false
    }
  }

  private func answer(
    _ call: JSONRPCCall,
    _ responses: inout [JSONRPCResponse],
    _ handler: borrowing some ControlHandler
  ) -> Bool {
    switch call {
    case .invalid(let error, let id):
      responses.append(JSONRPCResponse(id: id, .failure(error)))
    case .request(let request):
      let outcome: Result<JSONValue, JSONRPCError>
      do throws(JSONRPCError) {
        let order = try ControlRequest(request)
        if order == .screenshot, hasUnreadPicture { throw .unreadPicture }
        switch try handler.answer(order, from: self) {
        case .later:
          return false
        case .result(let result, let file):
          if let file { attach(file) }
          outcome = .success(result.json)
        }
      } catch {
        outcome = .failure(error)
      }
      if let id = request.id { responses.append(JSONRPCResponse(id: id, outcome)) }
    }
    return true
  }

  /// Whether the client has not taken the picture that was sent to it before.
  ///
  /// Pictures are megabytes that live until they are read: one a client is kept for it, no more.
  private var hasUnreadPicture: Bool {
    !attachments.isEmpty || (hasSentPicture && stream.unreadByteCount > 0)
  }

  /// The descriptor goes with the line that is sent next.
  private func attach(_ file: SharedDescriptor) {
    attachments.append(Attachment(position: outgoing.count, file: file))
  }

  private func compact() {
    guard sent > 0 else { return }
    outgoing.removeSubrange(..<sent)
    for index in attachments.indices { attachments[index].position -= sent }
    sent = 0
  }
}

extension JSONRPCError {
  fileprivate static let unreadPicture = Self.invalidRequest(
    "the picture before this one has not been read yet; read its answer first"
  )
}

/// A descriptor that several places hold and that is closed when the last lets go.
final class SharedDescriptor {
  private let file: OwnedFileDescriptor

  init(_ file: consuming OwnedFileDescriptor) { self.file = file }

  var rawValue: CInt { file.rawValue }
}

/// What a request comes to.
enum ControlAnswer {
  /// Done: the result, and a descriptor that travels with it.
  case result(ControlResult, SharedDescriptor? = nil)
  /// Not now: it would take time that belongs to a frame.
  case later
}

/// Carries out what clients ask for.
protocol ControlHandler {
  /// Answers one request of `session`.
  func answer(
    _ request: ControlRequest,
    from session: ControlSession
  ) throws(JSONRPCError) -> ControlAnswer
}
