// SPDX-License-Identifier: Apache-2.0

/// Any easing curve that a person can ask for: a named curve, an easing, or four numbers.
package enum Curve: Hashable, Sendable {
  /// A cubic Bézier curve.
  case bezier(TimingFunction)
  /// One of Penner's functions, or the article's bounce.
  case easing(Easing)

  /// Constant speed.
  package static let linear = Self.bezier(.linear)
  /// Slow at first.
  package static let easeIn = Self.bezier(.easeIn)
  /// Slow at last.
  package static let easeOut = Self.bezier(.easeOut)
  /// Slow at first and at last.
  package static let easeInEaseOut = Self.bezier(.easeInEaseOut)
  /// Core Animation's default curve.
  package static let `default` = Self.bezier(.default)

  /// The named curves, in the order in which they are listed to people.
  private static let named: [(name: String, curve: TimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInEaseOut", .easeInEaseOut), ("default", .default),
    ("clockHand", .clockHand),
  ]

  /// Every name that ``init(named:)`` knows: curves first, then easings.
  package static let names = named.map(\.name) + Easing.allCases.map(\.rawValue)

  /// The curve or easing called `name`, as written in ``names``; nil for any other name.
  package init?(named name: String) {
    if let easing = Easing(rawValue: name) {
      self = .easing(easing)
    } else if let entry = Self.named.first(where: { $0.name == name }) {
      self = .bezier(entry.curve)
    } else {
      return nil
    }
  }

  /// The cubic Bézier curve of four numbers x1, y1, x2, y2.
  ///
  /// Nil unless there are four finite numbers and both x lie in 0 … 1.
  package init?(controlPoints numbers: [Double]) {
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
    guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else { return nil }
    self = .bezier(TimingFunction(numbers[0], numbers[1], numbers[2], numbers[3]))
  }

  /// The eased fraction at the fraction `x` of the time; 0 for x ≤ 0 and NaN, 1 for x ≥ 1.
  ///
  /// Does not allocate.
  package func value(at x: Double) -> Double {
    switch self {
    case .bezier(let function): function.value(at: x)
    case .easing(let easing): easing.value(at: x)
    }
  }
}
