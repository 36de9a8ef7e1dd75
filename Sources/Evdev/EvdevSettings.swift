// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import Keyboard
package import MonotonicTime
package import Touch

/// Settings for choosing and reading touch devices: the configuration's `[touch]`.
package struct EvdevSettings: Hashable, Sendable {
  /// A choice of devices.
  package enum Devices: Hashable, Sendable {
    /// All that are made for touching a screen.
    case automatic
    /// Those at these paths, which may be links such as `/dev/input/by-path/…`.
    case paths([String])
  }

  /// Devices that are used.
  package var devices: Devices
  /// Correction of positions; `nil` for that of udev (`LIBINPUT_CALIBRATION_MATRIX`).
  package var calibration: AffineTransform?
  /// True if other programs, the text console among them, are kept from the events (`EVIOCGRAB`).
  package var isGrabbed: Bool
  /// Policy for giving up contacts whose release never comes.
  package var stuckTouch: StuckTouchPolicy
  /// The shortest contact that is a touch, not a ghost; zero where every contact is.
  package var leastDuration: MonotonicInterval
  /// Use of keyboards; `nil` where nothing is typed and they are left alone.
  package var keyboard: KeyboardUse?
  /// The scanners.
  package var scanners: [ScannerUse] = []
  /// Keys that are buttons on the screen, and type nothing; nil where there are none.
  package var bound: BoundKeys?

  /// Keys that are buttons on the screen: `keys` of `[[button]]`.
  package struct BoundKeys: Hashable, Sendable {
    /// Their evdev codes.
    package var codes: Set<UInt16>
    /// The devices that have them.
    package var devices: Devices

    /// The keys `codes` of `devices`.
    package init(_ codes: Set<UInt16>, on devices: Devices) {
      self.codes = codes
      self.devices = devices
    }
  }

  /// Use of keyboards: the configuration's `[keyboard]`.
  package struct KeyboardUse: Hashable, Sendable {
    /// Devices that are used.
    package var devices: Devices
    /// True if other programs are kept from the keys.
    package var isGrabbed: Bool
    /// The layout of their keys.
    package var layout: KeyboardLayout
    /// Seconds until a key that is held types again, and from then on.
    package var repetition: (delay: Double, interval: Double) {
      get { (delay, interval) }
      set { (delay, interval) = newValue }
    }
    private var delay: Double
    private var interval: Double

    /// The use of the four values.
    package init(
      devices: Devices,
      isGrabbed: Bool,
      layout: KeyboardLayout,
      repetition: (delay: Double, interval: Double)
    ) {
      self.devices = devices
      self.isGrabbed = isGrabbed
      self.layout = layout
      (delay, interval) = repetition
    }
  }

  /// A scanner that types what it reads: the configuration's `[[scanner]]`.
  package struct ScannerUse: Hashable, Sendable {
    /// Its node, which may be a link.
    package var path: String
    /// The layout of its keys.
    package var layout: KeyboardLayout
    /// The end of a scan: a key, or silence alone.
    package var terminator: ScanCollector.Terminator
    /// Seconds of silence that end one.
    package var gap: Double
    /// The field's id; empty for the one that has the focus.
    package var target: String

    /// A scanner of the five values.
    package init(
      path: String,
      layout: KeyboardLayout,
      terminator: ScanCollector.Terminator,
      gap: Double,
      target: String
    ) {
      self.path = path
      self.layout = layout
      self.terminator = terminator
      self.gap = gap
      self.target = target
    }
  }

  /// The nodes and links that the configuration names.
  var namedPaths: [String] {
    scanners.map(\.path)
      + [devices, keyboard?.devices ?? bound?.devices ?? .automatic].flatMap { devices in
        if case .paths(let named) = devices { named } else { [] as [String] }
      }
  }

  /// Settings of the five values, by default those of an empty configuration.
  package init(
    devices: Devices = .automatic,
    calibration: AffineTransform? = nil,
    isGrabbed: Bool = true,
    stuckTouch: StuckTouchPolicy = .off,
    leastDuration: MonotonicInterval = .milliseconds(12)
  ) {
    self.devices = devices
    self.calibration = calibration
    self.isGrabbed = isGrabbed
    self.stuckTouch = stuckTouch
    self.leastDuration = leastDuration
  }
}
