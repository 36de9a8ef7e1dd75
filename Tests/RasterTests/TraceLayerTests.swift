// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import TestSupport
import Testing

@testable import Raster

/// A line on a screen.
struct TraceStage {
  var stack: PaintedStack
  let trace: LayerID<TraceLayer>

  init(
    width: Int = 200,
    height: Int = 120,
    clip: PixelRect? = nil,
    rotation: Rotation = .none,
    from: Color = Color(rgb: 0xFFFFFF),
    to: Color = Color(rgb: 0xFFFFFF),
    lineWidth: Double = 4,
    floor: Double? = nil
  ) {
    let view = PixelSize(width: width, height: height)
    stack = PaintedStack(view: view, rotation: rotation)
    let clip = clip ?? view.bounds
    trace = stack.layers.add(
      TraceLayer(
        TraceLayer.Style(
          gradient: LinearGradient(
            from: from,
            to: to,
            start: Double(clip.left),
            end: Double(clip.right)
          ),
          width: lineWidth,
          dotRadius: lineWidth,
          clip: clip,
          floor: floor,
          capacity: 514
        ),
        transform: stack.transform
      )
    )
  }

  mutating func show(_ points: [TracePoint], _ extent: TraceLayer.Extent = .all) {
    stack.layers.update(trace, points: points, extent: extent, opacity: 1)
  }

  static func points(_ values: [(Double, Double)]) -> [TracePoint] {
    values.enumerated().map { TracePoint(x: $1.0, y: $1.1, isJoined: $0 > 0) }
  }
}

@Suite("Lines")
struct TraceLayerTests {
  /// Whether a position is covered by the union of segments with round ends and discs.
  private struct Stroke {
    let points: [TracePoint]
    let radius: Double
    let dotRadius: Double

    func distance(_ x: Double, _ y: Double, _ one: TracePoint, _ other: TracePoint) -> Double {
      let (dx, dy) = (other.x - one.x, other.y - one.y)
      let square = dx * dx + dy * dy
      let t = square > 0 ? min(max(((x - one.x) * dx + (y - one.y) * dy) / square, 0), 1) : 0
      let (px, py) = (one.x + dx * t - x, one.y + dy * t - y)
      return (px * px + py * py).squareRoot()
    }

    /// How far a position lies inside; negative outside.
    func depth(_ x: Double, _ y: Double) -> Double {
      var depth = -Double.infinity
      for index in points.indices {
        let start = points[index].isJoined ? points[index - 1] : points[index]
        depth = max(depth, radius - distance(x, y, start, points[index]))
      }
      for end in [points.first, points.last].compactMap(\.self) {
        depth = max(depth, dotRadius - distance(x, y, end, end))
      }
      return depth
    }
  }

  static let lines: [[(Double, Double)]] = [
    [(20.3, 60.2), (170.8, 61.1)], [(20, 100), (60.4, 20.7), (101.2, 90.1), (180, 33.3)],
    [(30, 110), (40, 10), (50, 110), (60, 12), (70, 100)], [(50.25, 40.5)],
    [(20, 60), (20.8, 61), (21.6, 58), (22.4, 90), (23.2, 20), (100, 60)],
    [(10, 60), (90, 70), (170, 60)], [(60, 20), (60, 100), (120, 50)],
  ]

  @Test(
    "A pixel is covered as 16 × 16 samples see it, within 8 of 255",
    arguments: zip(Array(lines.indices), [4.0, 2, 4.6, 7.3, 7.3, 5, 4])
  )
  func coverage(line: Int, width: Double) {
    let points = TraceStage.points(Self.lines[line])
    var stage = TraceStage(lineWidth: width)
    stage.show(points)
    stage.stack.paintAll()
    let stroke = Stroke(points: points, radius: width / 2, dotRadius: width)
    var worst = 0.0
    var place = (0, 0)
    for row in 0..<120 {
      for column in 0..<200 {
        let (x, y) = (Double(column), Double(row))
        let depth = stroke.depth(x + 0.5, y + 0.5)
        var truth = depth > 0 ? 255.0 : 0
        if abs(depth) < 1 {
          var hits = 0
          // The samples are moved against each other from row to row: on a plain grid a level edge
          // is off by half a row of them.
          for sample in 0..<256 {
            let (right, down) = (Double(sample & 15), Double(sample >> 4))
            let slip = (right * 5).truncatingRemainder(dividingBy: 16) / 16
            let inside = stroke.depth(x + (right + 0.5) / 16, y + (down + (slip + 1.0 / 32)) / 16)
            if inside >= 0 { hits += 1 }
          }
          truth = Double(hits) / 256 * 255
        }
        let error = abs(Double(stage.stack.level(column, row)) - truth)
        if error > worst { (worst, place) = (error, (column, row)) }
      }
    }
    #expect(worst <= 8, "at \(place)")
  }

