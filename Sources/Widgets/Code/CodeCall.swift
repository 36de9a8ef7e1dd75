// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of a code.
package enum CodeCall: WidgetCall {
  /// Show the code of this text.
  case set(id: String?, text: String)
  /// Tell what it shows.
  case get(id: String?)

  package static let methods = [
    Method("code.set", [Parameter("text", .text, isRequired: true), .id]),
    Method("code.get", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    let parameters = try RequestParameters(params, of: Self.methods[method])
    let id = try parameters.string("id")
    guard method == "code.set" else {
      self = .get(id: id)
      return
    }
    self = .set(id: id, text: try parameters.required(parameters.string("text"), "text"))
  }

  package var id: String? {
    switch self {
    case .set(let id, _), .get(let id): id
    }
  }

  package var method: String { if case .get = self { "code.get" } else { "code.set" } }

  package var params: JSONObject {
    var params = JSONObject()
    if case .set(_, let text) = self { params["text"] = .string(text) }
    params["id"] = id.map { .string($0) }
    return params
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  /// A text is kept for the display that comes.
  package var needsDisplay: Bool { false }

  /// A code is made, and cut into blocks.
  package var takesTime: Bool { isChange }

  package var change: WidgetChange {
    var change = WidgetChange()
    if case .set(_, let text) = self { change["label"] = .string(text) }
    return change
  }
}
