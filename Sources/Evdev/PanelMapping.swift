// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Maps a device's values to fractions of the panel: by its ranges, then its calibration.
package struct PanelMapping: Hashable, Sendable {
  /// The horizontal axis as the device declares it.
  package let horizontal: AxisRange
  /// The vertical axis as the device declares it.
  package let vertical: AxisRange
  /// Transform of the fractions, as libinput applies `LIBINPUT_CALIBRATION_MATRIX`.
  package let calibration: AffineTransform

  /// A mapping of the three parts.
  package init(horizontal: AxisRange, vertical: AxisRange, calibration: AffineTransform) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.calibration = calibration
  }

  /// The calibrated panel fractions of a pair of values.
  ///
  /// - Returns: The fractions; `nil` when the values lie far outside the declared ranges.
  package func fractions(_ x: Int32, _ y: Int32) -> (x: Double, y: Double)? {
    guard let across = horizontal.fraction(of: x), let down = vertical.fraction(of: y) else {
      return nil
    }
    return calibration(across, down)
  }

  /// The squared distance between two positions, in fractions of the panel before calibration.
  package func squaredDistance(_ x: Int32, _ y: Int32, _ otherX: Int32, _ otherY: Int32) -> Double {
    let across = horizontal.fraction(ofDifference: Int64(x) - Int64(otherX))
    let down = vertical.fraction(ofDifference: Int64(y) - Int64(otherY))
    return across * across + down * down
  }
}
