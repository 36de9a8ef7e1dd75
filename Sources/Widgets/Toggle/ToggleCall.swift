// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of a toggle.
package enum ToggleCall: WidgetCall {
  /// Be on or off.
  case set(id: String?, value: Bool)
  /// Tell which it is.
  case get(id: String?)

  package static let methods = [
    Method("toggle.set", [Parameter("value", .flag, isRequired: true), .id]),
    Method("toggle.get", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    let parameters = try RequestParameters(params, of: Self.methods[method])
    let id = try parameters.string("id")
    guard method == "toggle.set" else {
      self = .get(id: id)
      return
    }
    self = .set(id: id, value: try parameters.required(parameters.bool("value"), "value"))
  }

  package var id: String? {
    switch self {
    case .set(let id, _), .get(let id): id
    }
  }

  package var method: String { if case .get = self { "toggle.get" } else { "toggle.set" } }

  package var params: JSONObject {
    var params = JSONObject()
    if case .set(_, let value) = self { params["value"] = .bool(value) }
    params["id"] = id.map { .string($0) }
    return params
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  /// A value is kept for the display that comes.
  package var needsDisplay: Bool { false }

  package var change: WidgetChange {
    var change = WidgetChange()
    if case .set(_, let value) = self { change["value"] = .bool(value) }
    return change
  }

  package func announcement(of answer: JSONObject) -> EventDetails? {
    guard case .set(_, let value) = self else { return nil }
    return .toggle(value, .request)
  }
}
