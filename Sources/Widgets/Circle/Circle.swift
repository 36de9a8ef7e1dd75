// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import Motion
internal import PlainText
package import Raster
package import Touch

/// An elastic circle: a finger pulls it to a radius, and let go it springs back to rest.
package struct Circle: Widget {
  package static let eventTypes: [WidgetEventType] = [
    EventDetails.drag.type, EventDetails.arm.type, EventDetails.drop.type, .trigger,
    EventDetails.settle.type, .cancel,
  ]

  package private(set) var settings: CircleSettings
  /// The circle's middle and radius.
  package private(set) var motion: CircleMotion

  private var recognizer = DragRecognizer()
  /// The pull by an arrow key while another key holds it; nil while there is none.
  private var keyPull: CircleKeyPull?
  private var fade: Fade
  /// True while letting go would trigger.
  private var isArmed = false
  /// End of a swing that has not been announced yet; nil if none is due.
  private var settleDue: MonotonicInstant?
  /// A move of the finger that has not been told, because one has been for the frame that is shown.
  private var unreported: MonotonicInstant?
  /// The frame after which the finger's last move was told.
  private var toldFrame: MonotonicInstant?
  /// The instant of the frame drawn last; nil before the first one.
  private var lastFrame: MonotonicInstant?
  private let place: WidgetPlace
  private let layer: LayerID<DiscLayer>
  /// The circle's colour while it is not armed.
  private var tint: ColorTransition
  /// That colour as the layer was told it last.
  private var fill: Color
  /// The snapshot that was handed to the layer last; nil before the first frame.
  private var shown: CircleSnapshot?

  package init(
    _ settings: CircleSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    motion = CircleMotion(settings, frame: place.frame)
    fade = Fade(isVisible: settings.isVisible)
    tint = ColorTransition(restingAt: settings.color)
    fill = settings.color
    layer = layers.add(DiscLayer(fill: settings.color, labelColor: settings.labelColor))
    layers.setLabel(labelInk(materials), of: layer)
  }

  // MARK: - Time

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    fade.isMoving(at: instant)
      || fade.isVisible
        && (motion.isMoving(at: instant) || tint.isMoving(at: instant)
          || keyPull?.isMoving(at: instant) ?? false
          || recognizer.leadEnd.map { instant < $0 } ?? false)
  }

  package var deadline: MonotonicInstant? {
    guard let unreported, mayTell else { return settleDue }
    return min(unreported, settleDue ?? unreported)
  }

  package mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    if let due = settleDue, due <= instant {
      settleDue = nil
      // The last frame of the swing is asked for because it moves.
      events.note(.settle(motion.radius(at: due)), at: due)
    }
    if let time = unreported, mayTell { tellMove(at: time, telling: &events) }
  }

  // MARK: - Touches

  package func outline(in frame: Rect, at instant: MonotonicInstant) -> WidgetOutline {
    guard settings.centre == .fixed else { return WidgetOutline(frame: frame, cornerRadius: 8) }
    let (middle, radius) = (motion.center, max(settings.resting, 22))
    let disc = Rect(
      x: middle.x - radius,
      y: middle.y - radius,
      width: 2 * radius,
      height: 2 * radius
    )
    return WidgetOutline(frame: disc, cornerRadius: radius)
  }

  package func hit(at point: Point) -> WidgetHit {
    guard fade.isVisible, settings.isEnabled else { return .none }
    switch settings.centre {
    case .touch: return place.frame.contains(point) ? .ground : .none
    case .fixed:
      // What people see is what they touch; small circles are as large as a finger.
      let reach = max(shown?.radius ?? settings.resting, 22) + 10
      return motion.center.distance(to: point) <= reach ? .whole : .none
    }
  }

  package mutating func handle(
    _ event: TouchEvent,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {
    guard let action = recognizer.handle(event, isInside: isInside) else { return }
    switch action {
    case .began:
      (settleDue, keyPull) = (nil, nil)
      motion.grab(at: event.position, at: event.time)
      tell(.began, at: event.time, telling: &events)
      arm(at: event.time, telling: &events)
    case .changed:
      motion.pull(to: event.position)
      arm(at: event.time, telling: &events)
      if mayTell { tellMove(at: event.time, telling: &events) } else { unreported = event.time }
      events.needsFrame = true
    case .ended:
      // Armed by where an arrow sends it, it may still be on its way there.
      motion.pull(to: keyPull?.place(at: event.time) ?? event.position)
      if keyPull == nil { arm(at: event.time, telling: &events) }
      tell(.ended, at: event.time, telling: &events)
      let triggers = isArmed
      spring(at: event.time)
      if triggers { events.add(.trigger, at: event.time) }
    case .cancelled: cancel(at: event.time, telling: &events)
    }
  }

  /// Does what a key asks of it while another one holds it: an arrow pulls it that way until letting go triggers, and
  /// the opposite one back.
  ///
  /// - Returns: True if the key asks for that.
  mutating func steer(
    by stroke: KeyStroke,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) -> Bool {
    guard recognizer.owner?.isKey ?? false, settings.triggerRadius > 0,
      let way = CircleKeyPull.way(of: stroke)
    else { return false }
    // A point more, as what is reached is rounded.
    let most = motion.distance(reaching: settings.triggerRadius + 1)
    var pull = keyPull ?? CircleKeyPull(from: recognizer.position)
    pull.lead(way, most: most, at: instant)
    keyPull = pull
    motion.pull(to: pull.end)
    arm(at: instant, telling: &events)
    tell(.changed, at: instant, telling: &events)
    return true
  }

  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    if recognizer.abandon() { cancel(at: instant, telling: &events) }
  }

  private mutating func cancel(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    spring(at: instant)
    events.add(.cancel, at: instant)
  }

  package mutating func comeToRest(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    guard settleDue != nil else { return }
    settleDue = nil
    motion.rest()
    events.add(.settle(motion.radius(at: instant)), at: instant)
  }

  /// Stands where the circle of the same id stands in a scene that is shown no more, if a finger could
  /// have put it there.
  mutating func takeOver(from old: Self) {
    guard settings.centre == .fixed || place.frame.contains(old.motion.center) else { return }
    motion.takeOver(from: old.motion)
  }

  private mutating func spring(at instant: MonotonicInstant) {
    motion.release(at: instant)
    settleDue = motion.settleInstant
    (unreported, keyPull) = (nil, nil)
    isArmed = false
  }

  /// Arms where the finger has pulled far enough, and disarms a little below that.
  private mutating func arm(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    guard settings.triggerRadius > 0 else { return }
    let radius = motion.radius(at: instant)
    let isArmed =
      radius >= settings.triggerRadius
      || self.isArmed && radius > settings.triggerRadius - 4
    guard isArmed != self.isArmed else { return }
    self.isArmed = isArmed
    events.add(.arm(isArmed), at: instant)
  }

  // MARK: - Telling

  /// True if a frame has been drawn since the finger's last move was told, or none has been told.
  private var mayTell: Bool { toldFrame == nil || toldFrame != lastFrame }

  private mutating func tellMove(at time: MonotonicInstant, telling events: inout WidgetEvents) {
    unreported = nil
    toldFrame = lastFrame
    tell(.changed, at: time, telling: &events)
  }

  private func tell(
    _ phase: DragPhase,
    at time: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let position = keyPull?.place(at: time) ?? recognizer.position
    let radius = motion.radius(at: time)
    let value = settings.value(radius: radius)
    events.add(.drag(phase, position.x, position.y, radius, value), at: time)
    if phase == .ended { events.add(.drop(position.x, position.y, radius, value), at: time) }
  }

  // MARK: - Requests

  package func ask(for settings: CircleSettings, from materials: any Materials) -> Bool {
    guard !settings.label.hasSameBytes(as: self.settings.label) else { return false }
    var next = self
    next.settings = settings
    _ = next.labelInk(materials)
    return true
  }

  package mutating func update(
    to settings: CircleSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    if !settings.label.hasSameBytes(as: before.label) {
      layers.setLabel(labelInk(materials), of: layer)
    }
    tint.retarget(to: settings.color, pace: events.pace, at: instant)
    fade.setVisible(settings.isVisible, over: events.fading, at: instant)
    if !settings.isVisible || !settings.isEnabled { cancelTouches(at: instant, telling: &events) }
    events.needsFrame = true
  }

  package mutating func perform(
    _ call: CircleCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    switch call {
    case .get: return
    case .set(_, let target, let over, let ease):
      guard !motion.isDragged else {
        throw .badParameter("id", must: "must name a circle that no finger holds")
      }
      motion.send(
        to: settings.radius(of: target),
        over: over ?? 0.4,
        curve: ease?.curve ?? .easeInEaseOut,
        at: instant,
        isAsked: over != nil || ease != nil
      )
    case .reset:
      cancelTouches(at: instant, telling: &events)
      motion.reset()
    }
    settleDue = nil
    events.needsFrame = true
  }

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("label", in: "status") { $0.settings.label },
    Fact("state", in: "status", "get") { $0.state },
    Fact("x", in: "get") { $0.center?.x },
    Fact("y", in: "get") { $0.center?.y },
    Fact("radius", in: "status", "get") { $0.radius },
    Fact("value", in: "status", "get") { $0.settings.value(radius: $0.radius) },
    Fact("radius", in: "set") { $0.goal },
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    lastFrame = instant
    let snapshot = CircleSnapshot(
      center: motion.center,
      radius: motion.radius(
        at: instant,
        finger: keyPull?.place(at: instant) ?? recognizer.expectedPosition(at: instant)
      ),
      opacity: fade.opacity(at: instant),
      isArmed: isArmed,
      isEnabled: settings.isEnabled
    )
    let fill = tint.color(at: instant)
    guard snapshot != shown || fill != self.fill else { return }
    let before = shown
    shown = snapshot
    let isSameFill = fill == self.fill
    self.fill = fill
    if !isSameFill || snapshot.isArmed != before?.isArmed ?? false
      || snapshot.isEnabled != before?.isEnabled ?? true
    {
      setColors(&layers)
    }
    let scale = place.scale
    layers.update(
      layer,
      center: Point(x: snapshot.center.x * scale, y: snapshot.center.y * scale),
      radius: snapshot.radius * scale,
      opacity: snapshot.opacity
    )
  }

  /// Hands over the colours; a disabled circle, as it was shown last, is drawn muted.
  private func setColors(_ layers: inout LayerStack) {
    let fill = shown?.isArmed ?? false ? settings.armedColor : self.fill
    guard shown?.isEnabled ?? true else {
      let muted = fill.muted(on: place.background)
      layers.setColors(fill: muted, label: settings.labelColor.muted(on: muted), of: layer)
      return
    }
    layers.setColors(fill: fill, label: settings.labelColor, of: layer)
  }

  /// The label's ink from the circle's middle; nil where there is nothing to draw.
  private func labelInk(_ materials: any Materials) -> PlacedMask? {
    guard !settings.label.isEmpty, settings.fullRadius > 0 else { return nil }
    do throws(MaterialFault) {
      return try materials.label(
        settings.label,
        font: settings.font,
        pixelSize: settings.labelSize * place.scale,
        maximumWidth: settings.labelWidth * place.scale
      )
    } catch {
      materials.complain("the label \"\(settings.label)\" is left out: \(error.reason)")
      return nil
    }
  }
}

