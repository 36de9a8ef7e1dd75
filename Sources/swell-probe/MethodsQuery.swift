// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import Widgets

/// Lists the methods of the control socket, from the tables by which requests are read.
enum MethodsQuery {
  /// `{"q":"methods"}` → `{"methods": {NAME: {"params": [PARAM, …], "result": SCHEMA}}, "events": {NAME: SCHEMA}}`.
  ///
  /// A PARAM has its `name`, whether it is `required`, and its `schema`.
  static func methods(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let methods = ControlRequest.contract.map { method in
      let taken = JSONValue.array(method.parameters.map(parameter))
      return (method.name, ["params": taken, "result": method.answer.schema] as JSONValue)
    }
    return [
      ("methods", .object(JSONObject(methods))),
      ("events", .object(JSONObject(ControlEventType.allCases.map { ($0.name, $0.form.schema) }))),
    ]
  }

  private static func parameter(_ parameter: Parameter) -> JSONValue {
    let schema = parameter.form.schema
    return [
      "name": .string(parameter.name), "required": .bool(parameter.isRequired),
      "schema": parameter.isNullable ? ["anyOf": [schema, ["type": "null"]]] : schema,
    ]
  }
}

extension FactForm {
  /// The form in words of JSON Schema.
  fileprivate var schema: JSONValue {
    switch self {
    case .number: ["type": "number"]
    case .integer: ["type": "integer"]
    case .count: ["type": "integer", "minimum": 0]
    case .flag: ["type": "boolean"]
    case .text: ["type": "string"]
    case .choice(let values) where values.count == 1: ["const": values[0]]
    case .choice(let values): ["enum": .array(values)]
    case .list(let form, nil): ["type": "array", "items": form.schema]
    case .list(let form, let count?):
      [
        "type": "array", "minItems": .number(Double(count)), "maxItems": .number(Double(count)),
        "items": form.schema,
      ]
    case .object(let members):
      [
        "type": "object",
        "properties": .object(JSONObject(members.map { ($0.name, $0.form.schema) })),
        "additionalProperties": false,
        "required": .array(members.filter { !$0.isOptional }.map { .string($0.name) }),
      ]
    case .named(let form): ["type": "object", "additionalProperties": form.schema]
    case .either(let forms): ["anyOf": .array(forms.map(\.schema))]
    case .nullable(.number): ["type": ["number", "null"]]
    case .nullable(.text): ["type": ["string", "null"]]
    case .nullable(.count): ["type": ["integer", "null"], "minimum": 0]
    case .nullable(let form): ["anyOf": [form.schema, ["type": "null"]]]
    case .anyObject: ["type": "object"]
    }
  }
}
