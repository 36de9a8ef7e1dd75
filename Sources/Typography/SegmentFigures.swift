// SPDX-License-Identifier: Apache-2.0
private import Geometry
package import Raster

/// Built-in figures in seven segments, for machines without any font.
package enum SegmentFigures {
  /// A rectangle in ems, y upward from the baseline.
  private struct Bar {
    let minX: Double
    let minY: Double
    let maxX: Double
    let maxY: Double
  }

  private static let thickness = 0.1
  private static let height = 0.73
  private static let left = 0.09
  private static let right = 0.55
  private static let digitAdvance = 0.64
  private static let percentAdvance = 0.95

  /// The digits and the percent sign in rectangles.
  ///
  /// - Parameters:
  ///   - pixelSize: View pixels per em; clamped to 1 … 4096.
  ///   - hasPercentSign: True if the sign stands behind the digits; false for nothing there.
  /// - Returns: The eleven glyphs, anchored at the pen position on the baseline.
  package static func glyphs(pixelSize: Double, hasPercentSign: Bool = true) -> FigureGlyphs {
    let size = pixelSize >= 1 ? min(pixelSize, 4096) : 1
    let digits = segments.map { lit in
      mask(bars.indices.filter { lit >> $0 & 1 == 1 }.map { bars[$0] }, pixelSize: size)
    }
    return FigureGlyphs(
      glyphs: digits + [hasPercentSign ? mask(percentBars, pixelSize: size) : .nothing],
      advances: Array(repeating: digitAdvance * size, count: 10)
        + [hasPercentSign ? percentAdvance * size : 0],
      digitHeight: height * size
    )
  }

  /// The bars among ``bars`` that each digit lights, the first bar in the lowest bit.
  private static let segments: [UInt8] = [
    0b011_1111, 0b000_0110, 0b101_1011, 0b100_1111, 0b110_0110,
    0b110_1101, 0b111_1101, 0b000_0111, 0b111_1111, 0b110_1111,
  ]

  /// Top, upper right, lower right, bottom, lower left, upper left, middle.
  private static let bars: [Bar] = {
    let middle = height / 2
    let half = thickness / 2
    return [
      Bar(minX: left, minY: height - thickness, maxX: right, maxY: height),
      Bar(minX: right - thickness, minY: middle, maxX: right, maxY: height),
      Bar(minX: right - thickness, minY: 0, maxX: right, maxY: middle),
      Bar(minX: left, minY: 0, maxX: right, maxY: thickness),
      Bar(minX: left, minY: 0, maxX: left + thickness, maxY: middle),
      Bar(minX: left, minY: middle, maxX: left + thickness, maxY: height),
      Bar(minX: left, minY: middle - half, maxX: right, maxY: middle + half),
    ]
  }()

  /// Two squares with a staircase between them.
  private static let percentBars: [Bar] = {
    let square = 0.24
    let low = Bar(minX: 0.86 - square, minY: 0, maxX: 0.86, maxY: square)
    let high = Bar(minX: left, minY: height - square, maxX: left + square, maxY: height)
    let steps = 6
    let stairs = (0..<steps).map { step in
      let x = 0.2 + 0.46 * Double(step) / Double(steps)
      let y = height * Double(step) / Double(steps)
      return Bar(minX: x, minY: y, maxX: x + thickness, maxY: y + height / Double(steps))
    }
    return [low, high] + stairs
  }()

  /// The exact area that the union of `bars` covers of each pixel.
  private static func mask(_ bars: [Bar], pixelSize: Double) -> PlacedMask {
    let width = Int((percentAdvance * pixelSize).rounded(.up))
    let rows = Int((height * pixelSize).rounded(.up))
    var canvas = CoverageCanvas(
      bounds: PixelRect(left: 0, top: -rows, right: width, bottom: 0)
    )
    let samples = 16
    let grid = Double(samples)
    // Edges on a grid of sixteenths of a pixel: sampling its cells is then exact.
    let cells = bars.map { bar in
      PixelRect(
        left: Int((bar.minX * pixelSize * grid).rounded()),
        top: Int((-bar.maxY * pixelSize * grid).rounded()),
        right: Int((bar.maxX * pixelSize * grid).rounded()),
        bottom: Int((-bar.minY * pixelSize * grid).rounded())
      )
    }
    var coverages = [UInt8](repeating: 0, count: width * rows)
    for row in 0..<rows {
      for column in 0..<width {
        let pixel = PixelRect(
          left: column * samples,
          top: (row - rows) * samples,
          right: (column + 1) * samples,
          bottom: (row - rows + 1) * samples
        )
        coverages[row * width + column] = coverage(of: pixel, by: cells)
      }
    }
    canvas.add(coverages, in: canvas.bounds)
    return canvas.placedMask()
  }

  /// The part of `pixel` that the union of `cells` covers, 0 … 255.
  private static func coverage(of pixel: PixelRect, by cells: [PixelRect]) -> UInt8 {
    let near = cells.filter { $0.intersects(pixel) }
    if near.isEmpty { return 0 }
    if near.contains(where: { $0.contains(pixel) }) { return 255 }
    var covered = 0
    for y in pixel.top..<pixel.bottom {
      for x in pixel.left..<pixel.right
      where near.contains(where: { x >= $0.left && x < $0.right && y >= $0.top && y < $0.bottom }) {
        covered += 1
      }
    }
    return UInt8((covered * 255 + pixel.area / 2) / pixel.area)
  }
}
