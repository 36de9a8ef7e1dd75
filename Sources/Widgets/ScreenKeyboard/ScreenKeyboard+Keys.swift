// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Raster
internal import Touch

/// Something that the keyboard on the screen types.
package struct ScreenTyping: Hashable, Sendable {
  /// Index of the layout in the settings.
  package let layout: Int
  /// The stroke.
  package let stroke: ScreenStroke
  /// The instant at which the finger came down, or went up from a letter with accents, or the key typed again.
  package let time: MonotonicInstant
}

extension ScreenKeyboard {
  /// Two taps on shift within this time, in seconds, lock it.
  private static let doubleTap = 0.4

  // MARK: - Fingers

  /// Gives a contact's change to the keys.
  ///
  /// - Returns: True if the finger is on the keyboard, so that nothing else gets it.
  mutating func handle(_ event: TouchEvent, telling events: inout WidgetEvents) -> Bool {
    if event.phase == .down {
      // Letters come in the order of fingers.
      typeHeld(at: event.time, telling: &events)
      guard covers(event.position) else { return false }
      events.needsFrame = true
      let key = isUp ? sheet?.key(at: shifted(event.position)) : nil
      fingers.removeAll { $0.contact == event.contact }
      if fingers.count < Self.mostFingers { fingers.append((event.contact, key)) }
      if let key { press(key, by: event.contact, at: event.time, telling: &events) }
      return true
    }
    guard let place = fingers.firstIndex(where: { $0.contact == event.contact }) else {
      return false
    }
    if held?.contact == event.contact { choose(at: shifted(event.position), telling: &events) }
    guard event.phase != .move, let key = fingers[place].key else {
      if event.phase != .move { fingers.remove(at: place) }
      return true
    }
    fingers.remove(at: place)
    events.needsFrame = true
    release(key, at: event.time)
    if held?.contact == event.contact {
      if event.phase == .up { typeHeld(at: event.time, telling: &events) } else { takeHeld() }
      return true
    }
    let isOn = covers(event.position) && sheet?.key(at: shifted(event.position)) == key
    if event.phase == .up, isOn, let act = act(of: key), act.waits {
      carryOut(act, at: event.time, telling: &events)
    }
    return true
  }

  /// The place of a finger on the keys, which are farther below on their way up.
  private func shifted(_ point: Point) -> Point {
    Point(x: point.x, y: point.y - Double(height - view.rise) / transform.scale)
  }

  private mutating func press(
    _ key: Int,
    by contact: ContactID,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    sheet?.keys[key].model.press(at: instant)
    sheet?.keys[key].isSecret = isSecret
    if !moving.contains(key) { moving.append(key) }
    repeating = nil
    guard let act = act(of: key), !act.waits, !hold(key, by: contact, at: instant) else { return }
    if case .type(let stroke) = act, stroke.repeats {
      repeating = (key, instant + MonotonicInterval(seconds: settings.repetition[0]))
    }
    carryOut(act, at: instant, telling: &events)
  }

  private mutating func release(_ key: Int, at instant: MonotonicInstant) {
    sheet?.keys[key].model.release(at: instant)
    if !moving.contains(key) { moving.append(key) }
    if repeating?.index == key { repeating = nil }
    guard key == sheet?.shift, hasTypedWithShift else { return }
    hasTypedWithShift = false
    shift = .off
    showKeys(at: instant)
  }

  /// Types again what a held key types.
  mutating func repeatKey(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    guard let (key, due) = repeating, due <= instant else { return }
    guard case .type(let stroke)? = act(of: key) else { return repeating = nil }
    type(stroke, at: due, telling: &events)
    // After a stall it goes on; what was not typed meanwhile is not wanted any more.
    let next = due + MonotonicInterval(seconds: settings.repetition[1])
    repeating = (key, max(next, instant))
  }

  // MARK: - What keys do

  private func act(of key: Int) -> KeyAct? { face(of: key)?.act }

  /// The face of a key on the page that is shown; nil where it is not there.
  func face(of key: Int) -> KeyFace? { sheet?.keys[key].planned.faces[page] }

  mutating func carryOut(
    _ act: KeyAct,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let lastTap = shiftTap
    shiftTap = nil
    switch act {
    case .type(let stroke):
      type(stroke, at: instant, telling: &events)
      guard symbols == nil, stroke.isCharacter else { return }
      let isShiftHeld = fingers.contains { $0.key != nil && $0.key == sheet?.shift }
      if isShiftHeld {
        hasTypedWithShift = true
      } else if shift == .once {
        shift = .off
      }
    case .shift:
      shiftTap = instant
      let isSecond = lastTap.map { (instant - $0).seconds <= Self.doubleTap } ?? false
      switch shift {
      case .off: shift = .once
      case .once: shift = isSecond ? .locked : .off
      case .locked: shift = .off
      }
      hasTypedWithShift = false
    case .symbols(let page): symbols = page
    case .letters: symbols = nil
    case .layout:
      typeHeld(at: instant, telling: &events)
      return changeLayout(at: instant)
    case .hide: return set(isUp: false, at: instant)
    case .enter: return type(.stroke(.enter), at: instant, telling: &events)
    }
    showKeys(at: instant)
  }

  private func type(
    _ stroke: ScreenStroke,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let layout = sheet?.layout ?? layout
    events.typed.append(ScreenTyping(layout: layout, stroke: stroke, time: instant))
  }

  // MARK: - What keys look like

  /// The page that is shown: the letters, the letters with shift, and those of symbols.
  var page: Int {
    sheet.map { page(of: $0) } ?? 0
  }

  private func page(of sheet: KeySheet) -> Int {
    guard sheet.plan.pageCount > 1 else { return 0 }
    return symbols.map { 2 + $0 } ?? (shift == .off ? 0 : 1)
  }

  /// Has the keys look as their page wants them.
  mutating func showKeys(at instant: MonotonicInstant) {
    guard var sheet = sheet.take() else { return }
    let page = page(of: sheet)
    for index in sheet.keys.indices {
      let key = sheet.keys[index]
      let isShown = key.planned.faces[page] != nil
      sheet.keys[index].isShown = isShown
      var ink = key.inks[page]
      if index == sheet.enter { ink = hasNext ? sheet.enterInks?.next : sheet.enterInks?.submit }
      if index == sheet.shift, symbols == nil {
        if shift == .locked { ink = sheet.lockedInk }
        let isLocked = shift == .locked
        sheet.layers.setColors(
          fill: isLocked ? sheet.colors.accent : sheet.colors.quiet,
          label: isLocked ? sheet.colors.accentLabel : sheet.colors.label,
          of: key.layer
        )
      }
      if ink != key.shownInk || isShown != key.isShown {
        sheet.layers.setLabel(isShown ? ink : nil, of: key.layer)
        sheet.keys[index].shownInk = ink
        sheet.layers.update(
          key.layer,
          offset: key.model.offset(at: instant) * transform.scale,
          opacity: isShown ? 1 : 0
        )
      }
    }
    self.sheet = sheet
  }
}

extension ScreenStroke {
  /// True for a character, after which a shift is over.
  fileprivate var isCharacter: Bool {
    switch self {
    case .key: true
    case .stroke(let stroke): if case .text = stroke { true } else { false }
    }
  }
}
