// SPDX-License-Identifier: Apache-2.0

/// The level of error correction of a code, by the share of it that may be covered.
package enum CodeLevel: String, CaseIterable, Hashable, Sendable {
  /// About 7 %.
  case low = "L"
  /// About 15 %.
  case medium = "M"
  /// About 25 %.
  case quartile = "Q"
  /// About 30 %.
  case high = "H"

  /// The number of the level, 0 … 3.
  package var number: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .quartile: 2
    case .high: 3
    }
  }
}
