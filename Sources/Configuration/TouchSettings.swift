// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import Geometry

/// The table `[touch]`.
package struct TouchSettings: Hashable, Sendable {
  /// The choice of devices.
  package enum Devices: Hashable, Sendable {
    /// All that are fit for it.
    case automatic
    /// Those at these absolute paths.
    case paths([String])

    package static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.automatic, .automatic): true
      case (.paths(let left), .paths(let right)): left.hasSameBytes(as: right)
      default: false
      }
    }

    package func hash(into hasher: inout Hasher) {
      if case .paths(let paths) = self { paths.hashBytes(into: &hasher) }
    }
  }

  /// The correction of positions.
  package enum Calibration: Hashable, Sendable {
    /// As udev says for the device (`LIBINPUT_CALIBRATION_MATRIX`).
    case automatic
    /// By this matrix, which applies to coordinates that run from 0 to 1.
    case matrix(AffineTransform)
  }

  /// The devices; `devices`.
  package var devices: Devices = .automatic
  /// The correction; `calibration`.
  package var calibration: Calibration = .automatic
  /// True if other programs are kept from receiving the devices' events; `grab`.
  package var isGrabbed = true
  /// Seconds after which a touch without any report counts as cancelled; 0 for never.
  ///
  /// `release_timeout`.
  package var releaseTimeout: Double = 0
  /// Seconds that a touch has to last, so that it is no ghost; `least`.
  package var leastDuration: Double = 0.012

  /// The defaults.
  package init() {}
}
