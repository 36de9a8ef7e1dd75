// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import JSON
package import MonotonicTime
internal import Motion
internal import PlainText
package import Raster
package import Touch

/// A switch: a knob on a track that is drawn out as a finger holds it, and snaps to one end or the other.
package struct Toggle: Widget {
  package static let eventTypes: [WidgetEventType] = [EventDetails.toggle.type, .cancel]

  package private(set) var settings: ToggleSettings
  /// The knob's position on its track.
  package private(set) var motion: ToggleMotion

  /// The swell and the opacity of the track.
  private var model: ElasticButton
  private var recognizer = DragRecognizer()
  private let place: WidgetPlace
  /// The track in points.
  private let trackFrame: Rect
  private let track: LayerID<ElasticLayer>
  private let knob: LayerID<TraceLayer>
  private let label: LayerID<InkLayer>
  /// The track's colour while it is off.
  private var tint: ColorTransition
  /// The ends of the knob's middle line, kept so that a frame does not allocate.
  private var points: [TracePoint]
  /// The state that was handed to the layers last; nil before the first frame.
  private var shown: Shown?
  /// Number of updates of the settings, by which labels tell that the value may have changed.
  private var version = 0

  private struct Shown: Equatable {
    var share: Double
    var offset: Double
    var opacity: Double
    var color: Color
    var isEnabled: Bool
  }

  package init(
    _ settings: ToggleSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    let inner = settings.track(in: place.frame.size)
    trackFrame = Rect(
      x: place.frame.minX + inner.minX,
      y: place.frame.minY + inner.minY,
      width: inner.size.width,
      height: inner.size.height
    )
    let height = trackFrame.size.height
    motion = ToggleMotion(
      isOn: settings.isOn,
      travel: trackFrame.size.width - height,
      spring: settings.release.spring,
      pixelsPerPoint: place.scale,
      at: instant
    )
    model = ElasticButton(
      settings: ElasticButton.Settings(
        elastic: ElasticMotion.Settings(
          style: .hold,
          amplitude: settings.amplitude,
          press: settings.press.spring,
          release: settings.release.spring
        )
      ),
      pixelsPerPoint: place.scale,
      at: instant,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled
    )
    tint = ColorTransition(restingAt: settings.color)
    let trackPlace = WidgetPlace(
      frame: trackFrame,
      transform: place.transform,
      background: place.background
    )
    track = layers.add(
      ElasticLayer(
        in: trackPlace,
        fill: settings.color,
        labelColor: settings.color,
        cornerRadius: height / 2
      )
    )
    let diameter = 2 * Self.knobRadius(inHeight: height) * place.scale
    let pixels = trackPlace.pixels
    knob = layers.add(
      TraceLayer(
        TraceLayer.Style(
          gradient: LinearGradient(
            from: settings.knobColor,
            to: settings.knobColor,
            start: 0,
            end: 1
          ),
          width: diameter,
          dotRadius: diameter / 2,
          clip: PixelRect(
            left: pixels.left - 1,
            top: pixels.top - 1,
            right: pixels.right + 1,
            bottom: pixels.bottom + 1
          ),
          capacity: 2
        ),
        transform: place.transform
      )
    )
    label = layers.add(InkLayer(color: settings.labelColor))
    points = [
      TracePoint(x: 0, y: 0, isJoined: false), TracePoint(x: 0, y: 0, isJoined: true),
    ]
    setLabel(materials, on: &layers)
  }

  /// The radius of the knob on a track so high.
  private static func knobRadius(inHeight height: Double) -> Double { height * 0.42 }

  // MARK: - Time

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    model.isMoving(at: instant)
      || model.isVisible
        && (motion.isMoving(at: instant) || tint.isMoving(at: instant)
          || motion.isDragged && recognizer.leadEnd.map { instant < $0 } ?? false)
  }

  package func mark(at instant: MonotonicInstant) -> Int { version }

  package func said(at instant: MonotonicInstant) -> String {
    settings.isOn ? settings.onText : settings.offText
  }

  // MARK: - Touches

  package func hit(at point: Point) -> WidgetHit {
    model.isTouchable && place.frame.contains(point) ? .whole : .none
  }

  package mutating func handle(
    _ event: TouchEvent,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {
    guard let action = recognizer.handle(event, isInside: isInside) else { return }
    events.needsFrame = true
    switch action {
    case .began:
      model.press(at: event.time)
      motion.grab(at: event.time)
    case .changed: motion.drag(by: pulled(to: event.position))
    case .ended:
      motion.drag(by: pulled(to: event.position))
      // A finger that has slid off has not tapped; one that drags the knob may be anywhere.
      guard isInside || motion.isDragged else { return cancel(at: event.time, telling: &events) }
      model.release(at: event.time)
      guard motion.release(at: event.time) else { return }
      events.add(.toggle(motion.isOn, event.contact.source), at: event.time)
      events.keep("value", value: .bool(motion.isOn))
    case .cancelled: cancel(at: event.time, telling: &events)
    }
  }

  /// Distance in points of the finger from where it came down; positive towards the end that is on.
  private func pulled(to position: Point) -> Double {
    let distance = position.x - recognizer.start.x
    return settings.frame.isMirrored ? -distance : distance
  }

  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    if recognizer.abandon() { cancel(at: instant, telling: &events) }
  }

  private mutating func cancel(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    model.cancel(at: instant)
    motion.cancel(at: instant)
    events.add(.cancel, at: instant)
  }

  // MARK: - Requests

  package func ask(for settings: ToggleSettings, from materials: any Materials) -> Bool {
    guard !settings.label.hasSameBytes(as: self.settings.label) else { return false }
    var next = self
    next.settings = settings
    _ = next.labelInk(materials)
    return true
  }

  package mutating func update(
    to settings: ToggleSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    version += 1
    motion.set(settings.isOn, at: instant)
    if !settings.label.hasSameBytes(as: before.label) { setLabel(materials, on: &layers) }
    tint.retarget(to: settings.color, pace: events.pace, at: instant)
    if !settings.isVisible || !settings.isEnabled { cancelTouches(at: instant, telling: &events) }
    model.setVisible(settings.isVisible, over: events.fading, at: instant)
    model.setEnabled(settings.isEnabled, at: instant)
    events.needsFrame = true
  }

  /// A value is shown when it is in force.
  package mutating func perform(
    _ call: ToggleCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {}

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("label", in: "status") { $0.settings.label },
    Fact("value", in: "status", "set", "get") { $0.settings.isOn },
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    let swell = model.snapshot(at: instant)
    let distance = pulled(to: recognizer.expectedPosition(at: instant))
    let now = Shown(
      share: motion.share(at: instant, finger: distance),
      offset: swell.offset,
      opacity: swell.opacity,
      color: tint.color(at: instant),
      isEnabled: swell.isEnabled
    )
    guard now != shown else { return }
    shown = now
    let color = LinearGradient(from: now.color, to: settings.onColor, start: 0, end: 1)
      .color(at: now.share)
    let fill = now.isEnabled ? color : color.muted(on: place.background)
    layers.setColors(fill: fill, label: fill, of: track)
    layers.update(track, offset: now.offset * place.scale, opacity: now.opacity)
    moveKnob(now)
    layers.update(
      knob,
      points: points,
      extent: TraceLayer.Extent(length: .greatestFiniteMagnitude, isBegun: true, hasEnd: false),
      opacity: now.isEnabled ? now.opacity : now.opacity * Fade.disabledOpacity
    )
    let ink = settings.labelColor
    layers.setColor(now.isEnabled ? ink : ink.muted(on: place.background), of: label)
    layers.setOpacity(now.opacity, of: label)
  }

  /// Puts the knob where it stands: while it is held, and where it swings beyond an end, it is drawn out from there.
  private mutating func moveKnob(_ now: Shown) {
    let height = trackFrame.size.height
    let travel = trackFrame.size.width - height
    let inside = min(max(now.share, 0), 1)
    let swell = max(settings.amplitude < 0 ? -now.offset : now.offset, 0)
    let length = min(4 * swell + abs(now.share - inside) * travel, travel)
    let share = settings.frame.isMirrored ? 1 - inside : inside
    let start = trackFrame.minX + height / 2 + share * (travel - length)
    let y = trackFrame.center.y * place.scale
    points[0] = TracePoint(x: start * place.scale, y: y, isJoined: false)
    points[1] = TracePoint(x: (start + length) * place.scale, y: y, isJoined: true)
  }

  private func setLabel(_ materials: any Materials, on layers: inout LayerStack) {
    layers.setRectangle(.empty, of: label)
    guard let ink = labelInk(materials) else { return }
    let origin = PixelPoint(
      x: settings.frame.isMirrored
        ? place.pixels.right - ink.mask.size.width : place.pixels.left,
      y: ink.origin.y + pixel(place.frame.center.y * place.scale)
    )
    layers.setMask(PlacedMask(mask: ink.mask, origin: origin), clip: place.pixels, of: label)
  }

  /// The label's ink from its middle; nil where there is nothing to draw.
  private func labelInk(_ materials: any Materials) -> PlacedMask? {
    guard !settings.label.isEmpty else { return nil }
    let size = place.frame.size
    do throws(MaterialFault) {
      return try materials.label(
        settings.label,
        font: settings.font,
        pixelSize: settings.labelSize(inHeight: size.height) * place.scale,
        maximumWidth: settings.labelWidth(in: size) * place.scale
      )
    } catch {
      materials.complain("the label \"\(settings.label)\" is left out: \(error.reason)")
      return nil
    }
  }
}

extension EventDetails {
  /// It has been set: on or off.
  static let toggle = EventForm(
    "toggle",
    input: "value",
    Member<Bool>("value"),
    Member<EventSource>("source")
  )
}
