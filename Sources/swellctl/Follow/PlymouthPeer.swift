// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime

/// `plymouth`: answers what Plymouth's clients ask, in the place of its daemon.
///
/// The name in the abstract namespace is one program's at a time: while Plymouth's own daemon lives, it is
/// waited for.
struct PlymouthPeer: FollowedPeer, ~Copyable {
  private static var name: String { "/org/freedesktop/plymouthd" }
  /// Clients at a time; for one more another one has to go.
  private static var limit: Int { 4 }
  /// Interval between looks if the updater lives.
  private static var interval: MonotonicInterval { .milliseconds(1000) }

  private(set) var outage: String?
  private(set) var remark: String?
  private var listener: UnixListener?
  private var listenerNumber: CInt?
  private var clients: [PlymouthClient] = []
  private var answers = PlymouthAnswers()
  private var buffer = [UInt8](repeating: 0, count: 4096)
  private var retry = RetryPause()
  /// Time at which a client that has hung up is known to have gone; nil while none has.
  private var departure: MonotonicInstant?
  /// The control group of the run's reporter: the service of an updater, of which each client is but a word.
  private var updater: ControlGroup?
  private var nextLook = MonotonicClock.now()
  /// Count of looks in a row that found nothing alive there.
  private var misses = 0

  var interests: [DescriptorPoll.Interest] {
    ([listenerNumber].compactMap { $0 } + clients.map { $0.stream.descriptor })
      .map { .init($0, readiness: .readable) }
  }

  var deadline: MonotonicInstant? {
    guard listenerNumber != nil else { return retry.instant }
    return [departure, isWatching ? nextLook : nil].compactMap { $0 }.min()
  }

  mutating func work(at now: MonotonicInstant) -> [PeerEvent] {
    if listenerNumber == nil {
      guard now >= retry.instant else { return [] }
      listen(at: now)
    }
    // Those that are there are heard before one of them may have to go.
    var events = serveAll(at: now)
    accept()
    events += serveAll(at: now)
    return events + departures(at: now)
  }

  /// True while the updater has to be watched for its end.
  private var isWatching: Bool { updater != nil && answers.isUnderWay }

  /// Says that the run's reporter has gone: it held a connection and hung up, or nothing lives where it lived.
  private mutating func departures(at now: MonotonicInstant) -> [PeerEvent] {
    if let due = departure, due <= now {
      departure = nil
      return [.left("the updater has hung up")]
    }
    guard isWatching, now >= nextLook else { return [] }
    nextLook = now + Self.interval
    if updater?.isPopulated ?? true {
      misses = 0
      return []
    }
    misses += 1
    // A service may start another program of its own.
    guard misses > 1 else { return [] }
    updater = nil
    return [.left("the updater has ended")]
  }

  private mutating func listen(at now: MonotonicInstant) {
    do throws(SystemError) {
      let opened = try UnixListener.listen(abstract: Self.name)
      listenerNumber = opened.descriptor
      listener = consume opened
      outage = nil
    } catch {
      retry.fail(at: now)
      outage = outage ?? "waiting for Plymouth's own daemon to end (\(error.reason))"
    }
  }

  private mutating func accept() {
    for _ in 0..<Self.limit {
      do throws(SystemError) {
        guard let stream = try listener?.accept() else { return }
        makeRoom()
        clients.append(PlymouthClient(stream))
      } catch {
        remark = "a client of Plymouth cannot be taken (\(error.reason))"
        return
      }
    }
  }

  /// Lets go of a client that says nothing where there are too many: of one that is not root, else of the oldest.
  private mutating func makeRoom() {
    guard clients.count >= Self.limit else { return }
    clients.remove(at: clients.firstIndex { !$0.isRoot } ?? 0)
  }

  private mutating func serveAll(at now: MonotonicInstant) -> [PeerEvent] {
    var events: [PeerEvent] = []
    for client in clients {
      let told = serve(client)
      if !told.isEmpty {
        client.line.hear(at: now)
        departure = nil
      }
      if client.isGone { departure = client.line.close(at: now) ?? departure }
      events += told
    }
    clients.removeAll(where: \.isGone)
    return events
  }

  private mutating func serve(_ client: PlymouthClient) -> [PeerEvent] {
    var events: [PeerEvent] = []
    while !client.isGone {
      guard case .bytes(let count) = client.receive(into: &buffer) else { break }
      for request in client.requests.append(buffer[..<count]) {
        if !client.isRoot { remark = "somebody who is not root was refused" }
        let (reply, told) = answers.answer(request, isRoot: client.isRoot)
        // It waits for the answer, and so lives still.
        if !told.isEmpty { updater = client.controlGroup ?? updater }
        client.send(reply)
        events += told
      }
      guard client.requests.isBroken else { continue }
      remark = "something was sent that is no request of Plymouth's"
      client.isGone = true
    }
    return events
  }
}

/// A connection of one of Plymouth's clients.
private final class PlymouthClient {
  let stream: UnixStream
  /// True if root is at the other end, as the kernel vouches for it.
  let isRoot: Bool
  var requests = PlymouthRequests()
  var line = HeldLine()
  var isGone = false
  private let process: CInt?

  init(_ stream: consuming UnixStream) {
    let peer = stream.peer
    isRoot = peer?.user == 0
    process = peer?.process
    self.stream = stream
  }

  /// The control group of its process, as far as that can be seen.
  var controlGroup: ControlGroup? { process.flatMap { ControlGroup(of: $0) } }

  func receive(into buffer: inout [UInt8]) -> UnixStream.Transfer {
    let transfer = stream.receive(into: &buffer)
    if transfer == .closed { isGone = true }
    return transfer
  }

  /// Answers; a client that does not take a few bytes has no use for them.
  func send(_ bytes: [UInt8]) {
    guard stream.send(bytes[...]) == .bytes(bytes.count) else { return isGone = true }
  }
}
