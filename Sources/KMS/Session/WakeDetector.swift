// SPDX-License-Identifier: Apache-2.0
internal import CDRM
internal import LinuxSystem

/// Notices that the machine has slept.
///
/// Timers on CLOCK_REALTIME can be told to fire when that clock is set, and waking up sets it
/// (`timekeeping_resume` in the kernel). Whether it was sleep or merely a corrected clock is told by
/// CLOCK_BOOTTIME, which has run on meanwhile.
final class WakeDetector {
  /// Less than this is the jitter of reading two clocks one after the other.
  private static let shortestSleep = 0.1

  private let jumps: ClockJumps
  private var secondsAsleep: Double

  /// Begins to watch.
  ///
  /// - Returns: The detector, `nil` when the kernel has none.
  static func open() -> WakeDetector? {
    do throws(SystemError) {
      return WakeDetector(try ClockJumps.open())
    } catch {
      return nil
    }
  }

  private init(_ jumps: consuming ClockJumps) {
    self.jumps = jumps
    secondsAsleep = cdrm_seconds_asleep()
  }

  /// Readable once the clock has jumped.
  var descriptor: CInt { jumps.descriptor }

  /// Tells if the machine has slept since the last call.
  func hasSlept() -> Bool {
    let seconds = cdrm_seconds_asleep()
    defer { secondsAsleep = seconds }
    // This also clears the jump that made the descriptor readable.
    try? jumps.arm()
    return seconds - secondsAsleep > Self.shortestSleep
  }
}
