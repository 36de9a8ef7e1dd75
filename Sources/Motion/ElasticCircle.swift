// SPDX-License-Identifier: Apache-2.0

/// A circle that a finger has pulled to some radius and that springs back when let go.
///
/// e(x) = 2^(−10x) · sin((x − τ/4)·2π/τ), x = elapsed/duration; radius = R − (r0 − R)·e(x). The
/// article has τ = 0.3 and 1 s.
package struct ElasticCircle: Hashable, Sendable {
  /// R, the radius at rest, in points; not negative.
  package let restingRadius: Double
  /// r0, the radius when the finger was lifted, in points; not negative.
  package let releasedRadius: Double
  /// True if the article's formula is used, whose circle jumps to 2R − r0 at the release.
  package let isLiteral: Bool

  /// Duration of the swing in seconds; at least a microsecond.
  package let duration: Double
  /// τ, the part of the duration that one swing takes; at least a millionth.
  package let tension: Double

  /// A circle let go at `releasedRadius`; NaN counts as 0, and as the article's value in `duration`
  /// and `tension`.
  package init(
    restingRadius: Double,
    releasedRadius: Double,
    isLiteral: Bool = false,
    duration: Double = 1,
    tension: Double = 0.3
  ) {
    self.restingRadius = max(restingRadius.bounded(), 0)
    self.releasedRadius = max(releasedRadius.bounded(), 0)
    self.isLiteral = isLiteral
    self.duration = max(duration.bounded(nan: 1), 1e-6)
    self.tension = max(tension.bounded(nan: 0.3), 1e-6)
  }

  /// The radius in points, `elapsed` seconds after the release; at least 0.
  ///
  /// Exactly the resting radius once the duration is over; the radius of the release's instant before
  /// it and for NaN. Does not allocate.
  package func radius(at elapsed: Double) -> Double {
    let x = elapsed.bounded(nan: 0) / duration
    guard x < 1 else { return restingRadius }
    let swing = (releasedRadius - restingRadius) * elastic(max(x, 0))
    return max(isLiteral ? restingRadius + swing : restingRadius - swing, 0)
  }

  /// Velocity of the radius then, in points per second; 0 before the release and at rest.
  package func velocity(at elapsed: Double) -> Double {
    let x = elapsed.bounded(nan: 0) / duration
    guard x >= 0, x < 1, radius(at: elapsed) > 0 else { return 0 }
    let turn = 2 * Double.pi / tension
    let angle = (x - tension / 4) * turn
    let slope =
      powerOfTwo(-10 * x) * (turn * cosine(angle) - 10 * logarithm(2) * sine(angle)) / duration
    let velocity = (releasedRadius - restingRadius) * slope
    return isLiteral ? velocity : -velocity
  }

  /// e(x), −1 at 0.
  private func elastic(_ x: Double) -> Double {
    powerOfTwo(-10 * x) * sine((x - tension / 4) * (2 * .pi) / tension)
  }
}
