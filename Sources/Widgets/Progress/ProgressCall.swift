// SPDX-License-Identifier: Apache-2.0
package import JSON

/// What clients may ask of a progress indicator.
package enum ProgressCall: WidgetCall {
  /// Go to `percent`, 0 … 100.
  ///
  /// `over` seconds, 0 … 86400, and by `ease`; nil for what the configuration says.
  case set(id: String?, percent: Double, over: Double?, ease: EaseParameter?)
  /// Tell where it is going and what it shows.
  case get(id: String?)

  package static let methods = ["progress.set", "progress.get"]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    guard method == "progress.set" else {
      self = .get(id: try RequestParameters(params, names: ["id"]).string("id"))
      return
    }
    let parameters = try RequestParameters(params, names: ["percent", "id", "over", "ease"])
    self = .set(
      id: try parameters.string("id"),
      percent: try parameters.required(parameters.number("percent", in: 0...100), "percent"),
      over: try parameters.number("over", in: 0...86400),
      ease: try parameters.value("ease").map { value throws(WidgetFault) in
        try EaseParameter(json: value)
      }
    )
  }

  package var id: String? {
    switch self {
    case .set(let id, _, _, _), .get(let id): id
    }
  }

  package var method: String {
    switch self {
    case .set: "progress.set"
    case .get: "progress.get"
    }
  }

  package var params: JSONObject {
    var params = JSONObject()
    if case .set(_, let percent, let over, let ease) = self {
      params["percent"] = .number(percent)
      params["over"] = over.map { .number($0) }
      params["ease"] = ease?.json
    }
    params["id"] = id.map { .string($0) }
    return params
  }

  package var isChange: Bool { if case .set = self { true } else { false } }

  package var needsDisplay: Bool { false }

  package var change: WidgetChange {
    var change = WidgetChange()
    if case .set(_, let percent, _, _) = self { change["percent"] = .number(percent) }
    return change
  }

  package var announcement: (type: WidgetEventType, details: WidgetEvent.Details)? {
    guard case .set(_, let percent, _, _) = self else { return nil }
    return (.progress, WidgetEvent.Details(.number("percent", percent)))
  }
}
