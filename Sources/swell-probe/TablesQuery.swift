// SPDX-License-Identifier: Apache-2.0
import Configuration
import JSON
import Motion
import Widgets

/// Lists the keys of a configuration, from the tables by which it is read.
enum TablesQuery {
  /// `{"q":"tables"}` → `{"properties": {NAME: SCHEMA, …}, "look": {KIND: [KEY, …], …}}`, the tables of a file in
  /// words of JSON Schema, and the keys of each kind that a look may have by the same name.
  static func tables(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let keys = WidgetKind.allCases.map { kind in
      let names = kind.lookNames.filter { $0.names.contains($0.key) }.map(\.key)
      return (kind.name, JSONValue.array(names.map { .string($0) }))
    }
    return [
      ("properties", .object(JSONObject(Settings.tables.map { ($0.name, .object($0.schema)) }))),
      ("look", .object(JSONObject(keys))),
    ]
  }
}

extension KeyShape {
  /// The key in words of JSON Schema.
  fileprivate var schema: JSONObject {
    var schema = JSONObject([("description", .string(about))])
    if let keys {
      let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
      var table: [(String, JSONValue)] = [
        ("type", "object"),
        ("properties", .object(JSONObject(keys.map { ($0.name, .object($0.schema)) }))),
        ("additionalProperties", false),
      ]
      if !required.isEmpty { table.append(("required", .array(required))) }
      let members =
        isArray ? [("type", "array"), ("items", .object(JSONObject(table)))] : table
      for (name, value) in members { schema[name] = value }
    } else {
      for member in form.schema.object?.members ?? [] { schema[member.key] = member.value }
      schema["default"] = standard.map(Self.brief)
    }
    return schema
  }

  /// A value as people write it: an opaque colour without its alpha.
  private static func brief(_ value: JSONValue) -> JSONValue {
    guard let text = value.string, text.hasPrefix("#"), text.utf8.count == 9, text.hasSuffix("FF")
    else { return value }
    return .string(String(text.dropLast(2)))
  }
}

extension ValueForm {
  /// A text of at most so many characters, or a table of such by languages.
  private static func words(_ count: Int) -> JSONValue {
    let text: JSONValue = ["type": "string", "maxLength": .number(Double(count))]
    return [
      "anyOf": [
        text, ["type": "object", "minProperties": 1, "additionalProperties": text],
      ]
    ]
  }

  /// The form in words of JSON Schema.
  var schema: JSONValue {
    switch self {
    case .number(let range):
      [
        "type": "number", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    case .whole(let range, _):
      [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    case .flag: ["type": "boolean"]
    case .text: ["type": "string", "maxLength": 1024]
    case .words(let count): Self.words(count)
    case .choice(let words): ["enum": .array(words.map { .string($0) })]
    case .color: Self.pattern("^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$").schema
    case .curve: ["anyOf": [Self.choice(Curve.names).schema, Self.controlPoints]]
    case .length(let range):
      ["anyOf": [Self.number(range).schema, Self.pattern(#"^-?\d*\.?\d+%$|^-?\d+\.%$"#).schema]]
    case .pattern(let pattern): ["type": "string", "pattern": .string(pattern)]
    case .list(let form, let count): Self.list(of: form.schema, count: count)
    case .object(let members):
      [
        "type": "object", "additionalProperties": false,
        "properties": .object(JSONObject(members.map { ($0, $1.schema) })),
      ]
    case .either(let one, let other): ["anyOf": [one.schema, other.schema]]
    case .schema(let text): (try? JSONValue(parsing: text)) ?? [:]
    }
  }

  private static func list(of items: JSONValue, count: ClosedRange<Int>) -> JSONValue {
    var list = JSONObject([("type", "array")])
    if count.lowerBound > 0 { list["minItems"] = .number(Double(count.lowerBound)) }
    if count.upperBound < Int.max { list["maxItems"] = .number(Double(count.upperBound)) }
    list["items"] = items
    return .object(list)
  }

  /// The four numbers of a cubic Bézier.
  private static var controlPoints: JSONValue {
    let (x, y) = (number(0...1).schema, JSONValue.object(JSONObject([("type", "number")])))
    return ["type": "array", "minItems": 4, "maxItems": 4, "prefixItems": [x, y, x, y]]
  }
}
