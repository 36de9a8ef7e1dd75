// SPDX-License-Identifier: Apache-2.0

/// What an elastic button looks like at one instant: all that drawing needs besides its style.
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

/// What a wave progress indicator looks like at one instant.
package struct WaveProgressSnapshot: Hashable, Sendable {
  /// Where the fluid's mean line stands: 0 at the mask's bottom edge, 1 at its top edge.
  package var level: Double
  /// The waves' amplitude in points, already faded towards both ends; 0 is a flat line.
  package var amplitude: Double
  /// The waves' phase in degrees, 0 ..< 360.
  package var phase: Double
  /// The percent figure that is shown, 0 … 100.
  package var figure: Int
  /// 0 invisible … 1 fully visible.
  package var opacity: Double

  /// A snapshot of the five values.
  package init(level: Double, amplitude: Double, phase: Double, figure: Int, opacity: Double = 1) {
    self.level = level
    self.amplitude = amplitude
    self.phase = phase
    self.figure = figure
    self.opacity = opacity
  }
}
