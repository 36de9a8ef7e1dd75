// SPDX-License-Identifier: Apache-2.0
package import Configuration
package import Evdev
internal import Geometry
package import KMS
internal import MonotonicTime
internal import Touch

extension DisplaySettings {
  /// The settings as the kernel's display takes them.
  ///
  /// - Parameter cardPath: The card's device node; `nil` to look for one.
  /// - Returns: The settings for ``KMSOutput`` and ``KMSInventory``.
  package func kms(cardPath: String? = nil) -> KMSSettings {
    let name: String =
      switch connector {
      case .automatic: "auto"
      case .named(let name): name
      }
    return KMSSettings(
      connector: name,
      isForced: isForced,
      mode: mode,
      format: format,
      interface: interface,
      properties: properties,
      switchesOthersOff: switchesOthersOff,
      mirror: mirror,
      cardPath: cardPath
    )
  }
}

extension Settings {
  /// The settings as the input devices take them.
  package var evdev: EvdevSettings {
    var evdev = touch.evdev
    if typing.hasKeyboard {
      evdev.keyboard = EvdevSettings.KeyboardUse(
        devices: typing.devices.evdev,
        isGrabbed: typing.isGrabbed,
        layout: typing.layout,
        repetition: (typing.repeatDelay, typing.repeatInterval)
      )
    }
    if !boundKeys.isEmpty {
      evdev.bound = EvdevSettings.BoundKeys(boundKeys, on: typing.devices.evdev)
    }
    evdev.scanners = typing.scanners.map { scanner in
      EvdevSettings.ScannerUse(
        path: scanner.device,
        layout: scanner.layout,
        terminator: scanner.terminator,
        gap: scanner.gap,
        target: scanner.target
      )
    }
    return evdev
  }
}

extension TouchSettings.Devices {
  fileprivate var evdev: EvdevSettings.Devices {
    switch self {
    case .automatic: .automatic
    case .paths(let paths): .paths(paths)
    }
  }
}

extension TouchSettings {
  /// The settings as the touch devices take them.
  fileprivate var evdev: EvdevSettings {
    let matrix =
      switch calibration {
      case .automatic: nil as AffineTransform?
      case .matrix(let matrix): matrix
      }
    return EvdevSettings(
      devices: devices.evdev,
      calibration: matrix,
      isGrabbed: isGrabbed,
      stuckTouch: StuckTouchPolicy(releaseTimeout: releaseTimeout),
      leastDuration: MonotonicInterval(seconds: leastDuration)
    )
  }
}
