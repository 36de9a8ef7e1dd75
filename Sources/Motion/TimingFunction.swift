// SPDX-License-Identifier: Apache-2.0

/// A cubic Bézier curve from (0, 0) to (1, 1) as a function: progress in time to progress in space.
///
/// As `CAMediaTimingFunction` and CSS's `cubic-bezier()` have it. The result is exact to 1e-9 for
/// control points of order one, zero slopes and vertical tangents included: where the curve is so
/// steep that rounding would show, the parameter is found in twice the precision.
package struct TimingFunction: Hashable, Sendable {
  /// The first control point's x, 0 … 1.
  package let x1: Double
  /// The first control point's y.
  package let y1: Double
  /// The second control point's x, 0 … 1.
  package let x2: Double
  /// The second control point's y.
  package let y2: Double

  /// The largest |dy/dt| is at most three times this.
  private let rise: Double
  /// Bend of the inverse of x(t) away from a straight line: t ≈ x + bend·x(1 − x).
  private let bend: Double

  /// Constant speed.
  package static let linear = Self(0, 0, 1, 1)
  /// Slow at first.
  package static let easeIn = Self(0.42, 0, 1, 1)
  /// Slow at last.
  package static let easeOut = Self(0, 0, 0.58, 1)
  /// Slow at first and at last.
  package static let easeInEaseOut = Self(0.42, 0, 0.58, 1)
  /// Core Animation's default.
  package static let `default` = Self(0.25, 0.1, 0.25, 1)
  /// The hand of a station clock: waits, jumps, swings past and comes back.
  package static let clockHand = Self(1, 0, 0.75, 1)

  /// The curve with control points (`x1`, `y1`) and (`x2`, `y2`).
  ///
  /// x is clamped to 0 … 1, without which the curve would not be a function; y to ±10^60. NaN counts
  /// as 0.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1.bounded(to: 0...1, nan: 0)
    self.y1 = y1.bounded()
    self.x2 = x2.bounded(to: 0...1, nan: 0)
    self.y2 = y2.bounded()
    let middle = (3 * self.x1 + 3 * self.x2 + 1) / 8
    self.bend = (0.5 - middle) / (middle * (1 - middle))
    self.rise = max(abs(self.y1), abs(self.y2 - self.y1), abs(1 - self.y2))
  }

  /// y where the curve is at `x`; 0 for x ≤ 0 and NaN, 1 for x ≥ 1.
  ///
  /// Does not allocate; some tens of nanoseconds.
  package func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    if x1 == y1, x2 == y2 { return x }
    // Counted from the nearer end, so that tiny distances keep all their digits.
    if x <= 0.5 {
      let (t, isSafe) = parameter(at: x, p1: x1, p2: x2, bend: bend)
      let root = isSafe ? t : preciseParameter(at: x, near: t)
      return ordinate(root, 1 - root)
    }
    let (s, isSafe) = parameter(at: 1 - x, p1: 1 - x2, p2: 1 - x1, bend: -bend)
    if isSafe { return ordinate(1 - s, s) }
    let root = preciseParameter(at: x, near: 1 - s)
    return ordinate(root, 1 - root)
  }

  /// y at the parameter `t`, with s = 1 − t.
  private func ordinate(_ t: Double, _ s: Double) -> Double {
    t * (3 * s * (s * y1 + t * y2) + t * t)
  }

  /// The parameter at which 3t(1−t)²·p1 + 3t²(1−t)·p2 + t³ is `x`, for 0 < x ≤ 1/2.
  ///
  /// Halley's method inside a shrinking bracket. Not safe where the curve is too steep for doubles.
  private func parameter(
    at x: Double,
    p1: Double,
    p2: Double,
    bend: Double
  ) -> (t: Double, isSafe: Bool) {
    let c = 3 * p1
    let b = 3 * (p2 - p1) - c
    let a = 1 - c - b
    var low = 0.0
    // All three terms of the polynomial are positive: the last alone reaches 1/2 before 0.8.
    var high = 0.8
    var t = x < 0.01 ? firstGuess(x, p1: p1, p2: p2) : x + bend * x * (1 - x)
    if !(t > low && t < high) { t = 0.4 }
    for _ in 0..<120 {
      let error = ((a * t + b) * t + c) * t - x
      let slope = (3 * a * t + 2 * b) * t + c
      let bow = 3 * a * t + b
      if error > 0 { high = t } else { low = t }
      let step = error * slope / (slope * slope - error * bow)
      let next = t - step
      if next > low, next < high {
        t = next
        // What a step leaves is of the order of its cube.
        let left = abs(step * step * step) * (bow * bow + abs(a) * slope)
        if left <= 2e-16 * t * slope * slope || abs(step) <= 1e-15 * t { break }
      } else if abs(step) <= 1e-15 * t {
        break
      } else {
        t = low + (high - low) / 2
      }
    }
    let slope = (3 * a * t + 2 * b) * t + c
    let rounding = 1e-15 * ((abs(a) * t + abs(b)) * t + abs(c)) * t
    return (t, rounding * 3 * rise <= 1e-11 * slope)
  }

  /// A lower bound of the parameter for small x: one term of the three must reach x/3.
  private func firstGuess(_ x: Double, p1: Double, p2: Double) -> Double {
    let third = x / 3
    var guess = cubeRoot(third)
    if p1 > 0 { guess = min(guess, third / (3 * p1)) }
    if p2 > 0 { guess = min(guess, (third / (3 * p2)).squareRoot()) }
    return guess
  }

  /// The parameter at `x`, with the curve evaluated in twice the precision.
  ///
  /// Newton's method from `guess` on, by halves where it would leave the bracket.
  private func preciseParameter(at x: Double, near guess: Double) -> Double {
    let three = DoubleDouble(3)
    let c = three * DoubleDouble(x1)
    let b = three * (DoubleDouble(x2) - DoubleDouble(x1)) - c
    let a = DoubleDouble(1) - c - b
    var low = 0.0
    var high = 1.0
    var t = guess
    for _ in 0..<120 {
      let parameter = DoubleDouble(t)
      let abscissa = ((a * parameter + b) * parameter + c) * parameter
      let error = (abscissa - DoubleDouble(x)).high
      if error > 0 { high = t } else { low = t }
      let slope = (3 * a.high * t + 2 * b.high) * t + c.high
      var next = t - error / slope
      if !(next > low && next < high) { next = low + (high - low) / 2 }
      if abs(next - t) <= 1e-16 * t { return next }
      t = next
    }
    return t
  }
}
