// SPDX-License-Identifier: Apache-2.0

/// Two colours, and all between them along a line.
package struct LinearGradient: Hashable, Sendable {
  /// The colour up to ``start``.
  package let from: Color
  /// The colour from ``end`` on.
  package let to: Color
  /// Position at which the change begins.
  package let start: Double
  /// Position at which the change ends.
  package let end: Double

  /// A change from one colour at `start` to another at `end`.
  package init(from: Color, to: Color, start: Double, end: Double) {
    self.from = from
    self.to = to
    self.start = start
    self.end = end
  }

  /// The colour at `position`: each channel of the straight colours by itself, rounded to the nearest.
  package func color(at position: Double) -> Color {
    let share = end > start ? min(max((position - start) / (end - start), 0), 1) : 0
    func mixed(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(other) - Double(one)) * share).rounded())
    }
    return Color(
      red: mixed(from.red, to.red),
      green: mixed(from.green, to.green),
      blue: mixed(from.blue, to.blue),
      alpha: mixed(from.alpha, to.alpha)
    )
  }
}
