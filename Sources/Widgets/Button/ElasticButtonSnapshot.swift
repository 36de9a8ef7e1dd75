// SPDX-License-Identifier: Apache-2.0

/// The look of an elastic button at one instant: all that drawing needs besides its colours.
package struct ElasticButtonSnapshot: Hashable, Sendable {
  /// Deflection of the control points in the middles of the edges, in points; negative bows the edges inward.
  package var offset: Double
  /// 0 invisible … 1 fully visible.
  package var opacity: Double
  /// True if the button can be pressed; a disabled one is drawn muted.
  package var isEnabled: Bool

  /// A snapshot of the three values.
  package init(offset: Double, opacity: Double = 1, isEnabled: Bool = true) {
    self.offset = offset
    self.opacity = opacity
    self.isEnabled = isEnabled
  }
}
