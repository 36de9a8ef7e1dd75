// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import JSON
package import Motion

/// The course of a change by request: a curve's or an easing's name, or four numbers of a cubic Bézier.
package enum EaseParameter: Hashable, Sendable {
  /// A curve or easing by its name.
  case name(String)
  /// The Bézier curve with these control points; x is 0 … 1.
  case points(x1: Double, y1: Double, x2: Double, y2: Double)

  /// Reads the parameter `ease`.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  package init(json: JSONValue) throws(WidgetFault) {
    if let name = json.string, name.utf8.count <= 64 {
      guard name.utf8.allSatisfy({ $0 < 0x80 }), Curve(named: name) != nil else {
        throw .badParameter(
          "ease",
          must: "must be a curve's or an easing's name or four numbers"
        )
      }
      self = .name(name)
      return
    }
    guard let numbers = json.array?.compactMap(\.double), numbers.count == 4,
      json.array?.count == 4, numbers.allSatisfy({ abs($0) <= 1e6 }),
      (0...1).contains(numbers[0]), (0...1).contains(numbers[2])
    else {
      throw .badParameter(
        "ease",
        must: "must be a curve's or an easing's name, or four numbers [x1, y1, x2, y2] "
          + "with x in 0 … 1"
      )
    }
    self = .points(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  /// The parameter as it is sent.
  package var json: JSONValue {
    switch self {
    case .name(let name): .string(name)
    case .points(let x1, let y1, let x2, let y2):
      .array([.number(x1), .number(y1), .number(x2), .number(y2)])
    }
  }

  /// The curve; nil where no curve has the name.
  package var curve: Curve? {
    switch self {
    case .name(let name): Curve(named: name)
    case .points(let x1, let y1, let x2, let y2): .bezier(TimingFunction(x1, y1, x2, y2))
    }
  }
}
