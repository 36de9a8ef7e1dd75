// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of a label.
package enum LabelCall: WidgetCall {
  /// Show this text; `over` seconds, 0 … 86400, and by `ease`, nil for the label's own.
  case set(id: String?, text: String, over: Double?, ease: EaseParameter?)
  /// Tell what it shows.
  case get(id: String?)

  package static let methods = [
    Method("label.set", [Parameter("text", .text, isRequired: true), .id, .over, .ease]),
    Method("label.get", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    guard method == "label.set" else {
      self = .get(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
      return
    }
    let parameters = try RequestParameters(params, of: Self.methods[method])
    self = .set(
      id: try parameters.string("id"),
      text: try parameters.required(parameters.string("text"), "text"),
      over: try parameters.number("over"),
      ease: try parameters.ease()
    )
  }

  package var id: String? {
    switch self {
    case .set(let id, _, _, _), .get(let id): id
    }
  }

  package var method: String { if case .get = self { "label.get" } else { "label.set" } }

  package var params: JSONObject {
    guard case .set(_, let text, let over, let ease) = self else { return JSONObject(id: id) }
    return JSONObject(
      "text",
      value: .string(text),
      id: id,
      pace: ChangePace(over: over, ease: ease)
    )
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  /// A text is kept for the display that comes.
  package var needsDisplay: Bool { false }

  /// Text is cut into blocks.
  package var takesTime: Bool { isChange }

  package var change: WidgetChange {
    var change = WidgetChange()
    if case .set(_, let text, _, _) = self { change["label"] = .string(text) }
    return change
  }
}
