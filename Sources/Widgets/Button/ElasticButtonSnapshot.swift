// SPDX-License-Identifier: Apache-2.0

/// What an elastic button looks like at one instant: all that drawing needs besides its colours.
package struct ElasticButtonSnapshot: Hashable, Sendable {
  /// How far the middles' control points are out, in points; negative bows the edges inward.
  package var offset: Double
  /// 0 invisible … 1 fully visible.
  package var opacity: Double
  /// Whether the button can be pressed; a disabled one is drawn muted.
  package var isEnabled: Bool

  /// A snapshot of the three values.
  package init(offset: Double, opacity: Double = 1, isEnabled: Bool = true) {
    self.offset = offset
    self.opacity = opacity
    self.isEnabled = isEnabled
  }
}
