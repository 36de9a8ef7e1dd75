// SPDX-License-Identifier: Apache-2.0

/// A damped spring that carries something from a start (0) to a target (1), in closed form.
///
/// Times are seconds since the start, `velocity` counts whole distances per second and is positive
/// towards the target. Under-damped, critically damped and over-damped springs are exact up to
/// rounding, smoothly across damping ratio 1. Every input is accepted: what is not a number or out
/// of range is replaced as the initialisers say, and no result is ever NaN.
///
/// With u the remaining distance as a fraction of the whole, u(0) = 1 and u′(0) = −v0, λ = ζω:
/// ```
/// ζ < 1   u = e^(−λt) (cos ωd t + (λ − v0) sin(ωd t)/ωd)          ωd = ω √(1 − ζ²)
/// ζ = 1   u = e^(−ωt) (1 + (ω − v0) t)
/// ζ > 1   u = e^(−at) (1 + (a − v0) (1 − e^(−δt))/δ)              a = ω/(ζ + β), δ = 2ωβ, β = √(ζ² − 1)
/// ```
/// The last form has no difference of nearly equal exponentials: it holds from β → 0 to β → ∞.
package struct Spring: Hashable, Sendable {
  /// ω in radians per second: of the undamped spring.
  package let angularFrequency: Double
  /// ζ: below 1 the spring overshoots, above 1 it creeps.
  package let dampingRatio: Double
  /// v0 in whole distances per second, positive towards the target.
  package let initialVelocity: Double

  /// The duration in seconds that the spring was made from, if it was.
  let nominalDuration: Double?
  /// Rate of the slowest exponential in 1/s: ζω up to critical damping, a beyond.
  let decayRate: Double
  /// ωd below critical damping, δ above, 0 at it; in 1/s.
  let splitRate: Double

  /// The three solutions, of which one applies.
  enum Regime {
    case underdamped, critical, overdamped
  }

  /// The solution that applies.
  var regime: Regime {
    guard splitRate > 0 else { return .critical }
    return dampingRatio < 1 ? .underdamped : .overdamped
  }

  /// The spring with undamped frequency ω, damping ratio ζ and initial velocity v0.
  ///
  /// Clamped: ω to 10^−60 … 10^60 (NaN: 1), ζ to 0 … 10^60 (NaN: 1), v0 to ±10^60 (NaN: 0).
  package init(angularFrequency: Double, dampingRatio: Double, initialVelocity: Double = 0) {
    self.init(
      angularFrequency: angularFrequency,
      dampingRatio: dampingRatio,
      initialVelocity: initialVelocity,
      duration: nil
    )
  }

  /// The same with the duration that the frequency was derived from.
  init(
    angularFrequency: Double,
    dampingRatio: Double,
    initialVelocity: Double,
    duration: Double?
  ) {
    let omega = angularFrequency.bounded(to: (1 / largestMagnitude)...largestMagnitude, nan: 1)
    let zeta = dampingRatio.bounded(to: 0...largestMagnitude, nan: 1)
    self.angularFrequency = omega
    self.dampingRatio = zeta
    self.initialVelocity = initialVelocity.bounded()
    self.nominalDuration = duration
    if zeta <= 1 {
      self.decayRate = zeta * omega
      self.splitRate = omega * ((1 - zeta) * (1 + zeta)).squareRoot()
    } else {
      // √(ζ−1)·√(ζ+1) neither overflows nor cancels, as √(ζ²−1) would.
      let beta = (zeta - 1).squareRoot() * (zeta + 1).squareRoot()
      self.decayRate = omega / (zeta + beta)
      self.splitRate = 2 * omega * beta
    }
  }

  /// The spring of a mass, a stiffness and a damping coefficient: ω = √(k/m), ζ = c / (2√(km)).
  ///
  /// As `CASpringAnimation` has it. Clamped: mass and stiffness to 10^−30 … 10^30 (NaN: 1 and 100),
  /// damping to 0 … 10^30 (NaN: 10), velocity to ±10^60 (NaN: 0). Without damping the spring
  /// swings for ever.
  package init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double = 0) {
    let m = mass.bounded(to: 1e-30...1e30, nan: 1)
    let k = stiffness.bounded(to: 1e-30...1e30, nan: 100)
    let c = damping.bounded(to: 0...1e30, nan: 10)
    self.init(
      angularFrequency: (k / m).squareRoot(),
      dampingRatio: c / (2 * (k * m).squareRoot()),
      initialVelocity: initialVelocity
    )
  }

  /// The duration in seconds: as given, else the time until less than 0.1 % of the way is left.
  package var duration: Double {
    nominalDuration ?? restTime(amplitude: 1, threshold: Self.residue)
  }

  /// The remaining distance as a fraction of the whole, u, at `t` seconds after the start.
  ///
  /// 1 before the start and where `t` is NaN. Does not allocate.
  package func remaining(at t: Double) -> Double {
    freeMotion(from: 1, rate: -initialVelocity, after: t).displacement
  }

  /// The covered distance as a fraction of the whole, p = 1 − u, at `t` seconds after the start.
  ///
  /// 0 before the start and where `t` is NaN. The pure curve: it approaches 1 for ever.
  package func position(at t: Double) -> Double {
    1 - remaining(at: t)
  }

  /// The velocity dp/dt in whole distances per second at `t` seconds after the start.
  ///
  /// `initialVelocity` at the start, 0 before it and where `t` is NaN.
  package func velocity(at t: Double) -> Double {
    guard t >= 0 else { return 0 }
    return 0 - freeMotion(from: 1, rate: -initialVelocity, after: t).rate
  }

  /// Displacement from the target and its rate, `t` seconds after it was `displacement` and `rate`.
  ///
  /// In any unit of length. Both are unchanged for t ≤ 0 and NaN. This is the general solution that
  /// `remaining(at:)` and interrupted motions share.
  func freeMotion(
    from displacement: Double,
    rate: Double,
    after t: Double
  ) -> (displacement: Double, rate: Double) {
    guard t > 0 else { return (displacement, rate) }
    let decay = exponential(-decayRate * t)
    let angle = splitRate * t
    // Gone below the smallest double, or swinging for ever towards no definite place.
    guard decay > 0, t.isFinite, angle.isFinite || dampingRatio > 1 else { return (0, 0) }
    let drive = rate + decayRate * displacement
    switch regime {
    case .underdamped:
      let c = cosine(angle)
      // sin(ωd t)/ωd tends to t where ωd is tiny.
      let s = angle < 1e-5 ? t * (1 - angle * angle / 6) : sine(angle) / splitRate
      let pull = angularFrequency * angularFrequency * displacement + decayRate * rate
      return (decay * (displacement * c + drive * s), decay * (rate * c - pull * s))
    case .critical:
      let pull = decayRate * drive
      return (decay * (displacement + drive * t), decay * (rate - pull * t))
    case .overdamped:
      let fall = exponentialMinusOne(-angle)
      let s = -fall / splitRate
      return (
        decay * (displacement + drive * s),
        decay * (drive * (1 + fall - decayRate * s) - decayRate * displacement)
      )
    }
  }
}
