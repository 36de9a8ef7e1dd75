// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import JSON
internal import MonotonicTime
internal import PlainText
internal import Presentation
internal import Touch
internal import Widgets

// Keys and scans, from devices and from clients. What is typed goes to the scene and to subscribers
// of a field's events, and nowhere else.
extension Server {
  /// Gives keys that came at once, at `time`, to the scene, unless they only wake the panel.
  func handle(_ strokes: [KeyStroke], time: MonotonicInstant, at now: MonotonicInstant) {
    notePresence(at: now)
    guard !panel.power.use(isByPerson: true, at: now) else { return wake(at: now) }
    brighten(at: now)
    // A key that ends the bars is not typed, as one that wakes the panel.
    guard !endRefresh(at: now) else { return }
    // Keys do not lead over widgets that the page of crosses hides.
    guard !stage.isCalibrating || scene?.focusedField != nil else { return }
    let isBack =
      strokes.count == 1 && strokes[0] == .escape && scene?.focusedField == nil && !isPageBusy
    scene?.handle(strokes, by: .key, at: sceneTime(time), telling: &widgetEvents)
    deliverWidgetEvents(at: now)
    report(workshop.lines.takeComplaints(), at: now)
    if isBack { turnPage(to: PageTarget.back, by: .key, at: now) }
  }

  /// Has a key press the widget with the focus for as long as it is held, or the page's way back; into a field it is
  /// typed.
  func press(
    _ stroke: KeyStroke,
    code: UInt16,
    phase: TouchPhase,
    time: MonotonicInstant,
    at now: MonotonicInstant
  ) {
    notePresence(of: ContactID(key: code), phase: phase, at: now)
    guard phase == .down else { return end(code, phase: phase, time: time, at: now) }
    guard let place = place(of: stroke, at: now) else {
      return handle([stroke], time: time, at: now)
    }
    begin(code, on: place, time: time, at: now)
  }

  /// The point at which a key presses that says `stroke`; nil where it does something else.
  private func place(of stroke: KeyStroke, at now: MonotonicInstant) -> Point? {
    guard !stage.isCalibrating, scene?.focusedField == nil else { return nil }
    guard stroke == .escape else { return scene?.pressPlace(at: sceneTime(now)) }
    // As with a timeout: what a program does is not left by a key that was pressed once too often.
    guard !isPageBusy else { return nil }
    return place(at: now) { widgets.names.targets[$0]?.hasSameBytes(as: PageTarget.back) ?? false }
  }

  /// Has a key press the button that it is bound to, as a finger in the middle of that would.
  func press(
    _ code: UInt16,
    phase: TouchPhase,
    time: MonotonicInstant,
    at now: MonotonicInstant
  ) {
    notePresence(of: ContactID(key: code), phase: phase, at: now)
    guard phase == .down else { return end(code, phase: phase, time: time, at: now) }
    let place = place(at: now) { widgets.inForce[$0].table.boundKeys.contains(code) }
    // Without a button on this page it is a use all the same, which ends a timeout and a dark panel.
    guard !stage.isCalibrating, let place else { return handle([], time: time, at: now) }
    begin(code, on: place, time: time, at: now)
  }

  /// Has a key be a finger at a place.
  private func begin(
    _ code: UInt16,
    on place: Point,
    time: MonotonicInstant,
    at now: MonotonicInstant
  ) {
    stage.keyPlaces[code] = place
    let contact = ContactID(key: code)
    handleTouch(TouchEvent(contact: contact, phase: .down, position: place, time: time), at: now)
  }

  /// Has the finger be gone that a key is, if it is one.
  private func end(
    _ code: UInt16,
    phase: TouchPhase,
    time: MonotonicInstant,
    at now: MonotonicInstant
  ) {
    guard let place = stage.keyPlaces.removeValue(forKey: code) else { return }
    let contact = ContactID(key: code)
    handleTouch(TouchEvent(contact: contact, phase: phase, position: place, time: time), at: now)
  }

  /// The middle of the topmost widget that is meant and that a finger would reach; nil where there is none.
  private func place(at now: MonotonicInstant, isMeant: (Int) -> Bool) -> Point? {
    for index in widgets.inForce.indices.reversed() where isMeant(index) {
      let guide = scene?.guide(of: index, settings: widgets.inForce[index], at: sceneTime(now))
      guard let place = guide?.frame.center else { continue }
      if scene?.taker(at: place) == index { return place }
    }
    return nil
  }

