// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Decides which of many equal notices are told: the first few, and then one at growing intervals that
/// says how many there were.
///
/// A kind that has been quiet for as long as its interval counts as new. Pure; O(1) memory.
package struct NoticeLimiter: Sendable {
  /// Number of notices of a kind that are told one by one.
  package static let burst = 5
  /// The first interval; each is twice as long as the one before it.
  package static let firstInterval = MonotonicInterval(seconds: 10)
  /// The longest interval.
  package static let longestInterval = MonotonicInterval(seconds: 3600)
  /// Number of kinds that are remembered; beyond, the one that was quiet longest is forgotten, unless it might have to
  /// be told of again soon: then all others count as one kind.
  package static let maximumKindCount = 64

  private struct Kind {
    var toldCount = 1
    var heldCount = 0
    var interval = NoticeLimiter.firstInterval
    var lastTold: MonotonicInstant
    var last: MonotonicInstant
  }

  private var kinds: [String: Kind] = [:]
  /// The name of all kinds that there is no room for.
  private static let others = ""

  /// Nothing has happened yet.
  package init() {}

  /// Takes note of a notice.
  ///
  /// - Parameters:
  ///   - name: A name that equal notices have in common.
  ///   - now: The present time.
  /// - Returns: Number of notices before it that were not told, when this one is to be; `nil` when it is not.
  package mutating func admit(_ name: String, at now: MonotonicInstant) -> Int? {
    guard var kind = kinds[name], now - kind.last < max(kind.interval, Self.firstInterval * 6)
    else {
      return isCrowded(for: name, at: now) ? admit(Self.others, at: now) : begin(name, at: now)
    }
    defer { kinds[name] = kind }
    kind.last = now
    if kind.toldCount < Self.burst {
      kind.toldCount += 1
      kind.lastTold = now
      return 0
    }
    guard now - kind.lastTold >= kind.interval else {
      kind.heldCount += 1
      return nil
    }
    defer { kind.heldCount = 0 }
    kind.lastTold = now
    kind.interval = min(kind.interval * 2, Self.longestInterval)
    return kind.heldCount
  }

  /// Tells if there is no room for another kind, since all that are remembered were told of lately.
  private func isCrowded(for name: String, at now: MonotonicInstant) -> Bool {
    guard name != Self.others, kinds[name] == nil, kinds.count >= Self.maximumKindCount,
      let oldest = kinds.values.map(\.last).min()
    else { return false }
    return now - oldest < Self.firstInterval * 6
  }

  private mutating func begin(_ name: String, at now: MonotonicInstant) -> Int {
    let heldCount = kinds.removeValue(forKey: name)?.heldCount ?? 0
    if kinds.count >= Self.maximumKindCount,
      let oldest = kinds.min(by: { $0.value.last < $1.value.last })
    {
      kinds.removeValue(forKey: oldest.key)
    }
    kinds[name] = Kind(lastTold: now, last: now)
    return heldCount
  }
}
