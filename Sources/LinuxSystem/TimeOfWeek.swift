// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The time of day where this machine stands; only for what people go by.
package enum TimeOfWeek {
  /// The day of the week, 0 for Monday … 6 for Sunday, and the seconds since its midnight.
  ///
  /// The time zone is looked up anew each time.
  ///
  /// - Returns: The local time; nil while the clock has not been set, as where no battery keeps it.
  package static func now() -> (weekday: Int, second: Int)? {
    var seconds = time_t()
    unsafe time(&seconds)
    // The program is younger than that.
    guard seconds > 1_700_000_000 else { return nil }
    tzset()
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return nil }
    let second =
      unsafe (Int(local.tm_hour) * 60 + Int(local.tm_min)) * 60 + Int(local.tm_sec)
    return unsafe ((Int(local.tm_wday) + 6) % 7, second)
  }
}
