// SPDX-License-Identifier: Apache-2.0
internal import Keyboard
internal import TOMLReading
internal import Widgets

extension TypingSettings {
  /// Reads the table `[keyboard]`.
  mutating func readKeyboard(_ reader: inout TableReader) {
    hasKeyboard = true
    devices = reader.devices(devices)
    isGrabbed = reader.bool("grab", isGrabbed)
    layout = reader.layout(layout, hasChoices: true)
    (repeatDelay, repeatInterval) =
      reader.table("repeat", (repeatDelay, repeatInterval)) { [repeatDelay, repeatInterval] in
        (
          $0.number("delay", repeatDelay, in: 0.1...10),
          $0.number("interval", repeatInterval, in: 0.01...10)
        )
      }
  }

  /// Reads a table `[[scanner]]`; `fields` are the ids that it may be for.
  mutating func readScanner(_ reader: inout TableReader, fields: [String]) {
    var scanner = Scanner(device: reader.string("device", ""))
    if !scanner.device.hasPrefix("/") {
      let message =
        reader.has("device")
        ? "'device' must be an absolute path" : "[[scanner]] needs a 'device'"
      reader.report(Diagnostic(reader.keyPosition("device"), message))
    }
    scanner.layout = reader.layout(scanner.layout, hasChoices: false)
    scanner.terminator = reader.choice("terminator", scanner.terminator)
    scanner.gap = reader.number("gap", scanner.gap, in: 0.01...10)
    scanner.target = reader.string("target", scanner.target)
    if !scanner.target.isEmpty, !fields.contains(scanner.target) {
      reader.report(
        Diagnostic(reader.keyPosition("target"), "'target' names no [[text]]")
      )
    }
    var taken = scanners.map(\.device)
    if case .paths(let paths) = devices { taken += paths }
    if taken.contains(scanner.device) {
      reader.report(
        Diagnostic(
          reader.keyPosition("device"),
          "'device' is taken already, by [keyboard] or another [[scanner]]"
        )
      )
    }
    scanners.append(scanner)
  }
}

extension TableReader {
  /// Reads what keys stand for; `hasChoices` for a keyboard's variants and options.
  fileprivate mutating func layout(
    _ fallback: KeyboardLayout,
    hasChoices: Bool
  ) -> KeyboardLayout {
    var layout = fallback
    layout.layout = string("layout", layout.layout)
    if hasChoices {
      layout.variant = string("variant", layout.variant)
      layout.options = string("options", layout.options)
      layout.hasNumLock = bool("num_lock", layout.hasNumLock)
    }
    // The usual one is not looked for: what is missing then is told by whoever reads the keys.
    guard layout != fallback, !layout.exists else { return layout }
    let variant = layout.variant.isEmpty ? "" : " with the variant '\(layout.variant)'"
    report(
      Diagnostic(
        keyPosition(has("layout") ? "layout" : "variant"),
        "there is no keyboard layout '\(layout.layout)'\(variant)"
      )
    )
    return fallback
  }
}
