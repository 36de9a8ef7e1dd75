// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import LinuxSystem
import MonotonicTime

/// A one-shot timer on CLOCK_MONOTONIC that an ``Epoll`` can watch (`timerfd`).
struct TimerDescriptor: ~Copyable {
  private let file: OwnedFileDescriptor
  /// When it fires, `nil` while it is not armed; a timer that has fired counts as armed until then.
  private(set) var deadline: MonotonicInstant?

  /// Makes a timer that is not armed.
  ///
  /// - Returns: The timer.
  /// - Throws: ``SystemError`` when no descriptor is left.
  static func open() throws(SystemError) -> Self {
    let flags = CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC)
    let descriptor = timerfd_create(CLOCK_MONOTONIC, flags)
    guard descriptor >= 0 else { throw SystemError.last("timerfd_create") }
    return Self(file: OwnedFileDescriptor(adopting: descriptor), deadline: nil)
  }

  /// The timer's descriptor: readable once it has fired.
  var descriptor: CInt { file.rawValue }

  /// Arms the timer for `deadline`, or disarms it with `nil`; makes no system call when nothing changes.
  ///
  /// A deadline in the past fires at once.
  mutating func arm(at deadline: MonotonicInstant?) {
    guard deadline != self.deadline else { return }
    self.deadline = deadline
    var setting = itimerspec()
    if let deadline {
      // An all-zero time would disarm.
      let nanoseconds = max(1, deadline.nanoseconds)
      setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    let result = unsafe timerfd_settime(
      file.rawValue,
      CInt(TFD_TIMER_ABSTIME),
      &setting,
      nil
    )
    precondition(result == 0, "timerfd_settime refused a valid time")
  }

  /// Notes that the timer has fired and is no longer armed.
  ///
  /// The pending expiry is cleared by the next ``arm(at:)`` as well; reading it here keeps a
  /// level-triggered watch from reporting it again.
  mutating func acknowledge() {
    var expirations: UInt64 = 0
    let count = unsafe read(file.rawValue, &expirations, 8)
    if count == 8 { deadline = nil }
  }
}
