// SPDX-License-Identifier: Apache-2.0

/// A chart's vertical axis: from the lowest to the highest line in equal steps.
package struct ChartAxis: Hashable, Sendable {
  /// The most lines across a chart.
  package static let mostLines = 20
  /// Largest magnitude of a number.
  package static let limit = 1e9
  /// The range of numbers.
  package static let range = -limit...limit
  /// The form of an axis in requests.
  static let form = ValueForm.object([
    ("min", .number(range)), ("max", .number(range)), ("step", .number(range)),
  ])

  /// The value at the lowest line.
  package let minimum: Double
  /// The value at the highest line.
  package let maximum: Double
  /// From line to line; above 0.
  package let step: Double

  /// 0 to 50 in tens.
  package static let standard = Self(minimum: 0, maximum: 50, step: 10)

  private init(minimum: Double, maximum: Double, step: Double) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }

  /// The error of an invalid axis: the name of one of its numbers, and the rule that it breaks.
  package struct Fault: Error, Hashable, Sendable {
    /// `min`, `max` or `step`.
    package let name: String
    /// The rest of a sentence about it.
    package let must: String
  }

  /// The axis of three finite numbers.
  ///
  /// - Throws: ``Fault`` where they do not make up to ``mostLines`` lines.
  package init(min: Double, max: Double, step: Double) throws(Fault) {
    guard step > 0 else { throw Fault(name: "step", must: "must be greater than 0") }
    guard max > min else { throw Fault(name: "max", must: "must be greater than 'min'") }
    let count = (max - min) / step
    // A step such as 0.1 is none that a binary number could hold.
    guard abs(count - count.rounded()) <= 1e-6, count >= 0.5 else {
      throw Fault(name: "step", must: "must go into 'max' less 'min' without a rest")
    }
    guard count.rounded() + 1 <= Double(Self.mostLines) else {
      throw Fault(name: "step", must: "must make at most \(Self.mostLines) lines")
    }
    self.init(minimum: min, maximum: max, step: step)
  }

  /// Number of lines above the lowest.
  package var steps: Int { Int(((maximum - minimum) / step).rounded()) }

  /// The value at the `line`th line from below, counted from 0.
  package func value(atLine line: Int) -> Double {
    minimum + (maximum - minimum) * Double(line) / Double(steps)
  }
}
