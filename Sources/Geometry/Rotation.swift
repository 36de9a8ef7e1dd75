// SPDX-License-Identifier: Apache-2.0

/// By how many degrees the picture is turned clockwise before it is put into the buffer.
///
/// With 90° the top of the picture is at the right edge of the unrotated panel.
package enum Rotation: Int, Sendable, Hashable, CaseIterable {
  /// Not turned.
  case none = 0
  /// Turned a quarter clockwise.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// Turned three quarters clockwise, a quarter counter-clockwise.
  case threeQuarters = 270

  /// Whether width and height change places.
  package var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}
