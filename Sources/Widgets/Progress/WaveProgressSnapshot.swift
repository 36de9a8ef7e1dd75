// SPDX-License-Identifier: Apache-2.0

/// The look of a wave progress indicator at one instant.
package struct WaveProgressSnapshot: Hashable, Sendable {
  /// Level of the fluid's mean line: 0 at the mask's bottom edge, 1 at its top edge.
  package var level: Double
  /// The waves' amplitude in points, already faded towards both ends; 0 is a flat line.
  package var amplitude: Double
  /// The waves' phase in degrees, 0 ..< 360.
  package var phase: Double
  /// The figure of an indicator that shows none.
  package static let noFigure = -1

  /// The percent figure that is shown, 0 … 100, or ``noFigure``.
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
