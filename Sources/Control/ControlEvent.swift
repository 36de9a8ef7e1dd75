// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import JSON
package import Widgets

/// The events that clients can subscribe to.
package struct ControlEventType: Hashable, Sendable, CaseIterable {
  /// The event's name.
  package let name: String

  private init(name: String) { self.name = name }

  /// Something that has happened to a widget.
  package init(_ type: WidgetEventType) { name = type.name }

  /// The event of this name; nil where there is none.
  package init?(named name: String) {
    guard let known = Self.allCases.first(where: { $0.name.hasSameBytes(as: name) }) else {
      return nil
    }
    self = known
  }

  /// The display came, went, slept or woke.
  package static let output = Self(name: "output")
  /// An input device came or went.
  package static let input = Self(name: "input")
  /// A finger has touched the page of crosses by which touch is calibrated.
  package static let touch = Self(name: "touch")
  /// A program that a widget runs has come further, or to an end.
  package static let job = Self(name: "job")
  /// Another page is shown.
  package static let page = Self(name: "page")
  /// There was no touch, key or scan for some time.
  package static let idle = Self(name: "idle")
  /// A touch, a key or a scan has ended an ``idle``.
  package static let active = Self(name: "active")
  /// A new configuration is in force.
  package static let reload = Self(name: "reload")

  /// Texts are shown in another language.
  package static let language = Self(name: "language")

  /// All events: those of widgets, kind by kind, then the server's own.
  package static let allCases: [Self] =
    WidgetKind.eventTypes.map { Self($0) } + [
      output, input, touch, job, page, idle, active, reload, language,
    ]
}

/// Something that has happened, as subscribers are told.
package struct ControlEvent: Hashable, Sendable {
  /// What has happened.
  package var type: ControlEventType
  /// Whom or what it has happened to; nil for the server as a whole.
  package var id: String?
  /// When, in seconds on CLOCK_MONOTONIC.
  package var time: Double
  /// What the type adds.
  package var details: JSONObject

  /// An event.
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

  /// The event as the parameters of a notification; `details` never hide the common members.
  package var json: JSONValue {
    var object = JSONObject([
      ("type", .string(type.name)),
      ("id", id.map { .string($0) } ?? .null),
      ("time", .number(time)),
    ])
    for member in details.members where object[member.key] == nil {
      object[member.key] = member.value
    }
    return .object(object)
  }

  /// The notification's line.
  package var line: [UInt8] {
    JSONRPCRequest(method: "event", params: json).line
  }
}
