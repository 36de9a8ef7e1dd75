// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
internal import PlainText
package import Touch

// The focus: at most one widget has it. Keys are typed into it where it is a text field; how they lead it
// to another widget stands in Scene+Keys.swift.
extension Scene {
  /// Gives the focus to the field at `index`, or takes it from the widget that has it.
  ///
  /// - Parameters:
  ///   - index: The widget; nil for none.
  ///   - isQuiet: True if the field does not swell for it.
  ///   - instant: When.
  ///   - events: The widget that has it now, and the one that has it no more.
  /// - Throws: ``WidgetFault`` where the field is hidden or disabled; nothing has changed then.
  package mutating func setFocus(
    to index: Int?,
    isQuiet: Bool,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    if let index, !canFocus(index) {
      throw .badParameter("id", must: "must name a text field that is visible and enabled")
    }
    moveFocus(to: index, plays: !isQuiet, at: instant, telling: &events)
  }

  /// Text of the field at `index`; nil for another widget.
  package func typedText(at index: Int) -> String? {
    field(index).map { shelves.texts[$0].edit.text }
  }

  /// Gives the focus to the first field that wants it at first, if no field has it.
  package mutating func autofocus(at instant: MonotonicInstant, telling events: inout WidgetEvents)
  {
    guard focus == nil else { return }
    let index = slotIndices.first { index in
      guard let field = field(index) else { return false }
      return shelves.texts[field].settings.hasAutofocus && shelves.texts[field].canFocus
    }
    if let index { moveFocus(to: index, plays: true, at: instant, telling: &events) }
  }

  /// Does what a key asks for: it is for the field with the focus, or leads to another widget; what is typed on the
  /// screen leads to fields alone, and is for the field from which keys have led the focus off to type it.
  package mutating func handle(
    _ stroke: KeyStroke,
    by source: EventSource,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    if source == .key, lead(by: stroke, at: instant, telling: &events) { return }
    let typed = focusedField ?? (source == .touch ? waitingField : nil)
    switch stroke {
    case .nextField: moveFocus(forward: true, from: typed, at: instant, telling: &events)
    case .previousField: moveFocus(forward: false, from: typed, at: instant, telling: &events)
    default:
      guard let typed, let field = field(typed) else { return }
      if stroke == .enter, let next = nextField(after: field) {
        return moveFocus(to: next, plays: true, at: instant, telling: &events)
      }
      events.widget = typed
      shelves.texts[field].handle(stroke, by: source, at: instant, telling: &events)
      settle(typed, at: instant, telling: &events)
    }
  }

  /// The field from which keys have led the focus to what types on the screen; nil where it cannot be typed into.
  private var waitingField: Int? {
    guard focus != nil, let leftField, canFocus(leftField) else { return nil }
    return leftField
  }

  /// Does what several keys ask for that came at once: text is shaped once for all of them.
  package mutating func handle(
    _ strokes: [KeyStroke],
    by source: EventSource,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    for index in shelves.texts.indices { shelves.texts[index].isTyping = true }
    for stroke in strokes { handle(stroke, by: source, at: instant, telling: &events) }
    for index in shelves.texts.indices {
      shelves.texts[index].isTyping = false
      if shelves.texts[index].needsLayout { shelves.texts[index].layOut() }
    }
  }

  /// Gives what a scanner has read to the field at `target`, which gets the focus, or to the one that
  /// has it; to none where neither is there.
  package mutating func scan(
    _ text: String,
    isTerminated: Bool,
    target: Int?,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    if let target, canFocus(target) {
      moveFocus(to: target, plays: true, at: instant, telling: &events)
    }
    guard let focus = focusedField, let field = field(focus), target == nil || target == focus
    else { return }
    events.widget = focus
    shelves.texts[field].scan(text, isTerminated: isTerminated, at: instant, telling: &events)
    settle(focus, at: instant, telling: &events)
  }

  /// Says to a field that a scan was lost in part.
  package mutating func rejectScan(
    target: Int?,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    guard let index = target ?? focus, let field = field(index) else { return }
    events.widget = index
    shelves.texts[field].reject(.lost, by: .scan, at: instant, telling: &events)
  }

  /// The field that a scan for `target` would go to; nil where there is none.
  package func scanField(target: Int?) -> Int? {
    guard let target else { return focusedField }
    return canFocus(target) ? target : nil
  }

  /// Lets go of the focus, and empties what no other person is to see: the panel goes dark.
  package mutating func sleep(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    hideFocus(at: instant, telling: &events)
    moveFocus(to: nil, plays: false, at: instant, telling: &events)
    lastFocus = nil
    for index in slotIndices {
      guard let field = field(index) else { continue }
      events.widget = index
      shelves.texts[field].sleep(at: instant, telling: &events)
    }
  }

