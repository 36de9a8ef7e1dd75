// SPDX-License-Identifier: Apache-2.0

/// One line about a fault of a device, or how it was overcome.
package struct Notice: Sendable, Hashable {
  /// The importance of a notice.
  package enum Severity: Sendable, Hashable {
    /// The screen or touch is wrong, or will be.
    case error
    /// Recovered, and to be looked at.
    case warning
    /// Start, stop, mode, devices that come and go.
    case notice
    /// A decision with its reason.
    case debug
  }

  /// Its importance.
  package var severity: Severity
  /// A short constant name that is counted under `recoveries`; `nil` when it is not a recovery.
  package var recovery: String?
  /// One sentence.
  package var message: String

  /// A notice of the three values.
  package init(_ severity: Severity, recovery: String? = nil, _ message: String) {
    self.severity = severity
    self.recovery = recovery
    self.message = message
  }
}
