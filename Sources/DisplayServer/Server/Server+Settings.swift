// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import JSON
internal import MonotonicTime
internal import Presentation
internal import TOMLReading
internal import Widgets

extension Server {
  // MARK: - Widgets

  func setWidgets(
    _ ids: [String],
    change: WidgetChange,
    pace: ChangePace,
    unfinished: UnfinishedRequest,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlAnswer {
    var indices: [Int] = []
    for id in ids { indices.append(try takerIndex(id, of: change)) }
    // None is changed before each is known to have what it wants.
    for index in indices.dropFirst(unfinished.granted.count) {
      let answer = try has(change, of: index)
      // Of several each is shown as soon as its text is made.
      let waits = indices.count == 1 || workshop.assets.isPictureComing
      if answer == .coming, waits { return .waits }
      unfinished.granted.count += 1
      if answer != .nothing { unfinished.granted.isSeen = true }
    }
    // A label is cut into blocks when it is taken over.
    if unfinished.granted.isSeen, frames.isScheduled { return .later }
    use(at: now)
    widgetEvents.pace = pace
    defer { widgetEvents.pace = ChangePace() }
    for index in indices { self.change(index, by: change, at: now) }
    let result = ControlResult.widget(JSONObject([("id", ControlRequest.json(ids))]))
    return shown(result, by: ids, unfinished: unfinished)
  }

  /// The widget with this id, as its index.
  ///
  /// - Throws: The fault that the client is told where it does not take `change`.
  private func takerIndex(_ id: String, of change: WidgetChange) throws(RequestFault) -> Int {
    let index = try widgetIndex(id)
    let kind = widgets.names.kind(of: index)
    for member in change.members.members where kind?.takes(member.key) != true {
      let expected = WidgetKind.kind(withMember: member.key)?.name ?? "widget"
      throw .wrongKind(id: id, expected: expected)
    }
    do throws(WidgetFault) {
      try widgets.inForce[index].table.check(change)
    } catch {
      throw .widget(error)
    }
    if let (member, language) = change.stranger(among: widgets.speech) {
      throw .badParameter(
        member,
        must: "must have texts in the configuration's 'languages', of which '\(language)' is none"
      )
    }
    return index
  }

  /// Tells if the assets for a request of a widget's own are there; begins to make them otherwise.
  ///
  /// - Throws: The fault that the client is told where they cannot be had.
  func has(_ request: WidgetRequest) throws(RequestFault) -> Bool {
    guard request.call.isChange,
      let index = try? widgetIndex(request.call.id, kind: request.kind),
      let change = try? widgets.inForce[index].change(by: request)
    else { return true }
    return try has(change, of: index) != .coming
  }

  /// Tells if the assets for `change` are there; begins to make them otherwise.
  ///
  /// Shaping text takes milliseconds that belong to frames, and reading a picture more.
  private func has(
    _ change: WidgetChange,
    of index: Int
  ) throws(RequestFault) -> AssetStore.Answer {
    do throws(WidgetFault) {
      return try has(widgets.applying(change, to: index), of: index)
    } catch {
      workshop.assets.forgetFaults()
      throw .widget(error)
    }
  }

  private func has(
    _ wanted: WidgetSettings,
    of index: Int
  ) throws(WidgetFault) -> AssetStore.Answer {
    try workshop.assets.has { () throws(WidgetFault) in
      try scene?.ask(index, for: wanted, from: workshop.materials) ?? false
    }
  }

  /// Puts a change in force, shows what is different and keeps it.
  func change(_ index: Int, by change: WidgetChange, at now: MonotonicInstant) {
    let old = widgets.inForce[index]
    if widgets.change(index, by: change) {
      duties.stateHasChanged()
      if widgets.inForce[index] != old { showWhenMade(index, at: now) }
    }
    reloads.note(changeOf: index)
    deliverWidgetEvents(at: now)
  }

  /// Has the times that widgets keep be as long ago as they were before the clock was set.
  func keepAges(at now: MonotonicInstant) {
    let setting = workshop.clock.setting()
    let ahead = setting - stage.clockSetting
    stage.clockSetting = setting
    guard ahead != 0 else { return }
    for (index, widget) in widgets.inForce.enumerated() {
      if let change = widget.table.shifted(by: ahead) { self.change(index, by: change, at: now) }
    }
  }

  /// Shows the settings in force of the widget at `index` as soon as what they want has been made.
  ///
  /// Requests wait until it is there; what has become of a program comes by itself.
  func showWhenMade(_ index: Int, at now: MonotonicInstant) {
    // What cannot be had is left out.
    let answer = (try? has(widgets.inForce[index], of: index)) ?? .made
    if answer == .coming { stage.due.insert(index) } else { updateScene(index, at: now) }
  }

  /// Takes over what has been made for widgets, and shows what was due.
  ///
  /// - Returns: True if there was anything.
  func receiveAssets(at now: MonotonicInstant) -> Bool {
    guard workshop.assets.receive() else { return false }
    for index in stage.due { showWhenMade(index, at: now) }
    deliverWidgetEvents(at: now)
    return true
  }

  /// Shows the settings in force of the widget at `index`; what they want is there, or made now.
  func updateScene(_ index: Int, at now: MonotonicInstant) {
    stage.due.remove(index)
    scene?.update(
      index,
      to: widgets.seen(index),
      from: workshop.materials,
      at: sceneTime(now),
      telling: &widgetEvents
    )
    report(workshop.materials.takeComplaints() + workshop.lines.takeComplaints(), at: now)
  }
}
