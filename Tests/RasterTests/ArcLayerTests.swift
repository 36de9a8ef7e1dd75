// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import LayerTrials
import TestSupport
import Testing

@testable import Raster

@Suite("Arcs along a ring")
struct ArcLayerTests {
  /// A ring of 96 pixels' diameter in a grey track, whose arc is white, on a black screen.
  private struct Stage {
    static let side = 96
    static let corner = PixelPoint(x: 7, y: 5)
    static let view = PixelSize(width: 120, height: 110)
    /// The middle line's radius and half of the width, by the definition of a ring.
    static let (radius, half) = (42.0, 6.0)
    static let (centerX, centerY) = (55.0, 53.0)

    var stack: PaintedStack
    let arc: LayerID<ArcLayer>

    static var size: PixelSize { PixelSize(width: side, height: side) }
    static var mask: PlacedMask {
      PlacedMask(mask: MaskShape.ring.mask(size: size), origin: corner)
    }

    static func colors(_ outline: Color) -> WaveLayer.Colors {
      let white = Color(rgb: 0xFFFFFF)
      return WaveLayer.Colors(outline: outline, back: white, front: white, figure: white)
    }

    init(
      rotation: Rotation = .none,
      isReversed: Bool = false,
      outline: Color = Color(rgb: 0)
    ) {
      stack = PaintedStack(view: Self.view, rotation: rotation)
      arc = stack.layers.add(
        ArcLayer(
          mask: Self.mask,
          ring: MaskShape.Ring(in: Self.size).moved(by: Self.corner),
          isReversed: isReversed,
          colors: Self.colors(outline),
          figures: nil,
          transform: stack.transform
        )
      )
    }

    mutating func show(_ turn: Double) {
      stack.layers.update(arc, turn: turn, figure: -1, opacity: 1)
    }
  }

  /// The share of a pixel of the view that an arc covers, by 24 × 24 samples of its definition: all points of the ring
  /// near enough to its middle line from the top on.
  private static func share(_ x: Int, _ y: Int, turn: Double) -> Double {
    let angle = turn * 2 * Double.pi
    let half = min(Stage.half, angle * Stage.radius)
    let end = (x: Stage.radius * sin(angle), y: 0 - Stage.radius * cos(angle))
    var hits = 0
    for step in 0..<576 {
      let across = Double(x) + (Double(step % 24) + 0.5) / 24 - Stage.centerX
      let down = Double(y) + (Double(step / 24) + 0.5) / 24 - Stage.centerY
      let distance = hypot(across, down)
      guard abs(distance - Stage.radius) <= Stage.half else { continue }
      var way = atan2(across, 0 - down)
      if way < 0 { way += 2 * .pi }
      let isWithin = way <= angle && abs(distance - Stage.radius) <= half
      let isNearEnd =
        hypot(across, down + Stage.radius) <= half || hypot(across - end.x, down - end.y) <= half
      if isWithin || isNearEnd { hits += 1 }
    }
    return Double(hits) / 576
  }

  @Test(
    "Each pixel is covered by the arc's area in it, clockwise from the top, at each rotation",
    arguments: [
      (Rotation.none, 0.02), (.none, 0.25), (.none, 0.62), (.quarter, 0.4), (.half, 0.9),
      (.threeQuarters, 0.62),
    ]
  )
  func pixels(rotation: Rotation, turn: Double) {
    var stage = Stage(rotation: rotation)
    stage.show(turn)
    stage.stack.paintAll()
    var worst = 0.0
    for y in 0..<Stage.view.height {
      for x in 0..<Stage.view.width {
        let distance = hypot(Double(x) + 0.5 - Stage.centerX, Double(y) + 0.5 - Stage.centerY)
        let isNear = abs(distance - Stage.radius) < Stage.half + 1
        let expected = isNear ? 255 * Self.share(x, y, turn: turn) : 0
        worst = max(worst, abs(Double(stage.stack.level(x, y)) - expected))
      }
    }
    // A grid of 24 is off by some levels itself.
    #expect(worst <= 5)
  }

