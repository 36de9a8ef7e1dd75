// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// How much time has to be in reserve for wake-ups that are late and drawing that takes longer than expected.
///
/// Both are measured in each frame. Delays of a machine that works as it should fall off exponentially beyond
/// the tenth of them that is longest, by a mean excess that is measured; fifteen times that is exceeded once
/// in thirty million frames. What stands far out of them (another program in the way, a page fault) is an
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
  private static let most = MonotonicInterval.milliseconds(2)
  /// How many times the mean excess is held in reserve, of wake-ups and of drawing, of which only those few
  /// frames count that took longer than was set aside.
  private static let factor: Int64 = 15
  private static let overrunFactor: Int64 = 5
  /// What an excess may be beyond six times the mean, and still be no accident: 0.1 ms.
  private static let tolerance: Int64 = 100_000 << 8

  // In 1/256 ns.
  /// The delay that one wake-up in ten exceeds, and by how much those do on average.
  private var threshold: Int64 = 140_000 << 8
  private var excess: Int64 = 60_000 << 8
  private var excessCount: Int64 = 0
  /// The mean of the last delays, some 16.
  private var mean: Int64 = 60_000 << 8
  /// By how much drawing takes longer than was set aside, where it does.
  private var overrun: Int64 = 0

  /// A reserve for a machine of which nothing is known.
  init() {}

  /// The reserve; after a time of long delays it falls within some frames.
  var current: MonotonicInterval {
    let usual = threshold + Self.factor * excess
    let wake = min(usual, 32 * mean + Self.tolerance)
    let nanoseconds = max(wake, Self.overrunFactor * overrun) >> 8
    return min(max(Self.least, MonotonicInterval(nanoseconds: nanoseconds)), Self.most)
  }

  /// A frame was begun `delay` after it was due.
  mutating func noteWake(_ delay: MonotonicInterval) {
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
    excessCount = min(excessCount + 1, 64)
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
