// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import JSON
package import MonotonicTime
internal import PlainText
package import Raster
package import Touch

/// The widgets on one display: what touches, requests and time do to them, and how they look.
///
/// Widgets are kept by kind, so that they are worked on in place and called without witness tables;
/// from outside a widget has one index, which is its place in the configuration, in the drawing
/// order, and in the order of touches from the last to the first.
///
/// A scene belongs to one mode, rotation and scale; for another one it is built anew.
package struct Scene: Sendable {
  /// The transform from the user's view to the buffers.
  package let transform: OutputTransform

  var layers: LayerStack
  var shelves = WidgetShelves()
  /// The groups of several buttons whose letters have one size.
  var letterGroups: [LetterGroup] = []
  /// The keyboard on the screen; nil where there is none.
  var keyboard: ScreenKeyboard?
  /// The widget that keys are for: a text field that they type into, or the widget that they have led to; nil for none.
  package internal(set) var focus: Int?
  /// The widget that had the focus last, where none has it now.
  var lastFocus: Int?
  /// The field from which keys have led the focus to the widget that has it, for what is typed on the screen; nil for
  /// none.
  var leftField: Int?
  /// The ring around the widget that has the focus.
  var ring: FocusRing
  /// The instant of the frame shown last; nil before the first one.
  private(set) var shownInstant: MonotonicInstant?
  private var slots: [WidgetSlot] = []
  /// Indices of the widgets by their ids.
  private(set) var places: [ExactText: Int] = [:]
  /// The background, which is seen where no widget is.
  private var ground: ColorTransition

  /// The scene of `settings`, which are those in force, from `instant` on.
  ///
  /// - Parameters:
  ///   - settings: The widgets from the lowest to the topmost.
  ///   - transform: The transform from the user's view to the buffers.
  ///   - background: The background, which is seen where no widget is; its alpha is not used.
  ///   - grounds: The same while each of the widgets is shown, where that differs.
  ///   - pages: The page of each of the widgets; nil, and none at the end, for one on all of them.
  ///   - keyboard: The keyboard on the screen; nil for none.
  ///   - accent: The colour of the ring around the widget that has the focus.
  ///   - bufferCount: Number of buffers that take turns.
  ///   - materials: The maker of the widgets' texts and images.
  ///   - instant: The instant at which the widgets begin, at rest.
  package init(
    _ settings: [WidgetSettings],
    transform: OutputTransform,
    background: Color,
    grounds: [Color] = [],
    pages: [Int?] = [],
    keyboard: ScreenKeyboardSettings? = nil,
    accent: Color = Color(rgb: 0x2F7CF6),
    bufferCount: Int,
    materials: any Materials,
    at instant: MonotonicInstant
  ) {
    self.transform = transform
    ground = ColorTransition(restingAt: background)
    layers = LayerStack(transform: transform, background: background, bufferCount: bufferCount)
    ring = FocusRing(scale: transform.scale, at: instant)
    for (index, widget) in sharingLetters(settings, on: pages, from: materials).enumerated() {
      let place = WidgetPlace(
        frame: widget.frame.resolved(in: transform.viewSizeInPoints),
        transform: transform,
        background: grounds.indices.contains(index) ? grounds[index] : background
      )
      slots.append(shelves.add(widget, in: place, from: materials, on: &layers, at: instant))
      places[ExactText(widget.id)] = index
    }
    ring.add(accent, to: &layers)
    self.keyboard = ScreenKeyboard(
      keyboard,
      transform: transform,
      bufferCount: bufferCount,
      from: materials.lines,
      at: instant
    )
    var events = WidgetEvents()
    // There is time for all of it while a scene is made.
    fillLabels(mayWait: false, at: instant, telling: &events)
  }

  // MARK: - Touches

  /// Gives a contact's change to the widgets; the topmost one gets what comes down on it.
  ///
  /// Does not allocate while `events` has room.
  package mutating func handle(_ event: TouchEvent, telling events: inout WidgetEvents) {
    if event.phase == .down, !event.contact.isKey { hideFocus(at: event.time, telling: &events) }
    guard let event = handleOnKeyboard(event, telling: &events) else { return }
    let taker = event.phase == .down ? taker(at: event.position) : nil
    let isOnAny = event.phase == .up && isOnAny(event.position)
    for index in slots.indices.reversed() {
      let isInside =
        switch event.phase {
        case .down: index == taker
        case .up: shelves.hit(slots[index], at: event.position).counts(besidesOthers: isOnAny)
        case .move, .cancel: false
        }
      events.widget = index
      shelves.handle(event, by: slots[index], isInside: isInside, telling: &events)
      settle(index, at: event.time, telling: &events)
    }
    if event.phase == .down, taker == nil { touchBackground(at: event.time, telling: &events) }
  }

  /// Ends what every finger does, as its end is not seen.
  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    for index in slots.indices {
      events.widget = index
      shelves.cancelTouches(of: slots[index], at: instant, telling: &events)
    }
    keyboard?.letGo(at: instant)
  }

  /// Ends at once what a finger or a request has set going, as it would go on unseen.
  package mutating func comeToRest(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    for index in slots.indices {
      events.widget = index
      shelves.comeToRest(slots[index], at: instant, telling: &events)
    }
  }

  // MARK: - Requests

  /// The widget with this id that has `role`; nil where there is none.
  func slot(of id: String, role: WidgetRole) -> WidgetSlot? {
    guard let slot = places[ExactText(id)].map({ slots[$0] }) else { return nil }
    let table: any WidgetTable = widget(slot).settings
    return type(of: table).roles.contains(role) ? slot : nil
  }

  /// Carries out a request for the widget at `index`, which is of the request's kind.
  ///
  /// - Throws: ``WidgetFault`` where it cannot be done now; nothing has changed then.
  package mutating func perform(
    _ request: WidgetRequest,
    by index: Int,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    events.widget = index
    try shelves.perform(request, by: slots[index], at: instant, telling: &events)
    settle(index, at: instant, telling: &events)
    reviewFocus(of: index, at: instant, telling: &events)
    fillLabels(at: instant, telling: &events)
  }

  /// Has another colour be seen where no widget is, `seconds` after `instant`.
  package mutating func setBackground(
    _ color: Color,
    over seconds: Double,
    at instant: MonotonicInstant
  ) {
    ground.retarget(to: color, pace: ChangePace(over: seconds), at: instant)
  }

  // MARK: - Time

  /// Tells if any widget looks different after `instant` than at it.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    if ground.isMoving(at: instant) { return true }
    for slot in slots where shelves.isMoving(slot, at: instant) { return true }
    if ring.isMoving(at: instant) { return true }
    return keyboard?.isMoving(at: instant) ?? false
  }

  /// The instant at which a scene at rest has to be looked at again; nil if only a touch or a request can move it.
  package func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? {
    var earliest = deadline
    for slot in slots {
      guard let wake = shelves.wakeInstant(of: slot, after: instant) else { continue }
      earliest = min(earliest ?? wake, wake)
    }
    return earliest
  }

  /// The instant at which ``advance(to:telling:)`` has something to do; nil while it has nothing.
  package var deadline: MonotonicInstant? {
    var earliest = keyboard?.deadline
    for slot in slots {
      guard let due = shelves.deadline(of: slot) else { continue }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// Does what was to happen by itself up to `instant`.
  package mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    for index in slots.indices {
      events.widget = index
      shelves.advance(slots[index], to: instant, telling: &events)
      settle(index, at: instant, telling: &events)
    }
    keyboard?.advance(to: instant, telling: &events)
    fillLabels(at: instant, telling: &events)
  }

  // MARK: - Frames

  /// Forgets what every buffer holds and what was shown last.
  package mutating func invalidateAll() {
    layers.invalidateAll()
    keyboard?.sheet?.layers.invalidateAll()
  }

  /// Brings `buffer` up to the scene at `instant`, writing only blocks that may differ from what it
  /// holds.
  ///
  /// Does not allocate once every buffer has been painted.
  ///
  /// - Parameters:
  ///   - canvas: The buffer's memory, which has to hold what was last painted for `buffer`.
  ///   - buffer: Index of the buffer, `0 ..< bufferCount`.
  ///   - instant: The instant at which the frame is seen.
  /// - Returns: In buffer pixels, what may differ from the frame painted last, whichever buffer
  ///   that went to: the damage clips of the commit. It may cover more, never less.
  package mutating func paint(
    into canvas: inout Canvas,
    buffer: Int,
    at instant: MonotonicInstant
  ) -> PixelRegion {
    show(at: instant)
    return paintWithKeyboard(into: &canvas, buffer: buffer)
  }

  /// Paints the whole scene into memory that is no buffer of the swapchain.
  ///
  /// The contents of the buffers are not forgotten: the next frame goes on as if nothing had happened.
  package mutating func paintAll(into canvas: inout Canvas, at instant: MonotonicInstant) {
    show(at: instant)
    paintAllWithKeyboard(into: &canvas)
  }

  /// Makes the layers look as they do at `instant`, for ``paint(rows:into:)``.
  package mutating func show(at instant: MonotonicInstant) {
    for index in slots.indices { shelves.show(slots[index], at: instant, in: &layers) }
    ring.show(at: instant, in: &layers)
    layers.setBackground(ground.color(at: instant))
    keyboard?.show(at: instant)
    shownInstant = instant
    noteLabelValues(at: instant)
  }

  // MARK: - What waits for a level

  /// The instant at which the level of the widget at `index` is where it is going; nil where it shows none.
  package func levelEnd(of index: Int) -> MonotonicInstant? { widget(slots[index]).levelEnd }

  /// Paints rows of the scene as it was shown last into memory that is no buffer of the swapchain.
  ///
  /// - Parameters:
  ///   - rows: Rows of the buffer; those outside of it count for nothing.
  ///   - canvas: The memory of a whole picture.
  package mutating func paint(rows: Range<Int>, into canvas: inout Canvas) {
    paintAllWithKeyboard(rows: rows, into: &canvas)
  }

  /// Takes memory of its own for what changes from frame to frame, where a copy has the same, so that
  /// the next frame does not have to.
  package mutating func unshare() {
    shelves.unshare()
    layers.unshare()
    keyboard?.unshare()
  }

  // MARK: - Telling

  /// The slot of the widget at `index`.
  func slot(_ index: Int) -> WidgetSlot { slots[index] }

  /// The widget, for what is asked of it beside frames.
  func widget(_ slot: WidgetSlot) -> any Widget { shelves.widget(slot) }

  /// The indices of the widgets.
  var slotIndices: Range<Int> { slots.indices }
}

extension WidgetSettings {
  /// The answer to a request for the widget at `index` of `scene`, once it is carried out; `scene` is nil without a
  /// display.
  package func result(
    of request: WidgetRequest,
    in scene: borrowing Scene?,
    at index: Int,
    at instant: MonotonicInstant
  ) -> JSONObject {
    JSONObject(told(to: request, scene: scene, slot: scene?.slot(index), at: instant))
  }

  /// The report of the widget at `index` of `scene` in `status`; `scene` is nil without a display.
  package func report(
    in scene: borrowing Scene?,
    at index: Int,
    at instant: MonotonicInstant
  ) -> JSONObject {
    JSONObject(told(to: nil, scene: scene, slot: scene?.slot(index), at: instant))
  }
}
