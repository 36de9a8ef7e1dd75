// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Logging
internal import MonotonicTime
internal import Notices
internal import Presentation

// The light behind the panel.
extension Server {
  // MARK: - Which

  /// Looks for the light of the display that there is now, and has it as bright as it is to be.
  func findLight(at now: MonotonicInstant) {
    guard let light else { return }
    switch light.find(on: output.description.connector, named: settings.display.backlight) {
    case .light(let description): adopt(description, at: now)
    case .obstacle(let reason):
      brightness = nil
      let isNews = reason != lightObstacle
      lightObstacle = reason
      guard settings.display.needsBacklight, isNews else { return }
      tell(.warning, "the backlight is left alone", ["reason": "\(reason)"], at: now)
    }
  }

  private func adopt(_ description: PanelLightDescription, at now: MonotonicInstant) {
    lightObstacle = ""
    guard brightness?.light != description else {
      set(brightness?.raise(), at: now)
      return
    }
    let heir = loweredLight.flatMap { $0.name == description.name ? $0 : nil }
    let percent = requestedBrightness ?? settings.display.brightness
    brightness = PanelBrightness(
      description,
      found: light?.setting,
      level: percent.map { description.level(ofPercent: $0) } ?? heir?.level
    )
    if heir != nil { loweredLight = nil }
    // As it is found it may stay, but not lowered.
    set(brightness?.raise(), at: now)
  }

  // MARK: - How bright

  /// Lowers the light by `change`, a moment after what it was like has been stored.
  func lowerLight(at now: MonotonicInstant, _ change: (inout PanelBrightness) -> Void) {
    guard brightness != nil else { return }
    litAfterFrame = nil
    brightness?.notice(light?.setting)
    if var changed = brightness {
      change(&changed)
      brightness = changed
    }
    (hasNewState, hasUrgentState) = (true, true)
  }

  /// Has the light as bright as it is while the panel is awake.
  func raiseLight(at now: MonotonicInstant) {
    litAfterFrame = nil
    guard brightness?.isLowered ?? false else { return }
    set(brightness?.raise(), at: now)
    (hasNewState, hasUrgentState) = (true, true)
  }

  /// Does what is due with the light.
  func advanceLight(to now: MonotonicInstant) {
    if let due = litAfterFrame, due <= now { raiseLight(at: now) }
    set(brightness?.advance(to: now), at: now)
  }

  /// When ``advanceLight(to:)`` is due; nil while it is not.
  var lightDeadline: MonotonicInstant? {
    guard let due = brightness?.deadline else { return litAfterFrame }
    return litAfterFrame.map { min($0, due) } ?? due
  }

  /// Leaves the light as it is while the panel is awake, to whoever has the screen next.
  func leaveLight(at now: MonotonicInstant) {
    raiseLight(at: now)
    light?.finish()
    tellFault(at: now)
  }

  private func set(_ setting: PanelLightSetting?, at now: MonotonicInstant) {
    guard let setting else { return }
    light?.set(setting)
    tellFault(at: now)
  }

  /// Says what went wrong with an earlier setting.
  private func tellFault(at now: MonotonicInstant) {
    guard let fault = light?.takeFault() else { return }
    tell(.warning, "the backlight cannot be set", ["reason": "\(fault)"], at: now)
  }

  // MARK: - Requests and settings

  /// Carries out `display.set`.
  func setDisplay(
    brightness percent: Double?,
    isAwake: Bool?,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlResult {
    if let percent {
      guard let found = brightness else {
        throw .noDisplay(lightObstacle.isEmpty ? "there is no backlight" : lightObstacle)
      }
      requestedBrightness = percent
      hasNewState = true
      set(brightness?.setAwakeLevel(found.light.level(ofPercent: percent)), at: now)
    }
    switch isAwake {
    case true?: use(isByPerson: true, at: now)
    case false? where power.isOn: blank(at: now)
    default: break
    }
    return .display(
      brightness: brightness.map { $0.light.percent(ofLevel: $0.awakeLevel) },
      isAwake: power.isOn
    )
  }

  /// Takes over what the configuration says of power and light; `old` is what it said before.
  func applyPower(after old: DisplaySettings, at now: MonotonicInstant) {
    let new = settings.display
    power.apply(blankAfter: new.blankAfter, dimming: new.dimming, at: now)
    if new.brightness != old.brightness {
      // The newest word counts.
      requestedBrightness = nil
      if let percent = new.brightness, let light = brightness?.light {
        set(brightness?.setAwakeLevel(light.level(ofPercent: percent)), at: now)
      }
    }
    if new.backlight != old.backlight {
      raiseLight(at: now)
      findLight(at: now)
    } else if brightness == nil {
      findLight(at: now)
    }
    followSchedule(at: now)
  }

  /// What is told of the light in `status`.
  var lightReport: StatusReport.Light? {
    brightness.map { brightness in
      StatusReport.Light(
        name: brightness.light.name,
        percent: brightness.light.percent(ofLevel: brightness.awakeLevel),
        shownPercent: brightness.setting.map {
          $0.isPowered ? brightness.light.percent(ofLevel: $0.level) : 0
        } ?? brightness.light.percent(ofLevel: brightness.awakeLevel)
      )
    }
  }
}
