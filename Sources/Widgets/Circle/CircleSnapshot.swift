// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// What an elastic circle looks like at one instant: all that drawing needs besides its colours.
package struct CircleSnapshot: Hashable, Sendable {
  /// The middle, in points.
  package var center: Point
  /// The radius in points, 0 or more.
  package var radius: Double
  /// 0 invisible … 1 fully visible.
  package var opacity: Double
  /// Whether letting go would trigger.
  package var isArmed: Bool
  /// Whether it can be pulled; a disabled one is drawn muted.
  package var isEnabled: Bool
}
