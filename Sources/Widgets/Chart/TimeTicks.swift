// SPDX-License-Identifier: Apache-2.0

/// The marks of a time axis, at round times of day.
enum TimeTicks {
  private static let hour = 3600
  private static let day = 86_400

  /// Distances in seconds that marks may have, ascending.
  static let steps: [Int] =
    [1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * 60 }
    + [1, 3, 6, 12].map { $0 * hour } + [1, 2, 7].map { $0 * day }

  /// The usual format of strftime(3) for marks that are `step` seconds apart.
  static func format(step: Int) -> String {
    switch step {
    case ..<60: "%H:%M:%S"
    case ..<day: "%H:%M"
    case ..<(7 * day): "%a"
    default: "%d %b"
    }
  }

  /// The times in `range` that are whole multiples of `step` by the clock on the wall, of weeks from Mondays on.
  ///
  /// An hour that comes twice has its marks twice where these are an hour apart or less. A midnight that is left out,
  /// as clocks are set forward there, has its mark at the day's first second.
  ///
  /// - Parameters:
  ///   - step: Seconds from one to the next, one of ``steps``.
  ///   - range: Seconds since 1970.
  ///   - secondsEast: The seconds by which the time of day is ahead of UTC at a second since 1970; it changes once a
  ///     day at most.
  /// - Returns: Seconds since 1970, ascending.
  static func times(
    every step: Int,
    in range: ClosedRange<Int>,
    secondsEast: (Int) -> Int
  ) -> [Int] {
    // 1970 began on a Thursday.
    let lead = 3 * day
    var times: [Int] = []
    var start = range.lowerBound
    var last = floored(start - 1 + secondsEast(start - 1) + lead, unit: step)
    while start <= range.upperBound {
      let east = secondsEast(start) + lead
      let end = changeEnd(from: start, to: range.upperBound + 1, secondsEast: secondsEast)
      let first = floored(start + east, unit: step)
      if first > last, first * step != start + east, step >= day { times.append(start) }
      var index = first * step == start + east ? first : first + 1
      while index * step - east < end {
        if index > last || step <= hour { times.append(index * step - east) }
        index += 1
      }
      last = max(last, floored(end - 1 + east, unit: step))
      start = end
    }
    return times
  }

  /// The first second behind `start` at which the time of day is ahead of UTC by another amount; `limit` where there
  /// is none before.
  private static func changeEnd(from start: Int, to limit: Int, secondsEast: (Int) -> Int) -> Int {
    let east = secondsEast(start)
    var low = start
    while low < limit {
      var high = min(low + day, limit)
      guard secondsEast(high) != east else {
        low = high
        continue
      }
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if secondsEast(middle) == east { low = middle } else { high = middle }
      }
      return high
    }
    return limit
  }
}

/// The greatest whole number of `unit`s that is not greater than `number`.
func floored(_ number: Int, unit: Int) -> Int {
  let whole = number / unit
  return whole * unit > number ? whole - 1 : whole
}
