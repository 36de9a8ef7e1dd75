// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import PlainText
internal import Touch

// Keys lead the focus over all that a finger could touch.
extension Scene {
  // MARK: - What can have it

  /// The text field that keys type into; nil where no field has the focus.
  package var focusedField: Int? {
    guard let focus, field(focus) != nil else { return nil }
    return focus
  }

  /// True while the focus is to be seen: a key has led it to a widget, and no finger has come down since.
  package var isFocusShown: Bool { focus != nil && ring.isInUse }

  private func settings(_ index: Int) -> any WidgetTable { widget(slot(index)).settings }

  /// The place of the widget at `index`.
  private func focusPlace(_ index: Int) -> FocusPlace {
    let settings = settings(index)
    return FocusPlace(
      index: index,
      frame: settings.frame.resolved(in: transform.viewSizeInPoints),
      order: settings.order,
      isMirrored: settings.frame.isMirrored
    )
  }

  /// Tells if a finger that comes down in the widget's middle would reach it.
  private func isReachable(_ place: FocusPlace) -> Bool {
    settings(place.index).touchMargin != nil && taker(at: place.frame.center) == place.index
  }

  /// The places of the widgets that can have the focus, as Tab leads over them, and of the one at `start` too.
  private func focusPlaces(with start: Int?) -> [FocusPlace] {
    let places = slotIndices.map { focusPlace($0) }
    return FocusPlace.inOrder(places.filter { $0.index == start || isReachable($0) })
  }

  /// The point at which a key presses the widget that has the focus, as a finger would; nil where it presses none.
  package func pressPlace(at instant: MonotonicInstant) -> Point? {
    guard let focus, ring.isInUse, focusedField == nil else { return nil }
    let place = focusPlace(focus)
    guard isReachable(place) else { return nil }
    return widget(slot(focus)).pressPlace(in: place.frame, at: instant)
  }

  // MARK: - Where keys lead it

  /// Leads the focus on where a key says so, or has the widget with the focus do what the key asks of it.
  ///
  /// - Returns: True if the key meant that; others are for the field that has the focus.
  mutating func lead(
    by stroke: KeyStroke,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) -> Bool {
    let direction: FocusDirection?
    switch stroke {
    case .nextField, .previousField: direction = nil
    case .up: direction = .up
    case .down: direction = .down
    case .left where focusedField == nil: direction = .left
    case .right where focusedField == nil: direction = .right
    case .home where focusedField == nil, .end where focusedField == nil:
      return steer(by: stroke, at: instant, telling: &events)
    default: return false
    }
    if let focus, !ring.isInUse, focusedField == nil {
      // Where it is has not been seen yet.
      return leadFocus(to: focus, at: instant, telling: &events)
    }
    if direction != nil, steer(by: stroke, at: instant, telling: &events) { return true }
    let start = focus ?? lastFocus
    let places = focusPlaces(with: start)
    guard let start, let place = places.firstIndex(where: { $0.index == start }) else {
      let first = stroke == .previousField ? places.last : places.first
      return leadFocus(to: first?.index, at: instant, telling: &events)
    }
    // The one that it starts from may be no more than a place by now.
    let others = places.filter { $0.index != start || focus != nil }
    if let direction {
      let next = FocusPlace.nearest(to: places[place].frame, direction: direction, in: others)
      return leadFocus(to: next?.index ?? focus, at: instant, telling: &events)
    }
    let count = places.count
    let step = stroke == .previousField ? count - 1 : 1
    let next = (1...count).lazy.map { places[(place + $0 * step) % count] }
      .first { place in others.contains { $0.index == place.index } }
    return leadFocus(to: next?.index ?? focus, at: instant, telling: &events)
  }

  /// Has the widget with the focus do what a key asks of it, if it is to be seen that it has it.
  private mutating func steer(
    by stroke: KeyStroke,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) -> Bool {
    guard let focus, ring.isInUse, isReachable(focusPlace(focus)) else { return false }
    events.widget = focus
    let slot = slot(focus)
    guard shelves.steer(slot, by: stroke, at: instant, telling: &events) else { return false }
    events.needsFrame = true
    followRing(at: instant)
    return true
  }

  /// Gives the focus to a widget, or to none, and shows who has it from now on.
  private mutating func leadFocus(
    to index: Int?,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) -> Bool {
    ring.isInUse = true
    if index == focus { followRing(at: instant) }
    moveFocus(to: index, plays: true, at: instant, telling: &events)
    events.needsFrame = true
    return true
  }

  /// Another page is shown: gives the focus to the field on it that wants it at first or, where keys lead it, to the
  /// first of its widgets.
  ///
  /// - Parameters:
  ///   - instant: When.
  ///   - events: The widget that has it now, and the one that has it no more.
  ///   - isOnPage: Tells if a widget lies on that page and on no other.
  package mutating func beginPage(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents,
    isOnPage: (Int) -> Bool
  ) {
    // The ring does not go across the turn: what it was around leaves, or lies beneath both pages.
    if !(focus.map(isOnPage) ?? false) { ring.vanish() }
    defer { followRing(at: instant) }
    autofocus(at: instant, telling: &events)
    lastFocus = focus
    leftField = nil
    guard ring.isInUse, !(focus.map(isOnPage) ?? false) else { return }
    let places = focusPlaces(with: nil)
    guard let first = places.first(where: { isOnPage($0.index) }) ?? places.first else { return }
    moveFocus(to: first.index, plays: true, at: instant, telling: &events)
  }

  // MARK: - The ring

  /// Has the ring be where the focus is, or nowhere.
  mutating func followRing(at instant: MonotonicInstant) {
    guard ring.isInUse, let focus else { return ring.hide(at: instant) }
    let place = focusPlace(focus)
    ring.move(to: widget(slot(focus)).outline(in: place.frame, at: instant), at: instant)
  }

  /// Shows the focus no more, as a finger has come down, or another user begins; a field keeps it.
  package mutating func hideFocus(at instant: MonotonicInstant, telling events: inout WidgetEvents)
  {
    guard ring.isInUse else { return }
    ring.isInUse = false
    followRing(at: instant)
    events.needsFrame = true
  }

  /// Takes the focus from the widget at `index` where that cannot have it any more, or from one that keys cannot press
  /// any more because that is over it, and has the ring follow it where it looks different.
  mutating func reviewFocus(
    of index: Int,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    reviewNextField(at: instant)
    guard let focus else { return }
    if index == focus {
      let settings = settings(index)
      if settings.isVisible, settings.isEnabled { return followRing(at: instant) }
    } else if focusedField != nil || isReachable(focusPlace(focus)) {
      // A field that is covered is typed into as before.
      return
    }
    moveFocus(to: nil, plays: false, at: instant, telling: &events)
  }

  /// Goes on with the focus of `old` on a widget of the same id that is no field, and with its ring.
  mutating func takeOverFocus(from old: borrowing Scene, at instant: MonotonicInstant) {
    if focus == nil, let before = old.focus, old.focusedField == nil {
      let found = places[ExactText(old.settings(before).id)]
      if let found, isReachable(focusPlace(found)) { focus = found }
    }
    lastFocus = focus
    ring.isInUse = old.ring.isInUse
    followRing(at: instant)
  }
}
