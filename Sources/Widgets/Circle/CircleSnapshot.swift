// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// The look of an elastic circle at one instant: all that drawing needs besides its colours.
package struct CircleSnapshot: Hashable, Sendable {
  /// The middle, in points.
  package var center: Point
  /// The radius in points, 0 or more.
  package var radius: Double
  /// 0 invisible … 1 fully visible.
  package var opacity: Double
  /// True if letting go would trigger.
  package var isArmed: Bool
  /// True if the circle can be pulled; a disabled one is drawn muted.
  package var isEnabled: Bool
}
