// SPDX-License-Identifier: Apache-2.0
package import JSON
package import MonotonicTime
internal import PlainText
package import Raster

extension TextField {
  package mutating func update(
    to settings: TextFieldSettings,
    _ materials: any Materials,
    _ layers: inout LayerStack,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    tint.retarget(to: settings.color, events.pace, at: instant)
    if !settings.placeholder.hasSameBytes(as: before.placeholder), edit.isEmpty {
      needsShaping = true
      layOut()
    }
    if settings.isVisible != before.isVisible {
      model.setVisible(settings.isVisible, over: events.fading, at: instant)
    }
    if settings.isEnabled != before.isEnabled { model.setEnabled(settings.isEnabled, at: instant) }
    if !canFocus {
      cancelTouches(at: instant, &events)
      if isFocused { events.focusWish = .release }
    }
    events.needsFrame = true
  }

  package mutating func perform(
    _ call: TextCall,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) throws(WidgetFault) {
    switch call {
    case .get: return
    case .clear: empty(by: .request, at: instant, &events)
    case .set(_, let text, let caret):
      let before = edit.text
      if let refusal = edit.set(text, caret: caret) {
        let most = "must have at most \(edit.maximumLength) characters"
        let allowed = "must have only characters that the field's 'allow' names"
        throw .badParameter("text", must: refusal == .length ? most : allowed)
      }
      if !text.hasSameBytes(as: before) { noteChange(by: .request, at: instant, &events) }
    }
    lastInput = instant
    events.needsFrame = true
    layOut()
  }

  package static func result(
    of call: TextCall,
    _ settings: TextFieldSettings,
    _ widget: Self?,
    at instant: MonotonicInstant
  ) -> [(String, JSONValue)] {
    let id: [(String, JSONValue)] = [("id", .string(settings.id))]
    let text = widget?.edit.text ?? settings.text
    let length: (String, JSONValue) = ("length", .number(Double(text.count)))
    switch call {
    case .clear: return id
    case .set: return id + [length]
    case .get:
      let shown: [(String, JSONValue)] =
        settings.mode == .password ? [] : [("text", .string(text))]
      return id + shown + [
        length, ("caret", .number(Double(widget?.edit.caret ?? text.count))),
        ("focused", .bool(widget?.isFocused ?? false)),
      ]
    }
  }

  package static func report(
    _ settings: TextFieldSettings,
    _ widget: Self?,
    at instant: MonotonicInstant
  ) -> [(String, JSONValue)] {
    [
      ("placeholder", .string(settings.placeholder)),
      ("focused", .bool(widget?.isFocused ?? false)), ("visible", .bool(settings.isVisible)),
      ("enabled", .bool(settings.isEnabled)),
    ]
  }
}
