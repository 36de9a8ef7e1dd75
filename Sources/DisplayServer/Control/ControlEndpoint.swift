// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import LinuxSystem
internal import MonotonicTime

/// The control socket with its clients.
///
/// All descriptors are watched by an epoll set of its own that the loop sees as one descriptor. A
/// pass answers requests for at most ``passLimit``, in turn for each client; what is left over waits
/// for the next pass, after the frame that may be due in between.
final class ControlEndpoint {
  /// How many clients may be connected at once.
  static let clientLimit = 32
  /// The longest time one pass works before the loop looks at the display again.
  static let passLimit = MonotonicInterval.microseconds(500)

  private static let listenerToken: UInt64 = 0

  /// Whether requests are waiting that could be worked on now.
  private(set) var hasBacklog = false
  /// Whether requests are waiting for a moment that belongs to no frame.
  private(set) var hasDeferred = false

  private let listener: UnixListener
  private let epoll: Epoll
  private var sessions: [ControlSession] = []
  private var nextToken: UInt64 = 1
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  /// Connections are not accepted while the process has no descriptor for them.
  private var isListening = true
  /// The session that works first in the next pass.
  private var turn = 0

  init(listener: consuming UnixListener) throws(SystemError) {
    let epoll = try Epoll.open()
    try epoll.add(listener.descriptor, token: Self.listenerToken)
    self.listener = listener
    self.epoll = epoll
  }

  /// Readable while there is something to do.
  var descriptor: CInt { epoll.descriptor }

  /// Number of connected clients.
  var clientCount: Int { sessions.count }

  /// Accepts, reads, answers and writes, each as far as it goes without waiting.
  func process(_ handler: borrowing some ControlHandler) {
    if let events = try? epoll.wait(timeout: .zero) {
      for index in 0..<events.count { receive(events[index]) }
    }
    work(handler)
    finish()
  }

  /// Whether any client wants events of `type`.
  func hasSubscribers(of type: ControlEventType) -> Bool {
    sessions.contains { $0.subscriptions.contains(type) }
  }

  /// Sends an event to every client that has subscribed to its type.
  func publish(_ event: ControlEvent) {
    let line = event.line
    for session in sessions where session.subscriptions.contains(event.type) {
      session.send(line)
    }
    finish()
  }

  private func receive(_ event: Epoll.Event) {
    if event.token == Self.listenerToken {
      acceptWaiting()
    } else if let session = sessions.first(where: { $0.token == event.token }) {
      if event.readiness != .writable { session.read(into: &buffer) }
    }
  }

  private func acceptWaiting() {
    // A burst of connections is taken in portions, so that it cannot hold up a frame.
    for _ in 0..<8 {
      do throws(SystemError) {
        guard let stream = try listener.accept() else { return }
        let session = ControlSession(stream: stream, token: nextToken)
        nextToken += 1
        guard sessions.count < Self.clientLimit else {
          session.refuse(
            .invalidRequest("\(Self.clientLimit) clients are connected; close one first")
          )
          session.flush()
          continue
        }
        try epoll.add(session.descriptor, token: session.token)
        sessions.append(session)
      } catch {
        pauseListening()
        return
      }
    }
  }

  /// Works in turn, a call at a time, until nothing is left or the time is up.
  private func work(_ handler: borrowing some ControlHandler) {
    hasBacklog = false
    hasDeferred = false
    let start = MonotonicClock.now()
    var idleInARow = 0
    while !sessions.isEmpty, idleInARow < sessions.count {
      turn = turn < sessions.count ? turn : 0
      switch sessions[turn].step(handler) {
      case .worked: idleInARow = 0
      case .idle: idleInARow += 1
      case .deferred:
        idleInARow += 1
        hasDeferred = true
      }
      turn += 1
      if MonotonicClock.now() - start > Self.passLimit {
        hasBacklog = true
        return
      }
    }
  }

  /// Writes what there is to write and forgets sessions that are over.
  private func finish() {
    for session in sessions {
      session.flush()
      guard !session.isClosed else { continue }
      let interest = session.interest
      guard interest != session.watched else { continue }
      session.watched = interest
      try? epoll.modify(session.descriptor, token: session.token, interest)
    }
    guard sessions.contains(where: \.isClosed) else { return }
    for session in sessions where session.isClosed { epoll.remove(session.descriptor) }
    sessions.removeAll(where: \.isClosed)
    resumeListening()
  }

  private func pauseListening() {
    epoll.remove(listener.descriptor)
    isListening = false
  }

  private func resumeListening() {
    guard !isListening else { return }
    isListening = (try? epoll.add(listener.descriptor, token: Self.listenerToken)) != nil
  }
}
