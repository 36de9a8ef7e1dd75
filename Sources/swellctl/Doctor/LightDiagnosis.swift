// SPDX-License-Identifier: Apache-2.0
package import Backlight
package import Configuration
internal import Presentation

/// Judges the lights behind the machine's panels.
package enum LightDiagnosis {
  /// Tells if the light that the configuration asks for can be found and set; one line, none where it asks for none.
  ///
  /// - Parameters:
  ///   - devices: All lights.
  ///   - settings: The configuration's settings of the display.
  ///   - connector: The connector that is used; empty where there is none.
  ///   - mayWrite: Tells if the service may write to a file; nil where there is no service.
  /// - Returns: The findings.
  package static func findings(
    _ devices: [BacklightDevice],
    settings: DisplaySettings,
    connector: String,
    mayWrite: ((String) -> Bool)?
  ) -> [Finding] {
    guard settings.needsBacklight else { return [] }
    let choice = BacklightDevice.choose(
      among: devices,
      connector: connector,
      named: settings.backlight
    )
    switch choice {
    case .none(let reason):
      return [
        .problem(
          "the configuration asks for a backlight, and \(reason)",
          remedy:
            "correct display.backlight, or leave out 'dim', 'brightness' and blank = \"backlight\""
        )
      ]
    case .device(let device):
      guard mayWrite?(device.levelPath) ?? (device.obstacle == nil) else {
        return [
          .problem(
            "the backlight \(device.name) may not be set by the user swell",
            remedy:
              "install 70-swell-backlight.rules for udev, then udevadm trigger -c add -s backlight"
          )
        ]
      }
      let highest = device.description.highestLevel
      return [.fine("the backlight \(device.name) can be set, up to \(highest)")]
    }
  }
}
