// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import JSON
internal import Logging
internal import MonotonicTime
internal import Presentation
internal import TOMLReading
internal import Widgets

extension Server {
  // MARK: - Widgets

  func setWidgets(
    _ ids: [String],
    _ change: WidgetChange,
    _ pace: ChangePace,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    var indices: [Int] = []
    for id in ids { indices.append(try takerIndex(id, of: change)) }
    if widgets.names.kind(of: indices[0])?.partsWanted(change) == .parts {
      // A label is cut into blocks when it is taken over.
      guard !frames.isScheduled else { return .later }
      // Of several each is shown as soon as it is made.
      if indices.count == 1 {
        guard try hasParts(for: change, of: indices[0], at: now) else { return .waits }
      }
    }
    use(at: now)
    widgetEvents.pace = pace
    defer { widgetEvents.pace = ChangePace() }
    for index in indices { self.change(index, change, at: now) }
    return .result(.widget(JSONObject([("id", ControlRequest.json(ids))])))
  }

  /// The widget with this id, as its index.
  ///
  /// - Throws: What the client is told where it does not take `change`.
  private func takerIndex(_ id: String, of change: WidgetChange) throws(RequestFault) -> Int {
    let index = try widgetIndex(id)
    let kind = widgets.names.kind(of: index)
    for member in change.members.members where kind?.takes(member.key) != true {
      let expected = WidgetKind.kind(withMember: member.key)?.name ?? "widget"
      throw .wrongKind(id: id, expected: expected)
    }
    if let (member, language) = change.stranger(among: widgets.speech) {
      throw .badParameter(
        member,
        must: "must have texts in the configuration's 'languages', of which '\(language)' is none"
      )
    }
    return index
  }

  /// Whether the label or picture that a request of a widget's own wants is there, or none is wanted.
  ///
  /// - Throws: What the client is told where the picture cannot be had.
  func hasParts(
    for request: WidgetRequest,
    at now: MonotonicInstant
  ) throws(RequestFault) -> Bool {
    guard request.call.mayWantParts,
      let index = try? widgetIndex(request.call.id, kind: request.kind),
      let change = try? widgets.inForce[index].change(by: request),
      widgets.names.kind(of: index)?.partsWanted(change) == .parts || wantsTexts(change, of: index)
    else { return true }
    return try hasParts(for: change, of: index, at: now)
  }

  /// Whether a widget wants texts of its own that would take long to make here: any as long as a font has
  /// to be opened, or the fonts are used beside the loop, as to start fontconfig anew takes a tenth of a
  /// second.
  func wantsTexts(_ change: WidgetChange, of index: Int) -> Bool {
    switch widgets.names.kind(of: index)?.partsWanted(change) {
    case .texts?: true
    case .shortText?: workshop.isBusy || !workshop.materialsAtHand.hasOpenFonts
    case .parts?, .nothing?, nil: false
    }
  }

  /// Whether the label or picture that `change` wants is there, or none is wanted; begins to make it
  /// otherwise.
  ///
  /// Shaping text takes milliseconds that belong to frames, and reading a picture more.
  private func hasParts(
    for change: WidgetChange,
    of index: Int,
    at now: MonotonicInstant
  ) throws(RequestFault) -> Bool {
    guard scene != nil, let place = stage.origin?.place else { return true }
    let wanted = widgets.applying(change, to: index)
    guard wanted != widgets.inForce[index] else { return true }
    if let made = stage.prepared, made.isMade(of: wanted, in: place) {
      // What cannot be made is left out, unless it has to be there.
      guard let part = widgets.names.kind(of: index)?.requiredPart, change[part] != nil,
        let complaint = made.complaints.first
      else { return true }
      stage.prepared = nil
      throw .badParameter(part, must: "must be an image that can be shown; \(complaint)")
    }
    guard !workshop.isBusy else { return false }
    workshop.begin { materials in
      .parts(PreparedParts(of: wanted, in: place, materials))
    }
    takeWhatIsMadeAtOnce(at: now)
    guard stage.isMade(of: wanted) else { return false }
    return try hasParts(for: change, of: index, at: now)
  }

  /// Puts a change in force, shows what is different and keeps it.
  func change(_ index: Int, _ change: WidgetChange, at now: MonotonicInstant) {
    let old = widgets.inForce[index]
    if widgets.change(index, by: change) {
      duties.stateHasChanged()
      let new = widgets.inForce[index]
      if new != old {
        if new.hasSameParts(as: old) {
          updateScene(index, at: now)
        } else {
          showLabel(of: index, at: now)
        }
      }
    }
    reloads.note(changeOf: index)
    deliverWidgetEvents(at: now)
  }

  /// Shows the settings in force of a widget whose label they change, as soon as that has been made.
  ///
  /// Requests that set a label wait until it is there; what has become of a program comes by itself.
  func showLabel(of index: Int, at now: MonotonicInstant) {
    guard !stage.isMade(of: widgets.inForce[index]), scene != nil, workshop.hasThreads else {
      return updateScene(index, at: now)
    }
    stage.labelsDue.insert(index)
    makeLabelsDue(at: now)
  }

  /// Begins to make a label that is due, unless something else is being made.
  func makeLabelsDue(at now: MonotonicInstant) {
    guard let index = stage.labelsDue.first, !workshop.isBusy, let place = stage.origin?.place
    else { return }
    let wanted = widgets.inForce[index]
    workshop.begin { materials in .parts(PreparedParts(of: wanted, in: place, materials)) }
    takeWhatIsMadeAtOnce(at: now)
  }

  /// Shows a label that was due and has been made.
  func showLabelsDue(at now: MonotonicInstant) {
    let made = stage.labelsDue.first { stage.isMade(of: widgets.inForce[$0]) }
    guard let made else { return }
    stage.labelsDue.remove(made)
    updateScene(made, at: now)
  }

  /// Shows the settings in force of the widget at `index`, with a label that was made for them.
  func updateScene(_ index: Int, at now: MonotonicInstant) {
    let materials = workshop.materialsAtHand
    let made = stage.takeMade(of: widgets.inForce[index])
    // All of it comes with the label.
    guard made != nil || !stage.labelsDue.contains(index) else { return }
    // The scene that is being made does not have them.
    if let made { reloads.note(made, of: index) }
    materials.withParts(made?.parts ?? MadeParts()) {
      scene?.update(index, to: widgets.seen(index), materials, at: sceneTime(now), &widgetEvents)
    }
    // A label that could not be made was tried once more.
    report(materials.takeComplaints() + workshop.lines.takeComplaints(), at: now)
  }
}
