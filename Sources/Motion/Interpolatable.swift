// SPDX-License-Identifier: Apache-2.0

/// A value that has something between itself and another one.
package protocol Interpolatable: Sendable {
  /// The value at `fraction` of the way to `end`: this one at 0, `end` at 1, beyond them outside.
  func interpolated(to end: Self, fraction: Double) -> Self
}

extension Double: Interpolatable {
  /// Linear; finite for finite numbers.
  package func interpolated(to end: Self, fraction: Double) -> Self {
    blend(self, end, fraction)
  }
}

extension SIMD2<Double>: Interpolatable {
  /// Linear by component: for points and sizes.
  package func interpolated(to end: Self, fraction: Double) -> Self {
    Self(blend(x, end.x, fraction), blend(y, end.y, fraction))
  }
}

extension Array: Interpolatable where Element: Interpolatable {
  /// Element by element, as many as the shorter of the two has.
  package func interpolated(to end: Self, fraction: Double) -> Self {
    zip(self, end).map { $0.interpolated(to: $1, fraction: fraction) }
  }
}
