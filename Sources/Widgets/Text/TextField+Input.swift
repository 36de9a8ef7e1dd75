// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import Raster
package import Touch

extension TextField {
  // MARK: - Touches

  /// Two taps within this time, in seconds, and this distance, in points, are a double tap.
  private static let doubleTap = (seconds: 0.35, distance: 20.0)

  package func outline(in frame: Rect, at instant: MonotonicInstant) -> WidgetOutline {
    WidgetOutline(frame: frame, cornerRadius: settings.cornerRadius)
  }

  package func hit(at point: Point) -> WidgetHit {
    model.isTouchable && place.frame.contains(point) ? .whole : .none
  }

  package mutating func handle(
    _ event: TouchEvent,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {
    switch recognizer.handle(event, isInside: isInside) {
    case nil: break
    case .pressed:
      model.press(at: event.time)
      isOnButton = isButton(event.position)
      isDoubleTap = lastDown.map { isSecond(event, after: $0) } ?? false
      lastDown = isDoubleTap ? nil : (event.time, event.position)
      events.needsFrame = true
    case .released(let triggers):
      model.release(at: event.time)
      if triggers { tap(event, telling: &events) }
    case .cancelled: model.cancel(at: event.time)
    }
  }

  private func isSecond(
    _ event: TouchEvent,
    after first: (time: MonotonicInstant, position: Point)
  ) -> Bool {
    (event.time - first.time).seconds <= Self.doubleTap.seconds
      && event.position.distance(to: first.position) <= Self.doubleTap.distance
  }

  private func isButton(_ point: Point) -> Bool {
    guard look.hasButton else { return false }
    let (x, y) = (point.x * place.scale, point.y * place.scale)
    let button = look.button
    return x >= Double(button.left) && x < Double(button.right) && y >= Double(button.top)
      && y < Double(button.bottom)
  }

  /// A finger was lifted on the field: that gives it the focus.
  private mutating func tap(_ event: TouchEvent, telling events: inout WidgetEvents) {
    lastInput = event.time
    events.focusWish = .take
    events.needsFrame = true
    if isOnButton, isButton(event.position) {
      empty(by: .touch, at: event.time, telling: &events)
    } else if isDoubleTap {
      edit.selectAll()
    } else if !edit.isEmpty {
      layOutWhatWaits()
      let x = event.position.x * place.scale - Double(lineStart)
      edit.move(to: line.nearestBoundary(to: x))
    }
    layOut()
  }

  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    model.cancel(at: instant)
    _ = recognizer.abandon()
    lastDown = nil
  }

  // MARK: - Keys

  /// Does what a key asks for; the keys that lead to other fields are the scene's.
  mutating func handle(
    _ stroke: KeyStroke,
    by source: EventSource,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    lastInput = instant
    events.needsFrame = true
    switch stroke {
    case .text(let text):
      if !insert(text, by: source, at: instant, telling: &events) { return layOut() }
      if settings.reveal > 0, edit.caret > 0 {
        revealed = (edit.caret - 1, instant + MonotonicInterval(seconds: settings.reveal))
      }
    case .backspace, .delete:
      if edit.delete(forward: stroke == .delete) {
        noteChange(by: source, at: instant, telling: &events)
      }
    case .left, .right:
      layOutWhatWaits()
      edit.step(forward: (stroke == .right) != line.isRightToLeft)
    case .home: edit.move(to: 0)
    case .end: edit.move(to: edit.length)
    case .selectAll: edit.selectAll()
    case .empty: empty(by: source, at: instant, telling: &events)
    case .escape:
      if edit.isEmpty {
        events.focusWish = .release
      } else {
        empty(by: source, at: instant, telling: &events)
      }
    case .enter: submit(by: source, at: instant, telling: &events)
    case .up, .down, .nextField, .previousField: break
    }
    layOut()
  }

  /// Takes what a scanner has read, whole or not at all.
  mutating func scan(
    _ text: String,
    isTerminated: Bool,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    lastInput = instant
    events.needsFrame = true
    if text.isEmpty || insert(text, by: .scan, at: instant, telling: &events), isTerminated {
      submit(by: .scan, at: instant, telling: &events)
    }
    layOut()
  }