  @Test("A turned output shows the same, turned", arguments: Rotation.allCases)
  func turned(rotation: Rotation) {
    let points = TraceStage.points(Self.lines[1])
    let (from, to) = (Color(rgb: 0xFDA408), Color(rgb: 0xFB252D))
    let clip = PixelRect(left: 13, top: 9, right: 171, bottom: 97)
    var upright = TraceStage(clip: clip, from: from, to: to, floor: 90)
    var stage = TraceStage(clip: clip, rotation: rotation, from: from, to: to, floor: 90)
    for extent in [TraceLayer.Extent(length: 83, isBegun: true, hasEnd: false), .all] {
      upright.show(points, extent)
      stage.show(points, extent)
      upright.stack.paintAll()
      stage.stack.paintAll()
      let isSame = (0..<120).allSatisfy { y in
        (0..<200).allSatisfy { x in upright.stack.pixel(x, y) == stage.stack.pixel(x, y) }
      }
      #expect(isSame)
    }
  }

  @Test("The colour is the column's, whatever the row")
  func gradient() {
    let (from, to) = (Color(rgb: 0xC86400), Color(rgb: 0x0064C8))
    let gradient = LinearGradient(from: from, to: to, start: 0, end: 200)
    #expect(gradient.color(at: 0) == from && gradient.color(at: 200) == to)
    #expect(gradient.color(at: 50) == Color(rgb: 0x966432))
    var stage = TraceStage(from: from, to: to)
    stage.show(TraceStage.points([(10, 20), (50, 100), (90, 20), (190, 100)]))
    stage.stack.paintAll()
    for x in stride(from: 12, to: 188, by: 7) {
      let color = gradient.color(at: Double(x) + 0.5)
      let rows = (0..<120).filter { stage.stack.pixel(x, $0).green == 100 }
      #expect(!rows.isEmpty)
      for y in rows {
        #expect(stage.stack.pixel(x, y) == (Int(color.red), Int(color.green), Int(color.blue)))
      }
    }
  }

  @Test("What is revealed ends round at its length, with no trace of the rest")
  func revealed() {
    var stage = TraceStage(lineWidth: 8)
    let points = TraceStage.points([(20, 60), (100, 60), (180, 20)])
    stage.show(points, .init(length: 50, isBegun: true, hasEnd: false))
    stage.stack.paintAll()
    #expect(stage.stack.level(69, 59) == 255)
    #expect((72...74).contains { (1..<255).contains(stage.stack.level($0, 60)) })
    #expect((75..<200).allSatisfy { x in (0..<120).allSatisfy { stage.stack.level(x, $0) == 0 } })
    stage.show(points, .none)
    stage.stack.paintAll()
    #expect(stage.stack.full.allSatisfy { $0 == 0 })
    // The first disc comes with the first of the line, the last one with the end.
    stage.show(points, .init(length: 0.001, isBegun: true, hasEnd: false))
    stage.stack.paintAll()
    #expect(stage.stack.level(13, 60) == 255 && stage.stack.level(29, 60) == 0)
    stage.show(points, .all)
    stage.stack.paintAll()
    #expect(stage.stack.level(186, 19) == 255)
  }

  @Test("Revealing more changes the new piece and its width, not the line")
  func revealDamage() {
    var stage = TraceStage(width: 400, height: 200)
    let points = TraceStage.points([(20, 180), (120, 20), (220, 180), (380, 20)])
    stage.show(points, .init(length: 300, isBegun: true, hasEnd: false))
    _ = stage.stack.paint(0)
    stage.show(points, .init(length: 310, isBegun: true, hasEnd: false))
    let damage = stage.stack.paint(1)
    // Ten pixels of a line two to each side, and a pixel for what is partly covered.
    #expect(!damage.isEmpty)
    #expect(damage.bounds.width <= 10 + 6 && damage.bounds.height <= 10 + 7)
  }

  @Test("Another line changes what both cover, stripe by stripe")
  func morphDamage() {
    var stage = TraceStage(width: 256, height: 200)
    stage.show(TraceStage.points([(10, 190), (128, 20), (246, 190)]))
    _ = stage.stack.paint(0)
    stage.show(TraceStage.points([(10, 190), (128, 24), (246, 190)]))
    let damage = stage.stack.paint(1)
    #expect(damage.contains(x: 128, y: 21))
    #expect(!damage.contains(x: 128, y: 120) && !damage.contains(x: 20, y: 40))
  }