extension Seen<Circle> {
  fileprivate var state: CircleMotion.State {
    widget?.motion.state(at: instant) ?? (settings.centre == .touch ? .empty : .resting)
  }

  /// Its middle; nil while it is empty.
  fileprivate var center: Point? { state == .empty ? nil : widget?.motion.center }

  fileprivate var radius: Double {
    widget?.motion.radius(at: instant) ?? (settings.centre == .touch ? 0 : settings.resting)
  }

  /// The radius to which the request sends it.
  fileprivate var goal: Double {
    if case .set(_, let target, _, _) = call { settings.radius(of: target) } else { radius }
  }
}

/// Phase of a finger's pull.
enum DragPhase: String, CaseIterable, FactValue {
  case began
  case changed
  case ended
}

extension EventDetails {
  /// A finger pulls it, or has stopped to.
  static let drag = EventForm(
    "drag",
    Member<DragPhase>("phase"),
    Member<Double>("x"),
    Member<Double>("y"),
    Member<Double>("radius"),
    Member<Double>("value")
  )
  /// Letting go would trigger from now on, or would not any more.
  static let arm = EventForm("arm", Member<Bool>("armed"))
  /// The finger has let go.
  static let drop = EventForm(
    "drop",
    Member<Double>("x"),
    Member<Double>("y"),
    Member<Double>("radius"),
    Member<Double>("value")
  )
  /// It has come to rest.
  static let settle = EventForm("settle", Member<Double>("radius"))
}
