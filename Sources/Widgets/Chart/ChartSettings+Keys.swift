// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText
package import TOMLReading

extension ChartSettings {
  package static let about = "Values as lines in two colours or as bars, over a grid"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame),
    .number("padding", \.padding, 0...1000, "Room for the labels on the left and below, in points"),
    .own(
      "labels",
      .list(.words(64), 0...mostLabels),
      "What stands below the values, such as [\"Mon\", \"Tue\", \"Wed\"]",
      get: { .array($0.labels.map { .string($0) }) },
      { node, settings throws(Diagnostic) in settings.labels = try labels(node) }
    ),
    .table(
      "axis",
      AxisTable.keys,
      "The lines of the grid, at most 20",
      from: { AxisTable($0.axis) }
    ) {
      table,
      settings,
      reader in
      settings.axis = table.axis(&reader) ?? settings.axis
    },
    .values(\.values, "Numbers or \"none\"; drawn when the chart first comes into sight"),
    .command(
      "source",
      \.source.command,
      "A program with its arguments, without a shell; each line is a value, behind a line's name"
    ),
    .every(\.source.interval),
    .choice("kind", \.form, "How they are drawn: \"line\", or \"bars\" that stand on 0"),
    .whole(
      "window",
      \.window,
      0...mostValues,
      "Most values that a stream keeps; 0 = as many as there are labels"
    ),
    .whole(
      "span",
      \.span,
      0...2_678_400,
      "Seconds that are shown, each value at the time at which it came; 0 = at places"
    ),
    .own(
      "time_format",
      .text,
      "How strftime(3) writes the times below; what suits their distance unless given"
    ) { node, settings throws(Diagnostic) in
      guard let format = TimeFormat(try node.text()) else {
        throw node.mismatch("a format of strftime(3) of at most 64 bytes such as \"%H:%M\"")
      }
      settings.timeFormat = format
    },
    .color("background", \.background, "The colour behind the chart")
      .inLook("background", "color"),
    .color("grid_color", \.gridColor, "The colour of the lines behind the values"),
    .number("grid_width", \.gridWidth, 0...100, "How wide they are, in points"),
    .color("label_color", \.labelColor, "The colour of the labels")
      .inLook("label_color", "text_color"),
    .font(\.font),
    .number("font_size", \.fontSize, 1...200, "The size of the labels, in points"),
    .color("from_color", \.fromColor, "The line's colour on the left"),
    .color("to_color", \.toColor, "The line's colour on the right"),
    .number(
      "line_width",
      \.lineWidth,
      0.1...100,
      "Its width in points, and the radius of the discs at its ends"
    ),
    .flag("fill", \.isFilled, "Whether the area below the line is filled, paler and paler"),
    .number(
      "draw",
      \.drawDuration,
      0...3600,
      "Seconds that the line takes to be drawn; 0 = it is there at once"
    ),
    .curve("draw_ease", \.drawEase, "How the line is drawn"),
    .number("over", \.changeDuration, 0...3600, "Seconds that values take to change"),
    .ease(\.ease),
    .flag("bubble", \.hasBubble, "Whether the last value stands above its point"),
    .words("unit", \.unit, "What stands behind the number in the bubble"),
    .format(
      "format",
      "How number and unit stand there, such as \"%.1f %s\"; in hundredths at most unless given"
    ) { $1.format = $0 },
    .format(
      "axis_format",
      "How number and unit stand at the axis; the number alone unless given"
    ) { $1.axisFormat = $0 },
    .choice("gaps", \.gaps, "Where a value is missing: \"break\", or \"bridge\" to go straight on"),
    .tables(
      "lines",
      ChartLine.keys,
      most: ChartLine.most,
      "Lines with names of their own, in place of 'values'",
      from: { ChartLine(from: $0.fromColor, to: $0.toColor) },
      put: put(line:settings:reader:)
    ).inLook(),
    .tables(
      "limits",
      ChartLimit.keys,
      most: ChartLimit.most,
      "Lines across it at values that are not to be passed",
      from: { _ in ChartLimit() },
      put: { limit, settings, _ in settings.limits.append(limit) }
    ).inLook(),
    .elastic(\.elastic, from: { ElasticFrameSettings(color: $0.background) }),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  /// The form of a list of labels.
  static let labelsForm = ValueForm.list(
    .schema(#"{"type": "string", "maxLength": 64}"#),
    0...mostLabels
  )

  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    spoken = reader.languages.spoken
    reader.read(Self.keys, into: &self)
    // On a look's plate the standard colour, which is for a pale one, would glare.
    if !reader.has("grid_color"), reader.has("background"), !reader.hasOwn("background") {
      gridColor = background.mixed(with: labelColor, share: 0.2)
    }
    checkPlaces(&reader)
    checkSpan(&reader)
  }

  /// Refuses what a chart of a span of time has no use for.
  private func checkSpan(_ reader: inout TableReader) {
    guard span > 0 else { return }
    for key in ["labels", "window", "values"] where reader.hasOwn(key) {
      let must = "'\(key)' must be left out where there is a 'span'"
      reader.report(Diagnostic(reader.keyPosition(key), must))
    }
    if form != .line {
      let must = "'kind' must be \"line\" where there is a 'span'"
      reader.report(Diagnostic(reader.keyPosition("kind"), must))
    }
    if lines.contains(where: { !$0.values.isEmpty }) {
      let must = "'lines' must have no 'values' where there is a 'span'"
      reader.report(Diagnostic(reader.keyPosition("lines"), must))
    }
  }

  /// Refuses values that would have no place.
  private func checkPlaces(_ reader: inout TableReader) {
    if reader.has("values"), !lines.isEmpty {
      let must = "'values' must be left out, as 'lines' have values of their own"
      reader.report(Diagnostic(reader.keyPosition("values"), must))
    }
    check(values, reader: &reader)
  }

  private func check(_ values: [Double?], reader: inout TableReader) {
    guard values.count > places else { return }
    let must = "'values' must be at most \(places), as many as there are labels or 'window' says"
    reader.report(Diagnostic(reader.keyPosition("values"), must))
  }

  /// Takes over a table of `lines`.
  private static func put(line: ChartLine, settings: inout Self, reader: inout TableReader) {
    var line = line
    if reader.has("from_color"), !reader.has("to_color") { line.toColor = line.fromColor }
    if !line.id.isEmpty, settings.lines.contains(where: { $0.id.hasSameBytes(as: line.id) }) {
      let must = "'id' must be another one than that of a line before it"
      reader.report(Diagnostic(reader.keyPosition("id"), must))
    }
    settings.lines.append(line)
    settings.check(line.values, reader: &reader)
  }

  /// Reads the key `labels`.
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

  /// Reads the key `values`.
  fileprivate static func values(_ node: TOMLNode) throws(Diagnostic) -> [Double?] {
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
}

