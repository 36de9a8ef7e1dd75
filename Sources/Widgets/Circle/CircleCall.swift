// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of an elastic circle.
package enum CircleCall: WidgetCall {
  /// The radius to which a circle is to go.
  package enum Target: Hashable, Sendable {
    /// To a radius in points, 0 … 10000.
    case radius(Double)
    /// To a value 0 … 1.
    case value(Double)
  }

  /// Go to a radius; `over` seconds, 0 … 86400, and by `ease`; nil for 0.4 s and easeInEaseOut.
  case set(id: String?, Target, over: Double?, ease: EaseParameter?)
  /// Tell what it does and where it is.
  case get(id: String?)
  /// Be as at first.
  case reset(id: String?)

  package static let methods = [
    Method(
      "circle.set",
      [
        Parameter("radius", .number(0...10_000)), .id, .over, .ease,
        Parameter("value", .number(0...1)),
      ]
    ),
    Method("circle.get", [.id]), Method("circle.reset", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    switch method {
    case "circle.set":
      let parameters = try RequestParameters(params, of: Self.methods[method])
      self = .set(
        id: try parameters.string("id"),
        try Self.target(parameters),
        over: try parameters.number("over"),
        ease: try parameters.ease()
      )
    case "circle.reset":
      self = .reset(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
    default:
      self = .get(id: try RequestParameters(params, of: Self.methods[method]).string("id"))
    }
  }

  private static func target(_ parameters: RequestParameters) throws(WidgetFault) -> Target {
    let radius = try parameters.number("radius")
    let value = try parameters.number("value")
    switch (radius, value) {
    case (let radius?, nil): return .radius(radius)
    case (nil, let value?): return .value(value)
    case (nil, nil): throw .badParameter("radius", must: "or 'value' must be given")
    default: throw .badParameter("value", must: "must be left out where 'radius' is given")
    }
  }

  package var id: String? {
    switch self {
    case .set(let id, _, _, _), .get(let id), .reset(let id): id
    }
  }

  package var method: String {
    switch self {
    case .set: "circle.set"
    case .get: "circle.get"
    case .reset: "circle.reset"
    }
  }

  package var params: JSONObject {
    var params = JSONObject()
    if case .set(_, .radius(let radius), _, _) = self { params["radius"] = .number(radius) }
    params["id"] = id.map { .string($0) }
    if case .set(_, let target, let over, let ease) = self {
      params["over"] = over.map { .number($0) }
      params["ease"] = ease?.json
      if case .value(let value) = target { params["value"] = .number(value) }
    }
    return params
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  /// A radius belongs to the picture: nothing of it outlives the process.
  package var needsDisplay: Bool { isChange }
}
