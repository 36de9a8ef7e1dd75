// SPDX-License-Identifier: Apache-2.0

/// Sine and cosine from plain arithmetic, so that a picture is the same on every machine whatever
/// its C library.
enum Trigonometry {
  /// The sine and the cosine of `angle` in radians, within 2·10⁻¹⁵ for |angle| up to 10⁶.
  ///
  /// Greater angles are folded first and lose precision; what is not finite counts as 0.
  static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    guard angle.isFinite else { return (0, 1) }
    let angle = abs(angle) < 1e6 ? angle : angle.remainder(dividingBy: 2 * .pi)
    // To |x| ≤ π/4 by whole quarter turns; π/2 in two parts (Cody and Waite).
    let turns = (angle * (2 / Double.pi)).rounded()
    let x = (angle - turns * 0x1.921FB544p0) - turns * 0x1.0B4611A626331p-34
    let square = x * x
    // Taylor's series: the first term left out is below 10⁻¹⁷ here.
    var sine = 0.0
    var cosine = 0.0
    for order in stride(from: 16.0, through: 2, by: -2) {
      sine = (1 + sine) * -square / (order * (order + 1))
      cosine = (1 + cosine) * -square / (order * (order - 1))
    }
    sine = x * (1 + sine)
    cosine = 1 + cosine
    switch Int(turns) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The tangent of `angle` in radians.
  static func tangent(_ angle: Double) -> Double {
    let (sine, cosine) = sineAndCosine(angle)
    return sine / cosine
  }
}
