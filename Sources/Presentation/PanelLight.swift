// SPDX-License-Identifier: Apache-2.0

/// A description of the light behind a panel.
package struct PanelLightDescription: Hashable, Sendable {
  /// The kernel's name of it.
  package var name: String
  /// The brightest level, at least 1; the darkest is 0.
  package var highestLevel: Int

  /// The light `name` with levels up to `highestLevel`.
  package init(name: String, highestLevel: Int) {
    self.name = name
    self.highestLevel = highestLevel
  }

  /// The level that is `percent` of the brightest: of anything above 0 at least the darkest that is lit.
  package func level(ofPercent percent: Double) -> Int {
    guard percent > 0 else { return 0 }
    return max(1, Int((min(percent, 100) / 100 * Double(highestLevel)).rounded()))
  }

  /// Part of the brightest that a level is, 0 … 100, to a tenth.
  package func percent(ofLevel level: Int) -> Double {
    (Double(level) / Double(highestLevel) * 1000).rounded() / 10
  }
}

/// The state of a light.
package struct PanelLightSetting: Hashable, Sendable {
  /// 0 … ``PanelLightDescription/highestLevel``.
  package var level: Int
  /// True if it has power; without it is dark at any level.
  package var isPowered: Bool

  /// The level `level`, with power or without.
  package init(level: Int, isPowered: Bool) {
    self.level = level
    self.isPowered = isPowered
  }
}

/// The outcome of looking for a panel's light.
package enum PanelLightFinding: Hashable, Sendable {
  /// There is this one, and it can be set.
  case light(PanelLightDescription)
  /// There is none that could be used, for this reason: a clause without a full stop.
  case obstacle(String)
}

/// The light behind a panel: the seam between the server and the machine.
///
/// Nothing here waits for hardware but ``finish()``: some lights are set over slow or stuck buses.
package protocol PanelLight: AnyObject {
  /// Looks for the light of the display on `connector`, and has it from now on.
  ///
  /// - Parameters:
  ///   - connector: The connector's name such as "eDP-1"; empty where there is none.
  ///   - name: The light's name; nil for the one that there is.
  /// - Returns: The light, or why there is none.
  func find(on connector: String, named name: String?) -> PanelLightFinding

  /// Present state of the light; nil without a light, and while it is on its way to another setting.
  var setting: PanelLightSetting? { get }

  /// Has the light set; of settings that come while it is busy the last one counts.
  func set(_ setting: PanelLightSetting)

  /// Waits until it is set as was asked for.
  func finish()

  /// Takes the reason why it could not be set, once; nil where it could.
  func takeFault() -> String?
}
