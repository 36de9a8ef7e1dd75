// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// A file that tells the next process that this one has died of itself.
package enum CrashMark {
  /// Has this process make an empty file at `path` when it dies of itself.
  ///
  /// That is by a signal that it has brought upon itself (a trap, a bad access, `abort`), or by the watchdog's SIGABRT.
  /// SIGKILL and an end in order leave none.
  package static func leave(at path: String) { unsafe clinux_leave_crash_mark(path) }
}
