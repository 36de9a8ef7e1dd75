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

/// A colour for animations: straight alpha, channels 0 … 1 in the display's own space.
package struct MotionColor: Hashable, Sendable, Interpolatable {
  /// Red, 0 … 1.
  package var red: Double
  /// Green, 0 … 1.
  package var green: Double
  /// Blue, 0 … 1.
  package var blue: Double
  /// Opacity, 0 … 1.
  package var alpha: Double

  /// A colour of four channels.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Between two colours by their premultiplied channels, as compositors do.
  ///
  /// So a transparent colour lends the mixture nothing of its hue. Clamped to 0 … 1.
  package func interpolated(to end: Self, fraction: Double) -> Self {
    let opacity = blend(alpha, end.alpha, fraction).bounded(to: 0...1, nan: 0)
    guard opacity > 0 else { return Self(red: red, green: green, blue: blue, alpha: 0) }
    func channel(_ from: Double, _ to: Double) -> Double {
      (blend(from * alpha, to * end.alpha, fraction) / opacity).bounded(to: 0...1, nan: 0)
    }
    return Self(
      red: channel(red, end.red),
      green: channel(green, end.green),
      blue: channel(blue, end.blue),
      alpha: opacity
    )
  }
}