  /// Puts text in; refuses with an inward twitch.
  private mutating func insert(
    _ text: String,
    by source: EventSource,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) -> Bool {
    if let refusal = edit.insert(text) {
      reject(refusal, by: source, at: instant, telling: &events)
      return false
    }
    noteChange(by: source, at: instant, telling: &events)
    return true
  }

  /// Says that something was not taken.
  mutating func reject(
    _ reason: EditableText.Refusal,
    by source: EventSource,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    model.play(at: instant, share: -0.5)
    events.add(.reject(reason, source), at: instant)
  }

  private mutating func submit(
    by source: EventSource,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    tellChange(&events)
    events.add(.submit(edit.text, source), at: instant)
    if settings.submit.clears { empty(by: source, at: instant, telling: &events) }
    if settings.submit.blurs { events.focusWish = .release }
  }

  /// Deletes everything; ``layOut()`` has to follow.
  mutating func empty(
    by source: EventSource,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    guard !edit.isEmpty else { return }
    edit.clear()
    noteChange(by: source, at: instant, telling: &events)
  }

  /// The text is another one: that is told once a frame at most, and shaped by ``layOut()``.
  mutating func noteChange(
    by source: EventSource,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    revealed = nil
    needsShaping = true
    unreported = (instant, source)
    events.needsFrame = true
    if mayTell { tellChange(&events) }
  }

  // MARK: - Focus

  /// True if the field can have the focus.
  var canFocus: Bool { model.isTouchable }

  /// Keys are for this field from now on; it swells unless it has done so.
  mutating func focus(
    plays: Bool,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    isFocused = true
    lastInput = instant
    if plays { model.play(at: instant) }
    layOut()
    openFonts()
    events.add(.focus, at: instant)
  }

  /// Has the fonts opened beside the loop that typing will want, so that the first key is seen with the
  /// next frame: after a rest they have been let go of.
  private func openFonts() {
    // What is asked for says in which script the answer will be.
    let sample = settings.placeholder + "0a"
    let (lines, font) = (lines, settings.font)
    guard hasFrames, !lines.isAtHand(sample, font: font) else { return }
    _ = lines.makeLater {
      _ = try? lines.line(sample, font: font, pixelSize: 16, direction: .automatic)
    }
  }

  /// Keys are for this field no more.
  mutating func blur(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    tellChange(&events)
    isFocused = false
    revealed = nil
    if settings.mode == .password { needsShaping = true }
    edit.move(to: edit.caret)
    layOut()
    events.add(.blur, at: instant)
  }

  /// The panel goes to sleep: another person may wake it.
  mutating func sleep(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    guard settings.mode == .password, !edit.isEmpty else { return }
    empty(by: .idle, at: instant, telling: &events)
    tellChange(&events)
    layOut()
  }

  /// Goes on as a field of the same id was, in a scene that is shown no more.
  ///
  /// - Returns: True if it has the focus.
  mutating func takeOver(from old: Self) -> Bool {
    lastInput = old.lastInput
    if settings.mode == old.settings.mode, edit.hasLimits(of: old.edit) {
      // As it is: to look at each character again takes long where fields are many.
      edit.clear()
      edit = old.edit
    } else if settings.mode == old.settings.mode, settings.takes(old.edit.text) {
      _ = edit.set(old.edit.text, caret: old.edit.caret)
      if old.edit.isSelected { edit.selectAll() }
    }
    isFocused = old.isFocused && canFocus
    unreported = old.unreported
    // What is seen stays until the text is shaped anew, where it has to be.
    shaped = old.shaped
    needsShaping = old.needsShaping || old.coming != nil || !isShapedLike(old)
    isTakenOver = true
    layOutShaped()
    layOut()
    return isFocused
  }

  /// Overwrites the text; of no use to a field that is shown.
  mutating func forget() { edit.clear() }
}
