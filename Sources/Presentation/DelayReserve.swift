// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// Estimates the time that has to be in reserve for wake-ups that are late and drawing that takes longer than expected.
///
/// Both are measured in each frame. Delays of a machine that works as it should fall off exponentially beyond
/// the tenth of them that is longest, by a mean excess that is measured; seventeen times that is exceeded once
/// in two hundred million frames. What stands far out of them (another program in the way, a page fault) is an
/// accident: no reserve helps against those, and none is made for them.
///
/// ```
///   ▁▃█▇▆▅▄▄▃▃▂▂▂▁▁▁▁                    ·         delays of wake-ups, and an accident
///            │◀─▶│ mean excess
///            longest tenth    reserve
/// ```
struct DelayReserve {
  /// The least that is held in reserve.
  static let least = MonotonicInterval.microseconds(250)
  /// The most that is held in reserve.
  private static let most = MonotonicInterval.microseconds(2500)
  /// Multiples of the mean excess that are held in reserve: of wake-ups, and of drawing, of which only those few frames
  /// count that took longer than was set aside.
  private static let factor: Int64 = 17
  private static let overrunFactor: Int64 = 5
  /// Multiples of the mean excess that one frame in some ten thousands exceeds, and one in a million.
  private static let usualFactor: Int64 = 9
  private static let rareFactor: Int64 = 12
  /// Largest part of an excess beyond six times the mean that is still no accident: 0.1 ms.
  private static let tolerance: Int64 = 100_000 << 8

  /// Longest delay of a wake-up that does not count as late.
  private static let exactness = MonotonicInterval.microseconds(2)

  // In 1/256 ns.
  /// The delay that one wake-up in ten exceeds, and by how much those do on average.
  private var threshold: Int64 = 140_000 << 8
  private var excess: Int64 = 60_000 << 8
  private var excessCount: Int64 = 0
  /// The mean of the last delays, some 16.
  private var mean: Int64 = 60_000 << 8
  /// True if no wake-up has been late, as in virtual time, so that the least is enough.
  ///
  /// `nil` before the first.
  private var isExact: Bool?
  /// Mean time that drawing takes beyond what was set aside, where it does.
  private var overrun: Int64 = 0

  /// A reserve for a machine of which nothing is known.
  init() {}

  /// The reserve; after a time of long delays it falls within some frames.
  var current: MonotonicInterval {
    guard isExact != true else { return Self.least }
    let usual = threshold + Self.factor * excess
    let wake = min(usual, 32 * mean + Self.tolerance)
    let nanoseconds = max(wake, Self.overrunFactor * overrun) >> 8
    return min(max(Self.least, MonotonicInterval(nanoseconds: nanoseconds)), Self.most)
  }

  /// Delay that one wake-up in some eight exceeds.
  var long: MonotonicInterval { MonotonicInterval(nanoseconds: (threshold - threshold / 8) >> 8) }

  /// Delay that one frame in some ten thousands exceeds.
  var usual: MonotonicInterval {
    let nanoseconds = max(threshold + Self.usualFactor * excess, 2 * overrun) >> 8
    return MonotonicInterval(nanoseconds: nanoseconds) + .microseconds(50)
  }

  /// Delay that one frame in a million exceeds.
  var rare: MonotonicInterval {
    MonotonicInterval(nanoseconds: max(threshold + Self.rareFactor * excess, 3 * overrun) >> 8)
  }

  /// A frame was begun `delay` after it was due.
  mutating func noteWake(_ delay: MonotonicInterval) {
    isExact = isExact ?? true && delay <= Self.exactness
    let beyond = Self.fraction(delay) - threshold
    guard beyond < 6 * excess + Self.tolerance else { return }
    mean += (beyond + threshold - mean) / 16
    // Nine steps down for each of nine steps' length up keep one in ten above.
    let step = max(excess, 2000 << 8) / 16
    guard beyond > 0 else {
      threshold -= step / 10
      if excessCount == 0 {
        // What was assumed of the machine fades while nothing speaks for it.
        threshold -= threshold / 64
        excess -= excess / 64
      }
      return
    }
    threshold += step * 9 / 10
    excessCount = min(excessCount + 1, 256)
    excess += (beyond - excess) / max(16, excessCount)
  }

  /// Drawing took `time` longer than was set aside for it.
  mutating func noteOverrun(_ time: MonotonicInterval) {
    let beyond = Self.fraction(time)
    guard beyond > 0, beyond < 6 * overrun + Self.tolerance else { return }
    overrun += (beyond - overrun) / 16
  }

  /// A length of time in 1/256 ns, 0 … 1 s.
  private static func fraction(_ time: MonotonicInterval) -> Int64 {
    min(max(0, time.nanoseconds), 1_000_000_000) << 8
  }
}
