// SPDX-License-Identifier: Apache-2.0

/// The measures, in this order, against frames that no longer reach the screen.
package struct RecoveryLadder: Sendable {
  /// One remedy.
  package enum Rung: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// The same frame again.
    case retry
    /// The mode set anew.
    case modeset
    /// The CRTC off and on.
    case powerCycle
    /// The device closed and opened.
    case reopen
    /// The service manager asked to start the process anew.
    case watchdog

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The name under which it is counted.
    package var name: String {
      switch self {
      case .retry: "flip-retry"
      case .modeset: "flip-modeset"
      case .powerCycle: "flip-power-cycle"
      case .reopen: "flip-reopen"
      case .watchdog: "watchdog"
      }
    }

    /// The measure in words, for the log.
    package var sentence: String {
      switch self {
      case .retry: "handing the frame over again"
      case .modeset: "setting the mode anew"
      case .powerCycle: "switching the CRTC off and on"
      case .reopen: "opening the device anew"
      case .watchdog: "asking the service manager for a restart"
      }
    }
  }

  /// The rung reached, `nil` on the ground.
  package private(set) var rung: Rung?

  /// Stands on the ground.
  package init() {}

  /// Steps up.
  ///
  /// - Parameter lowest: A rung below which trying is pointless.
  /// - Returns: The rung to try, and whether it is reached for the first time since the last
  ///   success; from the last rung the way leads back to opening the device, silently.
  package mutating func climb(from lowest: Rung = .retry) -> (rung: Rung, isFirst: Bool) {
    guard let rung else {
      self.rung = lowest
      return (lowest, true)
    }
    guard let next = Rung(rawValue: max(rung.rawValue + 1, lowest.rawValue)) else {
      return (.reopen, false)
    }
    self.rung = next
    return (next, true)
  }

  /// A frame has reached the screen.
  ///
  /// - Returns: The rung that led there, `nil` when none was needed.
  package mutating func reset() -> Rung? {
    defer { rung = nil }
    return rung
  }
}
