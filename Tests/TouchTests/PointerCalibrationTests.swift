// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing
import Touch

@Suite("tslib's calibration files")
struct PointerCalibrationTests {
  private static let screen = PixelSize(width: 800, height: 480)

  @Test(
    "A file takes values to the pixels that tslib takes them to",
    arguments: [
      "12800 0 0 0 7680 0 65536 800 480", "13918 -37 -2412310 58 8590 -1903355 65536 800 480 0",
      "-27 -14009 55270412\n8701 31 -2107004 65536",
    ],
    [0...4095, 200...3900, -2048...2047] as [ClosedRange<Int32>]
  )
  func reads(text: String, range: ClosedRange<Int32>) throws {
    let calibration = try PointerCalibration(parsing: text)
    let matrix = calibration.matrix(horizontal: range, vertical: range, screen: Self.screen)
    let count = Double(Int(range.upperBound) - Int(range.lowerBound) + 1)
    let factors = calibration.coefficients.map(Double.init)
    for (x, y) in [(range.lowerBound, range.lowerBound), (1000, 300), (777, range.upperBound)] {
      func fraction(_ value: Int32) -> Double {
        (Double(value) - Double(range.lowerBound) + 0.5) / count
      }
      let (across, down) = matrix(fraction(x), fraction(y))
      let scale = Double(calibration.scale)
      let pixelX = (factors[0] * Double(x) + factors[1] * Double(y) + factors[2]) / scale
      let pixelY = (factors[3] * Double(x) + factors[4] * Double(y) + factors[5]) / scale
      // The middle of a pixel is half a pixel from its edge.
      #expect(abs(across - (pixelX + 0.5) / 800) < 1e-9)
      #expect(abs(down - (pixelY + 0.5) / 480) < 1e-9)
    }
  }

  @Test("What is written is read again, to a sixteenth of a pixel", arguments: 1...20)
  func roundTrip(seed: Int) throws {
    var random = SplitMix(seed: seed)
    func number(_ middle: Double) -> Double { middle + .random(in: -0.2...0.2, using: &random) }
    let matrix = AffineTransform(
      number(1),
      number(0),
      number(0),
      number(0),
      number(1),
      number(0)
    )
    let (horizontal, vertical): (ClosedRange<Int32>, ClosedRange<Int32>) = (0...4095, 120...3967)
    let written = try #require(
      PointerCalibration(matrix, horizontal: horizontal, vertical: vertical, screen: Self.screen)
    )
    #expect(written.text.hasSuffix(" 65536 800 480"))
    let read = try PointerCalibration(parsing: written.text + "\n")
    #expect(read == written)
    let again = read.matrix(
      horizontal: horizontal,
      vertical: vertical,
      screen: PixelSize(width: 1, height: 1)
    )
    // Each coefficient is rounded by half at most, and multiplied by a value of up to 4095.
    let tolerance = (0.5 * 4095 + 0.5 * 3967 + 0.5) / 65536
    for (x, y) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1), (0.3, 0.6)] {
      let (one, other) = (matrix(x, y), again(x, y))
      #expect(abs(one.x - other.x) * 800 <= tolerance)
      #expect(abs(one.y - other.y) * 480 <= tolerance)
    }
  }

  @Test(
    "A text that is none is refused with what is wrong",
    arguments: [
      ("", "must have seven whole numbers, it has 0"),
      ("1 2 3 4 5 6", "must have seven whole numbers, it has 6"),
      ("1 2 3 4 5 6 0", "must not have 0 as its seventh number, the divisor"),
      ("1 2 3 4 5 six 7", "must consist of whole numbers, \"six\" is none"),
      ("1 2 3 4 5 6.5 7", "must consist of whole numbers, \"6.5\" is none"),
      (
        "1 2 3 4 5 6 9223372036854775807",
        "must consist of whole numbers, \"9223372036854775807\" is none"
      ),
    ]
  )
  func refuses(text: String, message: String) {
    let error = #expect(throws: PointerCalibration.ParseError.self) {
      try PointerCalibration(parsing: text)
    }
    #expect(error?.message == message)
  }

  @Test("A screen that cannot be is none", arguments: ["0 480", "800", "800 -1", "70000 480"])
  func screens(sides: String) throws {
    #expect(try PointerCalibration(parsing: "1 0 0 0 1 0 1 " + sides).screen == nil)
  }

  @Test("A screen has sides from 1 to 65535 pixels")
  func sides() throws {
    let calibration = try PointerCalibration(parsing: "1 0 0 0 1 0 1 1 65535")
    #expect(calibration.screen == PixelSize(width: 1, height: 65535))
  }

  @Test("A matrix beyond all sense is not written", arguments: [1e30, -.infinity, .nan])
  func nonsense(value: Double) {
    let calibration = PointerCalibration(
      AffineTransform(value, 0, 0, 0, 1, 0),
      horizontal: 0...4095,
      vertical: 0...4095,
      screen: Self.screen
    )
    #expect(calibration == nil)
  }
}
