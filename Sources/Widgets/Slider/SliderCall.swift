// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of a slider.
package enum SliderCall: WidgetCall {
  /// Go to a value; `over` seconds, 0 … 86400, and by `ease`, nil for the slider's own.
  case set(id: String?, value: Double, over: Double?, ease: EaseParameter?)
  /// Tell where it is going and what it shows.
  case get(id: String?)

  package static let methods = [
    Method(
      "slider.set",
      [
        Parameter(
          "value",
          .number(-SliderSettings.limit...SliderSettings.limit),
          isRequired: true
        ), .id, .over, .ease,
      ]
    ),
    Method("slider.get", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    let parameters = try RequestParameters(params, of: Self.methods[method])
    let id = try parameters.string("id")
    guard method == "slider.set" else {
      self = .get(id: id)
      return
    }
    self = .set(
      id: id,
      value: try parameters.required(parameters.number("value"), "value"),
      over: try parameters.number("over"),
      ease: try parameters.ease()
    )
  }

  package var id: String? {
    switch self {
    case .set(let id, _, _, _), .get(let id): id
    }
  }

  package var method: String { if case .get = self { "slider.get" } else { "slider.set" } }

  package var params: JSONObject {
    guard case .set(_, let value, let over, let ease) = self else { return JSONObject(id: id) }
    return JSONObject(
      "value",
      value: .number(value),
      id: id,
      pace: ChangePace(over: over, ease: ease)
    )
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  /// A value is kept for the display that comes.
  package var needsDisplay: Bool { false }

  /// The members that it sets of `settings`.
  ///
  /// - Throws: ``WidgetFault`` for a value beyond the ends.
  func change(of settings: SliderSettings) throws(WidgetFault) -> WidgetChange {
    var change = WidgetChange()
    guard case .set(_, let value, _, _) = self else { return change }
    guard (settings.minimum...settings.maximum).contains(value) else {
      throw .badParameter(
        "value",
        must: "must be a number from \(JSONValue.number(settings.minimum).text) to "
          + JSONValue.number(settings.maximum).text
      )
    }
    change["value"] = .number(settings.snapped(value))
    return change
  }

  /// The value is told that is in force, which is on a step.
  package func announcement(of answer: JSONObject) -> EventDetails? {
    guard case .set(_, let value, _, _) = self else { return nil }
    return .slid(answer["value"]?.double ?? value, .request)
  }
}
