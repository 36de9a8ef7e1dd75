// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// The line through the first and the newest time stamp, for as long as all between them lie on it.
///
/// Stamps that a display counts out, line by line, are exact: the newest is where its vblank is, and the
/// interval is what lies between the first and the newest, divided by the number of vblanks. The first
/// stamp that is off the line ends that, and the lowest of the last ones takes over (`VblankStamps`).
struct ExactLine {
  /// Largest distance of a stamp from the line, in nanoseconds.
  private static let tolerance: Int64 = 5000
  /// Largest number of vblanks over which the interval is measured, so that a warming crystal is followed.
  private static let longest: Int64 = 16384

  /// The interval that was believed when the line began.
  let intervalBefore: MonotonicInterval
  private var first: MonotonicInstant
  /// Number of vblanks from the first stamp to the newest.
  private(set) var count: Int64 = 0

  /// A line that begins with the vblank at `time`.
  init(at time: MonotonicInstant, intervalBefore: MonotonicInterval) {
    first = time
    self.intervalBefore = intervalBefore
  }

  /// Takes in the next stamp.
  ///
  /// - Parameters:
  ///   - time: The stamp.
  ///   - steps: Number of vblanks from the newest stamp to this one.
  ///   - error: Distance from the line, in nanoseconds.
  /// - Returns: The interval; `nil` when the stamp is off the line.
  mutating func extend(
    to time: MonotonicInstant,
    steps: Int64,
    error: Int64
  ) -> MonotonicInterval? {
    // Any two stamps make a line, and it is known to the nanosecond.
    guard count == 0 || abs(error) <= Self.tolerance + steps else { return nil }
    count += steps
    let interval = MonotonicInterval(nanoseconds: (time - first).nanoseconds / count)
    if count > Self.longest {
      count = Self.longest / 2
      first = time - interval * count
    }
    return interval
  }
}
