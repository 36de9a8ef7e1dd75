// SPDX-License-Identifier: Apache-2.0
import Evdev
import Geometry
import Testing

@Suite("Axis range")
struct AxisRangeTests {
  @Test("The cells of a range divide it evenly", arguments: [(0, 1), (0, 799), (-2048, 2047)])
  func cells(minimum: Int32, maximum: Int32) throws {
    let range = try #require(AxisRange(minimum: minimum, maximum: maximum))
    let fractions = try (minimum...maximum).map { try #require(range.fraction(of: $0)) }
    let width = 1 / Double(fractions.count)
    #expect(abs(fractions[0] - width / 2) < 1e-12)
    #expect(abs(1 - fractions[fractions.count - 1] - width / 2) < 1e-12)
    for (left, right) in zip(fractions, fractions.dropFirst()) {
      #expect(abs(right - left - width) < 1e-12)
    }
  }

  @Test("Turning a panel by its corners keeps every cell on it")
  func symmetry() throws {
    let range = try #require(AxisRange(minimum: 0, maximum: 1279))
    for (value, mirrored) in [(Int32(0), Int32(1279)), (1279, 0), (17, 1262)] {
      let fraction = try #require(range.fraction(of: value))
      let other = try #require(range.fraction(of: mirrored))
      #expect(abs(1 - fraction - other) < 1e-12)
      #expect(fraction > 0 && fraction < 1)
    }
  }

  @Test("Up to an eighth outside is the edge, further out is nowhere")
  func outside() throws {
    let range = try #require(AxisRange(minimum: 0, maximum: 799))
    #expect(range.fraction(of: -100) == range.fraction(of: 0))
    #expect(range.fraction(of: 899) == range.fraction(of: 799))
    #expect(range.fraction(of: -101) == nil)
    #expect(range.fraction(of: 900) == nil)
    #expect(range.fraction(of: -3616) == nil)
    #expect(range.fraction(of: .min) == nil)
    #expect(range.fraction(of: .max) == nil)
  }

  @Test(
    "Empty ranges and ranges upside down are none",
    arguments: [(0, 0), (1, 0), (Int32.max, Int32.min)]
  )
  func absurd(minimum: Int32, maximum: Int32) {
    #expect(AxisRange(minimum: minimum, maximum: maximum) == nil)
  }

  @Test("The widest range there is has no overflow")
  func widest() throws {
    let range = try #require(AxisRange(minimum: .min, maximum: .max))
    #expect(try abs(#require(range.fraction(of: 0)) - 0.5) < 1e-9)
    #expect(range.fraction(of: .min) != nil)
    #expect(range.fraction(ofDifference: Int64(Int32.max) - Int64(Int32.min)) < 1)
  }
}

@Suite("Calibration")
struct CalibrationTests {
  @Test(
    "udev's matrix is six numbers parted by blanks",
    arguments: [
      ("1 0 0 0 1 0", AffineTransform.identity),
      ("0 -1 1 1 0 0", AffineTransform(0, -1, 1, 1, 0, 0)),
      ("  1.5\t-2e-1  0.25 0 1 +3 ", AffineTransform(1.5, -0.2, 0.25, 0, 1, 3)),
      ("1 0 0 0 1 0 7 8 9", AffineTransform.identity),
    ]
  )
  func matrix(text: String, matrix: AffineTransform) {
    #expect(calibrationMatrix(text) == matrix)
  }

  @Test(
    "Anything else is none",
    arguments: ["", "1 0 0 0 1", "1,0 0 0 0 1 0", "a b c d e f", "1 0 0 0 1 nan", "1 0 0 0 1 inf"]
  )
  func noMatrix(text: String) {
    #expect(calibrationMatrix(text) == nil)
  }

  @Test(
    "A turned panel's corners land where the turn takes them",
    arguments: [
      // Clockwise by 90°: the left upper corner goes to the right upper one.
      ("0 -1 1 1 0 0", (0.99, 0.005)), ("-1 0 1 0 -1 1", (0.995, 0.99)),
      ("0 1 0 -1 0 1", (0.01, 0.995)), ("-1 0 1 0 1 0", (0.995, 0.01)),
    ]
  )
  func corners(text: String, corner: (Double, Double)) throws {
    // One cell of a panel of 100 × 50 cells.
    let mapping = PanelMapping(
      horizontal: try #require(AxisRange(minimum: 0, maximum: 99)),
      vertical: try #require(AxisRange(minimum: 0, maximum: 49)),
      calibration: try #require(calibrationMatrix(text))
    )
    let (x, y) = try #require(mapping.fractions(0, 0))
    #expect(abs(x - corner.0) < 1e-12)
    #expect(abs(y - corner.1) < 1e-12)
  }
}
