// SPDX-License-Identifier: Apache-2.0
package import Motion
package import Raster
package import TOMLReading

extension TOMLNode {
  package func color() throws(Diagnostic) -> Color {
    guard let color = string.flatMap({ Color(hex: $0) }) else {
      throw mismatch("a colour such as \"#2F7CF6\", \"#FFF\" or \"#F25A5A80\"")
    }
    return color
  }

  package func curve() throws(Diagnostic) -> Curve {
    if let string {
      if let curve = Curve(named: string) { return curve }
      let nearest = NearestName.nearest(to: string, among: Curve.names) ?? ""
      throw Diagnostic(
        position,
        "names no curve or easing: \"\(Self.shortened(string))\"; the nearest is \"\(nearest)\""
      )
    }
    guard let elements, let curve = Curve(controlPoints: elements.compactMap(\.number)),
      elements.count == 4, elements.allSatisfy({ abs($0.number ?? 0) <= 1e6 })
    else {
      throw mismatch("a curve's name or four numbers [x1, y1, x2, y2] with x from 0 to 1")
    }
    return curve
  }

  /// A list of so many texts; `expectation` is what is said to be wanted.
  package func texts(
    _ count: ClosedRange<Int>,
    expectation: String
  ) throws(Diagnostic) -> [String] {
    guard let elements, count.contains(elements.count) else { throw mismatch(expectation) }
    var texts: [String] = []
    for element in elements { texts.append(try element.text()) }
    return texts
  }

  /// Numbers of points, or a percentage of the screen as a string.
  package func length(in range: ClosedRange<Double>) throws(Diagnostic) -> FrameSettings.Length {
    if let string {
      guard string.hasSuffix("%"), let percent = Self.decimal(string.dropLast()) else {
        throw mismatch("a number of points or a percentage of the screen such as \"50%\"")
      }
      guard range.contains(percent) else {
        throw mismatch("from \(Self.text(range.lowerBound))% to \(Self.text(range.upperBound))%")
      }
      return .percent(percent)
    }
    guard number != nil else {
      throw mismatch("a number of points or a percentage of the screen such as \"50%\"")
    }
    return .points(try number(in: range))
  }
}
