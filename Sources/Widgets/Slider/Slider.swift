// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import JSON
package import MonotonicTime
internal import Motion
package import Raster
package import Touch

/// A number that a finger sets on a line: where it holds the knob the line rises to a crest.
package struct Slider: Widget {
  package static let eventTypes: [WidgetEventType] = [
    EventDetails.slide.type, EventDetails.slid.type, .cancel,
  ]

  package private(set) var settings: SliderSettings
  /// The knob's position and the height of the crest.
  package private(set) var motion: SliderMotion

  private var recognizer = DragRecognizer()
  private var fade: Fade
  private var line: SliderLine
  private let place: WidgetPlace
  /// The value that the finger has set so far; nil while none holds the knob.
  private var held: Double?
  /// True if the finger has set any value other than the one before.
  private var hasSlid = false
  /// A value of the finger's that has not been told, because one has been for the frame that is shown.
  private var unreported: MonotonicInstant?
  /// The frame after which a value was told last.
  private var toldFrame: MonotonicInstant?
  /// The instant of the frame drawn last; nil before the first one.
  private var lastFrame: MonotonicInstant?
  /// The state that was handed to the layers last; nil before the first frame.
  private var shown: Shown?

  private struct Shown: Equatable {
    var share: Double
    var crest: Double
    var opacity: Double
  }

  package init(
    _ settings: SliderSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    fade = Fade(isVisible: settings.isVisible, isEnabled: settings.isEnabled)
    line = SliderLine(settings, in: place, on: &layers)
    motion = SliderMotion(
      at: settings.share(of: settings.current),
      crest: ElasticMotion.Settings(
        style: .hold,
        amplitude: settings.amplitude,
        press: settings.press.spring,
        release: settings.release.spring
      ),
      pixels: line.length * place.scale,
      pixelsPerPoint: place.scale,
      at: instant
    )
  }

  // MARK: - Time

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    fade.isMoving(at: instant)
      || fade.isVisible
        && (motion.isMoving(at: instant) || recognizer.leadEnd.map { instant < $0 } ?? false)
  }

  package var deadline: MonotonicInstant? { mayTell ? unreported : nil }

  package mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    if let time = unreported, mayTell { tellSlide(at: time, telling: &events) }
  }

  // MARK: - Touches

  package func pressPlace(in frame: Rect, at instant: MonotonicInstant) -> Point {
    line.place(share: motion.share(at: instant))
  }

  /// Does what a key asks of it that has the focus: a step of its own way, or to one of the ends.
  ///
  /// - Returns: True if the key asks for that.
  mutating func steer(
    by stroke: KeyStroke,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) -> Bool {
    let value: Double
    switch stroke {
    case .left where !settings.isVertical: value = settings.stepped(settings.runsLeft ? 1 : -1)
    case .right where !settings.isVertical: value = settings.stepped(settings.runsLeft ? -1 : 1)
    case .down where settings.isVertical: value = settings.stepped(-1)
    case .up where settings.isVertical: value = settings.stepped(1)
    case .home: value = settings.minimum
    case .end: value = settings.snapped(settings.maximum)
    default: return false
    }
    // A finger that holds the knob has it.
    guard !motion.isHeld, value != settings.current else { return true }
    settings.value = value
    motion.send(
      to: settings.share(of: value),
      over: Self.stepSeconds,
      curve: .easeOut,
      at: instant,
      isAsked: true
    )
    events.add(.slid(value, .key), at: instant)
    events.keep("value", value: .number(value))
    return true
  }

  /// Duration of the knob's way to the place to which a key sends it, in seconds.
  private static let stepSeconds = 0.12

  package func hit(at point: Point) -> WidgetHit {
    fade.isVisible && settings.isEnabled && place.frame.contains(point) ? .whole : .none
  }

  package mutating func handle(
    _ event: TouchEvent,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {
    guard let action = recognizer.handle(event, isInside: isInside) else { return }
    events.needsFrame = true
    let finger = line.share(at: event.position)
    switch action {
    case .began:
      let distance = abs(finger - motion.share(at: event.time)) * line.length
      motion.grab(at: finger, isOnKnob: distance <= settings.knobSize / 2 + 6, at: event.time)
      (held, hasSlid) = (settings.current, false)
      // On the knob it may stand between two steps.
      if distance > settings.knobSize / 2 + 6 { note(at: event.time, telling: &events) }
    case .changed:
      motion.pull(to: finger)
      note(at: event.time, telling: &events)
    case .ended:
      motion.pull(to: finger)
      if recognizer.start != event.position { note(isLast: true, at: event.time, telling: &events) }
      let value = hasSlid ? held ?? settings.current : settings.current
      letGo(to: value, at: event.time)
      guard hasSlid else { return }
      events.add(.slid(value, event.contact.source), at: event.time)
      if value != settings.value { events.keep("value", value: .number(value)) }
    case .cancelled: cancel(at: event.time, telling: &events)
    }
  }

  /// Takes note of the value to which the finger has pulled the knob.
  private mutating func note(
    isLast: Bool = false,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let value = settings.value(share: motion.target, at: line.length * place.scale)
    guard value != held else { return }
    (held, hasSlid) = (value, true)
    guard !isLast else { return }
    if mayTell { tellSlide(at: instant, telling: &events) } else { unreported = instant }
  }

  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    if recognizer.abandon() { cancel(at: instant, telling: &events) }
  }

  private mutating func cancel(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    letGo(to: settings.current, at: instant)
    events.add(.cancel, at: instant)
  }

  private mutating func letGo(to value: Double, at instant: MonotonicInstant) {
    motion.release(to: settings.share(of: value), at: instant)
    (held, unreported) = (nil, nil)
  }

  /// The value that is told: the finger's, or the one in force.
  var told: Double { held ?? settings.current }

  package func mark(at instant: MonotonicInstant) -> Int {
    Int(bitPattern: UInt(told.bitPattern))
  }

  package func said(at instant: MonotonicInstant) -> String { settings.text(of: told) }

  // MARK: - Telling

  /// True if a frame has been drawn since a value was told last, or none has been told.
  private var mayTell: Bool { toldFrame == nil || toldFrame != lastFrame }

  private mutating func tellSlide(at time: MonotonicInstant, telling events: inout WidgetEvents) {
    unreported = nil
    toldFrame = lastFrame
    guard let held else { return }
    events.add(.slide(held, .touch), at: time)
  }

  // MARK: - Requests

  package mutating func update(
    to settings: SliderSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    self.settings = settings
    let share = settings.share(of: settings.current)
    if share != motion.target {
      motion.send(to: share, over: settings.changeDuration, curve: settings.ease, at: instant)
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
    _ call: SliderCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    guard case .set(_, let value, let over, let ease) = call else { return }
    motion.send(
      to: settings.share(of: settings.snapped(value)),
      over: over ?? settings.changeDuration,
      curve: ease?.curve ?? settings.ease,
      at: instant,
      isAsked: over != nil || ease != nil
    )
    events.needsFrame = true
  }

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("value", in: "status", "set", "get") { $0.settings.current },
    Fact("shown", in: "status", "get") { $0.shown },
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    lastFrame = instant
    let finger = motion.isHeld ? line.share(at: recognizer.expectedPosition(at: instant)) : 0
    let now = Shown(
      share: motion.share(at: instant, finger: finger),
      crest: motion.crest(at: instant),
      opacity: fade.opacity(at: instant)
    )
    guard now != shown else { return }
    shown = now
    line.show(share: now.share, crest: now.crest, opacity: now.opacity, in: &layers)
  }
}

extension Seen<Slider> {
  /// The value where the knob stands.
  fileprivate var shown: Double {
    guard let widget else { return settings.current }
    let share = widget.motion.share(at: instant)
    return share == settings.share(of: settings.current)
      ? settings.current : settings.value(share: share)
  }
}

extension EventDetails {
  /// A finger has it at another value.
  static let slide = EventForm("slide", Member<Double>("value"), Member<EventSource>("source"))
  /// It has been set.
  static let slid = EventForm(
    "slid",
    input: "value",
    Member<Double>("value"),
    Member<EventSource>("source")
  )
}
