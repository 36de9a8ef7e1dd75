// SPDX-License-Identifier: Apache-2.0
import Configuration
import DeviceSettings
import Evdev
import KMS
import PlainText
import Touch

/// What `--list` prints: the machine's displays and input devices, and why each is used or not.
enum Inventory {
  /// The inventory's lines.
  ///
  /// - Parameters:
  ///   - settings: The configuration.
  ///   - cardPath: The one card that may be used; `nil` for any.
  /// - Returns: The lines.
  static func lines(_ settings: Settings, cardPath: String?) -> [String] {
    var lines = ["Displays"]
    lines += KMSInventory.read(settings.display.kms(cardPath: cardPath)).lines.map { "  \($0)" }
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
}
