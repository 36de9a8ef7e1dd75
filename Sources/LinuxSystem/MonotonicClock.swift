// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import MonotonicTime

/// The only place of the program that asks what time it is.
package enum MonotonicClock {
  /// The current time of CLOCK_MONOTONIC, the clock of flip and touch events.
  package static func now() -> MonotonicInstant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// Has the calling thread sleep for `interval`, less than a second; a signal ends it earlier.
  package static func sleep(for interval: MonotonicInterval) {
    var time = timespec(tv_sec: 0, tv_nsec: Int(interval.nanoseconds))
    unsafe nanosleep(&time, nil)
  }

  /// The time that the processor has spent on the calling thread; a system call, as it is no time of day.
  ///
  /// It stands still while the thread waits, and while the machine does something else.
  package static func spentOnThread() -> MonotonicInstant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}
