// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Motion
package import Raster
internal import Touch

/// An elastic text field: it swells when it is touched or gets the focus, and holds what is typed.
///
/// Typed text is in no log, no `status` and no state that outlives the process.
package struct TextField: Widget {
  package static let eventTypes: [WidgetEventType] = [
    .focus, .blur, EventDetails.change.type, EventDetails.submit.type, EventDetails.reject.type,
    EventDetails.scan.type,
  ]

  package internal(set) var settings: TextFieldSettings
  /// The text and its caret.
  package internal(set) var edit: EditableText
  /// True while keys are for this field.
  package internal(set) var isFocused = false

  let place: WidgetPlace
  let lines: any LineMaker
  let room: TextRoom
  var model: ElasticButton
  var recognizer = PressRecognizer()
  /// The shadow beneath ``layers``; nil for none.
  let shadow: PlateShadow?
  let layers: Layers
  /// The field's colours.
  var tint: PlateTint

  // MARK: What is shown

  /// The whole text, or the placeholder, shaped.
  var line: TextLine { shaped.line }
  /// The text that was shaped last.
  var shaped = ShapedText.none
  /// The text that is being shaped beside the loop; nil for none.
  var coming: Future<ShapedText>?
  var needsShaping = true
  var look = TextLook.none
  /// True while more keys follow at once, so that shaping the text waits for the last of them.
  var isTyping = false
  /// True if the look is to be made anew with the last of them, or with the next frame.
  var needsLayout = false
  /// True if the field shows the look of a field of an earlier scene.
  var isTakenOver = false
  /// True if the look has been made anew since the last frame.
  var isLaidOut = false
  /// Counts looks.
  var lookVersion = 0
  /// Distance in pixels by which a line that is too long is moved to the left.
  var scroll = 0
  /// Left end of the shown line, in view pixels.
  var lineStart = 0
  /// The state that was handed to the layers last; nil before the first frame.
  private var shown: Shown?

  // MARK: What has happened

  /// The instant of the last key or touch; the caret blinks from then on.
  var lastInput: MonotonicInstant
  /// Time and place of the last touch, as long as another one may make it a double tap.
  var lastDown: (time: MonotonicInstant, position: Point)?
  /// True if the finger on the field came down twice.
  var isDoubleTap = false
  /// True if the finger on the field came down on the button that empties it.
  var isOnButton = false
  /// The password's character that shows, and until when.
  var revealed: (index: Int, end: MonotonicInstant)?
  /// A change that has not been told, because one has been for the frame that is shown.
  var unreported: (time: MonotonicInstant, source: EventSource)?
  /// The frame after which a change was told last.
  private var toldFrame: MonotonicInstant?
  /// The instant of the frame drawn last; nil before the first one.
  private var lastFrame: MonotonicInstant?

  /// The layers from the lowest to the topmost.
  struct Layers {
    let plate: LayerID<ElasticLayer>
    let selection: LayerID<InkLayer>
    let ink: LayerID<InkLayer>
    let caret: LayerID<InkLayer>
    let disc: LayerID<InkLayer>
    let cross: LayerID<InkLayer>
  }

  private struct Shown: Equatable {
    var plate: ElasticButtonSnapshot
    var look: Int
    var isCaretOn: Bool
    var colors: PlateColors
  }

  package init(
    _ settings: TextFieldSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on stack: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    tint = PlateTint(restingAt: settings.shownColors)
    lines = materials.lines
    room = TextRoom(settings, in: place)
    edit = EditableText(maximumLength: settings.maximumLength, filter: settings.allow)
    _ = edit.set(settings.text)
    lastInput = instant
    model = ElasticButton(
      swellingIn: place,
      amplitude: settings.amplitude,
      press: settings.press,
      release: settings.release,
      at: instant,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled
    )
    shadow = PlateShadow(
      settings.shadow,
      cornerRadius: settings.cornerRadius,
      in: place,
      from: materials,
      on: &stack
    )
    layers = Layers(
      plate: stack.add(
        ElasticLayer(
          in: place,
          fill: settings.shownColors.top,
          labelColor: settings.textColor,
          cornerRadius: settings.cornerRadius
        )
      ),
      selection: stack.add(InkLayer(color: settings.selectionColor)),
      ink: stack.add(InkLayer(color: settings.textColor)),
      caret: stack.add(InkLayer(color: settings.caretColor)),
      disc: stack.add(InkLayer(color: settings.placeholderColor)),
      cross: stack.add(InkLayer(color: settings.color))
    )
    layOut()
  }

  // MARK: - Time

  package func edgeOffset(at instant: MonotonicInstant) -> Double? { model.offset(at: instant) }

  package func mark(at instant: MonotonicInstant) -> Int { lookVersion }

  package func said(at instant: MonotonicInstant) -> String { settings.isSecret ? "" : edit.text }

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    model.isMoving(at: instant) || model.isVisible && tint.isMoving(at: instant)
  }

  package func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? {
    guard isFocused, settings.caretBlink > 0, !edit.isSelected else { return nil }
    let elapsed = (instant - lastInput).seconds
    guard elapsed < Self.blinking else { return nil }
    let turn = (max(elapsed, 0) / settings.caretBlink).rounded(.down) + 1
    let next =
      lastInput
      + MonotonicInterval(
        seconds: min(turn * settings.caretBlink, Self.blinking)
      )
    return next > instant ? next : instant + MonotonicInterval(nanoseconds: 1)
  }

  /// Seconds for which the caret blinks after an input; a kiosk at rest wakes for nothing.
  private static let blinking = 10.0

  private func isCaretOn(at instant: MonotonicInstant) -> Bool {
    let elapsed = (instant - lastInput).seconds
    guard settings.caretBlink > 0, elapsed >= 0, elapsed < Self.blinking else { return true }
    return (elapsed / settings.caretBlink).rounded(.down).truncatingRemainder(dividingBy: 2) == 0
  }

  package var deadline: MonotonicInstant? {
    var earliest = revealed?.end
    func consider(_ due: MonotonicInstant) { earliest = min(earliest ?? due, due) }
    if let unreported, mayTell { consider(unreported.time) }
    if coming?.isMade ?? false { consider(MonotonicInstant(nanoseconds: 0)) }
    if settings.idleClear > 0, !edit.isEmpty { consider(idleEnd) }
    return earliest
  }

  private var idleEnd: MonotonicInstant {
    lastInput + MonotonicInterval(seconds: settings.idleClear)
  }

  package mutating func advance(to instant: MonotonicInstant, telling events: inout WidgetEvents) {
    if let revealed, revealed.end <= instant {
      self.revealed = nil
      needsShaping = true
      layOut()
      events.needsFrame = true
    }
    if settings.idleClear > 0, !edit.isEmpty, idleEnd <= instant {
      empty(by: .idle, at: idleEnd, telling: &events)
      layOut()
    }
    if unreported != nil, mayTell { tellChange(&events) }
    if let made = coming?.value {
      coming = nil
      shaped = made
      layOutShaped()
      // What was typed meanwhile comes after it.
      if needsShaping { layOut() }
      events.needsFrame = true
    }
  }

  // MARK: - Telling

  /// True if a frame has been drawn since a change was told last, or none has been told.
  var mayTell: Bool { toldFrame == nil || toldFrame != lastFrame }

  /// True once a frame has been drawn.
  var hasFrames: Bool { lastFrame != nil }

  /// Tells the newest change, if there is one that has not been told.
  mutating func tellChange(_ events: inout WidgetEvents) {
    guard let change = unreported else { return }
    unreported = nil
    toldFrame = lastFrame
    let text = settings.isSecret ? nil : edit.text
    events.add(.change(edit.length, edit.caret, change.source, text), at: change.time)
  }

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    lastFrame = instant
    isLaidOut = false
    if needsLayout {
      layOut()
      isLaidOut = false
    }
    let snapshot = Shown(
      plate: model.snapshot(at: instant),
      look: lookVersion,
      isCaretOn: isCaretOn(at: instant),
      colors: tint.colors(at: instant)
    )
    guard snapshot != shown else { return }
    let before = shown
    shown = snapshot
    let plate = snapshot.plate
    if plate.isEnabled != before?.plate.isEnabled || snapshot.colors != before?.colors {
      setColors(&layers)
    }
    if snapshot.look != before?.look { setInks(&layers) }
    if plate != before?.plate {
      layers.update(self.layers.plate, offset: plate.offset * place.scale, opacity: plate.opacity)
    }
    if plate.opacity != before?.plate.opacity { shadow?.setOpacity(plate.opacity, on: &layers) }
    if plate.opacity != before?.plate.opacity || snapshot.look != before?.look {
      for ink in [self.layers.selection, self.layers.ink, self.layers.disc, self.layers.cross] {
        layers.setOpacity(plate.opacity, of: ink)
      }
    }
    let isCaretOn = snapshot.isCaretOn && !edit.isSelected
    layers.setOpacity(isCaretOn ? plate.opacity : 0, of: self.layers.caret)
  }

  /// Hands over ink, caret and selection.
  private func setInks(_ stack: inout LayerStack) {
    stack.setColor(
      ink(of: look.isPlaceholder ? settings.placeholderColor : settings.textColor),
      of: layers.ink
    )
    stack.setMask(look.ink, clip: look.room, of: layers.ink)
    stack.setRectangle(look.caret, of: layers.caret)
    stack.setRectangle(look.selection, of: layers.selection)
    guard look.hasButton else {
      stack.setRectangle(.empty, of: layers.disc)
      stack.setRectangle(.empty, of: layers.cross)
      return
    }
    let glyph = ClearGlyph(scale: place.scale)
    let button = look.button
    for (ink, layer) in [(glyph.disc, layers.disc), (glyph.cross, layers.cross)] {
      let placed = PlacedMask(
        mask: ink.mask,
        origin: PixelPoint(
          x: ink.origin.x + (button.left + button.right) / 2,
          y: ink.origin.y + (button.top + button.bottom) / 2
        )
      )
      stack.setMask(placed, clip: button, of: layer)
    }
  }

  /// Hands over the colours; a disabled field, as it was shown last, is drawn muted.
  func setColors(_ stack: inout LayerStack) {
    if settings.border.width > 0 { setBorder(&stack) }
    let colors = shown?.colors ?? settings.shownColors
    let fill = shown?.plate.isEnabled ?? true ? colors : colors.muted(on: place.background)
    stack.setColors(
      fill: fill.top,
      foot: fill.bottom,
      label: settings.textColor,
      of: layers.plate
    )
    let text = look.isPlaceholder ? settings.placeholderColor : settings.textColor
    stack.setColor(ink(of: text), of: layers.ink)
    stack.setColor(ink(of: settings.placeholderColor), of: layers.disc)
    stack.setColor(fill.top, of: layers.cross)
  }

  /// Hands over the border.
  func setBorder(_ stack: inout LayerStack) {
    stack.setBorder(
      settings.border,
      of: layers.plate,
      in: place,
      isEnabled: shown?.plate.isEnabled ?? true
    )
  }

  /// A colour as it is drawn on the field.
  private func ink(of color: Color) -> Color {
    guard !(shown?.plate.isEnabled ?? true) else { return color }
    return color.muted(on: settings.shownColors.top.muted(on: place.background))
  }
}

extension WidgetEventType {
  /// Keys are for this field from now on.
  package static let focus = Self("focus")
  /// Keys are for this field no more.
  package static let blur = Self("blur")
}

extension EventDetails {
  /// The text is another one; nil of a password.
  package static let change = EventForm(
    "change",
    Member<Int>("length"),
    Member<Int>("caret"),
    Member<EventSource>("source"),
    Member<String?>("text", isOptional: true)
  )
  /// The text is complete: the field's program is due.
  package static let submit = EventForm(
    "submit",
    input: "text",
    Member<String>("text"),
    Member<EventSource>("source")
  )
  /// Something was not taken.
  static let reject = EventForm(
    "reject",
    Member<EditableText.Refusal>("reason"),
    Member<EventSource>("source")
  )
  /// A scanner has read something: the text, nil of a password, and the device.
  package static let scan = EventForm(
    "scan",
    Member<String?>("text", isOptional: true),
    Member<String>("device")
  )
}
