// SPDX-License-Identifier: Apache-2.0

extension DeviceCapabilities {
  /// Extent in millimetres from which on a contact is a palm: fingers do not reach it, a thumb that lies flat neither;
  /// palms and cheeks do.
  private static let palmMillimetres: Int64 = 30

  /// The extent from which on a contact is a palm, in the device's values of `ABS_MT_TOUCH_MAJOR`.
  ///
  /// The kernel wants that axis to have the units of the positions. Where it has them and the device tells
  /// how many are a millimetre, that decides; where it does not, a seventh of the longer side, which is
  /// 30 mm on a panel of 10 inches. Most drivers pass on what their controller calls an area, on a scale
  /// of its own: there only the upper two fifths of the range are no finger, and nothing is on a scale of
  /// a few steps.
  ///
  /// - Returns: The extent; `nil` when the device tells none or would need a greater one than it declares.
  package var palmExtent: Int32? {
    guard case .range(let extents) = touchMajor else { return nil }
    let sides = [multitouchX, multitouchY].compactMap { axis in
      if case .range(let range) = axis { Int64(range.maximum) - Int64(range.minimum) } else { nil }
    }
    guard let longer = sides.max(), let shorter = sides.min() else { return nil }
    let greatest = Int64(extents.maximum)
    let hasUnitsOfPositions = greatest >= shorter / 2
    let extent: Int64
    if hasUnitsOfPositions, positionResolution > 0 {
      extent = Self.palmMillimetres * Int64(positionResolution)
    } else if touchMajorResolution > 1, greatest / Int64(touchMajorResolution) <= 200 {
      extent = Self.palmMillimetres * Int64(touchMajorResolution)
    } else if hasUnitsOfPositions {
      extent = longer / 7
    } else {
      extent = greatest < 32 ? 0 : greatest * 3 / 5
    }
    return extent > 0 && extent <= greatest ? Int32(clamping: extent) : nil
  }
}
