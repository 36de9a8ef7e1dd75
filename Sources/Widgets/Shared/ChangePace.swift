// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Motion

/// The pace of a change by request: the parameters `over` and `ease`.
package struct ChangePace: Hashable, Sendable {
  /// Seconds, 0 … 86400; nil where that is left out.
  package let over: Double?
  /// The curve; nil where that is left out.
  package let ease: EaseParameter?

  /// A change in `over` seconds by `ease`; at once without both.
  package init(over: Double? = nil, ease: EaseParameter? = nil) {
    self.over = over
    self.ease = ease
  }

  /// Reads the parameters.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  package init(_ parameters: RequestParameters) throws(WidgetFault) {
    self.init(over: try parameters.number("over"), ease: try parameters.ease())
  }

  /// The parameters as they are sent.
  package var members: [(String, JSONValue)] {
    (over.map { [("over", .number($0))] } ?? []) + (ease.map { [("ease", $0.json)] } ?? [])
  }

  /// The parameter that is given first; nil where the change is made at once.
  package var name: String? { members.first?.0 }

  /// Duration of the change in seconds: ``over``, else 0.4 with ``ease`` and 0 without.
  package var seconds: Double { over ?? (ease == nil ? 0 : 0.4) }

  /// The course of the change; easeInEaseOut unless ``ease`` names one.
  package var curve: Curve { ease?.curve ?? .easeInEaseOut }
}

extension JSONObject {
  /// The parameters of a request to a widget; nil for the only one of its kind.
  init(id: String?) { self.init(id.map { [("id", .string($0))] } ?? []) }

  /// The parameters of a request that has a widget show another value.
  init(_ name: String, value: JSONValue, id: String?, pace: ChangePace) {
    self.init([(name, value)] + (id.map { [("id", .string($0))] } ?? []) + pace.members)
  }
}
