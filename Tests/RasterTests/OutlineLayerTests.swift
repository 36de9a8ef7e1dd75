// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import TestSupport
import Testing

@testable import Raster

@Suite("Outlines")
struct OutlineLayerTests {
  /// A white outline on a black screen.
  private struct Stage {
    var stack: PaintedStack
    let outline: LayerID<OutlineLayer>

    init(width: Int, height: Int, rotation: Rotation = .none) {
      stack = PaintedStack(view: PixelSize(width: width, height: height), rotation: rotation)
      outline = stack.layers.add(OutlineLayer(color: Color(rgb: 0xFFFFFF)))
    }

    mutating func show(_ rect: Rect, radius: Double, width: Double, opacity: Double = 1) {
      stack.layers.update(outline, rect: rect, radius: radius, width: width, opacity: opacity)
    }
  }

  @Test(
    "A straight side covers each pixel by its area in it, at each rotation",
    arguments: Rotation.allCases
  )
  func sides(rotation: Rotation) {
    var stage = Stage(width: 100, height: 80, rotation: rotation)
    // The line lies from 10.25 to 13.25 on the left, from 72.5 to 75.5 on the right, and from 20.75 to 23.75 above.
    stage.show(Rect(x: 10.25, y: 20.75, width: 65.25, height: 40), radius: 8, width: 3)
    stage.stack.paintAll()
    let middle = (0..<100).map { stage.stack.level($0, 40) }
    let shares: [Int: Double] = [
      10: 0.75, 11: 1, 12: 1, 13: 0.25, 72: 0.5, 73: 1, 74: 1, 75: 0.5,
    ]
    for x in 0..<100 {
      #expect(abs(Double(middle[x]) - 255 * (shares[x] ?? 0)) <= 1, "\(x)")
    }
    let column = (0..<40).map { stage.stack.level(50, $0) }
    let above: [Int: Double] = [20: 0.25, 21: 1, 22: 1, 23: 0.75]
    for y in 0..<40 { #expect(abs(Double(column[y]) - 255 * (above[y] ?? 0)) <= 1, "\(y)") }
  }

  @Test(
    "All of it has the area of its sides and of its corners' ring",
    arguments: [0.0, 2, 9.5, 30]
  )
  func area(radius: Double) {
    var stage = Stage(width: 140, height: 110)
    stage.show(Rect(x: 20.3, y: 20.6, width: 100, height: 70), radius: radius, width: 4)
    stage.stack.paintAll()
    var sum = 0
    for y in 0..<110 { for x in 0..<140 { sum += stage.stack.level(x, y) } }
    func rounded(_ width: Double, _ height: Double, _ radius: Double) -> Double {
      width * height - (4 - Double.pi) * radius * radius
    }
    let area = rounded(100, 70, radius) - rounded(92, 62, max(radius - 4, 0))
    #expect(abs(Double(sum) / 255 - area) <= area * 0.01)
  }

  @Test("One that moves changes its sides, and nothing of what it goes round")
  func damage() {
    var stage = Stage(width: 512, height: 256)
    stage.show(Rect(x: 40, y: 40, width: 200, height: 100), radius: 12, width: 3)
    _ = stage.stack.paint(0)
    stage.show(Rect(x: 43.5, y: 40, width: 210, height: 100), radius: 12, width: 3)
    let damage = stage.stack.paint(1)
    #expect(damage.contains(x: 41, y: 90) && damage.contains(x: 252, y: 90))
    #expect(!damage.contains(x: 140, y: 90))
    let area = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
    #expect(area < 2 * (2 * 214 + 2 * 100) * 8)
  }

  @Test("Without a width or opacity no pixel is drawn", arguments: [(0.0, 1.0), (-3, 1), (3, 0)])
  func nothing(width: Double, opacity: Double) {
    var stage = Stage(width: 64, height: 64)
    stage.show(Rect(x: 10, y: 10, width: 30, height: 30), radius: 4, width: width, opacity: opacity)
    stage.stack.paintAll()
    #expect(stage.stack.full.allSatisfy { $0 == 0 })
    #expect(stage.stack.layers.bounds == [.empty])
  }

  @Test(
    "Numbers that make no sense are drawn without a trap",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 29_999]
  )
  func nonsense(value: Double) {
    var stage = Stage(width: 64, height: 48)
    for (x, width, radius, line) in [
      (value, 10.0, 2.0, 3.0), (1, value, 2, 3), (1, 10, value, 3), (1, 10, 2, value),
      (value, value, value, value),
    ] {
      stage.show(Rect(x: x, y: x, width: width, height: width), radius: radius, width: line)
      _ = stage.stack.paint(0)
      stage.stack.paintAll()
      #expect(stage.stack.buffers[0] == stage.stack.full)
    }
  }
}
