// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The time stamps of the last 16 vblanks that were seen, with their numbers.
///
/// A stamp is late now and then, by as much as an interrupt waits or a loop is busy, and never early. So
/// the one that lies lowest, when all are carried on to the same vblank, is nearest to the truth:
///
/// ```
///   late by   ·      ·               ·
///               ·        · ·   ·         ·
///             ────────·──────·─────────·─────▶ vblanks     the grid goes through the lowest
/// ```
struct VblankStamps {
  /// A vblank's time stamp, and its number since the grid began.
  struct Stamp {
    var time: MonotonicInstant
    var number: Int64
  }

  /// Number of stamps that are remembered.
  static let capacity = 16

  private var stamps = InlineArray<16, Stamp>(
    repeating: Stamp(time: MonotonicInstant(nanoseconds: 0), number: 0)
  )
  private var next = 0
  private var count = 0

  /// No stamps.
  init() {}

  /// Remembers a stamp, in the place of the oldest where there is no room.
  mutating func add(_ stamp: Stamp) {
    stamps[next] = stamp
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// The stamp that lies lowest.
  ///
  /// - Parameters:
  ///   - interval: Time from one vblank to the next.
  ///   - last: The number of the newest that counts.
  /// - Returns: The stamp; `nil` without any.
  func lowest(_ interval: MonotonicInterval, upTo last: Int64 = .max) -> Stamp? {
    var lowest: Stamp?
    var least = Int64.max
    // A subscript of the array itself copies all of it.
    let known = stamps.span
    for index in 0..<count where known[index].number <= last {
      let stamp = known[index]
      let beginning = stamp.time.nanoseconds - stamp.number * interval.nanoseconds
      if beginning < least { (lowest, least) = (stamp, beginning) }
    }
    return lowest
  }
}
