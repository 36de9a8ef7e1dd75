// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import LinuxSystem
internal import MonotonicTime
internal import PlainText

/// The control socket with its clients.
///
/// All descriptors are watched by an epoll set of its own that the loop sees as one descriptor. A
/// pass reads and answers for at most ``passLimit``, in turn for each client; what is left over waits
/// for the next pass, after the frame that may be due in between.
final class ControlEndpoint {
  /// Most clients that may be connected at once.
  static let clientLimit = 32
  /// The longest time one pass works before the loop looks at the display again.
  static let passLimit = MonotonicInterval.microseconds(500)

  /// Most bytes that are written in one pass, to all clients together; the bytes of one step are written whole.
  private static let writeLimit = 256 * 1024

  /// Most clients that have gone and may still have requests that are worked on.
  ///
  /// Others wait in the socket's queue meanwhile: the kernel's memory, and no more of it than there are.
  private static let goneLimit = 32
  /// Time for which each of them is worked for while others wait: a new client is served within three of these spans,
  /// however many come and go.
  static let goneSpan = MonotonicInterval(seconds: 2)

  static let listenerToken: UInt64 = 0
  static let watchToken = UInt64.max

  /// True while requests are waiting that could be worked on now.
  private(set) var hasBacklog = false
  /// True while requests are waiting for a moment that belongs to no frame.
  private(set) var hasDeferred = false

  private var listener: ControlListener
  private var gate = AcceptGate()
  private let epoll: Epoll
  private var sessions: [ControlSession] = []
  private var nextToken: UInt64 = 1
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  /// The tokens of the sessions that have ended since ``takeEnded()``.
  private var ended: [UInt64] = []
  /// The notices of which each is told once.
  private var told: Set<ExactText> = []
  private let closer: BackgroundCloser
  /// The error for which the last connection could not be accepted; nil when it could.
  private var obstacle: SystemError?
  private var notices: [String] = []
  /// The session that works first in the next pass.
  private var turn = 0
  /// Number of times that a client with something to tell was heard: the order in which clients are heard changes with
  /// it.
  private var heardCount = 0
  /// Events since subscribers were told the last time, while no pass was under way.
  private var untold: [(type: ControlEventType, line: [UInt8])] = []
  /// True while a pass is under way, at whose end the output is written.
  private var isWorking = false

  init(
    listener: consuming UnixListener,
    closer: BackgroundCloser = BackgroundCloser()
  ) throws(SystemError) {
    let epoll = try Epoll.open()
    var listener = ControlListener(listener)
    listener.set(isOpen: true, in: epoll)
    listener.watchFile(in: epoll)
    self.listener = listener
    self.closer = closer
    self.epoll = epoll
  }

  /// The instant at which ``process(_:at:)`` is to be called though nothing is readable; nil for never.
  var deadline: MonotonicInstant? {
    guard gate.isCrowded, let oldest = sessions.lazy.compactMap(\.goneSince).min() else {
      return gate.deadline
    }
    let due = oldest + Self.goneSpan
    return gate.deadline.map { min($0, due) } ?? due
  }

  /// Readable while there is something to do.
  var descriptor: CInt { epoll.descriptor }

  /// Accepts, reads, answers and writes, each as far as it goes without waiting.
  func process(_ handler: borrowing some ControlHandler, at now: MonotonicInstant) {
    if gate.advance(to: now, isFull: closer.isFull) {
      tellOnce(
        "clients have passed on descriptors that take long to be closed; until they are nobody is heard"
      )
    }
    listener.set(isOpen: gate.isOpen, in: epoll)
    if gate.isCrowded { giveUpGone(at: now) }
    let start = MonotonicClock.now()
    isWorking = true
    distribute()
    receiveWaiting(since: start, at: now)
    work(handler, since: start)
    isWorking = false
    finish()
  }

  /// Has the requests that are there carried on in the next turn: what they have waited for may have ended.
  func resume() {
    askAgain()
    hasBacklog = hasSessions
  }

