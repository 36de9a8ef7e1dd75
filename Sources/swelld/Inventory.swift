// SPDX-License-Identifier: Apache-2.0
import Configuration
import Evdev
import KMS
import LinuxSystem
import Touch

/// What `--list` prints: the machine's displays and input devices, and why each is used or not.
enum Inventory {
  /// Writes the inventory to standard output.
  static func write(_ settings: Settings) {
    var lines = ["Displays"]
    lines += []
    lines.append("Input devices")
    let devices = EvdevInventory.devices(settings.touch.evdev)
    if devices.isEmpty { lines.append("  none") }
    for device in devices {
      let verdict = device.isUsed ? "used" : "not used"
      lines.append("  \(device.path)  \"\(device.name)\"  \(verdict): \(device.reason)")
    }
    StandardStream.output.write(lines.joined(separator: "\n") + "\n")
  }
}
