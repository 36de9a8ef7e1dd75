// SPDX-License-Identifier: Apache-2.0
import Configuration
import Evdev
import Geometry
import KMS
import Touch

extension DisplaySettings {
  /// What of the settings concerns the kernel's display.
  func kms(cardPath: String?) -> KMSSettings {
    let name: String =
      switch connector {
      case .automatic: "auto"
      case .named(let name): name
      }
    let mode: String =
      switch mode {
      case .preferred: "preferred"
      case .current: "current"
      case .fixed(let width, let height, let hertz):
        hertz.map { "\(width)x\(height)@\($0)" } ?? "\(width)x\(height)"
      case .timings(let modeline): "\(modeline)"
      }
    return KMSSettings(
      connector: name,
      isForced: isForced,
      mode: mode,
      format: format,
      cardPath: cardPath
    )
  }
}

extension TouchSettings {
  /// The settings as the touch devices take them.
  var evdev: EvdevSettings {
    let chosen: EvdevSettings.Devices =
      switch devices {
      case .automatic: .automatic
      case .paths(let paths): .paths(paths)
      }
    let matrix =
      switch calibration {
      case .automatic: nil as AffineTransform?
      case .matrix(let matrix): matrix
      }
    return EvdevSettings(
      devices: chosen,
      calibration: matrix,
      isGrabbed: isGrabbed,
      stuckTouch: StuckTouchPolicy(releaseTimeout: releaseTimeout)
    )
  }
}
