// SPDX-License-Identifier: Apache-2.0

/// The request for one of a monitor's modes.
package enum ModeRequest: Hashable, Sendable, CustomStringConvertible {
  /// The one the monitor likes best.
  case preferred
  /// The one it shows now, else the preferred one.
  case current
  /// One of this size, at this refresh rate if one is named.
  case named(NamedMode)
  /// One of these timings, whatever the monitor offers.
  case timings(Modeline)

  /// `preferred`, `current`, `1920x1080@60` or a modeline, as configurations name it.
  package var description: String {
    switch self {
    case .preferred: "preferred"
    case .current: "current"
    case .named(let mode): "\(mode)"
    case .timings(let modeline): "\(modeline)"
    }
  }
}
