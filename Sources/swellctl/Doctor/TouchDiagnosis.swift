// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import PlainText
package import Touch

/// Judges the machine's input devices.
package enum TouchDiagnosis {
  /// A line a device, and whether touch works at all.
  ///
  /// - Parameter devices: All input devices, used or not.
  /// - Returns: The findings.
  package static func findings(_ devices: [InputDeviceDescription]) -> [Finding] {
    let lines = devices.flatMap(findings(of:))
    let hasTouch = devices.contains { $0.isUsed && !$0.isTyped }
    guard !hasTouch, !lines.contains(where: \.isProblem) else {
      return lines
    }
    return lines + [
      .problem(
        devices.isEmpty ? "there is no input device" : "no input device is used for touch",
        remedy:
          "check the panel's cable, and whether the kernel knows it: dmesg, libinput list-devices; "
          + "touch.devices in the configuration names one that is not found by itself"
      )
    ]
  }

  /// Tells if `matrix` leaves a panel usable: not flattened to a line, and meeting the screen.
  package static func isPlausible(_ matrix: AffineTransform) -> Bool {
    let determinant = matrix.a * matrix.e - matrix.b * matrix.d
    let corners = [matrix(0, 0), matrix(1, 0), matrix(0, 1), matrix(1, 1)]
    let columns = corners.map(\.x)
    let rows = corners.map(\.y)
    guard abs(determinant) >= 0.01, let left = columns.min(), let right = columns.max(),
      let top = rows.min(), let bottom = rows.max()
    else { return false }
    return left < 1 && right > 0 && top < 1 && bottom > 0
  }

  private static func findings(of device: InputDeviceDescription) -> [Finding] {
    let name = device.name.isEmpty ? device.path : "\(device.path) \(device.name.quoted)"
    guard device.isUsed else {
      let parts = device.reason.split(separator: ";", maxSplits: 1).map(String.init)
      // A device of unknown kind could not be opened, or is not there though it was named.
      guard device.kind == "unknown", let cause = parts.first else {
        return [.fine("\(name) is not used: \(device.reason)")]
      }
      let remedy =
        parts.count > 1
        ? String(parts[1].drop { $0 == " " })
        : "correct touch.devices, or check the panel's cable"
      return [.problem("\(name) is not used, \(cause)", remedy: remedy)]
    }
    if device.hasKeys {
      let use = device.isTyped ? "as a \(device.kind)" : "for its keys"
      return [.fine("\(name) is used \(use): \(device.reason)")]
    }
    let used = Finding.fine(
      "\(name) is used for touch: \(device.reason), calibration \(text(device.calibration))"
    )
    guard !isPlausible(device.calibration) else { return [used] }
    return [
      used,
      .problem(
        "the calibration of \(device.path) keeps touches off the screen",
        remedy: "correct LIBINPUT_CALIBRATION_MATRIX in udev's rules, or touch.calibration"
      ),
    ]
  }

  private static func text(_ matrix: AffineTransform) -> String {
    guard matrix != .identity else { return "none" }
    let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
    return numbers.map { number in
      let text = "\((number * 10000).rounded() / 10000)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }.joined(separator: " ")
  }
}
