// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// A machine without touch devices: what touches there are come by other ways.
package final class NoTouchSource: TouchSource {
  package let descriptor: CInt? = nil
  package let deadline: MonotonicInstant? = nil
  package let devices: [InputDeviceDescription] = []

  /// A source that says nothing.
  package init() {}

  package func start(at now: MonotonicInstant) {}
  package func processReadiness(at now: MonotonicInstant) {}
  package func processDeadline(at now: MonotonicInstant) {}
  package func nextEvent() -> TouchSourceEvent? { nil }
  package func suspend(at now: MonotonicInstant) {}
  package func resume(at now: MonotonicInstant) {}
  package func stop() {}
}
