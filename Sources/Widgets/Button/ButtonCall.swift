// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The request to press a button as a finger would.
package struct ButtonCall: WidgetCall {
  package static let methods = [Method("button.press", [Parameter("id", .text, isRequired: true)])]

  package let id: String?

  /// A press of the button `id`.
  package init(press id: String) { self.id = id }

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    let parameters = try RequestParameters(params, of: Self.methods[method])
    self.init(press: try parameters.required(parameters.string("id"), "id"))
  }

  package var method: String { "button.press" }

  package var params: JSONObject { JSONObject(id.map { [("id", .string($0))] } ?? []) }

  package var isChange: Bool { true }

  package var needsDisplay: Bool { true }
}
