// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Raster

/// The requests that clients may make of a progress indicator.
package enum ProgressCall: WidgetCall {
  /// Go to `percent`, 0 … 100.
  ///
  /// `over` seconds, 0 … 86400, and by `ease`; nil for what the configuration says.
  case set(id: String?, percent: Double, over: Double?, ease: EaseParameter?)
  /// Go to `percent` in both waves' `color`, which stays until the next change: the work has failed.
  ///
  /// `over` seconds, 0 … 86400; nil for what the configuration says.
  case fail(id: String?, percent: Double, over: Double?, color: Color)
  /// Be busy, without a percentage.
  case busy(id: String?)
  /// Tell where it is going and what it shows.
  case get(id: String?)

  package static let methods = [
    Method(
      "progress.set",
      [
        Parameter("percent", .number(0...100), isRequired: true, isNullable: true), .id, .over,
        .ease, Parameter("fault", .color),
      ]
    ),
    Method("progress.get", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    guard method == "progress.set" else {
      self = .get(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
      return
    }
    let parameters = try RequestParameters(params, of: Self.methods[method])
    if parameters.isNull("percent") {
      guard parameters.value("fault") == nil else {
        throw .badParameter("fault", must: "must be left out where 'percent' is null")
      }
      self = .busy(id: try parameters.string("id"))
      return
    }
    let id = try parameters.string("id")
    let percent = try parameters.required(parameters.number("percent"), "percent")
    let over = try parameters.number("over")
    let ease = try parameters.ease()
    guard let text = try parameters.string("fault") else {
      self = .set(id: id, percent: percent, over: over, ease: ease)
      return
    }
    let color = try Self.faultColor(text)
    guard ease == nil else {
      throw .badParameter("ease", must: "must be left out where 'fault' is given")
    }
    self = .fail(id: id, percent: percent, over: over, color: color)
  }

  /// The colour that the parameter `fault` names.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for what is no colour.
  package static func faultColor(_ text: String) throws(WidgetFault) -> Color {
    guard let color = Color(hex: text) else {
      throw .badParameter("fault", must: "must be #RGB, #RRGGBB or #RRGGBBAA")
    }
    return color
  }

  package var id: String? {
    switch self {
    case .set(let id, _, _, _), .fail(let id, _, _, _), .busy(let id), .get(let id): id
    }
  }

  package var method: String {
    switch self {
    case .set, .fail, .busy: "progress.set"
    case .get: "progress.get"
    }
  }

  package var params: JSONObject {
    var params = JSONObject()
    switch self {
    case .set(_, let percent, _, _), .fail(_, let percent, _, _):
      params["percent"] = .number(percent)
    case .busy: params["percent"] = .null
    case .get: break
    }
    params["id"] = id.map { .string($0) }
    switch self {
    case .set(_, _, let over, let ease):
      params["over"] = over.map { .number($0) }
      params["ease"] = ease?.json
    case .fail(_, _, let over, let color):
      params["over"] = over.map { .number($0) }
      params["fault"] = .string(color.hexText)
    case .busy, .get: break
    }
    return params
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  package var needsDisplay: Bool { false }

  package var change: WidgetChange {
    var change = WidgetChange()
    switch self {
    case .set(_, let percent, _, _), .fail(_, let percent, _, _):
      change["percent"] = .number(percent)
    case .busy: change["percent"] = .null
    case .get: break
    }
    return change
  }

  /// The members that the request changes: the colour of a failure goes with the next change.
  package func change(of settings: ProgressSettings) -> WidgetChange {
    var change = self.change
    switch self {
    case .get: break
    case .fail(_, _, _, let color): change["fault_color"] = .string(color.hexText)
    case .set, .busy: if settings.faultColor != nil { change["fault_color"] = .null }
    }
    return change
  }

  package func announcement(of answer: JSONObject) -> EventDetails? {
    switch self {
    case .set(_, let percent, _, _), .fail(_, let percent, _, _): .progress(percent)
    case .busy: .progress(nil)
    case .get: nil
    }
  }
}
