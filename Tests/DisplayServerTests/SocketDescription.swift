// SPDX-License-Identifier: Apache-2.0
import JSON
import TestSupport
import Testing

/// What config/schema/control.openrpc.json says of results and events, which is what clients are made by.
enum SocketDescription {
  /// The schemas of results, by their methods.
  private static let results = schemas("methods") { $0["result"]?["schema"] }
  /// The schemas of events, by their types.
  private static let events = schemas("x-events") { $0["schema"] }

  private static func schemas(
    _ list: String,
    _ schema: (JSONValue) -> JSONValue?
  ) -> [String: JSONValue] {
    let path = TestFile.path("../../config/schema/control.openrpc.json")
    guard let document = TestFile.bytes(path).flatMap({ try? JSONValue(parsing: $0) })
    else { return [:] }
    var found: [String: JSONValue] = [:]
    for entry in document[list]?.array ?? [] {
      if let name = entry["name"]?.string { found[name] = schema(entry) }
    }
    return found
  }

  /// Records what is wrong with a line from the daemon by the description.
  ///
  /// - Parameters:
  ///   - line: The line, read.
  ///   - method: Takes the method of the oldest call with an id that was not answered yet.
  static func check(_ line: JSONValue, method: (JSONValue) -> String?) {
    for message in line.array ?? [line] {
      if let params = message["params"], message["method"] == "event" {
        judge(params, by: events[params["type"]?.string ?? ""])
      } else if let id = message["id"], let name = method(id), let result = message["result"] {
        judge(result, by: results[name])
      }
    }
  }

  private static func judge(_ value: JSONValue, by schema: JSONValue?) {
    guard let schema else {
      Issue.record("the description does not know \(value.text.prefix(200))")
      return
    }
    if let fault = fault(of: value, by: schema) {
      Issue.record("by the description \(fault): \(value.text.prefix(1000))")
    }
  }

  /// What is wrong with `value` by the words of JSON Schema that the description has; nil for nothing.
  static func fault(
    of value: JSONValue,
    by schema: JSONValue,
    at place: String = "it"
  ) -> String? {
    if let choices = schema["anyOf"]?.array,
      !choices.contains(where: { fault(of: value, by: $0) == nil })
    {
      return "\(place) is none of what it may be"
    }
    if let choices = schema["enum"]?.array, !choices.contains(value) {
      return "\(place) is no choice"
    }
    if let constant = schema["const"], constant != value {
      return "\(place) is not \(constant.text)"
    }
    if let type = schema["type"],
      !(type.array ?? [type]).contains(where: { has(value, type: $0) })
    {
      return "\(place) is not of type \(type.text)"
    }
    if let least = schema["minimum"]?.double, let number = value.double, number < least {
      return "\(place) is too small"
    }
    if let elements = value.array {
      if let least = schema["minItems"]?.int, elements.count < least { return "\(place) is short" }
      if let most = schema["maxItems"]?.int, elements.count > most { return "\(place) is long" }
      guard let items = schema["items"] else { return nil }
      return elements.lazy.compactMap { fault(of: $0, by: items, at: "an item of \(place)") }.first
    }
    guard let object = value.object else { return nil }
    for name in schema["required"]?.array ?? [] where object[name.string ?? ""] == nil {
      return "\(place) has no \(name.text)"
    }
    for member in object.members {
      if let known = schema["properties"]?[member.key] {
        if let fault = fault(of: member.value, by: known, at: member.key) { return fault }
      } else if schema["additionalProperties"] == false {
        return "\(place) has '\(member.key)', which nothing tells of"
      } else if let others = schema["additionalProperties"], others.object != nil,
        let fault = fault(of: member.value, by: others, at: member.key)
      {
        return fault
      }
    }
    return nil
  }

  private static func has(_ value: JSONValue, type: JSONValue) -> Bool {
    switch type.string {
    case "object": value.object != nil
    case "array": value.array != nil
    case "string": value.string != nil
    case "boolean": value.bool != nil
    case "null": value == .null
    case "number": value.double != nil
    case "integer": value.double.map { $0 == $0.rounded() } ?? false
    default: false
    }
  }
}

@Suite("What the description of the socket says")
struct SocketDescriptionTests {
  @Test(
    "Results and events that are not as it says are noticed",
    arguments: [
      (#"{"id":1}"#, #"{"type":"object","required":["id"],"properties":{"id":{"type":"string"}}}"#),
      (#"{}"#, #"{"type":"object","required":["id"]}"#),
      (#"{"a":1}"#, #"{"type":"object","properties":{},"additionalProperties":false}"#),
      (#"{"a":"x"}"#, #"{"additionalProperties":{"type":"integer"}}"#),
      (#"[1,"2"]"#, #"{"type":"array","items":{"type":"number"}}"#),
      ("[1]", #"{"minItems":2}"#), ("[1,2,3]", #"{"maxItems":2}"#), ("1.5", #"{"type":"integer"}"#),
      ("-1", #"{"minimum":0}"#), ("3", #"{"enum":[1,2]}"#), ("3", #"{"const":4}"#),
      ("3", #"{"anyOf":[{"type":"null"},{"type":"string"}]}"#),
      ("null", #"{"type":["string","number"]}"#),
    ]
  )
  func notices(value: String, schema: String) throws {
    let (value, schema) = try (
      JSONValue(parsing: Array(value.utf8)), JSONValue(parsing: Array(schema.utf8))
    )
    #expect(SocketDescription.fault(of: value, by: schema) != nil)
  }
}
