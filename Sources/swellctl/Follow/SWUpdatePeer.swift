// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import Glibc
internal import LinuxSystem
internal import MonotonicTime

/// `swupdate`: SWUpdate's progress socket.
///
/// It is always read to its end: SWUpdate waits for clients that do not. Why an update has failed the control
/// socket beside it tells; until it has, what comes is kept back.
struct SWUpdatePeer: FollowedPeer, ~Copyable {
  /// Interval between looks if the socket is still where SWUpdate has it.
  private static var interval: MonotonicInterval { .milliseconds(5000) }

  private(set) var outage: String?
  private(set) var remark: String?
  private let paths: [String]
  private var socket: UnixStream?
  private var descriptorNumber: CInt?
  private var stream = SWUpdateStream()
  private var buffer = [UInt8](repeating: 0, count: 65536)
  private var retry = RetryPause()
  /// True if the last peer did not speak as SWUpdate does, so that a connection says little.
  private var isSuspect = false
  /// Path of the socket that it is connected to, and the stamp that tells that socket's file from another one.
  private var place = ""
  private var stamp: FileSystem.Stamp?
  private var nextLook = MonotonicClock.now()
  private var inquiry = SWUpdateInquiry()
  /// Events that were heard and are not told yet: a failure without a reason, and the events after it.
  private var held: [PeerEvent] = []
  /// True if the reason of the first of these has been asked for.
  private var isAsked = false

  init(_ paths: [String]) { self.paths = paths }

  var interests: [DescriptorPoll.Interest] {
    [descriptorNumber, inquiry.descriptor].compactMap { $0.map { .init($0, readiness: .readable) } }
  }

  var deadline: MonotonicInstant? {
    let own = descriptorNumber == nil ? retry.instant : nextLook
    return inquiry.deadline.map { min($0, own) } ?? own
  }

  mutating func work(at now: MonotonicInstant) -> [PeerEvent] {
    held += read(at: now)
    inquiry.work(at: now)
    return explained(at: now)
  }

  /// Gives out what was heard, up to a failure whose reason is still waited for.
  private mutating func explained(at now: MonotonicInstant) -> [PeerEvent] {
    var told: [PeerEvent] = []
    for event in held {
      guard case .failed(let words) = event, stream.isFailureUnexplained else {
        told.append(event)
        continue
      }
      if !isAsked { inquiry.ask(beside: place, at: now) }
      isAsked = !inquiry.isAnswered(at: now)
      if isAsked { break }
      told.append(.failed(inquiry.reason ?? words))
    }
    held.removeFirst(told.count)
    return told
  }

  private mutating func read(at now: MonotonicInstant) -> [PeerEvent] {
    look(at: now)
    if descriptorNumber == nil {
      guard now >= retry.instant else { return [] }
      connect(at: now)
    }
    var events: [PeerEvent] = []
    for _ in 0..<16 {
      guard descriptorNumber != nil else { break }
      switch socket?.receive(into: &buffer) ?? .closed {
      case .bytes(let count):
        events += stream.append(buffer[..<count])
        remark = stream.remark ?? remark
        if let fault = stream.fault {
          (remark, isSuspect) = (fault, true)
          return events + lose("SWUpdate is not understood", at: now)
        }
        guard !events.isEmpty else { continue }
        (outage, isSuspect) = (nil, false)
        retry.succeed()
      case .wouldBlock: return events
      case .closed: return events + lose("SWUpdate has ended", at: now)
      }
    }
    return events
  }

  /// Lets go of a socket whose place another one has taken, unless an update is told there.
  private mutating func look(at now: MonotonicInstant) {
    guard descriptorNumber != nil, now >= nextLook else { return }
    nextLook = now + Self.interval
    guard !stream.isUnderWay, let newest = FileSystem.stamp(of: place), newest != stamp
    else { return }
    socket = nil
    descriptorNumber = nil
  }

  private mutating func connect(at now: MonotonicInstant) {
    var reason: SystemError?
    for path in paths {
      do throws(SystemError) {
        (place, stamp) = (path, FileSystem.stamp(of: path))
        let connected = try UnixStream.connect(to: path, within: .zero)
        connected.setNonblocking()
        descriptorNumber = connected.descriptor
        socket = consume connected
        nextLook = now + Self.interval
        stream = SWUpdateStream()
        if !isSuspect { outage = nil }
        return
      } catch {
        // A socket that is missing says less than one that refuses.
        if reason == nil || error.number != ENOENT { reason = error }
      }
    }
    retry.fail(at: now)
    let places = paths.joined(separator: " or ")
    outage = outage ?? "waiting for SWUpdate at \(places) (\(reason?.reason ?? ""))"
  }

  private mutating func lose(_ reason: String, at now: MonotonicInstant) -> [PeerEvent] {
    socket = nil
    descriptorNumber = nil
    retry.fail(at: now)
    if !isSuspect || outage == nil { outage = "\(reason); waiting for it" }
    return [.left(reason)]
  }
}
