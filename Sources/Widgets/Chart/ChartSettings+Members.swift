// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import JSON

/// Numbers as people write them.
enum JSONText {
  /// The shortest text of a finite number.
  static func number(_ value: Double) -> String { JSONValue.number(value).text }
}

// What a chart's requests set and a restart keeps.

extension WidgetMember<ChartSettings> {
  static let chartValues = Self(
    "values",
    isSettable: false,
    read: { value, settings throws(WidgetFault) in
      settings.values = try ChartSettings.values(value, name: "values")
    },
    write: { .array($0.values.map { $0.map { .number($0) } ?? .null }) }
  )

  static let chartLabels = Self(
    "labels",
    isSettable: false,
    read: { value, settings throws(WidgetFault) in
      // The request that set them was asked for their characters: counting those of many long labels takes a
      // millisecond, and this is done whenever settings are put in force.
      settings.labels = try ChartSettings.labels(value, countsCharacters: false)
    },
    write: { .array($0.labels.map { .string($0) }) }
  )

  static let chartAxis = Self(
    "axis",
    isSettable: false,
    read: { value, settings throws(WidgetFault) in
      settings.axis = try ChartSettings.axis(value)
    },
    write: { $0.axis.json }
  )
}

extension ChartAxis {
  /// The axis as requests write it.
  var json: JSONValue {
    .object(
      JSONObject([
        ("min", .number(minimum)), ("max", .number(maximum)), ("step", .number(step)),
      ])
    )
  }
}

extension ChartSettings {
  /// Reads values: numbers within ±10⁹, null for one that is missing.
  static func values(_ json: JSONValue, name: String) throws(WidgetFault) -> [Double?] {
    guard let list = json.array else {
      throw .badParameter(name, must: "must be a list of numbers and nulls")
    }
    guard list.count <= mostValues else {
      throw .badParameter(name, must: "must have at most \(mostValues) values")
    }
    var values: [Double?] = []
    values.reserveCapacity(list.count)
    for element in list { values.append(try value(element, name: name)) }
    return values
  }

  /// Reads a value.
  static func value(_ json: JSONValue, name: String) throws(WidgetFault) -> Double? {
    if json == .null { return nil }
    guard let number = json.double, abs(number) <= ChartAxis.limit else {
      throw .badParameter(name, must: "must be numbers from -1000000000 to 1000000000, or null")
    }
    return number
  }

  /// Reads labels, of at most 1024 bytes each, and of at most 64 characters where those are counted.
  static func labels(
    _ json: JSONValue,
    countsCharacters: Bool = true
  ) throws(WidgetFault) -> [String] {
    guard let list = json.array else {
      throw .badParameter("labels", must: "must be a list of texts")
    }
    guard list.count <= mostLabels else {
      throw .badParameter("labels", must: "must have at most \(mostLabels) texts")
    }
    var labels: [String] = []
    for element in list {
      guard let text = element.string else {
        throw .badParameter("labels", must: "must be a list of texts")
      }
      labels.append(try label(text, name: "labels", countsCharacters: countsCharacters))
    }
    return labels
  }

  /// Checks a label.
  static func label(
    _ text: String,
    name: String,
    countsCharacters: Bool = true
  ) throws(WidgetFault) -> String {
    guard text.utf8.count <= 1024, !countsCharacters || text.hasAtMost(characters: mostLabels)
    else {
      throw .badParameter(name, must: "must have at most \(mostLabels) characters each")
    }
    return text
  }

  /// Reads an axis.
  static func axis(_ json: JSONValue) throws(WidgetFault) -> ChartAxis {
    guard let object = json.object else {
      throw .badParameter("axis", must: "must be an object of min, max and step")
    }
    for key in object.keys where !["min", "max", "step"].contains(where: key.hasSameBytes) {
      throw .badParameter("axis", must: "must have nothing but min, max and step")
    }
    func number(_ name: String) throws(WidgetFault) -> Double {
      guard let number = object[name]?.double, abs(number) <= ChartAxis.limit else {
        throw .badParameter("axis.\(name)", must: "must be a number from -1000000000 to 1000000000")
      }
      return number
    }
    let (min, max, step) = (try number("min"), try number("max"), try number("step"))
    do throws(ChartAxis.Fault) {
      return try ChartAxis(min: min, max: max, step: step)
    } catch {
      throw .badParameter("axis.\(error.name)", must: error.must)
    }
  }
}
