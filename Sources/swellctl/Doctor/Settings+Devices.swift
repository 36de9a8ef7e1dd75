// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Evdev
internal import Geometry
internal import KMS

extension Settings {
  /// Which display the configuration asks for.
  var kms: KMSSettings {
    var settings = KMSSettings(isForced: display.isForced, format: display.format)
    if case .named(let name) = display.connector { settings.connector = name }
    switch display.mode {
    case .preferred: break
    case .current: settings.mode = "current"
    case .fixed(let width, let height, let hertz):
      settings.mode = "\(width)x\(height)" + (hertz.map { "@\($0)" } ?? "")
    case .timings(let modeline): settings.mode = "\(modeline)"
    }
    return settings
  }

  /// Which touch devices the configuration asks for.
  var evdev: EvdevSettings {
    var settings = EvdevSettings()
    if case .paths(let paths) = touch.devices { settings.devices = .paths(paths) }
    if case .matrix(let matrix) = touch.calibration { settings.calibration = matrix }
    return settings
  }
}
