// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// An input device in words and numbers for people: `status`, `--list`, the `input` event, logs.
package struct InputDeviceDescription: Hashable, Sendable {
  /// The name that the device's driver gives it; may be empty.
  package var name: String
  /// `/dev/input/event3`.
  package var path: String
  /// `touchscreen`, `pointer`, `touchpad`, `keyboard`, …; `unknown` when it could not be opened.
  package var kind: String
  /// True if it is used, for touch or for what ``kind`` says.
  package var isUsed: Bool
  /// The reason why it is or isn't used, a clause without a full stop.
  package var reason: String
  /// Correction of its positions before the display's rotation.
  package var calibration: AffineTransform
  /// The values that it declares for its axes, to the right and downward; `nil` where it is not touched.
  package var axes: Axes?
  /// The ``ContactID/device`` of its contacts; `nil` while it is not used.
  package var number: Int?
  /// Values that it has reported beyond the range that it declares; `nil` when there are none.
  package var rangeMismatch: RangeMismatch?

  /// The values that a device declares, both ends included.
  package struct Axes: Hashable, Sendable {
    /// Of the horizontal axis.
    package var horizontal: ClosedRange<Int32>
    /// Of the vertical axis.
    package var vertical: ClosedRange<Int32>

    /// The two ranges.
    package init(horizontal: ClosedRange<Int32>, vertical: ClosedRange<Int32>) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// True if people type on it, or read with it.
  package var isTyped: Bool { kind == "keyboard" || kind == "scanner" }

  /// True if its keys are read, of which some type or press: a keyboard, a scanner, a keypad.
  package var hasKeys: Bool { isTyped || kind == "keys" }

  /// A description of the nine values.
  package init(
    name: String,
    path: String,
    kind: String,
    isUsed: Bool,
    reason: String,
    calibration: AffineTransform = .identity,
    axes: Axes? = nil,
    number: Int? = nil,
    rangeMismatch: RangeMismatch? = nil
  ) {
    self.name = name
    self.path = path
    self.kind = kind
    self.isUsed = isUsed
    self.reason = reason
    self.calibration = calibration
    self.axes = axes
    self.number = number
    self.rangeMismatch = rangeMismatch
  }
}
