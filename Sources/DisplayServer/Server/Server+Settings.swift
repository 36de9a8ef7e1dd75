// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
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
    let new: Settings
    do throws(ConfigurationError) {
      new = try configuration.load()
    } catch {
      tell(error, at: now)
      throw .invalidConfiguration(error.lines)
    }
    apply(new, at: now)
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
    var kept: [WidgetState] = []
    for widget in new.widgets {
      let index = settings.widgets.firstIndex { $0.id == widget.id && $0.isSameKind(as: widget) }
      kept.append(index.map { states[$0] } ?? WidgetState())
    }
    cancelPresses(at: now)
    remoteContacts.removeAll()
    let hasNewDisplay = new.display != settings.display
    let hasNewTouch = new.touch != settings.touch
    settings = new
    states = kept
    power = PanelPower(blankAfter: new.display.blankAfter, wasOn: power.isOn, at: now)
    use(at: now)
    if let mode = output.mode { buildStage(mode, at: now) }
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
    changeScene(at: now) { scene, events in
      for index in scene.buttons.indices { scene.cancelPress(of: index, at: now, &events) }
    }
  }

  // MARK: - Widgets

  func setWidget(
    _ change: WidgetChange,
    at now: MonotonicInstant
  ) throws(JSONRPCError) -> ControlResult {
    let index = try widgetIndex(change.id)
    let isButton = if case .button = settings.widgets[index] { true } else { false }
    guard isButton || (change.label == nil && change.isEnabled == nil) else {
      throw .wrongKind(change.id, expected: "button")
    }
    var color: HexColor?
    if let text = change.color {
      guard let parsed = HexColor(text) else {
        throw .invalidParameter("color", "must be #RGB, #RRGGBB or #RRGGBBAA")
      }
      color = parsed
    }
    let before = states[index]
    states[index].label = change.label ?? before.label
    states[index].color = color ?? before.color
    states[index].isVisible = change.isVisible ?? before.isVisible
    states[index].isEnabled = change.isEnabled ?? before.isEnabled
    use(at: now)
    guard states[index] != before else { return .widget(id: change.id) }
    show(change, color, ofWidget: index, at: now)
    hasNewState = true
    return .widget(id: change.id)
  }

  private func show(
    _ change: WidgetChange,
    _ color: HexColor?,
    ofWidget index: Int,
    at now: MonotonicInstant
  ) {
    guard let place = stage?.places[index] else { return }
    switch (place, settings.widgets[index]) {
    case (.button(let button), .button(let settings)):
      if let label = change.label, let stage {
        let frame = stage.scene.buttons[button].model.settings.frame
        let mask = builder.label(label, in: frame, scale: stage.transform.scale)
        self.stage?.painter.setLabel(mask, ofButton: button)
        reportComplaints()
      }
      if let color {
        stage?.painter.setColors(color.color, label: settings.labelColor.color, ofButton: button)
      }
      changeScene(at: now) { scene, events in
        if let isVisible = change.isVisible {
          scene.setButton(button, isVisible: isVisible, at: now, &events)
        }
        if let isEnabled = change.isEnabled {
          scene.setButton(button, isEnabled: isEnabled, at: now, &events)
        }
      }
    case (.progress(let progress), .progress(let settings)):
      if let color {
        stage?.painter.setColors(
          front: color.color,
          back: settings.backColor.color,
          outline: settings.outlineColor.color,
          figure: figureColor,
          ofProgress: progress
        )
      }
      changeScene(at: now) { scene, _ in
        guard let isVisible = change.isVisible else { return }
        scene.setProgress(progress, isVisible: isVisible, at: now)
      }
    default:
      break
    }
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
    power.sleep()
    output.setPower(false, at: now)
    publishOutput(at: now)
  }

  /// Turns the panel on again and draws what it has missed.
  func wake(at now: MonotonicInstant) {
    output.setPower(true, at: now)
    publishOutput(at: now)
    setNeedsFrame(at: now)
  }
}

extension WidgetSettings {
  fileprivate func isSameKind(as other: Self) -> Bool {
    switch (self, other) {
    case (.button, .button), (.progress, .progress): true
    default: false
    }
  }
}
