// SPDX-License-Identifier: Apache-2.0
// Splitting by a text; the release leaves it out where nobody asks for it.
internal import _StringProcessing
import Control
import JSON

/// What may be asked over the control socket, as the daemon's own reading of requests tells it.
enum MethodsQuery {
  /// `{"q":"methods"}` → `{"methods": {NAME: {"params": [PARAM, …]}}, "events": [NAME, …]}`.
  ///
  /// A PARAM has its `name`, whether it is `required`, whether it may be `null`, and what it `must` be:
  /// what is said of a value that nothing takes, with `text` and `fraction`, what is said of such values;
  /// null where it takes them.
  static func methods(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let methods = ControlRequest.methods.map { name in
      let method = Method(name: name)
      let params = method.names.map { JSONValue.object(method.description(of: $0)) }
      return (name, JSONValue.object(JSONObject([("params", .array(params))])))
    }
    return [
      ("methods", .object(JSONObject(methods))),
      ("events", .array(ControlEventType.allCases.map { .string($0.name) })),
    ]
  }
}

/// A method that is called in many ways, without a daemon.
private struct Method {
  let name: String

  /// What a call says of its parameters; nil when nothing is wrong with them.
  private func complaint(_ params: JSONObject) -> (parameter: String, must: String)? {
    do throws(JSONRPCError) {
      _ = try ControlRequest(JSONRPCRequest(method: name, params: .object(params)))
      return nil
    } catch {
      let parameter = error.data?.object?["parameter"]?.string ?? ""
      let start = "Invalid params: '\(parameter)' "
      guard error.message.hasPrefix(start) else { return (parameter, error.message) }
      return (parameter, String(error.message.dropFirst(start.count)))
    }
  }

  /// The names of all parameters, in their order by position.
  var names: [String] {
    let said = complaint(JSONObject([("?", .null)]))?.must ?? ""
    guard let list = said.split(separator: "(there are: ").last?.dropLast(), list != "none" else {
      return []
    }
    return list.split(separator: ", ").map(String.init)
  }

  /// A call with `value` for `name`, and whatever else it cannot do without.
  ///
  /// - Returns: What is said of `name`; nil when nothing is wrong with it.
  private func complaint(of name: String, _ value: JSONValue) -> String? {
    var params = JSONObject([(name, value)])
    for _ in 0..<8 {
      guard let said = complaint(params) else { return nil }
      if said.parameter == name || Self.sample(of: said.parameter) == nil { return said.must }
      if params[said.parameter] != nil { return nil }
      params[said.parameter] = Self.sample(of: said.parameter)
    }
    return nil
  }

  /// A value that any method takes for the parameter.
  private static func sample(of name: String) -> JSONValue? {
    switch name {
    case "percent", "slot", "x", "y", "value", "radius": 0
    case "phase": "up"
    case "state": "running"
    case "values": .array([0])
    case "id", "text", "file", "job": "a"
    default: nil
    }
  }

  /// What can be found out about one parameter.
  func description(of name: String) -> JSONObject {
    var description = JSONObject([("name", .string(name))])
    // What is nowhere taken.
    let never = JSONValue.array([.array([.array([])])])
    let must = complaint(of: name, never)
    description["must"] = must.map { .string($0) } ?? .null
    description["text"] = complaint(of: name, "\u{7F}").map { .string($0) } ?? .null
    description["fraction"] = complaint(of: name, 0.5).map { .string($0) } ?? .null
    description["required"] = .bool(isRequired(name))
    description["null"] = .bool(isNullable(name))
    return description
  }

  /// Whether a call without it is refused, whatever else there is.
  private func isRequired(_ name: String) -> Bool {
    var params = JSONObject()
    for _ in 0..<8 {
      guard let said = complaint(params) else { return false }
      if said.parameter == name { return said.must == "is missing" }
      guard params[said.parameter] == nil, let sample = Self.sample(of: said.parameter) else {
        return false
      }
      params[said.parameter] = sample
    }
    return false
  }

  /// Whether null says something else than nothing.
  private func isNullable(_ name: String) -> Bool {
    isRequired(name) && complaint(of: name, .null) == nil
  }
}
