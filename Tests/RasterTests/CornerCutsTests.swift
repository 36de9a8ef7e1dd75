// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

@testable import Raster

@Suite("Cuts of round corners")
struct CornerCutsTests {
  /// A rectangle with round corners, in buffer pixels.
  struct Shape: Sendable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
    var radius: Double

    var cuts: CornerCuts {
      CornerCuts(left: left, top: top, right: right, bottom: bottom, radius: radius)
    }

    /// Whether a position lies in the rectangle, but outside of its round corners.
    func isCut(_ x: Double, _ y: Double) -> Bool {
      guard x >= left, x < right, y >= top, y < bottom else { return false }
      let across = max(left + radius - x, x - (right - radius), 0)
      let down = max(top + radius - y, y - (bottom - radius), 0)
      return across * across + down * down > radius * radius
    }

    /// The share of a pixel that is cut, by samples.
    func share(_ column: Int, _ row: Int) -> Double {
      var count = 0
      for step in 0..<400 {
        let x = Double(column) + (Double(step % 20) + 0.5) / 20
        let y = Double(row) + (Double(step / 20) + 0.5) / 20
        if isCut(x, y) { count += 1 }
      }
      return Double(count) / 400
    }
  }

  static let shapes = [
    Shape(left: 3, top: 5, right: 63, bottom: 45, radius: 8),
    Shape(left: 3.3, top: 5.6, right: 60.25, bottom: 44.9, radius: 11.7),
    Shape(left: -7.5, top: -3.25, right: 41, bottom: 30, radius: 6),
    Shape(left: 10, top: 10, right: 34, bottom: 34, radius: 12),
    Shape(left: 16, top: 0, right: 48, bottom: 20, radius: 0.5),
  ]

  private func coverage(_ mask: BlockMask, _ column: Int, _ row: Int) -> Double {
    let block = blockIndex(ofColumn: column)
    return Double(BlockMaskView(mask).coverage(block: block, row: row)[column - block * 16]) / 255
  }

  @Test("Each pixel of the corners is cut by the share of it that lies outside", arguments: shapes)
  func pixels(shape: Shape) {
    let cuts = shape.cuts
    let middle = Int(((shape.top + shape.bottom) / 2).rounded())
    for row in Int(shape.top) - 3..<Int(shape.bottom) + 3 {
      for column in Int(shape.left) - 3..<Int(shape.right) + 3 {
        let (upper, lower) = (coverage(cuts.upper, column, row), coverage(cuts.lower, column, row))
        let expected = shape.share(column, row)
        // Samples are a twentieth apart.
        #expect(abs(upper + lower - expected) < 0.06, "at \(column), \(row)")
        if row < middle { #expect(lower == 0) }
        if row > middle { #expect(upper == 0) }
      }
    }
  }

  @Test("Two corners lack as much as two quarters of a square lack to those of a circle")
  func area() {
    let mask = Shape(left: 3.3, top: 5.6, right: 60.25, bottom: 44.9, radius: 11.7).cuts.upper
    var sum = 0.0
    for row in 0..<30 { for column in 0..<70 { sum += coverage(mask, column, row) } }
    let expected = 2 * (1 - Double.pi / 4) * 11.7 * 11.7
    #expect(abs(sum - expected) < 0.2, "\(sum) \(expected)")
  }

  @Test("Pointed corners lack nothing", arguments: [0.0, -1])
  func pointed(radius: Double) {
    let cuts = Shape(left: 3, top: 5, right: 63, bottom: 45, radius: radius).cuts
    #expect(cuts.upper.rect.isEmpty && cuts.lower.rect.isEmpty)
  }
}
