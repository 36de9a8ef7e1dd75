// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc

/// The time of day.
package enum CivilTime {
  /// Nanoseconds that CLOCK_REALTIME is ahead of CLOCK_MONOTONIC; another one whenever the clock is set.
  package static func offset() -> Int64 {
    var (wall, monotonic) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_REALTIME, &wall)
    unsafe clock_gettime(CLOCK_MONOTONIC, &monotonic)
    return (Int64(wall.tv_sec) &- Int64(monotonic.tv_sec)) &* 1_000_000_000
      &+ (Int64(wall.tv_nsec) &- Int64(monotonic.tv_nsec))
  }

  /// Nanoseconds that CLOCK_REALTIME is ahead of CLOCK_BOOTTIME, which counts sleep; another one whenever the clock is
  /// set.
  package static func setting() -> Int64 {
    var (wall, boot) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_REALTIME, &wall)
    unsafe clock_gettime(CLOCK_BOOTTIME, &boot)
    return (Int64(wall.tv_sec) &- Int64(boot.tv_sec)) &* 1_000_000_000
      &+ (Int64(wall.tv_nsec) &- Int64(boot.tv_nsec))
  }

  /// Seconds by which the machine's time zone is ahead of UTC at a time.
  ///
  /// - Parameter seconds: Seconds of CLOCK_REALTIME.
  /// - Returns: The seconds; 0 for a time that no calendar has.
  package static func secondsEast(secondsSince1970 seconds: Int64) -> Int {
    var time = time_t(seconds)
    var parts = unsafe tm()
    tzset()
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe Int(parts.tm_gmtoff)
  }

  /// A time as `format` writes it (`strftime`).
  ///
  /// In the machine's time zone, looked up anew each time as it may have been set, and in the language as the C library
  /// writes it, else in that of `LC_TIME`, else in English.
  ///
  /// - Parameters:
  ///   - format: At most 64 bytes.
  ///   - secondsSince1970: Seconds of CLOCK_REALTIME.
  ///   - language: The language, such as "de" or "pt-BR"; empty for that of `LC_TIME`, as where its locale is not
  ///     installed.
  ///   - isUTC: True if it is written in UTC and English instead.
  /// - Returns: The text; empty for a time that no calendar has.
  package static func text(
    _ format: String,
    secondsSince1970: Int64,
    in language: String = "",
    isUTC: Bool = false
  ) -> String {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let names = LocaleNames.names(of: language).joined(separator: " ")
    let count = unsafe clinux_time_text(
      &bytes,
      bytes.count,
      format,
      secondsSince1970,
      isUTC,
      language,
      names
    )
    return String(decoding: bytes[..<min(count, bytes.count)], as: UTF8.self)
  }

  /// The day of the week, 0 for Monday … 6 for Sunday, and the seconds since its midnight.
  ///
  /// In the machine's time zone, looked up anew each time.
  ///
  /// - Parameters:
  ///   - seconds: Seconds of CLOCK_REALTIME.
  ///   - isUTC: True if it is told in UTC instead.
  /// - Returns: The time; nil while the clock has not been set, as where no battery keeps it.
  package static func timeOfWeek(
    secondsSince1970 seconds: Int64,
    isUTC: Bool = false
  ) -> (weekday: Int, second: Int)? {
    // The program is younger than that.
    guard seconds > 1_700_000_000 else { return nil }
    var time = time_t(seconds)
    var parts = unsafe tm()
    if !isUTC { tzset() }
    guard unsafe (isUTC ? gmtime_r(&time, &parts) : localtime_r(&time, &parts)) != nil else {
      return nil
    }
    let second = unsafe (Int(parts.tm_hour) * 60 + Int(parts.tm_min)) * 60 + Int(parts.tm_sec)
    return unsafe ((Int(parts.tm_wday) + 6) % 7, second)
  }
}

/// Tells when the wall clock is set, or the machine has slept.
package struct ClockJumps: ~Copyable {
  private let file: OwnedFileDescriptor

  /// Waits for the first jump.
  ///
  /// - Returns: The watch.
  /// - Throws: ``SystemError`` when no descriptor is left.
  package static func open() throws(SystemError) -> Self {
    let descriptor = clinux_clock_jumps()
    guard descriptor >= 0 else { throw SystemError.last("timerfd_create") }
    let jumps = Self(file: OwnedFileDescriptor(adopting: descriptor))
    try jumps.arm()
    return jumps
  }

  /// Readable from a jump until ``arm()``.
  package var descriptor: CInt { file.rawValue }

  /// Waits for the next jump (TFD_TIMER_CANCEL_ON_SET).
  ///
  /// - Throws: ``SystemError`` where the kernel cannot tell.
  package func arm() throws(SystemError) {
    guard clinux_arm_clock_jump(file.rawValue) == 0 else {
      throw SystemError.last("timerfd_settime")
    }
  }
}
