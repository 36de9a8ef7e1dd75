// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import TOMLReading

extension ChartSettings {
  /// Reads a table `[[chart]]`.
  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: reader.id())
    frame = reader.frame(frame)
    padding = reader.number("padding", padding, in: 0...1000)
    labels = reader.read("labels", labels) { node throws(Diagnostic) in try Self.labels(node) }
    axis = reader.table("axis", axis) { Self.axis(&$0) ?? .standard }
    values = reader.read("values", values) { node throws(Diagnostic) in try Self.values(node) }
    window = reader.read("window", window) { node throws(Diagnostic) in
      let number = try node.number(in: 0...Double(Self.mostValues))
      guard let window = Int(exactly: number) else { throw node.mismatch("a whole number") }
      return window
    }
    background = reader.color("background", background)
    gridColor = reader.color("grid_color", gridColor)
    gridWidth = reader.number("grid_width", gridWidth, in: 0...100)
    labelColor = reader.color("label_color", labelColor)
    fontSize = reader.number("font_size", fontSize, in: 1...200)
    fromColor = reader.color("from_color", fromColor)
    toColor = reader.color("to_color", toColor)
    lineWidth = reader.number("line_width", lineWidth, in: 0.1...100)
    isFilled = reader.bool("fill", isFilled)
    drawDuration = reader.number("draw", drawDuration, in: 0...3600)
    drawEase = reader.curve("draw_ease", drawEase)
    changeDuration = reader.number("over", changeDuration, in: 0...3600)
    ease = reader.curve("ease", ease)
    hasBubble = reader.bool("bubble", hasBubble)
    unit = reader.string("unit", unit)
    gaps = reader.choice("gaps", gaps)
    elastic = reader.elastic(background, frame)
    isVisible = reader.bool("visible", isVisible)
    isEnabled = reader.bool("enabled", isEnabled)
    checkPlaces(&reader)
  }

  /// Refuses values that would have no place.
  private func checkPlaces(_ reader: inout TableReader) {
    guard values.count > places else { return }
    let must = "'values' must be at most \(places), as many as there are labels or 'window' says"
    reader.report(Diagnostic(reader.keyPosition("values"), must))
  }

  private static func labels(_ node: TOMLNode) throws(Diagnostic) -> [String] {
    guard let elements = node.elements, elements.count <= mostLabels else {
      throw node.mismatch("a list of at most \(mostLabels) texts")
    }
    var labels: [String] = []
    for element in elements {
      let text = try element.text()
      guard text.hasAtMost(characters: mostLabels) else {
        throw Diagnostic(element.position, "must have at most \(mostLabels) characters each")
      }
      labels.append(text)
    }
    return labels
  }

  private static func values(_ node: TOMLNode) throws(Diagnostic) -> [Double?] {
    guard let elements = node.elements, elements.count <= mostValues else {
      throw node.mismatch("a list of at most \(mostValues) numbers")
    }
    var values: [Double?] = []
    for element in elements {
      if element.string.hasSameBytes(as: "none") {
        values.append(nil)
        continue
      }
      guard let number = element.number, abs(number) <= ChartAxis.limit else {
        throw element.mismatch("numbers from -1000000000 to 1000000000, or \"none\"")
      }
      values.append(number)
    }
    return values
  }

  /// Reads the inline table `axis`; nil when it is wrong.
  private static func axis(_ reader: inout TableReader) -> ChartAxis? {
    let range = -ChartAxis.limit...ChartAxis.limit
    let standard = ChartAxis.standard
    let min = reader.number("min", standard.minimum, in: range)
    let max = reader.number("max", standard.maximum, in: range)
    let step = reader.number("step", standard.step, in: range)
    do throws(ChartAxis.Fault) {
      return try ChartAxis(min: min, max: max, step: step)
    } catch {
      let key = reader.has(error.name) ? reader.keyPosition(error.name) : reader.position
      reader.report(Diagnostic(key, "'\(error.name)' \(error.must)"))
      return nil
    }
  }
}
