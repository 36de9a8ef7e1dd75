// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The pace at which a state that changes is stored: the first change at once, and those that follow soon after
/// together.
struct StatePace {
  /// Between two writes at least; what was set since the last one is lost with a process that is killed.
  static let interval = MonotonicInterval.milliseconds(100)

  /// The earliest instant of the next write; nil for at once.
  private(set) var earliest: MonotonicInstant?

  /// Tells if the state may be written at `now`.
  func mayWrite(at now: MonotonicInstant) -> Bool { earliest.map { $0 <= now } ?? true }

  /// The state has been written.
  mutating func noteWrite(at now: MonotonicInstant) { earliest = now + Self.interval }
}