  @Test(
    "A line that comes in by less than can be seen is nothing",
    arguments: [0.0005, 0.001, 0.0019]
  )
  func sliver(depth: Double) {
    var stage = TraceStage()
    for y in [depth - 2, 122 - depth] {
      stage.show(TraceStage.points([(-50, y), (250, y)]))
      stage.stack.paintAll()
      #expect((40..<160).allSatisfy { x in (0..<120).allSatisfy { stage.stack.level(x, $0) == 0 } })
    }
  }

  @Test("Gaps are gaps, and a point between two of them is a dot")
  func gaps() {
    var stage = TraceStage()
    var points = TraceStage.points([(20, 60), (60, 60), (100, 60), (140, 60), (180, 60)])
    points[2].isJoined = false
    points[3].isJoined = false
    stage.show(points)
    stage.stack.paintAll()
    #expect(stage.stack.level(40, 60) == 255 && stage.stack.level(80, 60) == 0)
    #expect(stage.stack.level(100, 60) == 255 && stage.stack.level(104, 60) == 0)
    #expect(stage.stack.level(120, 60) == 0 && stage.stack.level(160, 60) == 255)
  }

  @Test("A point alone at the end is a dot once everything before it is shown")
  func loneEnd() {
    var stage = TraceStage()
    var points = TraceStage.points([(20, 60), (60, 60), (140, 60)])
    points[2].isJoined = false
    for (length, level) in [(39.0, 0), (40.0, 255)] {
      stage.show(points, .init(length: length, isBegun: true, hasEnd: false))
      stage.stack.paintAll()
      #expect(stage.stack.level(140, 60) == level, "after \(length) points")
    }
  }

  @Test("Below a filled line the colour is a quarter at it and none at the floor")
  func fill() {
    var stage = TraceStage(floor: 100)
    stage.show(TraceStage.points([(20, 20), (180, 20)]))
    stage.stack.paintAll()
    for y in stride(from: 23, to: 100, by: 7) {
      let truth = 64 * (100 - Double(y) - 0.5) / 80
      #expect(abs(Double(stage.stack.level(90, y)) - truth) <= 1.5, "row \(y)")
    }
    #expect(
      stage.stack.level(90, 100) == 0 && stage.stack.level(12, 60) == 0
        && stage.stack.level(90, 10) == 0
    )
  }

  @Test(
    "Below a line that falls a column's weights fall evenly from its height to the floor, to the nearest of 256",
    arguments: Rotation.allCases,
    [70.5, 100, 107.3, 140]
  )
  func fallingFill(rotation: Rotation, floor: Double) {
    var stage = TraceStage(rotation: rotation, floor: floor)
    stage.show(TraceStage.points([(20, 10), (180, 42)]))
    stage.stack.paintAll()
    for x in 30..<170 {
      let line = 10 + (Double(x) + 0.5 - 20) / 5
      for y in Int(line) + 4..<120 {
        let weight = max(64 * (floor - Double(y) - 0.5) / (floor - line), 0)
        // Half a weight and half a level, at most.
        #expect(abs(Double(stage.stack.level(x, y)) - weight * 255 / 256) <= 1.01, "(\(x), \(y))")
      }
    }
  }

  @Test(
    "Numbers that make no sense are drawn without a trap",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e9]
  )
  func nonsense(value: Double) {
    var stage = TraceStage()
    for (x, y) in [(value, 50), (50, value), (value, value)] {
      let points = [
        TracePoint(x: 10, y: 10, isJoined: true), TracePoint(x: x, y: y, isJoined: true),
        TracePoint(x: 60, y: 60, isJoined: true), TracePoint(x: 5, y: 5, isJoined: true),
      ]
      stage.show(points, .init(length: value, isBegun: true, hasEnd: true))
      _ = stage.stack.paint(0)
      stage.stack.paintAll()
      let isSame = stage.stack.buffers[0] == stage.stack.full
      #expect(isSame)
    }
    let none = TraceStage(clip: PixelRect(left: 500, top: 0, right: 600, bottom: 10))
    var outside = none
    outside.show(TraceStage.points([(510, 5), (560, 5)]))
    outside.stack.paintAll()
    #expect(outside.stack.full.allSatisfy { $0 == 0 })
  }
}

extension TraceLayer.Extent {
  /// Everything.
  static let all = Self(length: .greatestFiniteMagnitude, isBegun: true, hasEnd: true)
}
