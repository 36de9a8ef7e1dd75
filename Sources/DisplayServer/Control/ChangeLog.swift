// SPDX-License-Identifier: Apache-2.0
internal import LinuxSystem
internal import MonotonicTime

/// Says when a change by a client is worth a line in the log.
///
/// The first of a peer and method is told at once; what follows is counted, and told with its count when
/// an interval has passed that doubles each time, from a second to ten minutes. So every change is in the
/// log, and a client that reports progress sixty times a second fills it with no more than a few lines.
struct ChangeLog {
  private struct Key: Hashable {
    let method: String
    let process: CInt
    let user: UInt32
  }

  private struct Entry {
    var count = 0
    var due: MonotonicInstant
    var interval: MonotonicInterval
  }

  /// How many pairs of peer and method are remembered; older ones begin anew.
  private static let capacity = 64
  private static let shortest = MonotonicInterval(seconds: 1)
  private static let longest = MonotonicInterval(seconds: 600)

  private var entries: [Key: Entry] = [:]

  /// Notes a change.
  ///
  /// - Returns: How many changes the line speaks of, this one included; `nil` for no line now.
  mutating func note(
    _ method: String,
    by peer: PeerCredentials?,
    at now: MonotonicInstant
  ) -> Int? {
    let key = Key(method: method, process: peer?.process ?? 0, user: peer?.user ?? 0)
    guard var entry = entries[key] else {
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[key] = Entry(due: now + Self.shortest, interval: Self.shortest)
      return 1
    }
    entry.count += 1
    guard now >= entry.due else {
      entries[key] = entry
      return nil
    }
    let count = entry.count
    // Whoever was silent for longer than the interval begins anew.
    let isNew = now - entry.due > entry.interval
    entry.interval = isNew ? Self.shortest : min(entry.interval * 2, Self.longest)
    entry.count = 0
    entry.due = now + entry.interval
    entries[key] = entry
    return count
  }
}
