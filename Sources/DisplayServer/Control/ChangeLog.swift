// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import MonotonicTime

/// Says when a change by a client is worth a line in the log.
///
/// The first of a peer and method is told at once; what follows is counted, and told with its count when
/// an interval has passed that doubles each time, from a second to ten minutes. So every change is in the
/// log, and a client that reports progress sixty times a second fills it with no more than a few lines.
///
/// Of processes that come and go by the dozen not each is told of: those of one user count as one peer then,
/// whose lines name the process of the last change.
struct ChangeLog {
  private struct Key: Hashable {
    let method: String
    /// nil for all processes that are not told of one by one.
    let process: CInt?
    let user: UInt32
  }

  private struct Entry {
    var count = 0
    var due: MonotonicInstant
    var interval: MonotonicInterval
  }

  /// Number of pairs of peer and method that are remembered; when there are more, all begin anew.
  private static let capacity = 64
  private static let shortest = MonotonicInterval(seconds: 1)
  private static let longest = MonotonicInterval(seconds: 600)
  /// Number of new pairs that are told of at once, and the time until there may be one more.
  static let mostNewcomers = 32
  private static let newcomerInterval = MonotonicInterval(seconds: 10)

  private var entries: [Key: Entry] = [:]
  /// The instant from which as many newcomers may come as at the beginning; each puts it off.
  private var calmInstant: MonotonicInstant?

  /// Notes a change.
  ///
  /// - Returns: Number of changes of which the line speaks, this one included; nil for no line now.
  mutating func note(
    _ method: String,
    by peer: PeerCredentials?,
    at now: MonotonicInstant
  ) -> Int? {
    let user = peer?.user ?? 0
    let own = Key(method: method, process: peer?.process ?? 0, user: user)
    if let entry = entries[own] { return count(own, before: entry, at: now) }
    if admitsNewcomer(at: now) { return begin(own, at: now) }
    let crowd = Key(method: method, process: nil, user: user)
    return entries[crowd].map { count(crowd, before: $0, at: now) } ?? begin(crowd, at: now)
  }

  private mutating func admitsNewcomer(at now: MonotonicInstant) -> Bool {
    let calm = max(calmInstant ?? now, now) + Self.newcomerInterval
    guard calm - now <= Self.newcomerInterval * Int64(Self.mostNewcomers) else { return false }
    calmInstant = calm
    return true
  }

  private mutating func begin(_ key: Key, at now: MonotonicInstant) -> Int {
    if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
    entries[key] = Entry(due: now + Self.shortest, interval: Self.shortest)
    return 1
  }

  private mutating func count(_ key: Key, before: Entry, at now: MonotonicInstant) -> Int? {
    var entry = before
    entry.count += 1
    guard now >= entry.due else {
      entries[key] = entry
      return nil
    }
    let count = entry.count
    // A client that was silent for longer than the interval begins anew.
    let isNew = now - entry.due > entry.interval
    entry.interval = isNew ? Self.shortest : min(entry.interval * 2, Self.longest)
    entry.count = 0
    entry.due = now + entry.interval
    entries[key] = entry
    return count
  }
}