  @Test(
    "What is covered is the part of the middle line that the level says, and both round ends",
    arguments: [0.03, 0.1, 0.25, 0.5, 0.77, 0.93]
  )
  func area(turn: Double) {
    var stage = Stage()
    stage.show(turn)
    stage.stack.paintAll()
    var sum = 0
    for y in 0..<Stage.view.height {
      for x in 0..<Stage.view.width { sum += stage.stack.level(x, y) }
    }
    let line = turn * 2 * Double.pi * Stage.radius
    let area = line * 2 * Stage.half + Double.pi * Stage.half * Stage.half
    #expect(abs(Double(sum) / 255 - area) < 2)
  }

  @Test("From nothing it grows without a leap, and closes without one")
  func growth() {
    var stage = Stage()
    var (last, most) = (0, 0)
    for step in 0...200 {
      stage.show(Double(step) / 200)
      stage.stack.paintAll()
      var sum = 0
      for y in 0..<Stage.view.height {
        for x in 0..<Stage.view.width { sum += stage.stack.level(x, y) }
      }
      // Rounding may take some levels of a few pixels.
      #expect(sum >= last - 255, "\(step)")
      most = max(most, sum - last)
      last = sum
    }
    // With w the length of a narrow arc, it has (2 + π)·w² pixels up to w = 6; a step is 1.32 pixels long.
    #expect(most < 85 * 255)
    #expect(abs(Double(last) / 255 - Double.pi * (48 * 48 - 36 * 36)) < 3)
  }

  @Test(
    "Empty it is the track alone and full the whole ring, in the bits of waves that are so",
    arguments: [0, 1]
  )
  func ends(level: Int) {
    let outline = Color(rgb: 0x405060)
    var stage = Stage(outline: outline)
    stage.show(Double(level))
    stage.stack.paintAll()
    var waves = PaintedStack(view: Stage.view)
    let wave = waves.layers.add(
      WaveLayer(
        mask: Stage.mask,
        frequency: 1,
        colors: Stage.colors(outline),
        figures: nil,
        transform: waves.transform
      )
    )
    waves.layers.update(
      wave,
      level: Double(level),
      amplitude: 0,
      phase: 0,
      figure: -1,
      opacity: 1
    )
    waves.paintAll()
    #expect(stage.stack.full == waves.full)
    #expect(stage.stack.level(55, 8) == (level == 0 ? 0x60 : 0xFF))
  }

  @Test("Counter-clockwise it is the mirror image", arguments: [0.03, 0.2, 0.7])
  func reversed(turn: Double) {
    var (stage, other) = (Stage(), Stage(isReversed: true))
    stage.show(turn)
    other.show(turn)
    stage.stack.paintAll()
    other.stack.paintAll()
    var worst = 0
    for y in 0..<Stage.view.height {
      // The middle lies between columns 54 and 55.
      for x in 0..<110 {
        worst = max(worst, abs(stage.stack.level(x, y) - other.stack.level(109 - x, y)))
      }
    }
    #expect(worst <= 1)
    // 10.2° to either side of the top; a round end reaches 8.2° beyond its middle.
    #expect(stage.stack.level(62, 11) == 255 && stage.stack.level(47, 11) == 0)
  }

  @Test("A step paints what lies between both ends, and leaves what painting everything does")
  func damage() {
    var stage = Stage(outline: Color(rgb: 0x405060))
    stage.show(0.3)
    _ = stage.stack.paint(0)
    stage.show(0.32)
    let damage = stage.stack.paint(1)
    // The place at 0.31 of the way, and the top.
    let angle = 0.31 * 2 * Double.pi
    #expect(damage.contains(x: Int(55 + 42 * sin(angle)), y: Int(53 - 42 * cos(angle))))
    #expect(!damage.contains(x: 55, y: 11))
    let area = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
    #expect(area < 26 * 26)
    for turn in [0.32, 0.01, 0.004, 0.9, 1, 0.98, 0, 0.5] {
      stage.show(turn)
      _ = stage.stack.paint(0)
      stage.stack.paintAll()
      #expect(stage.stack.buffers[0] == stage.stack.full, "\(turn)")
    }
  }

  @Test(
    "Numbers that make no sense are drawn without a trap",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300]
  )
  func nonsense(value: Double) {
    var stage = Stage()
    stage.show(value)
    _ = stage.stack.paint(0)
    stage.stack.paintAll()
    #expect(stage.stack.buffers[0] == stage.stack.full)
  }
}
