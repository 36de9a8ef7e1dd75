// SPDX-License-Identifier: Apache-2.0

/// The values that an axis declares (`struct input_absinfo`), both ends included.
package struct AxisRange: Hashable, Sendable {
  /// The value at the left or top edge.
  package let minimum: Int32
  /// The value at the right or bottom edge; greater than ``minimum``.
  package let maximum: Int32

  /// A range from what a driver declares; `nil` when that is empty or upside down.
  package init?(minimum: Int32, maximum: Int32) {
    guard maximum > minimum else { return nil }
    self.minimum = minimum
    self.maximum = maximum
  }

  /// All of them.
  var values: ClosedRange<Int32> { minimum...maximum }

  /// Number of values, at least 2.
  private var count: Int64 { Int64(maximum) - Int64(minimum) + 1 }

  /// Converts `value` to a fraction of the axis, greater than 0 and smaller than 1.
  ///
  /// A value names one cell of the panel's grid and the fraction is that of the cell's centre,
  /// (value − min + ½) / (max − min + 1). So neither edge of the panel, nor of the panel turned or
  /// mirrored, is ever taken to lie outside the screen, and a button flush with it can be hit.
  ///
  /// A value outside the range by up to an eighth of it counts as the nearest edge: fingers reach
  /// over the rim, and drivers declare the visible part of a larger sensor.
  ///
  /// - Returns: The fraction; `nil` for a value further out, which no finger can have caused.
  package func fraction(of value: Int32) -> Double? {
    let slack = count / 8
    guard Int64(value) >= Int64(minimum) - slack, Int64(value) <= Int64(maximum) + slack else {
      return nil
    }
    let cell = Int64(min(max(value, minimum), maximum)) - Int64(minimum)
    return (Double(cell) + 0.5) / Double(count)
  }

  /// The length of `difference` values as a fraction of the axis.
  package func fraction(ofDifference difference: Int64) -> Double {
    Double(difference) / Double(count)
  }
}
