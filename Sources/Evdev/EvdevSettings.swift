// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Touch

/// How touch devices are chosen and read: the configuration's `[touch]`.
package struct EvdevSettings: Hashable, Sendable {
  /// Which devices are used.
  package enum Devices: Hashable, Sendable {
    /// All that are made for touching a screen.
    case automatic
    /// Those at these paths, which may be links such as `/dev/input/by-path/…`.
    case paths([String])
  }

  /// Which devices are used.
  package var devices: Devices
  /// How positions are corrected; `nil` for what udev says (`LIBINPUT_CALIBRATION_MATRIX`).
  package var calibration: AffineTransform?
  /// Whether other programs, the text console among them, are kept from the events (`EVIOCGRAB`).
  package var isGrabbed: Bool
  /// When a contact whose release never comes is given up.
  package var stuckTouch: StuckTouchPolicy

  /// Settings of the four values, by default those of an empty configuration.
  package init(
    devices: Devices = .automatic,
    calibration: AffineTransform? = nil,
    isGrabbed: Bool = true,
    stuckTouch: StuckTouchPolicy = .off
  ) {
    self.devices = devices
    self.calibration = calibration
    self.isGrabbed = isGrabbed
    self.stuckTouch = stuckTouch
  }
}
