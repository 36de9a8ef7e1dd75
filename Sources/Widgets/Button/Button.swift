// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import Motion
internal import PlainText
package import Raster
package import Touch

/// An elastic button: it swells under the finger, wobbles when let go, and triggers.
package struct Button: Widget {
  package static let eventTypes: [WidgetEventType] = [.press, .release, .trigger, .cancel]

  package private(set) var settings: ButtonSettings
  /// The button's motion, opacity and idle animation.
  package private(set) var model: ElasticButton

  private var recognizer = PressRecognizer()
  /// The instant at which a press without a finger ends and triggers; nil while none is played.
  private var playEnd: MonotonicInstant?
  /// The instant of the next repetition while a button that types is held; nil while none is due.
  private var repeatDue: MonotonicInstant?
  private let place: WidgetPlace
  /// The shadow beneath ``layer``; nil for none.
  private let shadow: PlateShadow?
  private let layer: LayerID<ElasticLayer>
  /// True while a finger holds the button or a press is played.
  private var isDown = false
  /// The button's colours, apart from what an idle animation makes of them.
  private var tint: PlateTint
  private var mix = TextFade()
  /// The layer of an icon of several colours; nil where the scene was made without an icon.
  private let iconLayer: LayerID<PictureLayer>?
  /// The icon that was read last; nil for none.
  private var reading: ButtonFace.Reading?
  /// The icon of several colours that is shown, and true while it is mixed with another one.
  private var picture: (shown: ButtonFace.Placed?, isMixed: Bool) = (nil, false)
  /// The colours that the layer was told last.
  private var fill: PlateColors
  /// The snapshot that was handed to the layer last; nil before the first frame.
  private var shown: ElasticButtonSnapshot?

  package init(
    _ settings: ButtonSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    model = ElasticButton(settings, scale: place.scale, at: instant)
    tint = PlateTint(restingAt: settings.shownColors)
    fill = settings.shownColors
    shadow = PlateShadow(
      settings.shadow,
      cornerRadius: settings.cornerRadius,
      in: place,
      from: materials,
      on: &layers
    )
    layer = layers.add(
      ElasticLayer(
        in: place,
        fill: fill.top,
        labelColor: settings.labelColor,
        cornerRadius: settings.cornerRadius
      )
    )
    iconLayer = settings.icon.isEmpty ? nil : layers.add(PictureLayer())
    let face = face(materials)
    layers.setLabel(face.ink, of: layer)
    show(face, isMixed: false, on: &layers)
    setColors(&layers)
  }

  // MARK: - Time

  package func edgeOffset(at instant: MonotonicInstant) -> Double? { model.offset(at: instant) }

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    model.isMoving(at: instant)
      || model.isVisible && (mix.isMoving(at: instant) || tint.isMoving(at: instant))
  }

  package func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? {
    model.wakeInstant(after: instant)
  }

  package var deadline: MonotonicInstant? {
    guard let repeatDue else { return playEnd }
    return min(repeatDue, playEnd ?? repeatDue)
  }

  package mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    if let end = playEnd, end <= instant { finishPlaying(&events) }
    if let due = repeatDue, due <= instant {
      events.stroke = settings.stroke
      // After a stall it goes on; what was not typed meanwhile is not wanted.
      repeatDue = max(due + Self.repetition.interval, instant)
    }
  }

  /// Delay before a held button's key stroke repeats, and the interval of its repetitions, as on a keyboard.
  private static let repetition = (
    delay: MonotonicInterval(seconds: 0.5), interval: MonotonicInterval(seconds: 0.033)
  )

  // MARK: - Touches

  package func outline(in frame: Rect, at instant: MonotonicInstant) -> WidgetOutline {
    WidgetOutline(frame: frame, cornerRadius: settings.cornerRadius)
  }

  package func hit(at point: Point) -> WidgetHit {
    guard model.isTouchable else { return .none }
    if place.frame.contains(point) { return .whole }
    return place.frame.outset(by: settings.hitOutset).contains(point) ? .near : .none
  }

  package mutating func handle(
    _ event: TouchEvent,
    isInside: Bool,
    telling events: inout WidgetEvents
  ) {
    if event.phase == .down { keepingColor(at: event.time) { $0.model.noteTouch(at: event.time) } }
    switch recognizer.handle(event, isInside: isInside) {
    case nil: break
    case .pressed:
      // A finger takes over from a press that was played.
      finishPlaying(&events)
      keepingColor(at: event.time) { $0.model.press(at: event.time) }
      color(isDown: true, at: event.time)
      events.add(.press, by: event.contact, at: event.time)
      if let stroke = settings.stroke {
        events.stroke = stroke
        repeatDue = stroke.repeats ? event.time + Self.repetition.delay : nil
      }
    case .released(let triggers):
      repeatDue = nil
      model.release(at: event.time)
      color(isDown: false, at: event.time)
      events.add(.release, by: event.contact, at: event.time)
      if triggers { events.add(.trigger, by: event.contact, at: event.time) }
    case .cancelled:
      repeatDue = nil
      model.cancel(at: event.time)
      color(isDown: false, at: event.time)
      events.add(.cancel, by: event.contact, at: event.time)
    }
  }

  package mutating func cancelTouches(
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    model.cancel(at: instant)
    letGo(at: instant, telling: &events)
  }

  private mutating func finishPlaying(_ events: inout WidgetEvents) {
    guard let end = playEnd else { return }
    playEnd = nil
    color(isDown: false, at: end)
    events.add(.release, at: end)
    events.add(.trigger, at: end)
  }

  private mutating func letGo(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    let wasPlaying = playEnd != nil
    playEnd = nil
    repeatDue = nil
    color(isDown: false, at: instant)
    guard recognizer.abandon() || wasPlaying else { return }
    events.add(.cancel, at: instant)
  }

  // MARK: - Requests

  package func ask(
    for settings: ButtonSettings,
    from materials: any Materials
  ) throws(WidgetFault) -> Bool {
    let isShadow =
      shadow?.ask(for: settings.shadow, beside: self.settings.shadow, from: materials) ?? false
    guard !settings.hasFace(of: self.settings) else { return isShadow }
    var next = self
    next.settings = settings
    let isOther = !settings.icon.hasSameBytes(as: self.settings.icon)
    do throws(MaterialFault) {
      try next.readIcon(materials)
    } catch {
      guard !isOther else {
        throw .badParameter("icon", must: "must be an image that can be shown; \(error.reason)")
      }
    }
    _ = next.face(materials)
    return true
  }

  package mutating func update(
    to settings: ButtonSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    if !settings.hasFace(of: before) { setFace(face(materials), at: instant, on: &layers) }
    if settings.border != before.border { setBorder(&layers) }
    shadow?.update(to: settings.shadow, from: before.shadow, from: materials, on: &layers)
    let begin = mix.start(at: instant)
    // What waits comes with the label.
    let pace = begin > instant ? ChangePace(over: Fade.duration) : events.pace
    tint.retarget(to: targetColors, pace: pace, at: begin)
    if settings.isVisible != before.isVisible {
      let seconds = events.fading
      keepingColor(at: instant) {
        $0.model.setVisible($0.settings.isVisible, over: seconds, at: instant)
      }
      if !settings.isVisible { letGo(at: instant, telling: &events) }
    }
    if settings.isEnabled != before.isEnabled {
      keepingColor(at: instant) { $0.model.setEnabled($0.settings.isEnabled, at: instant) }
      if !settings.isEnabled { letGo(at: instant, telling: &events) }
    }
    events.needsFrame = true
  }

  package mutating func perform(
    _ call: ButtonCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    var playing: MonotonicInstant?
    keepingColor(at: instant) { playing = $0.model.play(at: instant) }
    guard let end = playing else {
      throw .badParameter(
        "id",
        must: "must name a button that is visible, enabled and not held"
      )
    }
    finishPlaying(&events)
    playEnd = end
    color(isDown: true, at: instant)
    events.add(.press, at: instant)
    events.stroke = settings.stroke
  }

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("label", in: "status") { $0.settings.label },
    Fact("pressed", in: "status") { $0.widget?.model.isPressed ?? false },
    Fact(optional: "job", in: "status") { $0.settings.job == nil ? nil : $0.settings.jobPhase },
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    if mix.isMixed {
      let share = mix.share(at: instant)
      layers.setLabelShare(share, of: layer)
      if picture.isMixed, let iconLayer { layers.setShare(share, of: iconLayer) }
    }
    if mix.ends(at: instant) {
      layers.endLabelMix(of: layer)
      if picture.isMixed, let iconLayer { layers.setShare(1, of: iconLayer) }
      picture.isMixed = false
    }
    let snapshot = model.snapshot(at: instant)
    let fill = shownFill(at: instant)
    guard snapshot != shown || fill != self.fill else { return }
    let wasEnabled = shown?.isEnabled ?? true
    if snapshot.opacity != shown?.opacity { shadow?.setOpacity(snapshot.opacity, on: &layers) }
    shown = snapshot
    if snapshot.isEnabled != wasEnabled || fill != self.fill {
      self.fill = fill
      setColors(&layers)
    }
    layers.update(layer, offset: snapshot.offset * place.scale, opacity: snapshot.opacity)
    guard picture.shown != nil, let iconLayer else { return }
    layers.setOpacity(iconOpacity, of: iconLayer)
  }

  /// The opacity of an icon whose colours are not muted.
  private var iconOpacity: Double {
    guard let shown else { return 0 }
    return shown.opacity * (shown.isEnabled ? 1 : Fade.disabledOpacity)
  }

  /// The colours at `instant`.
  func shownFill(at instant: MonotonicInstant) -> PlateColors {
    let colors = tint.colors(at: instant)
    guard let top = model.color(at: instant, besides: colors.top) else { return colors }
    let isOne = colors.top == colors.bottom
    let bottom = isOne ? top : model.color(at: instant, besides: colors.bottom) ?? colors.bottom
    return PlateColors(top: top, bottom: bottom)
  }

  /// Goes on, after `change` has ended an idle animation, from the colour that it has left.
  private mutating func keepingColor(
    at instant: MonotonicInstant,
    change: (inout Self) -> Void
  ) {
    guard settings.attract?.colors.isEmpty == false else { return change(&self) }
    let before = shownFill(at: instant)
    change(&self)
    guard shownFill(at: instant) != before else { return }
    tint.start(
      from: before,
      to: targetColors,
      pace: ChangePace(over: Fade.duration),
      at: instant
    )
  }

  /// The colours that the button comes to have.
  private var targetColors: PlateColors {
    guard isDown, let pressed = settings.pressedColor else { return settings.shownColors }
    return PlateColors(pressed)
  }

  /// Colours what is pressed at once, and has it fade back when it is let go.
  private mutating func color(isDown: Bool, at instant: MonotonicInstant) {
    self.isDown = isDown
    guard settings.pressedColor != nil else { return }
    tint.retarget(
      to: targetColors,
      pace: ChangePace(over: isDown ? 0.05 : Fade.duration),
      at: instant
    )
  }

  /// Hands over the colours; a disabled button, as it was shown last, is drawn muted.
  private func setColors(_ layers: inout LayerStack) {
    if settings.border.width > 0 { setBorder(&layers) }
    let label = settings.labelColor
    guard shown?.isEnabled ?? true else {
      let muted = fill.muted(on: place.background)
      layers.setColors(
        fill: muted.top,
        foot: muted.bottom,
        label: label.muted(on: muted.top),
        of: layer
      )
      return
    }
    layers.setColors(fill: fill.top, foot: fill.bottom, label: label, of: layer)
  }

  private func setBorder(_ layers: inout LayerStack) {
    layers.setBorder(
      settings.border,
      of: layer,
      in: place,
      isEnabled: shown?.isEnabled ?? true
    )
  }

  /// Has what is set from now on, label and colour, wait for `instant`.
  mutating func holdBack(until instant: MonotonicInstant) { mix.holdBack(until: instant) }

  /// The instant at which a label that is set at `instant` comes into sight.
  func labelStart(at instant: MonotonicInstant) -> MonotonicInstant { mix.start(at: instant) }

  /// Has another label and icon take the place of those that are there, as a text does in a `[[label]]`.
  private mutating func setFace(
    _ face: ButtonFace,
    at instant: MonotonicInstant,
    on layers: inout LayerStack
  ) {
    let isMixed = mix.change(
      over: Fade.duration,
      curve: .easeInEaseOut,
      at: instant,
      isSeen: shown?.opacity ?? 0 > 0
    )
    if isMixed {
      layers.mixLabel(face.ink, of: layer)
    } else {
      layers.setLabel(face.ink, of: layer)
    }
    show(face, isMixed: isMixed, on: &layers)
  }

  /// Shows the icon of several colours, or none.
  private mutating func show(
    _ face: ButtonFace,
    isMixed: Bool,
    on layers: inout LayerStack
  ) {
    guard let iconLayer, face.picture != picture.shown || picture.isMixed else { return }
    if isMixed {
      layers.mixPicture(face.shownPicture, of: iconLayer)
    } else {
      layers.setPicture(face.shownPicture, of: iconLayer)
    }
    picture = (face.picture, isMixed)
    layers.setOpacity(iconOpacity, of: iconLayer)
  }

  /// The label and the icon, which is left out where it cannot be had.
  private mutating func face(_ materials: any Materials) -> ButtonFace {
    do throws(MaterialFault) {
      try readIcon(materials)
    } catch {
      reading = ButtonFace.Reading(nil, of: settings, in: place)
      materials.complain("the icon of \"\(settings.id)\" is left out: \(error.reason)")
    }
    return ButtonFace(settings, icon: reading?.icon, in: place, from: materials)
  }

  private mutating func readIcon(_ materials: any Materials) throws(MaterialFault) {
    let next = try ButtonFace.read(settings, in: place, unless: reading, from: materials)
    if case .colors? = next?.icon, iconLayer == nil {
      throw MaterialFault("it has several colours, and in the file the button has no 'icon'")
    }
    reading = next
  }
}

extension WidgetEventType {
  /// A finger has come down on it.
  package static let press = Self("press", [source])
  /// The finger was lifted, wherever it was by then.
  package static let release = Self("release", [source])
  /// The widget's action has been requested: its program is due.
  package static let trigger = Self("trigger", [FactShape("row", .text, isOptional: true), source])
  /// The touch ended without being lifted; nothing is triggered.
  package static let cancel = Self("cancel", [source])

  /// The cause of the event, left out where that was a finger.
  private static let source = Member<EventSource?>("source", isOptional: true).shape
}

extension WidgetEvents {
  /// Notes what a finger has done, or a key in its place.
  fileprivate mutating func add(
    _ type: WidgetEventType,
    by contact: ContactID,
    at time: MonotonicInstant
  ) {
    guard contact.isKey else { return add(type, at: time) }
    add(EventForm(type.name, Member<EventSource?>("source", isOptional: true))(.key), at: time)
  }
}

extension ButtonSettings {
  /// Tells if label and icon are those of other settings in the same place.
  fileprivate func hasFace(of other: Self) -> Bool {
    shownLabel.hasSameBytes(as: other.shownLabel) && letterSize == other.letterSize
      && icon.hasSameBytes(as: other.icon)
  }
}