  private func askAgain() { for session in sessions { session.isWaiting = false } }

  /// Hears the clients that have something to tell, for at most half of a pass; the others are told of again.
  private func receiveWaiting(since start: MonotonicInstant, at now: MonotonicInstant) {
    guard let events = try? epoll.wait(timeout: .zero), events.count > 0 else { return }
    let first = heardCount
    for index in 0..<events.count {
      receive(events[(first + index) % events.count], at: now)
      heardCount += 1
      guard (MonotonicClock.now() - start) * 2 < Self.passLimit else { return }
    }
  }

  /// True while any client is connected, or has gone and is still worked for.
  var hasSessions: Bool { !sessions.isEmpty }

  /// Tells if any client wants events of `type`.
  func hasSubscribers(of type: ControlEventType) -> Bool {
    sessions.contains { $0.subscriptions.contains(type) }
  }

  /// Sends an event to every client that has subscribed to its type: in a pass with what that answers, else
  /// with ``tellSubscribers()``.
  func publish(_ event: ControlEvent) {
    let line = event.line
    guard isWorking else {
      untold.append((event.type, line))
      return
    }
    for session in sessions where session.subscriptions.contains(event.type) {
      session.send(event: line)
    }
  }

  /// True while ``tellSubscribers()`` has something to tell.
  var hasUntold: Bool { !untold.isEmpty }

  /// Tells subscribers what has happened since they were told the last time, each in one write.
  func tellSubscribers() {
    guard hasUntold else { return }
    distribute()
    finish()
  }

  /// Hands what has happened to the sessions; those that want the same get the same bytes.
  private func distribute() {
    guard hasUntold else { return }
    var lines: [Set<ControlEventType>: [UInt8]] = [:]
    for session in sessions where !session.subscriptions.isEmpty {
      let types = session.subscriptions
      let wanted =
        lines[types] ?? untold.reduce(into: []) { if types.contains($1.type) { $0 += $1.line } }
      lines[types] = wanted
      if !wanted.isEmpty { session.send(event: wanted) }
    }
    untold.removeAll(keepingCapacity: true)
  }

  private func receive(_ event: Epoll.Event, at now: MonotonicInstant) {
    if event.token == Self.listenerToken {
      if !isHeld(at: now) { acceptWaiting(at: now) }
    } else if event.token == Self.watchToken {
      listener.lookAfterFile(in: epoll)
    } else if let session = sessions.first(where: { $0.token == event.token }) {
      if event.readiness.contains(.hungUp) || event.readiness.contains(.failed) {
        session.clientIsGone(at: now)
        // It would be told of for as long as its requests are being carried out.
        epoll.remove(session.descriptor)
      } else if event.readiness != .writable, !isHeld(at: now) {
        session.read(into: &buffer)
      }
    }
  }

  private func acceptWaiting(at now: MonotonicInstant) {
    // A burst of connections is taken in portions, so that it cannot hold up a frame.
    for _ in 0..<8 {
      guard sessions.count(where: \.isGone) < Self.goneLimit else {
        gate.isCrowded = true
        return
      }
      do throws(SystemError) {
        guard let stream = try listener.accept() else { return }
        let session = ControlSession(stream: stream, token: nextToken, closer: closer)
        nextToken += 1
        guard sessions.count(where: { !$0.isGone }) < Self.clientLimit else {
          session.refuse(
            .invalidRequest("\(Self.clientLimit) clients are connected; close one first")
          )
          session.flush()
          continue
        }
        try epoll.add(session.descriptor, token: session.token)
        sessions.append(session)
        obstacle = nil
      } catch {
        refuseWaiting()
        gate.fail(at: now)
        if obstacle == nil { notices.append("\(error)") }
        obstacle = error
        return
      }
    }
  }

