// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import TestSupport
import Testing

@testable import Raster

@Suite("Discs")
struct DiscLayerTests {
  /// A white disc on a black screen.
  struct Stage {
    var stack: PaintedStack
    let disc: LayerID<DiscLayer>

    init(width: Int, height: Int) {
      stack = PaintedStack(view: PixelSize(width: width, height: height))
      disc = stack.layers.add(
        DiscLayer(fill: Color(rgb: 0xFFFFFF), labelColor: Color(rgb: 0x20A040))
      )
    }

    mutating func show(_ x: Double, _ y: Double, _ radius: Double, opacity: Double = 1) {
      stack.layers.update(disc, center: Point(x: x, y: y), radius: radius, opacity: opacity)
    }
  }

  /// The part of the pixel around (x, y) that lies in the disc of `radius` around the origin: the
  /// chords of 64 of its columns, each cut exactly, as samples would err by half their distance where
  /// the rim is level.
  static func share(_ x: Double, _ y: Double, _ radius: Double) -> Double {
    (0..<64).reduce(0.0) { sum, index in
      let column = x + (Double(index) - 31.5) / 64
      let half = max(0, radius * radius - column * column).squareRoot()
      return sum + max(0, min(y + 0.5, half) - max(y - 0.5, -half)) / 64
    }
  }

  @Test(
    "A rim pixel is covered as much as the disc's area in it says, within 4 of 255",
    arguments: [4, 4.3, 5.7, 9.1, 23.5, 61.25, 150]
  )
  func coverage(radius: Double) {
    for (x, y) in [(160.0, 160.0), (160.5, 160.5), (160.31, 159.77)] {
      var stage = Stage(width: 323, height: 320)
      stage.show(x, y, radius)
      stage.stack.paintAll()
      var worst = 0.0
      for row in 0..<320 {
        for column in 0..<320 {
          let (dx, dy) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
          let distance = (dx * dx + dy * dy).squareRoot()
          var truth = distance < radius ? 255.0 : 0
          if abs(distance - radius) < 1 { truth = Self.share(dx, dy, radius) * 255 }
          worst = max(worst, abs(Double(stage.stack.level(column, row)) - truth))
        }
      }
      #expect(worst <= 4, "around (\(x), \(y))")
    }
  }

  @Test(
    "The area is πr², within 0.2 % of discs and a twentieth of a pixel's of specks",
    arguments: [0.25, 0.7, 1, 2.5, 4, 10, 77.3, 100, 120]
  )
  func area(radius: Double) {
    var stage = Stage(width: 256, height: 256)
    stage.show(128.2, 127.6, radius)
    stage.stack.paintAll()
    var sum = 0
    for y in 0..<256 { for x in 0..<256 { sum += stage.stack.level(x, y) } }
    let area = Double.pi * radius * radius
    let bound = radius >= 10 ? area * 0.002 : max(area * 0.03, 0.1)
    #expect(abs(Double(sum) / 255 - area) <= bound)
  }

  @Test("Without a radius or opacity no pixel is drawn", arguments: [(0.0, 1.0), (20, 0), (-3, 1)])
  func nothing(radius: Double, opacity: Double) {
    var stage = Stage(width: 64, height: 64)
    stage.show(32, 32, radius, opacity: opacity)
    stage.stack.paintAll()
    #expect(stage.stack.full.allSatisfy { $0 == 0 })
  }

  @Test("What a growing disc changes is a ring, not the disc")
  func ringDamage() {
    var stage = Stage(width: 512, height: 512)
    stage.show(256, 256, 200)
    _ = stage.stack.paint(0)
    stage.show(256, 256, 203)
    let damage = stage.stack.paint(1)
    #expect(!damage.isEmpty)
    #expect(!damage.contains(x: 256, y: 256))
    let area = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
    #expect(Double(area) < 0.5 * 406 * 406)
  }

  @Test(
    "Numbers that make no sense are drawn without a trap",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 29_999]
  )
  func nonsense(value: Double) {
    var stage = Stage(width: 64, height: 48)
    for (x, y, radius) in [(value, 1, 10), (1, value, 10), (3, 3, value), (value, value, value)] {
      stage.show(x, y, radius, opacity: 1)
      _ = stage.stack.paint(0)
      stage.stack.paintAll()
      #expect(stage.stack.buffers[0] == stage.stack.full)
    }
  }
}
