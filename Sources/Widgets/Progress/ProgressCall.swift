// SPDX-License-Identifier: Apache-2.0
package import JSON

/// What clients may ask of a progress indicator.
package enum ProgressCall: WidgetCall {
  /// Go to `percent`, 0 … 100.
  ///
  /// `over` seconds, 0 … 86400, and by `ease`; nil for what the configuration says.
  case set(id: String?, percent: Double, over: Double?, ease: EaseParameter?)
  /// Be busy, as nobody knows how far it is.
  case busy(id: String?)
  /// Tell where it is going and what it shows.
  case get(id: String?)

  package static let methods = ["progress.set", "progress.get"]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    guard method == "progress.set" else {
      self = .get(id: try RequestParameters(params, names: ["id"]).string("id"))
      return
    }
    let parameters = try RequestParameters(params, names: ["percent", "id", "over", "ease"])
    if parameters.isNull("percent") {
      self = .busy(id: try parameters.string("id"))
      return
    }
    self = .set(
      id: try parameters.string("id"),
      percent: try parameters.required(parameters.number("percent", in: 0...100), "percent"),
      over: try parameters.number("over", in: 0...86400),
      ease: try parameters.ease()
    )
  }

  package var id: String? {
    switch self {
    case .set(let id, _, _, _), .busy(let id), .get(let id): id
    }
  }

  package var method: String {
    switch self {
    case .set, .busy: "progress.set"
    case .get: "progress.get"
    }
  }

  package var params: JSONObject {
    var params = JSONObject()
    switch self {
    case .set(_, let percent, let over, let ease):
      params["percent"] = .number(percent)
      params["over"] = over.map { .number($0) }
      params["ease"] = ease?.json
    case .busy: params["percent"] = .null
    case .get: break
    }
    params["id"] = id.map { .string($0) }
    return params
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  package var needsDisplay: Bool { false }

  package var change: WidgetChange {
    var change = WidgetChange()
    switch self {
    case .set(_, let percent, _, _): change["percent"] = .number(percent)
    case .busy: change["percent"] = .null
    case .get: break
    }
    return change
  }

  package var announcement: (type: WidgetEventType, details: WidgetEvent.Details)? {
    switch self {
    case .set(_, let percent, _, _): (.progress, .init(.number("percent", percent)))
    case .busy: (.progress, .init(.optionalNumber("percent", nil)))
    case .get: nil
    }
  }
}
