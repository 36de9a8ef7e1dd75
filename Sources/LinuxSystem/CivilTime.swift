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

  /// A time as `format` writes it (`strftime`).
  ///
  /// In the machine's time zone, looked up anew each time as somebody may have set it, and in the
  /// language of `LC_TIME`, else in English.
  ///
  /// - Parameters:
  ///   - format: At most 64 bytes.
  ///   - secondsSince1970: Seconds of CLOCK_REALTIME.
  ///   - isUTC: Whether it is written in UTC and English instead.
  /// - Returns: The text; empty for a time that no calendar has.
  package static func text(
    _ format: String,
    secondsSince1970: Int64,
    isUTC: Bool = false
  ) -> String {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe clinux_time_text(&bytes, bytes.count, format, secondsSince1970, isUTC)
    return String(decoding: bytes[..<min(count, bytes.count)], as: UTF8.self)
  }
}

/// Tells when somebody sets the wall clock, or the machine has slept.
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
