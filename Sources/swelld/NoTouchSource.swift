// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Touch

/// A machine without touch devices: touches come over the control socket only.
final class NoTouchSource: TouchSource {
  let descriptor: CInt? = nil
  let deadline: MonotonicInstant? = nil
  let devices: [InputDeviceDescription] = []

  func start(at now: MonotonicInstant) {}
  func processReadiness(at now: MonotonicInstant) {}
  func processDeadline(at now: MonotonicInstant) {}
  func nextEvent() -> TouchSourceEvent? { nil }
  func suspend(at now: MonotonicInstant) {}
  func resume(at now: MonotonicInstant) {}
  func stop() {}
}
