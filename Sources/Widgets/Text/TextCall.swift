// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of a text field.
package enum TextCall: WidgetCall {
  /// Hold this text, with the caret at a boundary; nil for the end.
  case set(id: String?, text: String, caret: Int?)
  /// Tell what it holds.
  case get(id: String?)
  /// Hold nothing.
  case clear(id: String?)

  package static let methods = [
    Method(
      "text.set",
      [
        .id, Parameter("text", .text, isRequired: true),
        Parameter(
          "caret",
          .either(.choice(["end"]), .whole(0...EditableText.maximumCharacterCount))
        ),
      ]
    ),
    Method("text.get", [.id]), Method("text.clear", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    switch method {
    case "text.set":
      let parameters = try RequestParameters(params, of: Self.methods[method])
      self = .set(
        id: try parameters.string("id"),
        text: try parameters.required(parameters.string("text"), "text"),
        caret: try Self.caret(parameters)
      )
    case "text.clear":
      self = .clear(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
    default:
      self = .get(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
    }
  }

  private static func caret(_ parameters: RequestParameters) throws(WidgetFault) -> Int? {
    guard let value = parameters.value("caret"), value != .string("end") else { return nil }
    guard let caret = value.int, (0...EditableText.maximumCharacterCount).contains(caret) else {
      throw .badParameter(
        "caret",
        must: "must be an integer from 0 to \(EditableText.maximumCharacterCount) or \"end\""
      )
    }
    return caret
  }

  package var id: String? {
    switch self {
    case .set(let id, _, _), .get(let id), .clear(let id): id
    }
  }

  package var method: String {
    switch self {
    case .set: "text.set"
    case .get: "text.get"
    case .clear: "text.clear"
    }
  }

  package var params: JSONObject {
    var params = JSONObject()
    params["id"] = id.map { .string($0) }
    if case .set(_, let text, let caret) = self {
      params["text"] = .string(text)
      params["caret"] = caret.map { .number(Double($0)) }
    }
    return params
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  /// True for a change: typed text belongs to the picture.
  package var needsDisplay: Bool { isChange }

  /// Text is shaped.
  package var takesTime: Bool { isChange }

  package var change: WidgetChange {
    var change = WidgetChange()
    switch self {
    case .set(_, let text, _): change["text"] = .string(text)
    case .clear: change["text"] = .string("")
    case .get: break
    }
    return change
  }
}
