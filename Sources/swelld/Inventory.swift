// SPDX-License-Identifier: Apache-2.0
import Backlight
import Configuration
import DeviceSettings
import Evdev
import KMS
import LinuxSystem
import PlainText
import Presentation
import Touch

/// Prints the inventory of `--list`: the machine's displays and input devices, and the reason why each is used or not.
enum Inventory {
  /// The inventory's lines.
  ///
  /// - Parameters:
  ///   - settings: The configuration.
  ///   - cardPath: The one card that may be used; `nil` for any.
  /// - Returns: The lines.
  static func lines(_ settings: Settings, cardPath: String?) -> [String] {
    var lines = ["Displays"]
    let displays = KMSInventory.read(settings.display.kms(cardPath: cardPath))
    lines += displays.lines.map { "  \($0)" }
    lines.append("Backlights")
    lines += backlights(
      BacklightDevice.all(in: ProcessEnvironment["SWELL_BACKLIGHTS"] ?? KernelBacklight.folder),
      settings: settings.display,
      connector: displays.connectorName
    )
    lines.append("Input devices")
    let devices = EvdevInventory.devices(settings.evdev)
    if devices.isEmpty { lines.append("  none") }
    for device in devices {
      let name = device.name.quoted
      let verdict = device.isUsed ? "used" : "not used"
      lines.append("  \(device.path)  \(name)  \(verdict): \(device.reason)")
    }
    return lines
  }

  /// A line for each light, with which one would be used and why not.
  static func backlights(
    _ devices: [BacklightDevice],
    settings: DisplaySettings,
    connector: String
  ) -> [String] {
    let choice = BacklightDevice.choose(
      among: devices,
      connector: connector,
      named: settings.backlight
    )
    var lines = devices.map { device in
      let level = device.setting.map { "\($0.level)" } ?? "unknown"
      let owner = device.connector.map { "  of \($0)" } ?? ""
      let verdict =
        choice == .device(device)
        ? device.obstacle.map { "cannot be set: \($0)" } ?? "used" : "not used"
      return "  \(device.name.quoted)  \(device.type)  level \(level) of "
        + "\(device.description.highestLevel)\(owner)  \(verdict)"
    }
    if case .none(let reason) = choice { lines.append("  none is used: \(reason.printable)") }
    return lines
  }
}
