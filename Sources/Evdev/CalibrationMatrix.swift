// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// Reads udev's `LIBINPUT_CALIBRATION_MATRIX`.
///
/// Six numbers, separated by blanks, in the order of `AffineTransform`; what follows them is
/// ignored, as libinput ignores it. A decimal point is a point whatever the locale.
///
/// - Returns: The matrix; `nil` when the text holds fewer than six finite numbers.
package func calibrationMatrix(_ text: String) -> AffineTransform? {
  var numbers: [Double] = []
  for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" }) {
    guard numbers.count < 6 else { break }
    guard let number = Double(word), number.isFinite else { return nil }
    numbers.append(number)
  }
  guard numbers.count == 6 else { return nil }
  return AffineTransform(
    numbers[0],
    numbers[1],
    numbers[2],
    numbers[3],
    numbers[4],
    numbers[5]
  )
}
