// SPDX-License-Identifier: Apache-2.0

extension Spring {
  /// Part of the distance that UIKit's definition leaves at the end of the duration, ε.
  static let residue = 0.001

  /// UIKit's spring: `usingSpringWithDamping:initialSpringVelocity:` with a duration.
  ///
  /// Duration D in seconds is clamped to 0.01 … 10 (NaN: 0.5), ζ to 1.19209290e−7 … 1 (NaN: 1), v0
  /// to ±10^60 (NaN: 0). ω comes from 12 Newton steps from 5/D on
  /// ```
  /// f(ω) = ε − |(ζω − v0) / (ω√(1−ζ²)) · e^(−ζωD)|    ζ < 1
  /// f(ω) = ∓ε + ((ω − v0)D + 1) e^(−ωD)               ζ = 1, − when ω ≥ v0
  /// ```
  /// with ε = 0.001. Where they do not arrive (the result is not finite, not positive, or leaves
  /// less than ε/2 or more than 3ε/2 at D) ω is the largest root of the same equation, found by
  /// bisection: the stiffest of the springs that the equation describes, which is always finite.
  /// ωD depends on ζ and v0·D alone.
  package init(duration: Double, dampingRatio: Double, initialVelocity: Double) {
    let duration = duration.bounded(to: 0.01...10, nan: 0.5)
    let zeta = dampingRatio.bounded(to: 1.19209290e-7...1, nan: 1)
    let velocity = initialVelocity.bounded()
    let equation = DurationEquation(duration: duration, dampingRatio: zeta, velocity: velocity)
    self.init(
      angularFrequency: equation.newtonRoot() ?? equation.largestRoot(),
      dampingRatio: zeta,
      initialVelocity: velocity,
      duration: duration
    )
  }
}

/// The equation that ties a spring's frequency to the time after which ε of the way is left.
struct DurationEquation {
  /// D in seconds, positive.
  let duration: Double
  /// ζ, above 0 and at most 1.
  let dampingRatio: Double
  /// v0 in whole distances per second.
  let velocity: Double

  /// 12 Newton steps from 5/D; nil where they do not arrive at a root.
  func newtonRoot() -> Double? {
    var omega = 5 / duration
    for _ in 0..<12 {
      let (value, slope) = valueAndSlope(at: omega)
      let next = omega - value / slope
      if next == omega { break }
      omega = next
    }
    guard omega.isFinite, omega > 0, abs(valueAndSlope(at: omega).value) <= Spring.residue / 2
    else { return nil }
    return omega
  }

  /// The largest root, by bisection on the branch that decreases towards infinity.
  func largestRoot() -> Double {
    // The remainder's magnitude rises from a zero (if any) to one last peak and then falls for
    // good. If the peak is too low to count, the root lies on the falling branch below the zero.
    let peak = lastPeak()
    if peak > 0, magnitude(at: peak) <= Spring.residue {
      return bisect(low: 0, high: lastZero())
    }
    var low = max(peak, 0)
    var high = max(2 * low, 1 / duration)
    while magnitude(at: high) > Spring.residue, high < largestMagnitude {
      low = high
      high *= 2
    }
    return bisect(low: low, high: high)
  }

  /// f(ω) and f′(ω) as given.
  private func valueAndSlope(at omega: Double) -> (value: Double, slope: Double) {
    let signed = remainder(at: omega)
    if dampingRatio < 1 {
      let decay = exponential(-dampingRatio * omega * duration)
      let slope =
        decay * (velocity - dampingRatio * duration * omega * (dampingRatio * omega - velocity))
        / (omega * omega * undampedShare)
      return (Spring.residue - abs(signed), signed >= 0 ? -slope : slope)
    }
    let slope =
      -duration * duration * (omega - velocity) * exponential(-omega * duration)
    return ((omega >= velocity ? -Spring.residue : Spring.residue) + signed, slope)
  }

  /// √(1−ζ²).
  private var undampedShare: Double {
    ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
  }

  /// Remainder at D, with its sign.
  private func remainder(at omega: Double) -> Double {
    if dampingRatio < 1 {
      return (dampingRatio * omega - velocity) / (omega * undampedShare)
        * exponential(-dampingRatio * omega * duration)
    }
    return ((omega - velocity) * duration + 1) * exponential(-omega * duration)
  }

  private func magnitude(at omega: Double) -> Double {
    abs(remainder(at: omega))
  }

  /// The frequency at which the remainder changes its sign; 0 or less where it does not.
  private func lastZero() -> Double {
    dampingRatio < 1 ? velocity / dampingRatio : velocity - 1 / duration
  }

  /// Above the last zero, where the remainder is largest; 0 or less where it falls everywhere.
  private func lastPeak() -> Double {
    guard velocity > 0 else { return 0 }
    if dampingRatio == 1 { return velocity }
    let discriminant = velocity.squareRoot() * (velocity + 4 / duration).squareRoot()
    return (velocity + discriminant) / (2 * dampingRatio)
  }

  /// The root between `low`, where more than ε is left, and `high`, where less is.
  private func bisect(low: Double, high: Double) -> Double {
    var low = low
    var high = high
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if magnitude(at: middle) > Spring.residue { low = middle } else { high = middle }
    }
    return high
  }
}
