// SPDX-License-Identifier: Apache-2.0
package import Geometry

/// A calibration as tslib keeps it in `/etc/pointercal`.
///
/// Seven whole numbers a … f, s on a line take a device's values to a screen's pixels,
/// X = (a·x + b·y + c) / s and Y = (d·x + e·y + f) / s; the screen's width and height follow and, from
/// newer versions, a rotation, which is not used here (tslib, `plugins/linear.c`, `tests/ts_calibrate.c`).
package struct PointerCalibration: Hashable, Sendable {
  /// The fault of a text, as the end of a sentence that begins with its name.
  package struct ParseError: Error, Hashable, Sendable {
    /// "must have seven whole numbers …", for example.
    package let message: String
  }

  /// The scale that tslib's own programs write.
  package static let usualScale: Int64 = 65536

  /// The six coefficients a … f.
  package let coefficients: [Int64]
  /// Divisor of the coefficients; not 0.
  package let scale: Int64
  /// The screen's width and height in pixels; `nil` where an old file does not tell.
  package let screen: PixelSize?

  /// Reads a file's contents.
  ///
  /// - Throws: ``ParseError`` for a text that is none.
  package init(parsing text: String) throws(ParseError) {
    var numbers: [Int64] = []
    for word in text.split(whereSeparator: \.isWhitespace).prefix(10) {
      guard let number = Int64(word), abs(Double(number)) <= 1e15 else {
        throw ParseError(message: "must consist of whole numbers, \"\(word.prefix(20))\" is none")
      }
      numbers.append(number)
    }
    guard numbers.count >= 7 else {
      throw ParseError(message: "must have seven whole numbers, it has \(numbers.count)")
    }
    guard numbers[6] != 0 else {
      throw ParseError(message: "must not have 0 as its seventh number, the divisor")
    }
    coefficients = Array(numbers.prefix(6))
    scale = numbers[6]
    let sides = numbers.dropFirst(7).prefix(2)
    let isScreen = sides.count == 2 && sides.allSatisfy { (1...65535).contains($0) }
    screen = isScreen ? PixelSize(width: Int(numbers[7]), height: Int(numbers[8])) : nil
  }

  /// The file for a calibration that is known as a matrix; `nil` when a coefficient would be beyond all
  /// sense.
  ///
  /// - Parameters:
  ///   - matrix: Transform of reported fractions of the panel to true ones.
  ///   - horizontal: The values that the device declares for its horizontal axis.
  ///   - vertical: The same for its vertical axis.
  ///   - screen: The screen in pixels, at least 1 × 1.
  package init?(
    _ matrix: AffineTransform,
    horizontal: ClosedRange<Int32>,
    vertical: ClosedRange<Int32>,
    screen: PixelSize
  ) {
    let (columns, rows) = (Self.count(horizontal), Self.count(vertical))
    // From a value to the fraction that its cell's centre is, and from the fraction of a pixel's
    // centre to the pixel.
    let left = (0.5 - Double(horizontal.lowerBound)) / columns
    let top = (0.5 - Double(vertical.lowerBound)) / rows
    func row(_ a: Double, _ b: Double, _ c: Double, pixels: Int) -> [Double] {
      let factor = Double(pixels) * Double(Self.usualScale)
      let offset = (a * left + b * top + c) * factor - 0.5 * Double(Self.usualScale)
      return [a / columns * factor, b / rows * factor, offset]
    }
    let values =
      row(matrix.a, matrix.b, matrix.c, pixels: screen.width)
      + row(matrix.d, matrix.e, matrix.f, pixels: screen.height)
    guard values.allSatisfy({ abs($0) < 1e15 }) else { return nil }
    coefficients = values.map { Int64($0.rounded()) }
    scale = Self.usualScale
    self.screen = screen
  }

  /// The contents of the file, without a line break.
  package var text: String {
    let sides = screen.map { [Int64($0.width), Int64($0.height)] } ?? []
    return (coefficients + [scale] + sides).map(String.init).joined(separator: " ")
  }

  /// The same calibration in fractions of the panel, as `calibration` in the configuration.
  ///
  /// - Parameters:
  ///   - horizontal: The values that the device declares for its horizontal axis.
  ///   - vertical: The same for its vertical axis.
  ///   - fallback: The screen in pixels where the file does not tell.
  /// - Returns: Transform of reported fractions of the panel to true ones.
  package func matrix(
    horizontal: ClosedRange<Int32>,
    vertical: ClosedRange<Int32>,
    screen fallback: PixelSize
  ) -> AffineTransform {
    let (columns, rows) = (Self.count(horizontal), Self.count(vertical))
    let left = Double(horizontal.lowerBound) - 0.5
    let top = Double(vertical.lowerBound) - 0.5
    let size = screen ?? fallback
    func row(_ index: Int, pixels: Int) -> (Double, Double, Double) {
      let (a, b, c) = (
        Double(coefficients[index]), Double(coefficients[index + 1]),
        Double(coefficients[index + 2])
      )
      let divisor = Double(scale) * Double(pixels)
      let offset = (a * left + b * top + c) / divisor + 0.5 / Double(pixels)
      return (a * columns / divisor, b * rows / divisor, offset)
    }
    let (a, b, c) = row(0, pixels: size.width)
    let (d, e, f) = row(3, pixels: size.height)
    return AffineTransform(a, b, c, d, e, f)
  }

  private static func count(_ range: ClosedRange<Int32>) -> Double {
    Double(Int64(range.upperBound) - Int64(range.lowerBound) + 1)
  }
}
