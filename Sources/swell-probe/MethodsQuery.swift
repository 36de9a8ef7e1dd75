// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import Widgets

/// What may be asked over the control socket, from the tables by which requests are read.
enum MethodsQuery {
  /// `{"q":"methods"}` → `{"methods": {NAME: [PARAM, …]}, "events": [NAME, …]}`.
  ///
  /// A PARAM has its `name`, whether it is `required`, and its `schema`.
  static func methods(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let methods = ControlRequest.contract.map { method in
      (method.name, JSONValue.array(method.parameters.map(parameter)))
    }
    return [
      ("methods", .object(JSONObject(methods))),
      ("events", .array(ControlEventType.allCases.map { .string($0.name) })),
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
