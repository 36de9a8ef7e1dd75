// SPDX-License-Identifier: Apache-2.0

extension Spring {
  /// Time from which on the remaining displacement of a motion over `amplitude` stays under `threshold`.
  ///
  /// Seconds after the start; both lengths in one unit, 0.1 px by default. It is the envelope that
  /// decides, not the momentary displacement, so that a swinging spring does not rest while it
  /// passes its target. 0 where nothing is to be covered, infinite for an undamped spring.
  package func restTime(amplitude: Double, threshold: Double = 0.1) -> Double {
    let amplitude = amplitude.bounded()
    return restTime(
      from: amplitude,
      rate: (-initialVelocity * amplitude).bounded(),
      threshold: threshold
    )
  }

  /// Time from which on the envelope of the free motion from `displacement` and `rate` is under `threshold`.
  ///
  /// Envelopes in use, each attained or approached by the motion:
  /// ```
  /// ζ < 1   e^(−λt) √(x² + (κ/ωd)²)                     κ = rate + λx
  /// ζ = 1   e^(−ωt) (|x| + |κ| t)
  /// ζ > 1   e^(−at) (|x| + |κ| (1 − e^(−δt))/δ)         κ = rate + ax
  /// ```
  /// The first grows without bound as ζ → 1, though the motion does not. Within 10^−4 of critical
  /// damping the second, which bounds the motion too, counts where it is earlier; so the time is
  /// continuous at ζ = 1.
  func restTime(from displacement: Double, rate: Double, threshold: Double) -> Double {
    let limit = max(threshold.bounded(nan: 0.1), 1 / largestMagnitude)
    let start = abs(displacement)
    let drive = abs(rate + decayRate * displacement)
    guard start > 0 || drive > 0 else { return 0 }
    switch regime {
    case .underdamped:
      let bound = length(start, drive / splitRate)
      guard bound > limit else { return 0 }
      guard decayRate > 0 else { return .infinity }
      let time = logarithm(bound / limit) / decayRate
      guard dampingRatio > 0.9999, start + drive * time < bound else { return time }
      return min(time, slowRest(start: start, drive: drive, limit: limit))
    case .critical, .overdamped:
      return slowRest(start: start, drive: drive, limit: limit)
    }
  }

  /// The last time at which e^(−rt)(start + drive·s(t)) is at the limit; it has a single peak.
  private func slowRest(start: Double, drive: Double, limit: Double) -> Double {
    let peak = slowPeak(start: start, drive: drive)
    guard slowBound(start, drive: drive, at: peak) > limit else { return 0 }
    var low = peak
    var high = peak + 1 / decayRate
    var step = 1 / decayRate
    while slowBound(start, drive: drive, at: high) > limit, high.isFinite {
      low = high
      step *= 2
      high += step
    }
    guard high.isFinite else { return .infinity }
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if slowBound(start, drive: drive, at: middle) > limit { low = middle } else { high = middle }
    }
    return high
  }

  /// The bound without oscillation at `t`.
  private func slowBound(_ start: Double, drive: Double, at t: Double) -> Double {
    let decay = exponential(-decayRate * t)
    guard decay > 0 else { return 0 }
    guard regime == .overdamped else { return decay * (start + drive * t) }
    return decay * (start - drive * exponentialMinusOne(-splitRate * t) / splitRate)
  }

  /// Time at which the bound is largest, 0 or later.
  private func slowPeak(start: Double, drive: Double) -> Double {
    guard drive > 0 else { return 0 }
    if regime == .overdamped {
      let ratio = drive * (decayRate + splitRate) / (decayRate * (splitRate * start + drive))
      return ratio > 1 ? logarithm(ratio) / splitRate : 0
    }
    return max(0, 1 / decayRate - start / drive)
  }
}
