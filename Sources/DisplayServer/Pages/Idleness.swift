// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import MonotonicTime

/// The time since the last touch, key or scan, as subscribers are told.
struct Idleness: Hashable {
  /// The seconds after which that is told.
  private static let steps = IdleSeconds.allCases.map { Double($0.rawValue) }

  /// The instant of the last use.
  private(set) var lastUse: MonotonicInstant
  /// Number of steps that are over, and told.
  private var toldCount = 0

  /// The last use was at `now`.
  init(at now: MonotonicInstant) { lastUse = now }

  /// The instant at which ``advance(to:)`` has something to tell; nil where all has been told.
  var deadline: MonotonicInstant? {
    guard toldCount < Self.steps.count else { return nil }
    return lastUse + MonotonicInterval(seconds: Self.steps[toldCount])
  }

  /// The seconds to be told at `now`, the newest step alone; nil for none.
  mutating func advance(to now: MonotonicInstant) -> Double? {
    var seconds: Double?
    while let due = deadline, due <= now {
      seconds = Self.steps[toldCount]
      toldCount += 1
    }
    return seconds
  }

  /// Notes a touch, a key or a scan.
  ///
  /// - Returns: True if the idleness that it ends was told.
  mutating func use(at now: MonotonicInstant) -> Bool {
    defer { toldCount = 0 }
    lastUse = max(lastUse, now)
    return toldCount > 0
  }
}
