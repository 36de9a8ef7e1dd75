// SPDX-License-Identifier: Apache-2.0

/// The two waves of a wave-fill indicator: y(x) = A·sin(2πf·x/W + φ) + A, the back one with cos.
///
/// Lengths in points, y downward from the line of the crests' tops.
package struct Wave: Hashable, Sendable {
  /// W, the width over which the frequency counts, in points.
  package let width: Double
  /// A, half the height from trough to crest, in points.
  package let amplitude: Double
  /// f, the number of waves across the width.
  package let frequency: Double

  /// A wave of `amplitude` with `frequency` periods across `width`; NaN counts as 0.
  package init(width: Double, amplitude: Double, frequency: Double) {
    self.width = width.bounded()
    self.amplitude = amplitude.bounded()
    self.frequency = frequency.bounded()
  }

  /// The front wave's y at `x` with the phase φ in degrees, in points.
  package func front(at x: Double, phase: Double) -> Double {
    amplitude * sine(angle(at: x, phase: phase)) + amplitude
  }

  /// The back wave's y at `x` with the phase φ in degrees, in points.
  package func back(at x: Double, phase: Double) -> Double {
    amplitude * cosine(angle(at: x, phase: phase)) + amplitude
  }

  /// The argument of the sine in radians; 0 where a number is not finite or the width is 0.
  private func angle(at x: Double, phase: Double) -> Double {
    let turns = frequency * x / width
    let angle = 2 * .pi * turns + phase * .pi / 180
    if angle.isFinite { return angle }
    return phase.isFinite ? phase.truncatingRemainder(dividingBy: 360) * .pi / 180 : 0
  }

  /// The phase in degrees, 0 ..< 360, `elapsed` seconds after it was `start`.
  ///
  /// By elapsed time, the same at any refresh rate; 480°/s are the article's 8° a frame at 60 Hz.
  /// 0 where a number is not finite.
  package static func phase(
    after elapsed: Double,
    speed: Double = 480,
    start: Double = 0
  ) -> Double {
    let degrees = start + speed * elapsed
    guard degrees.isFinite else { return 0 }
    let folded = degrees.truncatingRemainder(dividingBy: 360)
    let positive = folded < 0 ? folded + 360 : folded
    return positive < 360 ? positive : 0
  }
}
