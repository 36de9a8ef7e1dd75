// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import JSON
package import Widgets

/// The events that clients can subscribe to.
package struct ControlEventType: Hashable, Sendable, CaseIterable {
  private let type: WidgetEventType

  /// The event's name.
  package var name: String { type.name }

  /// The members of an event of the type.
  package var form: FactForm {
    let common = [
      FactShape("type", .choice([.string(name)])), FactShape("id", .nullable(.text)),
      FactShape("time", .number),
    ]
    return .object(common + type.members)
  }

  /// Something that may happen.
  package init(_ type: WidgetEventType) { self.type = type }

  /// The event of this name; nil where there is none.
  package init?(named name: String) {
    guard let known = Self.allCases.first(where: { $0.name.hasSameBytes(as: name) }) else {
      return nil
    }
    self = known
  }

  /// Those for which a client of the project waits, or the server looks for subscribers.
  package static let output = Self(EventDetails.output.type)
  package static let touch = Self(EventDetails.touch.type)
  package static let job = Self(EventDetails.job.type)
  package static let idle = Self(EventDetails.idle.type)
  package static let active = Self(WidgetEventType.active)

  /// All events: those of widgets, kind by kind, then the server's own.
  package static let allCases: [Self] =
    (WidgetKind.eventTypes + WidgetEventType.ofServer).map { Self($0) }
}

/// Something that has happened, as subscribers are told.
package struct ControlEvent: Hashable, Sendable {
  /// The kind of event.
  package var type: ControlEventType
  /// The subject of the event, such as a widget's id; nil for the server as a whole.
  package var id: String?
  /// Time of the event, in seconds on CLOCK_MONOTONIC.
  package var time: Double
  /// Members that the type adds.
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
