// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
internal import PlainText
package import Raster

extension TextField {
  package func ask(for settings: TextFieldSettings, from materials: any Materials) -> Bool {
    shadow?.ask(for: settings.shadow, beside: self.settings.shadow, from: materials) ?? false
  }

  package mutating func update(
    to settings: TextFieldSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    tint.retarget(to: settings.shownColors, pace: events.pace, at: instant)
    if settings.border != before.border { setBorder(&layers) }
    shadow?.update(to: settings.shadow, from: before.shadow, from: materials, on: &layers)
    if !settings.placeholder.hasSameBytes(as: before.placeholder), edit.isEmpty {
      needsShaping = true
      layOut()
    }
    if settings.isVisible != before.isVisible {
      model.setVisible(settings.isVisible, over: events.fading, at: instant)
    }
    if settings.isEnabled != before.isEnabled { model.setEnabled(settings.isEnabled, at: instant) }
    if !canFocus {
      cancelTouches(at: instant, telling: &events)
      if isFocused { events.focusWish = .release }
    }
    events.needsFrame = true
  }

  package mutating func perform(
    _ call: TextCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    switch call {
    case .get: return
    case .clear: empty(by: .request, at: instant, telling: &events)
    case .set(_, let text, let caret):
      let before = edit.text
      if let refusal = edit.set(text, caret: caret) {
        let most = "must have at most \(edit.maximumLength) characters"
        let allowed = "must have only characters that the field's 'allow' names"
        throw .badParameter("text", must: refusal == .length ? most : allowed)
      }
      if !text.hasSameBytes(as: before) { noteChange(by: .request, at: instant, telling: &events) }
    }
    lastInput = instant
    events.needsFrame = true
    layOut()
  }

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("placeholder", in: "status") { $0.settings.placeholder },
    Fact(optional: "text", in: "get") { $0.settings.isSecret ? nil : $0.text },
    Fact("length", in: "set", "get") { $0.text.count },
    Fact("caret", in: "get") { $0.widget?.edit.caret ?? $0.text.count },
    Fact("focused", in: "status", "get") { $0.widget?.isFocused ?? false },
  ]
}

extension Seen<TextField> {
  fileprivate var text: String { widget?.edit.text ?? settings.text }
}
