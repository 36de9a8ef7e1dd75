// SPDX-License-Identifier: Apache-2.0
import Configuration
import DisplayServer
import MonotonicTime
import Presentation
import VirtualKiosk
import VirtualTime
import Widgets

/// A light that notes what it is set to, at once.
final class ScriptedLight: PanelLight {
  /// What there is to be found.
  var finding: PanelLightFinding
  /// What it is set to, by this daemon or by others.
  var setting: PanelLightSetting?
  /// Everything that it was set to, the newest last.
  private(set) var log: [PanelLightSetting] = []
  /// Where it was looked for.
  private(set) var searches: [(connector: String, name: String?)] = []
  private(set) var finishCount = 0
  var fault: String?
  /// What happens just before it is set.
  var willSet: (PanelLightSetting) -> Void = { _ in }

  /// A light of `highest` levels, set to `level`.
  init(level: Int = 800, highest: Int = 1000) {
    finding = .light(PanelLightDescription(name: "panel", highestLevel: highest))
    setting = PanelLightSetting(level: level, isPowered: true)
  }

  /// No light, for this reason.
  init(without reason: String) { finding = .obstacle(reason) }

  /// Its level as it is seen.
  var shownLevel: Int { setting.map { $0.isPowered ? $0.level : 0 } ?? 0 }

  func find(on connector: String, named name: String?) -> PanelLightFinding {
    searches.append((connector, name))
    return finding
  }

  func set(_ setting: PanelLightSetting) {
    willSet(setting)
    self.setting = setting
    log.append(setting)
  }

  func finish() { finishCount += 1 }

  func takeFault() -> String? {
    defer { fault = nil }
    return fault
  }
}

extension VirtualRun {
  /// A run of ``plainScene`` with `display` in its table, and a light.
  convenience init(
    display: String,
    light: ScriptedLight?,
    restoring record: StateRecord? = nil,
    configuration: ConfigurationSource = .builtIn,
    readWallTime: ((MonotonicInstant) -> WallTime?)? = nil
  ) throws {
    try self.init(
      settings: settings(plainScene.replacing("scale = 1", with: "scale = 1\n\(display)")),
      mode: smallMode(),
      hertz: 60,
      restoring: record,
      configuration: configuration,
      light: light,
      wallClock: readWallTime.map(ScriptedClock.init)
    )
  }

  /// Whether every pixel on the screen is black.
  var isBlack: Bool { presentedPixels()?.allSatisfy { $0 == 0 } ?? false }
}

/// A clock on the wall that shows what a test says.
private final class ScriptedClock: WallClock, @unchecked Sendable {
  private let read: (MonotonicInstant) -> WallTime?

  init(_ read: @escaping (MonotonicInstant) -> WallTime?) { self.read = read }

  func text(_ format: String, in language: String, at instant: MonotonicInstant) -> String { "" }
  func nextChange(every seconds: Int, after instant: MonotonicInstant) -> MonotonicInstant {
    instant + MonotonicInterval(seconds: Double(seconds))
  }
  func timeOfWeek(at instant: MonotonicInstant) -> (weekday: Int, second: Int)? {
    read(instant).map { ($0.weekday, $0.second) }
  }
}