  /// Tells a client that waits why it cannot be served, with the descriptor that is kept for that.
  private func refuseWaiting() {
    listener.refuseWaiting { stream in
      let session = ControlSession(stream: stream, token: 0, closer: closer)
      session.refuse(.invalidRequest("no descriptor is left for another client; try again"))
      session.flush()
    }
  }

  /// Works in turn, a call at a time, until nothing is left or the time is up.
  private func work(_ handler: borrowing some ControlHandler, since start: MonotonicInstant) {
    // Those that wait are asked once: to go on asking would take the processor from what they wait for.
    if !hasBacklog { askAgain() }
    hasBacklog = false
    hasDeferred = false
    var idleInARow = 0
    while !sessions.isEmpty, idleInARow < sessions.count {
      turn = turn < sessions.count ? turn : 0
      // A client that has gone is not watched any more: what it has left is read when its turn comes.
      let hasRead = sessions[turn].isGone && !closer.isFull && sessions[turn].read(into: &buffer)
      switch sessions[turn].step(handler) {
      case .worked:
        idleInARow = 0
        // It may be what another one waits for.
        askAgain()
      case .idle: idleInARow = hasRead ? 0 : idleInARow + 1
      case .unwritten:
        idleInARow += 1
        hasBacklog = true
      case .deferred:
        idleInARow += 1
        hasDeferred = true
      }
      turn += 1
      if MonotonicClock.now() - start > Self.passLimit {
        hasBacklog = hasBacklog || idleInARow < sessions.count
        return
      }
    }
  }

  /// Writes what there is to write and forgets sessions that are over.
  private func finish() {
    var written = 0
    // Each in turn is the first to be written to; the others are told of by the kernel until they are.
    for index in sessions.indices {
      let session = sessions[(turn + index) % sessions.count]
      written += session.flush(min(ControlSession.portion, Self.writeLimit - written))
      guard !session.isClosed, !session.isGone else { continue }
      let interest = gate.isHeld ? session.interest.subtracting(.readable) : session.interest
      guard interest != session.watched else { continue }
      session.watched = interest
      try? epoll.modify(session.descriptor, token: session.token, interest: interest)
    }
    if sessions.contains(where: \.isClosed) { forgetClosed() }
    listener.set(isOpen: gate.isOpen, in: epoll)
  }

  private func forgetClosed() {
    for session in sessions where session.isClosed {
      ended.append(session.token)
      if !session.isGone { epoll.remove(session.descriptor) }
    }
    sessions.removeAll(where: \.isClosed)
    // One of them may have been what another one waits for.
    resume()
    if sessions.count(where: \.isGone) < Self.goneLimit / 2 { gate.isCrowded = false }
  }

  /// Ends the sessions of clients that have gone and asked for more than is done in ``goneSpan``.
  private func giveUpGone(at now: MonotonicInstant) {
    var count = 0
    for session in sessions {
      guard let gone = session.goneSince, now - gone >= Self.goneSpan else { continue }
      session.giveUp()
      count += 1
    }
    guard count > 0 else { return }
    tellOnce(
      "clients came and went without reading answers, and others wait behind them; what they "
        + "had asked for beyond \(Self.goneSpan.seconds) s of work is not done"
    )
  }

  /// Tells of what goes on for long: once is enough for a journal.
  private func tellOnce(_ notice: String) {
    if told.insert(ExactText(notice)).inserted { notices.append(notice) }
  }

  /// Takes the tokens of the sessions that have ended since the last call.
  func takeEnded() -> [UInt64] {
    defer { ended = [] }
    return ended
  }

  /// Tells if all sessions have to wait: a client that passes on descriptors faster than they can be closed would have
  /// the process run out of them.
  private func isHeld(at now: MonotonicInstant) -> Bool {
    if closer.isFull { gate.hold(at: now) }
    return gate.isHeld
  }

  /// Takes the sentence about the socket's file; nil while there is nothing to be said.
  func takeFileNotice() -> String? { listener.takeNotice() }

  /// Takes the sentences about clients that could not be served.
  func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }
}