  /// Tells of a scan and gives it to its field; it wakes the panel and counts.
  func handle(_ scan: ScannedText, at now: MonotonicInstant) {
    notePresence(at: now)
    use(isByPerson: true, at: now)
    endRefresh(at: now)
    let index = textField(scan.target)
    let field = scan.target.isEmpty || index != nil ? scene?.scanField(target: index) : nil
    publish(
      .scan(isPassword(field) ? nil : scan.text, scan.device),
      id: field.map { widgets.names.ids[$0] },
      at: scan.time
    )
    guard let field else { return }
    scene?.scan(
      scan.text,
      isTerminated: scan.isTerminated,
      target: field,
      at: sceneTime(scan.time),
      telling: &widgetEvents
    )
    deliverWidgetEvents(at: now)
    report(workshop.lines.takeComplaints(), at: now)
  }

  /// Says to a field that a scan for it was lost in part.
  func handleLostScan(target: String, at now: MonotonicInstant) {
    scene?.rejectScan(
      target: target.isEmpty ? nil : textField(target),
      at: sceneTime(now),
      telling: &widgetEvents
    )
    deliverWidgetEvents(at: now)
  }

  private func isPassword(_ field: Int?) -> Bool {
    field.map { widgets.inForce[$0].table.isSecret } ?? false
  }

  /// The text field with this id, as its index.
  func textField(_ id: String) -> Int? {
    widgets.names.index(of: id).flatMap { takesKeys($0) ? $0 : nil }
  }

  private func takesKeys(_ index: Int) -> Bool { widgets.names.kind(of: index)?.takesKeys ?? false }

  /// True if there is a field to type into.
  var takesText: Bool { widgets.names.takesText }

  // MARK: - Requests

  func setFocus(
    _ id: String?,
    isQuiet: Bool,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlResult {
    var index: Int?
    if let id {
      let found = try widgetIndex(id)
      guard takesKeys(found) else {
        let expected = WidgetKind.allCases.first(where: \.takesKeys)
        throw .wrongKind(id: id, expected: expected?.name ?? "")
      }
      index = found
    }
    guard scene != nil else { throw .noDisplay(output.description.state) }
    use(at: now)
    do throws(WidgetFault) {
      try scene?.setFocus(to: index, isQuiet: isQuiet, at: sceneTime(now), telling: &widgetEvents)
    } catch {
      throw .widget(error)
    }
    deliverWidgetEvents(at: now)
    return .widget(JSONObject([("id", id.map { .string($0) } ?? .null)]))
  }

  /// Presses the keys, or gives the scan, that a client has sent.
  func sendKeys(
    _ keys: RemoteKeys,
    unfinished: UnfinishedRequest,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    guard scene != nil else { throw .noDisplay(output.description.state) }
    // Long texts take milliseconds to shape.
    guard !frames.isScheduled else { return .later }
    switch keys {
    case .scan(let text):
      let isTerminated = text.last.map { $0 == "\n" || $0 == "\r" || $0 == "\r\n" } ?? false
      let scan = ScannedText(
        text: printable(text),
        isTerminated: isTerminated,
        device: "",
        target: "",
        time: now
      )
      handle(scan, at: now)
    case .key(let name):
      guard let stroke = KeyStroke(named: name) else { break }
      guard stroke.presses else {
        handle([stroke], time: now, at: now)
        break
      }
      // As if its key was touched and no more; the number is that of no real one.
      for phase in [TouchPhase.down, .up] {
        press(stroke, code: .max, phase: phase, time: now, at: now)
      }
    case .text(let text):
      return type(unfinished.text ?? text[...], unfinished: unfinished, at: now)
    }
    return .result(.empty)
  }

  /// Types the beginning of what a request has said; the rest in later steps of it, of which none looks at
  /// more than it types.
  private func type(
    _ text: Substring,
    unfinished: UnfinishedRequest,
    at now: MonotonicInstant
  ) -> ControlAnswer {
    // What wakes the panel is not typed, and nothing of the rest either.
    let isTyped = panel.power.isOn
    let portion = text.prefix(Self.charactersAtOnce)
    handle(KeyStroke.strokes(for: portion), time: now, at: now)
    let rest = text[portion.endIndex...]
    guard isTyped, !rest.isEmpty else { return .result(.empty) }
    unfinished.text = rest
    return .unfinished
  }

  /// Most characters that a request types in one step.
  private static var charactersAtOnce: Int { 16 }
}

/// `text` without control characters.
private func printable(_ text: String) -> String {
  var kept = String.UnicodeScalarView()
  for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
    kept.append(scalar)
  }
  return String(kept)
}