  /// Goes on with what was typed into fields of `old`, with its focus, its circles and its charts, where ids
  /// are the same.
  ///
  /// - Returns: The id of the field that had the focus and does not have it any more; nil for none.
  package mutating func takeOver(from old: borrowing Scene) -> String? {
    takeOverMotion(from: old)
    for index in slotIndices {
      guard let field = field(index) else { continue }
      let id = shelves.texts[field].settings.id
      // Usually it is where it was.
      let isThere =
        field < old.shelves.texts.count && old.shelves.texts[field].settings.id.hasSameBytes(as: id)
      let found =
        isThere ? field : old.shelves.texts.firstIndex { $0.settings.id.hasSameBytes(as: id) }
      guard let found else { continue }
      if shelves.texts[field].takeOver(from: old.shelves.texts[found]) { focus = index }
    }
    if let instant = old.shownInstant {
      noteLabelValues(at: instant)
      takeOverFocus(from: old, at: instant)
    }
    takeOverKeyboard(from: old)
    let before = old.shelves.texts.first(where: \.isFocused)?.settings.id
    return shelves.texts.contains { $0.isFocused && $0.settings.id == before } ? nil : before
  }

  /// Has the keyboard be up where it was, as long as a field has the focus.
  private mutating func takeOverKeyboard(from old: borrowing Scene) {
    guard keyboard != nil, let instant = old.shownInstant else { return }
    if let before = old.keyboard { keyboard?.takeOver(from: before, at: instant) }
    // No letter is held by now.
    var events = WidgetEvents()
    followFocus(isByTouch: false, at: instant, telling: &events)
  }

  /// Shows nothing of passwords but dots, and none of the keys that type them pressed, in a copy whose picture leaves
  /// the screen.
  ///
  /// - Parameter instant: The time that is shown.
  package mutating func concealPasswords(at instant: MonotonicInstant) {
    keyboard?.conceal()
    for field in shelves.texts.indices { shelves.texts[field].conceal() }
    for field in shelves.texts.indices { shelves.texts[field].show(at: instant, in: &layers) }
  }

  /// Overwrites what is in the fields, once another scene has taken it over.
  package mutating func forgetTexts() {
    for field in shelves.texts.indices { shelves.texts[field].forget() }
  }

  /// Does what the widget that has just been told something wants of others.
  mutating func settle(
    _ index: Int,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    if let stroke = events.stroke {
      events.stroke = nil
      handle(stroke, by: .touch, at: instant, telling: &events)
    }
    guard let wish = events.focusWish else { return }
    events.focusWish = nil
    switch wish {
    case .take:
      moveFocus(to: index, plays: false, at: instant, telling: &events)
      followFocus(isByTouch: true, at: instant, telling: &events)
    case .release:
      if focus == index { moveFocus(to: nil, plays: false, at: instant, telling: &events) }
    }
  }

  /// A finger came down where no widget is.
  mutating func touchBackground(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    moveFocus(to: nil, plays: false, at: instant, telling: &events)
  }

  mutating func moveFocus(
    to index: Int?,
    plays: Bool,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    guard index != focus else { return }
    if index == nil { leftField = nil }
    if let old = focus, let field = field(old) {
      if index != nil { leftField = old }
      events.widget = old
      shelves.texts[field].blur(at: instant, telling: &events)
    }
    lastFocus = focus ?? lastFocus
    focus = nil
    defer {
      followFocus(isByTouch: false, at: instant, telling: &events)
      followRing(at: instant)
    }
    guard let index else { return }
    guard let field = field(index) else { return focus = index }
    guard shelves.texts[field].canFocus else { return }
    focus = index
    events.widget = index
    shelves.texts[field].focus(plays: plays, at: instant, telling: &events)
  }

  /// Leads to the next field in the order of the configuration, round.
  private mutating func moveFocus(
    forward: Bool,
    from field: Int?,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let candidates = slotIndices.filter(canFocus)
    let order = forward ? candidates : candidates.reversed()
    let current = field ?? (forward ? -1 : Int.max)
    let next = order.first { forward ? $0 > current : $0 < current } ?? order.first
    if let next { moveFocus(to: next, plays: true, at: instant, telling: &events) }
  }

  /// The field, on the shelf, into which is typed on the screen; nil for none.
  var typedField: Int? { (focusedField ?? waitingField).flatMap { field($0) } }

  /// True if Return on the screen leads to another field.
  var hasNextField: Bool { typedField.flatMap { nextField(after: $0) } != nil }

  /// The field to which Return leads from the one at `field` on the shelf; nil where it submits.
  private func nextField(after field: Int) -> Int? {
    guard let next = shelves.texts[field].settings.next else { return nil }
    let index = slotIndices.first { index in
      self.field(index).map { shelves.texts[$0].settings.id.hasSameBytes(as: next) } ?? false
    }
    return index.flatMap { canFocus($0) ? $0 : nil }
  }

  /// True if the widget at `index` is a text field that can have the focus.
  private func canFocus(_ index: Int) -> Bool {
    field(index).map { shelves.texts[$0].canFocus } ?? false
  }

  /// The place of the widget at `index` among the text fields; nil for another widget.
  func field(_ index: Int) -> Int? {
    if case .text(let field) = slot(index) { field } else { nil }
  }
}
