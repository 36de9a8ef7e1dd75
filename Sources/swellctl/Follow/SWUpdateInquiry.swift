// SPDX-License-Identifier: Apache-2.0
internal import Following
internal import LinuxSystem
internal import MonotonicTime

/// A question to SWUpdate's control socket: why the newest update has failed.
///
/// Nothing here waits. An answer that takes too long counts for nothing, but is read to its end all the same:
/// SWUpdate waits for clients that do not read, and 2022.12 dies of one that hangs up before it is answered,
/// and closes descriptors of others after one that does so within the answer.
struct SWUpdateInquiry: ~Copyable {
  private enum Pause {
    /// Longest wait for an answer.
    static var longest: MonotonicInterval { .milliseconds(500) }
    /// Silence after which a reason that has come stands.
    static var settled: MonotonicInterval { .milliseconds(100) }
    /// Silence after which SWUpdate has told of all that was.
    static var over: MonotonicInterval { .milliseconds(1000) }
  }

  /// The descriptor to read; nil while nothing is asked.
  private(set) var descriptor: CInt?
  /// The reason for the update's failure, as far as has been told; nil where it is not known.
  var reason: String? { notices.reason }
  private var socket: UnixStream?
  private var path = ""
  /// The sizes that are still to be tried.
  private var byteCounts: ArraySlice<Int> = []
  private var notices = SWUpdateNotices()
  private var hasHeard = false
  private var buffer: [UInt8] = []
  /// Time at which the answer has taken too long.
  private var limit = MonotonicInstant(nanoseconds: 0)
  /// Time of the newest bytes.
  private var newest = MonotonicInstant(nanoseconds: 0)
  /// Time of the last look.
  private var worked = MonotonicInstant(nanoseconds: 0)

  /// Nothing is asked.
  init() {}

  /// Time at which ``work(at:)`` or ``isAnswered(at:)`` comes to something else without the descriptor.
  var deadline: MonotonicInstant? {
    guard descriptor != nil else { return nil }
    let ends = hasHeard ? [newest + Pause.settled, limit, newest + Pause.over] : [limit]
    return ends.filter { $0 > worked }.min()
  }

  /// Asks the SWUpdate whose progress socket is at `place`.
  ///
  /// An earlier question that it still answers brings the newest update's notices too.
  mutating func ask(beside place: String, at now: MonotonicInstant) {
    (limit, newest) = (now + Pause.longest, now)
    guard descriptor == nil else { return }
    let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    path = (folder + ["sockinstctrl"]).joined(separator: "/")
    byteCounts = SWUpdateNotices.byteCounts[...]
    buffer = [UInt8](repeating: 0, count: 65536)
    connect(at: now)
  }

  /// Tells if ``reason`` will not change any more.
  func isAnswered(at now: MonotonicInstant) -> Bool {
    descriptor == nil || now >= limit || (reason != nil && now >= newest + Pause.settled)
  }

  /// Reads what has come.
  mutating func work(at now: MonotonicInstant) {
    worked = now
    while descriptor != nil {
      switch socket?.receive(into: &buffer) ?? .closed {
      case .bytes(let count):
        (newest, hasHeard) = (now, true)
        notices.append(buffer[..<count])
        if notices.isFaulty { hangUp() }
      case .wouldBlock:
        if hasHeard, now >= newest + Pause.over { hangUp() }
        return
      case .closed:
        hangUp()
        // Turned away for the size of the question.
        if !hasHeard, now < limit { connect(at: now) }
      }
    }
  }

  private mutating func connect(at now: MonotonicInstant) {
    (notices, hasHeard, worked) = (SWUpdateNotices(), false, now)
    guard let byteCount = byteCounts.popFirst() else { return }
    do throws(SystemError) {
      let connected = try UnixStream.connect(to: path, within: .zero)
      connected.setNonblocking()
      // SWUpdate reads a question in one go; what is not sent in one is none.
      let request = SWUpdateNotices.request(byteCount: byteCount)
      guard connected.send(request[...]) == .bytes(byteCount) else { return }
      descriptor = connected.descriptor
      socket = consume connected
    } catch {
      // No socket, or no permission: there is no reason to be had.
      return
    }
  }

  private mutating func hangUp() {
    socket = nil
    descriptor = nil
  }
}
