// SPDX-License-Identifier: Apache-2.0
import TestSupport

extension SplitMix {
  mutating func double(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
}

/// The oscillator x″ = −2ζω x′ − ω² x, solved without knowing its solution.
///
/// The equation as a matrix A; its exponential by Taylor's series of A·t/2ⁿ, squared n times. The
/// same steps for every damping, so that it can judge where the closed forms meet.
struct OscillatorReference {
  let omega: Double
  let ratio: Double

  /// Displacement and rate `t` seconds after they were `x` and `v`.
  func state(from x: Double, _ v: Double, after t: Double) -> (x: Double, v: Double) {
    let norm = (1 + omega * omega + 2 * ratio * omega) * t
    var squarings = 0
    while norm / Double(1 << squarings) > 0.5, squarings < 60 { squarings += 1 }
    let h = t / Double(1 << squarings)
    var power = Matrix.identity
    var sum = Matrix.identity
    let step = Matrix(a: 0, b: h, c: -omega * omega * h, d: -2 * ratio * omega * h)
    for term in 1...24 {
      power = (power * step).scaled(1 / Double(term))
      sum = sum + power
    }
    for _ in 0..<squarings { sum = sum * sum }
    return (sum.a * x + sum.b * v, sum.c * x + sum.d * v)
  }
}

private struct Matrix {
  var a: Double
  var b: Double
  var c: Double
  var d: Double

  static let identity = Self(a: 1, b: 0, c: 0, d: 1)

  static func * (l: Self, r: Self) -> Self {
    Self(
      a: l.a * r.a + l.b * r.c,
      b: l.a * r.b + l.b * r.d,
      c: l.c * r.a + l.d * r.c,
      d: l.c * r.b + l.d * r.d
    )
  }

  static func + (l: Self, r: Self) -> Self {
    Self(a: l.a + r.a, b: l.b + r.b, c: l.c + r.c, d: l.d + r.d)
  }

  func scaled(_ f: Double) -> Self {
    Self(a: a * f, b: b * f, c: c * f, d: d * f)
  }
}

/// Doubles that formulas trip over.
let awkwardNumbers: [Double] = [
  .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 0.5, 1e-300, -1e-300, 1e300, -1e300,
  .leastNonzeroMagnitude,
  .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e18, -1e18, 9.3e18, 1e-9, 1 + 2e-16,
]
