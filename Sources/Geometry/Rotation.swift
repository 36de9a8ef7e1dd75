// SPDX-License-Identifier: Apache-2.0

/// Angle in degrees by which the picture is turned clockwise before it is put into the buffer.
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

  /// True if width and height change places.
  package var swapsAxes: Bool { self == .quarter || self == .threeQuarters }

  /// This rotation and then `other`.
  package func turned(by other: Self) -> Self {
    Self(rawValue: (rawValue + other.rawValue) % 360) ?? self
  }

  /// The rotation that undoes this one.
  package var inverse: Self { Self(rawValue: (360 - rawValue) % 360) ?? self }
}
