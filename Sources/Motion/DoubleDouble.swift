// SPDX-License-Identifier: Apache-2.0

/// A number of about 106 significant bits, as the unevaluated sum of two doubles.
///
/// For the few places where a polynomial must be known better than its argument. The operations are
/// Dekker's and Knuth's, with a fused multiply-add; see T. J. Dekker, "A floating-point technique
/// for extending the available precision", Numer. Math. 18 (1971).
struct DoubleDouble {
  /// The sum rounded to a double.
  var high: Double
  /// Error of the rounding.
  var low: Double

  /// The number `value`.
  init(_ value: Double) {
    high = value
    low = 0
  }

  private init(high: Double, low: Double) {
    self.high = high
    self.low = low
  }

  /// The exact sum of two doubles.
  private static func sum(_ a: Double, _ b: Double) -> Self {
    let total = a + b
    let part = total - a
    return Self(high: total, low: (a - (total - part)) + (b - part))
  }

  static func + (a: Self, b: Self) -> Self {
    let top = sum(a.high, b.high)
    let rest = sum(a.low, b.low)
    let first = sum(top.high, top.low + rest.high)
    return sum(first.high, first.low + rest.low)
  }

  static func - (a: Self, b: Self) -> Self {
    a + Self(high: -b.high, low: -b.low)
  }

  static func * (a: Self, b: Self) -> Self {
    let top = a.high * b.high
    let rest = (-top).addingProduct(a.high, b.high)
    return sum(top, rest + (a.high * b.low + a.low * b.high))
  }
}
