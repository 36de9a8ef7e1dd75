// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of a chart.
package enum ChartCall: WidgetCall {
  /// The way in which other values come into the picture.
  package enum Animation: String, CaseIterable, Hashable, Sendable {
    /// The line is drawn from its beginning.
    case draw
    /// Each point goes from where it is to where it belongs.
    case morph
    /// At once.
    case none
  }

  /// The content of `chart.set`; nil for a part that stays as it is.
  package struct Content: Hashable, Sendable {
    /// The values, nil for one that is missing.
    package var values: [Double?]
    /// Whose they are, by the line's name; nil for the only line.
    package var line: String?
    /// The labels below the values.
    package var labels: [String]?
    /// The lines.
    package var axis: ChartAxis?
    /// The times of the values, in milliseconds since 1970; nil for equal distances up to the present.
    package var times: [Int]?
    /// The present in milliseconds since 1970; nil where it is not known.
    var now: Int?
    /// The way in which the values come; nil for one that suits what is shown.
    package var animation: Animation?
    /// Duration of the change in seconds, 0 … 3600.
    package var over: Double?
    /// The course of the change.
    package var ease: EaseParameter?

    /// These values; everything else is as it is.
    package init(_ values: [Double?]) { self.values = values }
  }

  /// Show other values.
  case set(id: String?, Content)
  /// Show more values; what no longer has a place leaves on the left.
  ///
  /// `time` is when they came, nil for the present, and `now` the present, nil where it is not known: both in
  /// milliseconds since 1970.
  case append(
    id: String?,
    [Double?],
    label: String?,
    line: String? = nil,
    time: Int? = nil,
    now: Int? = nil
  )
  /// Tell what it shows.
  case get(id: String?)
  /// Draw the line from its beginning.
  case draw(id: String?)

  private static let value = ValueForm.either(
    .number(ChartAxis.range),
    .schema(#"{"type": "null"}"#)
  )
  private static let values = ValueForm.list(value, 0...ChartSettings.mostValues)
  private static let time = ValueForm.number(0...ChartSettings.latest)

  /// The line that is meant; left out where there is only one.
  private static let line = Parameter("line", .text)

  package static let methods = [
    Method(
      "chart.set",
      [
        Parameter("values", values, isRequired: true), .id,
        Parameter("labels", ChartSettings.labelsForm), Parameter("axis", ChartAxis.form),
        Parameter("animate", .choice(Animation.allCases.map(\.rawValue))),
        Parameter("over", .number(0...3600)), .ease, line,
        Parameter("times", .list(time, 0...ChartSettings.mostValues)),
      ]
    ),
    Method(
      "chart.append",
      [
        Parameter("value", value), .id, Parameter("label", .text), Parameter("values", values),
        line, Parameter("time", time),
      ]
    ),
    Method("chart.get", [.id]), Method("chart.draw", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    switch method {
    case "chart.set":
      let parameters = try RequestParameters(params, of: Self.methods[method])
      self = .set(id: try parameters.string("id"), try Self.content(parameters))
    case "chart.append":
      let parameters = try RequestParameters(params, of: Self.methods[method])
      self = try Self.append(parameters)
    case "chart.draw":
      self = .draw(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
    default:
      self = .get(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
    }
  }

  private static func content(_ parameters: RequestParameters) throws(WidgetFault) -> Content {
    let values = try parameters.required(parameters.value("values"), "values")
    var content = Content(try ChartSettings.values(values, name: "values"))
    if let labels = parameters.value("labels") { content.labels = try ChartSettings.labels(labels) }
    if let axis = parameters.value("axis") { content.axis = try ChartSettings.axis(axis) }
    if let times = parameters.value("times") {
      content.times = try ChartSettings.times(times, name: "times")
    }
    if let name = try parameters.string("animate") {
      guard let animation = Animation(rawValue: name) else {
        throw .badParameter("animate", must: "must be \"draw\", \"morph\" or \"none\"")
      }
      content.animation = animation
    }
    content.line = try parameters.string("line")
    content.over = try parameters.number("over")
    content.ease = try parameters.ease()
    return content
  }

  private static func append(_ parameters: RequestParameters) throws(WidgetFault) -> Self {
    let id = try parameters.string("id")
    let line = try parameters.string("line")
    let label = try parameters.string("label")
    if let label { _ = try ChartSettings.label(label, name: "label") }
    let time = try parameters.value("time").map { json throws(WidgetFault) in
      try ChartSettings.time(json, name: "time")
    }
    switch (parameters.value("value"), parameters.value("values")) {
    case (let value?, nil):
      let value = try ChartSettings.value(value, name: "value")
      return .append(id: id, [value], label: label, line: line, time: time)
    case (nil, let list?):
      let values = try ChartSettings.values(list, name: "values")
      guard label == nil || values.count == 1 else {
        throw .badParameter("label", must: "must be left out unless there is one value")
      }
      return .append(id: id, values, label: label, line: line, time: time)
    case (nil, nil): throw .badParameter("value", must: "or 'values' must be given")
    default: throw .badParameter("values", must: "must be left out where 'value' is given")
    }
  }

  package var id: String? {
    switch self {
    case .set(let id, _), .append(let id, _, _, _, _, _), .get(let id), .draw(let id): id
    }
  }

  package var method: String {
    switch self {
    case .set: "chart.set"
    case .append: "chart.append"
    case .get: "chart.get"
    case .draw: "chart.draw"
    }
  }

  package var params: JSONObject {
    var params = JSONObject()
    switch self {
    case .set(_, let content): params["values"] = Self.list(content.values)
    // One value is a list as well: a reader of `value` would take null for nothing at all.
    case .append(_, let values, _, _, _, _): params["values"] = Self.list(values)
    case .get, .draw: break
    }
    params["id"] = id.map { .string($0) }
    switch self {
    case .set(_, let content):
      params["labels"] = content.labels.map { .array($0.map { .string($0) }) }
      params["axis"] = content.axis?.json
      params["animate"] = content.animation.map { .string($0.rawValue) }
      params["over"] = content.over.map { .number($0) }
      params["ease"] = content.ease?.json
      params["line"] = content.line.map { .string($0) }
      params["times"] = content.times.map { times in
        .array(ChartSettings.seconds(times).map { .number($0) })
      }
    case .append(_, _, let label, let line, let time, _):
      params["label"] = label.map { .string($0) }
      params["line"] = line.map { .string($0) }
      params["time"] = time.map { .number(Double($0) / 1000) }
    case .get, .draw: break
    }
    return params
  }

  private static func list(_ values: [Double?]) -> JSONValue {
    .array(values.map { $0.map { .number($0) } ?? .null })
  }

  package func stamped(_ now: Int) -> Self {
    switch self {
    case .set(let id, var content):
      content.now = now
      return .set(id: id, content)
    case .append(let id, let values, let label, let line, let time, _):
      return .append(id: id, values, label: label, line: line, time: time, now: now)
    case .get, .draw: return self
    }
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  package var needsDisplay: Bool { false }

  package var takesTime: Bool {
    // A stream of values is not held up: what it shapes is the text of one bubble.
    if case .set = self { true } else { false }
  }

  // MARK: - Effects

  /// The settings after the request; `settings` are in force before it.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for values that would have no place.
  package func applied(to settings: ChartSettings) throws(WidgetFault) -> ChartSettings {
    var new = settings
    switch self {
    case .get: break
    case .draw: new.isDrawn = true
    case .set(_, let content):
      let line = try new.index(ofLine: content.line)
      if new.span > 0 {
        try Self.refuse(content.labels != nil, "labels", "where the chart has a 'span'")
        try new.set(content.values, ofLine: line, at: content.times, now: content.now)
      } else {
        try Self.refuse(content.times != nil, "times", "where the chart has no 'span'")
        new.setValues(content.values, ofLine: line)
      }
      if let labels = content.labels { new.labels = labels }
      if let axis = content.axis { new.axis = axis }
      new.isDrawn = true
      guard content.values.count <= new.places else {
        throw .badParameter(
          "values",
          must: "must be at most \(new.places), as many as there are labels or 'window' says"
        )
      }
    case .append(_, let values, let label, let name, let time, let now):
      new.isDrawn = true
      let line = try new.index(ofLine: name)
      if new.span > 0 {
        try Self.refuse(label != nil, "label", "where the chart has a 'span'")
        try new.append(values, toLine: line, at: time, now: now)
        return new
      }
      try Self.refuse(time != nil, "time", "where the chart has no 'span'")
      guard label == nil || line == 0 else {
        throw .badParameter("label", must: "must be left out but for the first line")
      }
      guard label == nil || !new.labels.isEmpty || new.window > 0 else {
        throw .badParameter("label", must: "must be left out where there are no labels")
      }
      for value in values { new.append(value, toLine: line, label: label) }
    }
    return new
  }

  private static func refuse(
    _ isThere: Bool,
    _ name: String,
    _ condition: String
  ) throws(WidgetFault) {
    if isThere { throw .badParameter(name, must: "must be left out \(condition)") }
  }

  /// The members that the request changes, with their new values.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for values that would have no place.
  package func change(of settings: ChartSettings) throws(WidgetFault) -> WidgetChange {
    var change = WidgetChange()
    let new = try applied(to: settings)
    for member in ChartSettings.members {
      // Those of many lines are only written where they are others.
      if member.name == WidgetMember.chartLines.name, new.lines == settings.lines { continue }
      let value = member.write(new)
      if value != member.write(settings) { change[member.name] = value }
    }
    return change
  }
}

extension ChartSettings {
  /// Adds a value behind the last; where all places are taken everything moves on by one.
  ///
  /// Labels stand below those of the first line, and move on with them.
  fileprivate mutating func append(_ value: Double?, toLine line: Int, label: String?) {
    var values = values(ofLine: line)
    let isFull = values.count >= kept
    values.append(value)
    if isFull {
      values.removeFirst()
      if line == 0, !labels.isEmpty {
        labels.removeFirst()
        labels.append("")
      }
    }
    setValues(values, ofLine: line)
    guard let label else { return }
    let place = values.count - 1
    while labels.count <= place, labels.count < min(places, Self.mostLabels) { labels.append("") }
    if place < labels.count { labels[place] = label }
  }
}
