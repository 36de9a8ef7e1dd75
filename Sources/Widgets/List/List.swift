// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import JSON
package import MonotonicTime
internal import Motion
package import Raster

/// A list: rows as cards that a finger drags and flings past, of which those are shaped that are seen.
///
/// Its rows are kept apart from what is chosen of them and from how far it is scrolled, and neither a touch nor a
/// frame looks at more rows than are seen.
package struct List: Widget {
  package static let eventTypes: [WidgetEventType] = [EventDetails.select.type, .trigger, .cancel]

  package private(set) var settings: ListSettings
  /// The list's scroll offset.
  package internal(set) var motion: ListMotion

  let layout: ListLayout
  /// The touch that is on the list, or was last.
  var touch = ListTouch()
  /// The texts of its rows.
  var inks: ListInks
  private var fade: Fade
  private let reel: LayerID<ReelLayer>
  /// The rows that are chosen, as they come in the list.
  private var chosen: [Int]
  /// Those that were before, and how much of the change is to be seen.
  private var formerlyChosen: [Int]
  private var change = Transition(restingAt: 1)
  /// The cards of a frame, kept so that it does not allocate.
  private var cards: [ReelCard] = []
  /// The state that was handed to the layer last; nil before the first frame.
  private var shown: Shown?
  /// Number of updates of the settings, by which labels tell that the value may have changed.
  private var version = 0
  /// The row to which keys have led; nil before that.
  var keyRow: Int?

  private struct Shown: Equatable {
    var place: ListMotion.Place
    var anchor: Int
    var opacity: Double
    var pressed: Double
    var change: Double
    var version: Int
  }

  /// Seconds in which another choice comes into sight.
  private static let changeSeconds = 0.18
  /// Duration of a scroll by a request that names none, in seconds.
  private static let scrollSeconds = 0.4

  package init(
    _ settings: ListSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    layout = ListLayout(settings, in: place)
    fade = Fade(isVisible: settings.isVisible, isEnabled: settings.isEnabled)
    motion = ListMotion(
      length: place.frame.size.height,
      end: layout.end(of: settings.rows.count),
      pixelsPerPoint: place.scale,
      at: instant
    )
    chosen = settings.selectedRows
    formerlyChosen = chosen
    inks = ListInks(settings, layout: layout, from: materials.lines)
    reel = layers.add(
      ReelLayer(
        in: place.pixels,
        cardHeight: layout.height,
        radius: settings.cornerRadius * place.scale,
        usual: settings.color,
        capacity: layout.capacity,
        inkCount: inks.placeCount,
        transform: place.transform
      )
    )
    cards.reserveCapacity(layout.capacity)
    inks.makeAll(
      layout.visible(motion.place(at: instant), of: settings.rows.count),
      rows: settings.rows,
      from: materials
    )
  }

  // MARK: - Time

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    fade.isMoving(at: instant)
      || fade.isVisible
        && (motion.isMoving(at: instant) || change.isMoving(at: instant)
          || touch.isMoving(at: instant))
  }

  package var deadline: MonotonicInstant? {
    inks.isDue ? MonotonicInstant(nanoseconds: 0) : nil
  }

  /// True while texts that are seen are being made.
  package var isComing: Bool { fade.isVisible && inks.isComing }

  package mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    guard inks.isDue else { return }
    let rows = layout.visible(motion.place(at: instant), of: settings.rows.count)
    if inks.advance(rows, rows: settings.rows, velocity: motion.velocity(at: instant)),
      fade.isVisible
    {
      events.needsFrame = true
    }
  }

  package mutating func comeToRest(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    guard motion.isMoving(at: instant) else { return }
    motion.comeToRest(at: instant)
    events.needsFrame = true
  }

  /// Goes on where a list of the same id is in a scene that is shown no more.
  mutating func takeOver(from old: Self, at instant: MonotonicInstant) {
    motion.rest(at: old.motion.place(at: instant).offset)
    let visible = layout.visible(motion.place(at: instant), of: settings.rows.count)
    inks.takeOver(from: old.inks, oldRows: old.settings.rows, rows: settings.rows, visible: visible)
  }

  /// Goes back to its top.
  mutating func begin(at instant: MonotonicInstant) {
    guard motion.place(at: instant) != ListMotion.Place(offset: 0, beyond: 0) else { return }
    motion.rest(at: 0)
    inks.want()
  }

  package func mark(at instant: MonotonicInstant) -> Int { version }

  package func said(at instant: MonotonicInstant) -> String { settings.said }

  // MARK: - Touches

  package func hit(at point: Point) -> WidgetHit {
    fade.isVisible && settings.isEnabled && layout.frame.contains(point) ? .whole : .none
  }

  /// The row at a point; nil between rows, and where there is none.
  func row(at point: Point, at instant: MonotonicInstant) -> Int? {
    layout.row(
      at: point,
      place: motion.place(at: instant),
      anchor: touch.anchor,
      of: settings.rows.count
    )
  }

  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    if touch.abandon() { cancel(at: instant, telling: &events) }
  }

  // MARK: - Requests

  package mutating func update(
    to settings: ListSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    version += 1
    let chosen = settings.selectedRows
    if settings.rows != before.rows {
      motion.setEnd(layout.end(of: settings.rows.count), at: instant)
      let visible = layout.visible(motion.place(at: instant), of: settings.rows.count)
      inks.replace(before.rows, by: settings.rows, visible: visible)
      keyRow = keyRow.flatMap {
        $0 < before.rows.count ? settings.rows.row(before.rows.id($0)) : nil
      }
      touch.move(to: touch.row.flatMap { settings.rows.row(before.rows.id($0)) })
      (self.chosen, formerlyChosen) = (chosen, chosen)
      change = Transition(restingAt: 1)
    } else if chosen != self.chosen {
      formerlyChosen = self.chosen
      self.chosen = chosen
      change = Transition(restingAt: 0)
      change.retarget(to: 1, over: Self.changeSeconds, curve: .easeOut, at: instant)
    }
    fade.setVisible(
      settings.isVisible,
      isEnabled: settings.isEnabled,
      over: events.fading,
      at: instant
    )
    if !settings.isVisible || !settings.isEnabled { cancelTouches(at: instant, telling: &events) }
    events.needsFrame = true
  }

  package mutating func perform(
    _ call: ListCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    guard case .scroll(_, let id, let over, let ease) = call,
      let row = settings.rows.row(id)
    else { return }
    motion.send(
      to: layout.offset(of: row),
      over: over ?? Self.scrollSeconds,
      curve: ease?.curve ?? .easeInEaseOut,
      at: instant
    )
    events.needsFrame = true
  }

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("count", in: "status", "set", "append", "get") { $0.settings.rows.count },
    Fact("selected", in: "status", "select", "get") { $0.settings.selectedIDs },
    Fact(optional: "top", in: "get") { $0.top },
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    inks.put(on: reel, on: &layers)
    let now = Shown(
      place: motion.place(at: instant, lead: touch.lead(at: instant)),
      anchor: touch.anchor,
      opacity: fade.opacity(at: instant),
      pressed: touch.pressed(at: instant),
      change: change.value(at: instant),
      version: inks.version
    )
    guard now != shown else { return }
    shown = now
    let count = settings.rows.count
    let visible = layout.visible(now.place, of: count)
    inks.look(at: visible, of: count, velocity: motion.velocity(at: instant))
    cards.removeAll(keepingCapacity: true)
    for row in visible {
      let top = layout.top(of: row, place: now.place, anchor: now.anchor, of: count)
      guard top > -layout.height, top < layout.length else { continue }
      cards.append(card(row, top: top, now: now))
    }
    layers.update(reel, cards: cards, opacity: now.opacity)
  }

  private func card(_ row: Int, top: Int, now: Shown) -> ReelCard {
    let (isChosen, was) = (chosen.contains(row), formerlyChosen.contains(row))
    let share = isChosen ? (was ? 1 : now.change) : (was ? 1 - now.change : 0)
    var (fill, ink) = (settings.color, settings.textColor)
    if share > 0 {
      fill = fill.mixed(with: settings.selectedColor, share: share)
      ink = ink.mixed(with: settings.selectedTextColor, share: share)
    }
    if row == touch.row, now.pressed > 0 {
      fill = fill.mixed(
        with: Color(red: ink.red, green: ink.green, blue: ink.blue, alpha: fill.alpha),
        share: 0.14 * now.pressed
      )
    }
    return ReelCard(top: top, fill: fill, ink: ink, inks: inks.place(of: row))
  }
}

extension Seen<List> {
  /// The row that is at the top; nil without a display and without rows.
  fileprivate var top: String? {
    guard let widget, !settings.rows.isEmpty else { return nil }
    let place = widget.motion.place(at: instant)
    let rows = widget.layout.visible(place, of: settings.rows.count)
    return rows.isEmpty ? nil : settings.rows.id(rows.lowerBound)
  }
}

extension EventDetails {
  /// Other rows have been chosen: all that are, as they come in the list.
  static let select = EventForm(
    "select",
    Member<[String]>("rows"),
    Member<EventSource>("source")
  )
  /// A row has been touched.
  static let row = EventForm(
    "trigger",
    input: "row",
    Member<String?>("row", isOptional: true),
    Member<EventSource?>("source", isOptional: true)
  )
}
