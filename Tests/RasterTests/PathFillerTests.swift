// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

@testable import Raster

@Suite("Path filling")
struct PathFillerTests {
  @Test("A rectangle at fractions of a pixel covers the product of its overlaps")
  func rectangle() {
    var path = Path()
    path.move(to: Point(x: 1.25, y: 0.5))
    path.addLine(to: Point(x: 3.5, y: 0.5))
    path.addLine(to: Point(x: 3.5, y: 2.75))
    path.addLine(to: Point(x: 1.25, y: 2.75))
    path.close()
    let mask = CoverageMask(filling: path, size: PixelSize(width: 5, height: 4))
    let columns = [0, 0.75, 1, 0.5, 0]
    let rows = [0.5, 1, 0.75, 0]
    for row in 0..<4 {
      for column in 0..<5 {
        let expected = UInt8((columns[column] * rows[row] * 255).rounded())
        #expect(mask.bytes[row * 5 + column] == expected)
      }
    }
  }

  @Test("The coverage of a shape sums to its area", arguments: MaskShape.allCases)
  func area(_ shape: MaskShape) {
    let size = PixelSize(width: 96, height: 96)
    let sum = shape.mask(size: size).bytes.reduce(0) { $0 + Double($1) } / 255
    let expected =
      switch shape {
      case .circle: Double.pi * 48 * 48
      case .rounded: 96 * 96 - (4 - Double.pi) * 24 * 24
      case .drop: polygonArea(shape.path(in: size))
      case .ring: Double.pi * (48 * 48 - 36 * 36)
      }
    #expect(abs(sum - expected) < 2)
  }

  @Test("A circle agrees with its equation sampled finely", arguments: [8, 33])
  func circleIsRound(_ side: Int) {
    let mask = MaskShape.circle.mask(size: PixelSize(width: side, height: side))
    // Second method: 32 × 32 points a pixel against the circle's equation.
    let radius = Double(side) / 2
    var worst = 0.0
    for y in 0..<side {
      for x in 0..<side {
        var inside = 0
        for subRow in 0..<32 {
          for subColumn in 0..<32 {
            let dx = Double(x) + (Double(subColumn) + 0.5) / 32 - radius
            let dy = Double(y) + (Double(subRow) + 0.5) / 32 - radius
            if dx * dx + dy * dy < radius * radius { inside += 1 }
          }
        }
        let found = Double(mask.bytes[y * side + x]) / 255
        worst = max(worst, abs(found - Double(inside) / 1024))
      }
    }
    #expect(worst < 0.02)
  }

  @Test("Parts outside the mask are cut off without a trace")
  func clipping() {
    var path = Path()
    path.move(to: Point(x: -50, y: -50))
    path.addLine(to: Point(x: 50, y: -50))
    path.addLine(to: Point(x: 50, y: 50))
    path.addLine(to: Point(x: -50, y: 50))
    let mask = CoverageMask(filling: path, size: PixelSize(width: 7, height: 5))
    #expect(mask.bytes.allSatisfy { $0 == 255 })
  }

  @Test("A hole drawn the other way round stays empty")
  func hole() {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addLine(to: Point(x: 6, y: 0))
    path.addLine(to: Point(x: 6, y: 6))
    path.addLine(to: Point(x: 0, y: 6))
    path.close()
    path.move(to: Point(x: 2, y: 2))
    path.addLine(to: Point(x: 2, y: 4))
    path.addLine(to: Point(x: 4, y: 4))
    path.addLine(to: Point(x: 4, y: 2))
    path.close()
    let mask = CoverageMask(filling: path, size: PixelSize(width: 6, height: 6))
    #expect(mask.bytes[3 * 6 + 3] == 0)
    #expect(mask.bytes[1 * 6 + 1] == 255)
    #expect(mask.bytes.reduce(0) { $0 + Int($1) } == 255 * 32)
  }

  /// Area by Green's theorem over finely sampled curves.
  private func polygonArea(_ path: Path) -> Double {
    var points: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point): points.append(point)
      case .cubic(let a, let b, let end):
        let from = points[points.count - 1]
        for step in 1...500 {
          let t = Double(step) / 500
          let u = 1 - t
          let (w0, w1, w2, w3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          points.append(
            Point(
              x: w0 * from.x + w1 * a.x + w2 * b.x + w3 * end.x,
              y: w0 * from.y + w1 * a.y + w2 * b.y + w3 * end.y
            )
          )
        }
      }
    }
    var twice = 0.0
    for index in points.indices {
      let (one, next) = (points[index], points[(index + 1) % points.count])
      twice += one.x * next.y - next.x * one.y
    }
    return abs(twice) / 2
  }
}