extension Key {
  /// A format of numbers.
  @_optimize(none)
  static func format(
    _ name: String,
    _ about: String,
    put: @escaping @Sendable (NumberFormat, inout Owner) -> Void
  ) -> Self {
    own(name, .words(64), about) { node, owner throws(Diagnostic) in
      guard let format = NumberFormat(try node.text()) else {
        throw node.mismatch(NumberFormat.expectation)
      }
      put(format, &owner)
    }
  }

  /// The values of a line.
  @_optimize(none)
  static func values(_ path: Path<[Double?]>, _ about: String) -> Self {
    own(
      "values",
      .list(
        .either(.number(ChartAxis.range), .schema(#"{"const": "none"}"#)),
        0...ChartSettings.mostValues
      ),
      about,
      get: { .array($0[keyPath: path].map { $0.map { .number($0) } ?? "none" }) },
      { node, owner throws(Diagnostic) in
        owner[keyPath: path] = try ChartSettings.values(node)
      }
    )
  }
}

/// The keys of the inline table `axis`.
private struct AxisTable {
  var min: Double
  var max: Double
  var step: Double

  init(_ axis: ChartAxis) { (min, max, step) = (axis.minimum, axis.maximum, axis.step) }

  static let keys: [Key<Self>] = [
    .number("min", \.min, ChartAxis.range, "The lowest line"),
    .number("max", \.max, ChartAxis.range, "The highest line"),
    .number("step", \.step, ChartAxis.range, "From one line to the next"),
  ]

  /// The axis of the table; nil for a wrong one, which is reported.
  func axis(_ reader: inout TableReader) -> ChartAxis? {
    do throws(ChartAxis.Fault) {
      return try ChartAxis(min: min, max: max, step: step)
    } catch {
      let key = reader.has(error.name) ? reader.keyPosition(error.name) : reader.position
      reader.report(Diagnostic(key, "'\(error.name)' \(error.must)"))
      return nil
    }
  }
}
