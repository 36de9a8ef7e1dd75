// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText
package import Raster
internal import TOMLReading

/// One of the lines of a chart that has several.
package struct ChartLine: Hashable, Sendable {
  /// The most lines of a chart.
  package static let most = 8

  /// Its name, unique in the chart; empty for the line of a chart that has but one.
  @Exact package var id = ""
  /// Its colour on the left.
  package var fromColor: Color
  /// Its colour on the right.
  package var toColor: Color
  /// Its values, nil for one that is missing; at most ``ChartSettings/mostValues``.
  package var values: [Double?] = []
  /// The times of ``values`` in milliseconds since 1970, ascending, in a chart with a span; else empty.
  var times: [Int] = []

  /// A line in two colours.
  package init(id: String = "", from: Color, to: Color, values: [Double?] = []) {
    fromColor = from
    toColor = to
    self.values = values
    self.id = id
  }

  /// The last value that is not missing.
  package var lastValue: Double? { values.last { $0 != nil } ?? nil }

  /// The keys of a table of `lines`.
  static let keys: [Key<Self>] = [
    .entry(
      "id",
      .pattern("^[A-Za-z0-9_.-]{1,64}$"),
      "Its name for requests, another one than that of the chart's other lines",
      isRequired: true
    ) { $1.id = $0.id() },
    .color("from_color", \.fromColor, "Its colour on the left; the chart's unless given")
      .dependent(),
    .color("to_color", \.toColor, "Its colour on the right; that on the left unless given")
      .dependent(),
    .values(\.values, "Numbers or \"none\""),
  ]
}

// MARK: - The lines of a chart

extension ChartSettings {
  /// Number of lines: 1 without ``lines``.
  package var lineCount: Int { max(lines.count, 1) }

  /// A line by its place; the one in the chart's own colours where there are no ``lines``.
  package func line(_ index: Int) -> ChartLine {
    lines.isEmpty ? ChartLine(from: fromColor, to: toColor, values: values) : lines[index]
  }

  /// The values of a line.
  package func values(ofLine index: Int) -> [Double?] {
    lines.isEmpty ? values : lines[index].values
  }

  /// Replaces the values of a line.
  mutating func setValues(_ new: [Double?], ofLine index: Int) {
    if lines.isEmpty { values = new } else { lines[index].values = new }
  }

  /// The place of the line that a request names; nil names the only one.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for a line that is not there.
  package func index(ofLine name: String?) throws(WidgetFault) -> Int {
    guard let name else {
      guard lines.count > 1 else { return 0 }
      throw .badParameter("line", must: "must be given: \(lineNames)")
    }
    if let index = lines.firstIndex(where: { $0.id.hasSameBytes(as: name) }) { return index }
    let must =
      lines.isEmpty ? "must be left out, as the chart has no lines" : "must be \(lineNames)"
    throw .badParameter("line", must: must)
  }

  private var lineNames: String { TOMLNode.list(lines.map(\.id)) }
}

// What requests set of lines, and a restart keeps.

extension WidgetMember<ChartSettings> {
  static let chartLines = Self(
    "lines",
    isSettable: false,
    read: { value, settings throws(WidgetFault) in
      guard let list = value.array, list.count <= ChartLine.most else {
        throw .badParameter("lines", must: "must be a list of at most \(ChartLine.most) lines")
      }
      for element in list {
        guard let id = element.object?["id"]?.string, let values = element.object?["values"] else {
          throw .badParameter("lines", must: "must be objects of id and values")
        }
        let times = element.object?["times"] ?? .array([])
        try settings.take(
          id,
          values: ChartSettings.values(values, name: "values"),
          times: ChartSettings.times(kept: times)
        )
      }
    },
    write: { .array($0.lines.map(\.json)) }
  )
}

extension ChartSettings {
  /// Takes over the values of the line `id`; those of one that the file has no more count for nothing.
  fileprivate mutating func take(_ id: String, values: [Double?], times: [Int]) {
    let index = lines.firstIndex { $0.id.hasSameBytes(as: id) }
    guard index != nil || takesAnyLine else { return }
    if index == nil { lines.append(ChartLine(id: id, from: fromColor, to: toColor)) }
    lines[index ?? lines.count - 1].values = values
    lines[index ?? lines.count - 1].times = times
  }
}

extension ChartLine {
  /// The name and the values, as states write them.
  var json: JSONValue {
    var members = JSONObject([
      ("id", .string(id)), ("values", .array(values.map { $0.map { .number($0) } ?? .null })),
    ])
    if !times.isEmpty { members["times"] = ChartSettings.kept(times) }
    return .object(members)
  }
}
