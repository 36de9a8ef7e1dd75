// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import MonotonicTime

/// A widget as clients are told of it.
package struct Seen<Kind: Widget>: Sendable {
  /// The settings in force.
  let settings: Kind.Settings
  /// The widget on the display; nil without one.
  let widget: Kind?
  /// The request that is answered; nil for `status`.
  let call: Kind.Call?
  /// The frame that is shown.
  let instant: MonotonicInstant

  init(
    _ settings: Kind.Settings,
    _ widget: Kind?,
    _ request: WidgetRequest?,
    at instant: MonotonicInstant
  ) {
    (self.settings, self.widget, self.instant) = (settings, widget, instant)
    call = request?.call as? Kind.Call
  }

  /// The members of the answer to the request, or of the widget in `status`.
  var members: [(String, JSONValue)] {
    Self.facts(in: call.map { Method.verb(of: $0.method) } ?? "status").members(of: self)
  }

  /// The members that are told in a place: "status", or an answer to the method with this verb.
  static func facts(in place: String) -> [Fact<Self>] {
    let id = Fact<Self>("id") { $0.settings.id }
    let own = Kind.facts.filter { $0.places.contains(place) }
    guard place == "status" else { return [id] + own }
    let kind = Fact<Self>("kind", .choice([.string(Kind.Settings.kind)])) {
      .string($0.settings.kind)
    }
    return [id, kind] + own + [
      Fact("visible") { $0.settings.isVisible }, Fact("enabled") { $0.settings.isEnabled },
    ]
  }
}
