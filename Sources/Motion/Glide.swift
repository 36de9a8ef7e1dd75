// SPDX-License-Identifier: Apache-2.0

/// A number that was thrown and glides out, in closed form.
///
/// The velocity dies away as v(t) = v₀ e^(−t/τ), so that
/// ```
/// x(t) = x₀ + v₀ τ (1 − e^(−t/τ))        at rest at x₀ + v₀ τ
/// ```
/// Times are seconds on the caller's clock; a stall of any length lands right. At rest, when less than the threshold
/// is left, the value is exactly the target.
package struct Glide: Hashable, Sendable {
  /// τ in seconds.
  package let timeConstant: Double
  /// Value at which it comes to rest.
  package let target: Double
  /// Time from which on it is there, in seconds.
  package let restTime: Double
  private let start: Double
  /// v₀ τ: how far it goes.
  private let way: Double

  /// A number that is at `value` with `velocity`, in units per second, at `time`.
  ///
  /// Arguments that are not finite count as 0; τ is at least a millisecond.
  package init(
    from value: Double,
    velocity: Double,
    timeConstant: Double,
    at time: Double,
    restThreshold: Double = 0.1
  ) {
    let tau = timeConstant.bounded(to: 1e-3...largestMagnitude, nan: 1e-3)
    self.timeConstant = tau
    start = time.bounded()
    way = (velocity.bounded() * tau).bounded()
    target = value.bounded() + way
    let ratio = abs(way) / max(restThreshold, 1 / largestMagnitude)
    restTime = ratio > 1 ? start + tau * logarithm(ratio) : start
  }

  /// The value at `time`; before the start the one that it started from.
  package func value(at time: Double) -> Double {
    time < restTime ? target - way * exponential(-max(time - start, 0) / timeConstant) : target
  }

  /// The velocity at `time`, in units per second; 0 at rest.
  package func velocity(at time: Double) -> Double {
    guard time < restTime else { return 0 }
    return way / timeConstant * exponential(-max(time - start, 0) / timeConstant)
  }

  /// Time at which it passes `value`; nil where it never does.
  package func time(passing value: Double) -> Double? {
    guard way != 0 else { return nil }
    let left = (target - value) / way
    guard left > 0, left <= 1 else { return nil }
    return start - timeConstant * logarithm(left)
  }
}

/// The give of a thing that is pulled beyond its end: less and less, and never further than `length`.
///
/// With d the distance of the finger beyond the end, what is shown is
/// ```
/// s = L (1 − 1 / (c d / L + 1))           c = 0.55, as on iOS: at first so much of the finger's way
/// ```
package enum RubberBand {
  /// Part of the finger's way that is shown at first.
  private static let give = 0.55

  /// Distance that is shown for a finger's distance beyond the end; 0 where that is not positive.
  package static func shown(of distance: Double, length: Double) -> Double {
    guard distance > 0, length > 0 else { return 0 }
    return length * (1 - 1 / (give * distance.bounded() / length + 1))
  }

  /// The finger's distance beyond the end of which `shown` is shown; that of almost all of the length at most.
  package static func distance(showing shown: Double, length: Double) -> Double {
    guard shown > 0, length > 0 else { return 0 }
    let part = min(shown / length, 0.999)
    return length / give * part / (1 - part)
  }

  /// Velocity of the shown distance for a finger of velocity 1 beyond the end, where `shown` is shown: c (1 − s/L)².
  package static func slope(showing shown: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    let rest = 1 - min(max(shown / length, 0), 1)
    return give * rest * rest
  }
}
