// SPDX-License-Identifier: Apache-2.0
package import Control
internal import JSON
package import Widgets

// Requests and results as tests say them: short, with the usual left out.

/// A change of a progress indicator.
package struct ProgressChange {
  let id: String?
  let percent: Double
  let duration: Double?
  let ease: EaseParameter?

  package init(
    id: String? = nil,
    percent: Double,
    duration: Double? = nil,
    ease: EaseParameter? = nil
  ) {
    self.id = id
    self.percent = percent
    self.duration = duration
    self.ease = ease
  }
}

/// A change of any widget; what is nil stays.
package struct WidgetSetting {
  let id: String
  let members: JSONObject
  let pace: ChangePace

  package init(
    id: String,
    label: String? = nil,
    color: String? = nil,
    isVisible: Bool? = nil,
    isEnabled: Bool? = nil,
    duration: Double? = nil,
    ease: EaseParameter? = nil
  ) {
    self.id = id
    pace = ChangePace(over: duration, ease: ease)
    var members = JSONObject()
    members["label"] = label.map { .string($0) }
    members["color"] = color.map { .string($0) }
    members["visible"] = isVisible.map { .bool($0) }
    members["enabled"] = isEnabled.map { .bool($0) }
    self.members = members
  }
}

extension ControlRequest {
  package static func setProgress(_ change: ProgressChange) -> Self {
    .widget(
      .progress(
        .set(id: change.id, percent: change.percent, over: change.duration, ease: change.ease)
      )
    )
  }

  package static func getProgress(id: String?) -> Self { .widget(.progress(.get(id: id))) }

  package static func pressButton(id: String) -> Self { .widget(.button(ButtonCall(press: id))) }

  /// Values that no widget takes make a change of nothing.
  package static func setWidget(_ setting: WidgetSetting) -> Self {
    .setWidget(
      id: setting.id,
      change: (try? WidgetChange(setting.members)) ?? WidgetChange(),
      pace: setting.pace
    )
  }
}

extension ControlResult {
  package static func progressSet(id: String, percent: Double) -> Self {
    .widget(JSONObject([("id", .string(id)), ("percent", .number(percent))]))
  }

  package static func progress(id: String, percent: Double, shown: Double) -> Self {
    .widget(
      JSONObject([
        ("id", .string(id)), ("percent", .number(percent)), ("shown", .number(shown)),
      ])
    )
  }

  package static func widget(id: String) -> Self { .widget(JSONObject([("id", .string(id))])) }
}

extension ControlEventType {
  package static let press = Self(.press)
  package static let trigger = Self(.trigger)
  package static let reload = Self(.reload)
  package static let progress = Self(EventDetails.progress.type)
}
