// SPDX-License-Identifier: Apache-2.0

/// The kinds of events that a client can subscribe to.
package enum ControlEventType: String, CaseIterable, Hashable, Sendable {
  /// A button is being pressed.
  case press
  /// A button was let go.
  case release
  /// A button was let go inside: its action runs.
  case trigger
  /// A press ended without being let go.
  case cancel
  /// A progress target changed.
  case progress
  /// The display changed or changed state.
  case output
  /// A touch device came or went.
  case input
  /// The configuration was loaded anew.
  case reload
}

/// Something that happened, as sent to subscribers.
package struct ControlEvent: Hashable, Sendable {
  /// What kind of thing happened.
  package var type: ControlEventType
  /// The widget, connector or device; nil (sent as null) when there is none.
  package var id: String?
  /// When it happened, in seconds on CLOCK_MONOTONIC.
  package var time: Double
  /// What else the event tells, after the members above.
  package var details: JSONObject

  /// An event of the four values.
  package init(
    type: ControlEventType,
    id: String?,
    time: Double,
    details: JSONObject = JSONObject()
  ) {
    self.type = type
    self.id = id
    self.time = time
    self.details = details
  }

  /// The parameters of the `event` notification.
  package var json: JSONValue {
    var object = JSONObject([
      ("type", .string(type.rawValue)),
      ("id", id.map { .string($0) } ?? .null),
      ("time", .number(time)),
    ])
    for member in details.members where object[member.key] == nil {
      object[member.key] = member.value
    }
    return .object(object)
  }

  /// The notification as a line with its end.
  package var line: [UInt8] {
    JSONRPCRequest(method: "event", params: json).line
  }
}
