// SPDX-License-Identifier: Apache-2.0

/// An affine map of the plane, `x' = a·x + b·y + c`, `y' = d·x + e·y + f`.
///
/// The order of the six numbers is that of udev's `LIBINPUT_CALIBRATION_MATRIX`.
package struct AffineTransform: Hashable, Sendable {
  /// Share of x in x'.
  package let a: Double
  /// Share of y in x'.
  package let b: Double
  /// Offset of x'.
  package let c: Double
  /// Share of x in y'.
  package let d: Double
  /// Share of y in y'.
  package let e: Double
  /// Offset of y'.
  package let f: Double

  /// The map that changes nothing.
  package static let identity = Self(1, 0, 0, 0, 1, 0)

  /// A map from its six numbers, row by row.
  package init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  /// Transforms the point (`x`, `y`).
  package func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x + b * y + c, d * x + e * y + f)
  }

  /// The map that does what this one does to what `first` has made of a position.
  package func after(_ first: Self) -> Self {
    Self(
      a * first.a + b * first.d,
      a * first.b + b * first.e,
      a * first.c + b * first.f + c,
      d * first.a + e * first.d,
      d * first.b + e * first.e,
      d * first.c + e * first.f + f
    )
  }

  /// The six numbers, row by row.
  package var coefficients: [Double] { [a, b, c, d, e, f] }
}
