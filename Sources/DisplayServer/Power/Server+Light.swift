// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import MonotonicTime
internal import Presentation

// The light behind the panel.
extension Server {
  // MARK: - Which

  /// Looks for the light of the display that there is now, and has it as bright as it is to be.
  func findLight(at now: MonotonicInstant) {
    guard let light = host.light else { return }
    let before = panel.lighting.obstacle
    let display = configuration.settings.display
    let finding = light.find(on: output.description.connector, named: display.backlight)
    let order = panel.lighting.find(finding, at: light.setting, configured: display.brightness)
    adjust(order, at: now)
    guard case .obstacle(let reason) = finding, display.needsBacklight, reason != before else {
      return
    }
    journal.tell(.warning, "the backlight is left alone", ["reason": "\(reason)"], at: now)
  }

  // MARK: - How bright

  /// Has the light as bright as it is while the panel is awake.
  func raiseLight(at now: MonotonicInstant) { adjust(panel.lighting.raise(), at: now) }

  /// Leaves the light as it is while the panel is awake, to the program that has the screen next.
  func leaveLight(at now: MonotonicInstant) {
    raiseLight(at: now)
    host.light?.finish()
    tellFault(at: now)
  }

  /// Sets the light, and has what it was like stored where that is urgent.
  func adjust(_ order: PanelLighting.Order, at now: MonotonicInstant) {
    if let setting = order.setting {
      host.light?.set(setting)
      tellFault(at: now)
    }
    if order.isUrgent { duties.stateHasChanged(isUrgent: true) }
  }

  /// Says what went wrong with an earlier setting.
  private func tellFault(at now: MonotonicInstant) {
    guard let fault = host.light?.takeFault() else { return }
    journal.tell(.warning, "the backlight cannot be set", ["reason": "\(fault)"], at: now)
  }

  // MARK: - Requests and settings

  /// Carries out `display.set`.
  func setDisplay(
    brightness percent: Double?,
    isAwake: Bool?,
    at now: MonotonicInstant
  ) throws(RequestFault) -> ControlResult {
    if let percent {
      let obstacle = panel.lighting.obstacle
      guard panel.lighting.brightness != nil else {
        throw .noDisplay(obstacle.isEmpty ? "there is no backlight" : obstacle)
      }
      duties.stateHasChanged()
      adjust(panel.lighting.request(percent), at: now)
    }
    switch isAwake {
    case true?: use(isByPerson: true, at: now)
    case false? where panel.power.isOn: blank(at: now)
    default: break
    }
    return .display(
      brightness: panel.lighting.brightness.map { $0.light.percent(ofLevel: $0.awakeLevel) },
      isAwake: panel.power.isOn
    )
  }

  /// Takes over what the configuration says of power and light; `old` is what it said before.
  func applyPower(after old: DisplaySettings, at now: MonotonicInstant) {
    let new = configuration.settings.display
    panel.power.apply(blankAfter: new.blankAfter, dimming: new.dimming, at: now)
    if new.brightness != old.brightness {
      adjust(panel.lighting.configure(new.brightness), at: now)
    }
    if new.backlight != old.backlight {
      raiseLight(at: now)
      findLight(at: now)
    } else if panel.lighting.brightness == nil {
      findLight(at: now)
    }
    followSchedule(at: now)
  }

  /// The light's members in `status`; nil without a light.
  var lightReport: StatusReport.Light? {
    panel.lighting.brightness.map { brightness in
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
