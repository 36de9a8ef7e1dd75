// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading
internal import Configuration
internal import Control
internal import JSON
internal import Logging
package import MonotonicTime
internal import Notices
internal import Presentation
internal import Touch
internal import Widgets

extension Server {
  // MARK: - Reload

  /// Reads the configuration anew; a bad one is reported and changes nothing.
  ///
  /// - Returns: Whether the new settings are in force.
  @discardableResult
  package func reload(at now: MonotonicInstant) -> Bool {
    do throws(JSONRPCError) {
      try reloadByRequest(at: now)
      return true
    } catch {
      return false
    }
  }

  func reloadByRequest(at now: MonotonicInstant) throws(JSONRPCError) {
    let loaded: ConfigurationSource.Loaded
    do throws(ConfigurationError) {
      loaded = try configuration.load(mustExist: hasConfigurationFile)
    } catch {
      configurationErrors = error.lines
      tell(error, at: now)
      throw .invalidConfiguration(error.lines)
    }
    hasConfigurationFile = loaded.isFromFile
    configurationErrors = []
    apply(loaded.settings, at: now)
    log.notice("configuration loaded")
    publish(.reload, id: nil, at: now)
  }

  /// Writes into the log what is wrong, of a long list the beginning; not each time of many.
  private func tell(_ error: ConfigurationError, at now: MonotonicInstant) {
    guard let heldCount = noticeLimiter.admit("reload", at: now) else { return }
    let lines = error.lines
    for line in lines.prefix(20) {
      log.error("configuration not loaded", metadata: ["at": "\(line)"])
    }
    guard heldCount > 0 || lines.count > 20 else { return }
    log.error(
      "more is wrong than is told here",
      metadata: ["lines": "\(max(0, lines.count - 20))", "reloads": "\(heldCount)"]
    )
  }

  /// Puts `new` in force; widgets that keep their id and kind keep what requests have set.
  private func apply(_ new: Settings, at now: MonotonicInstant) {
    let kept = new.widgets.map { widget in
      let index = settings.widgets.firstIndex { $0.id == widget.id && $0.kind == widget.kind }
      return index.map { widget.table.kept(changes[$0]) } ?? WidgetChange()
    }
    cancelPresses(at: now)
    remoteContacts.removeAll()
    let hasNewDisplay = new.display != settings.display
    let hasNewTouch =
      new.touch != settings.touch || new.typing != settings.typing
    settings = new
    changes = kept
    inForce = zip(new.widgets, kept).map { $0.applying($1) }
    programs = new.widgets.map(\.program)
    power = PanelPower(blankAfter: new.display.blankAfter, wasOn: power.isOn, at: now)
    use(at: now)
    if let mode = output.mode { buildScene(mode, at: now) }
    if hasNewDisplay || hasNewTouch {
      onSettingsChange?(new)
      processOutput(at: now)
      processTouch(at: now)
    }
    hasNewState = true
    setNeedsFrame(at: now)
  }

  /// Ends every press that is under way, as nobody will see its end.
  func cancelPresses(at now: MonotonicInstant) {
    scene?.cancelTouches(at: now, &widgetEvents)
    deliverWidgetEvents(at: now)
    setNeedsFrame(at: now)
  }

  // MARK: - Widgets

  func setWidget(
    _ id: String,
    _ change: WidgetChange,
    at now: MonotonicInstant
  ) throws(JSONRPCError) -> ControlResult {
    let index = try widgetIndex(id)
    let kind = WidgetKind.allCases.first { $0.name == settings.widgets[index].kind }
    for member in change.members.members where kind?.takes(member.key) != true {
      throw JSONRPCError(
        .wrongKind(id: id, expected: WidgetKind.kind(withMember: member.key)?.name ?? "widget")
      )
    }
    use(at: now)
    self.change(index, change, at: now)
    return .widget(JSONObject([("id", .string(id))]))
  }

  /// Puts a change in force, shows what is different and keeps it.
  func change(_ index: Int, _ change: WidgetChange, at now: MonotonicInstant) {
    var merged = changes[index]
    merged.merge(change)
    if merged != changes[index] {
      changes[index] = merged
      hasNewState = true
    }
    let new = settings.widgets[index].applying(merged)
    if new != inForce[index] {
      inForce[index] = new
      scene?.update(index, to: new, materials, at: now, &widgetEvents)
      reportComplaints()
    }
    deliverWidgetEvents(at: now)
  }

  // MARK: - Power

  /// Notes that something happened that somebody may want to see, and wakes the panel for it.
  func use(at now: MonotonicInstant) {
    if power.use(at: now) { wake(at: now) }
  }

  /// Puts the panel to sleep.
  ///
  /// What a finger does to a dark panel only wakes it, so a button that it still holds lets go now.
  func blank(at now: MonotonicInstant) {
    cancelPresses(at: now)
    scene?.sleep(at: now, &widgetEvents)
    deliverWidgetEvents(at: now)
    power.sleep()
    output.setPower(false, at: now)
    publishOutput(at: now)
  }

  /// Turns the panel on again and draws what it has missed.
  func wake(at now: MonotonicInstant) {
    output.setPower(true, at: now)
    publishOutput(at: now)
    scene?.autofocus(at: now, &widgetEvents)
    deliverWidgetEvents(at: now)
    setNeedsFrame(at: now)
  }
}
