// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

/// A stack with a line on a screen, and the memory of its buffers.
struct TraceStage {
  var layers: LayerStack
  let trace: LayerID<TraceLayer>
  let transform: OutputTransform
  let format: PixelFormat
  var buffers: [[UInt8]]

  init(
    width: Int = 200,
    height: Int = 120,
    clip: PixelRect? = nil,
    format: PixelFormat = .xrgb8888,
    rotation: Rotation = .none,
    from: Color = Color(rgb: 0xFFFFFF),
    to: Color = Color(rgb: 0xFFFFFF),
    background: Color = Color(rgb: 0),
    lineWidth: Double = 4,
    floor: Double? = nil,
    isCovering: Bool = false
  ) {
    let size =
      rotation.swapsAxes
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
    self.format = format
    layers = LayerStack(transform: transform, background: background, bufferCount: 2)
    let clip = clip ?? PixelRect(left: 0, top: 0, right: width, bottom: height)
    if isCovering {
      let plate = layers.add(
        PlateLayer(rect: clip, fill: Color(rgb: 0x203040), transform: transform)
      )
      layers.update(plate, opacity: 1)
    }
    trace = layers.add(
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
        transform: transform
      )
    )
    let bytes = size.width * size.height * format.bytesPerPixel
    buffers = (0..<3).map { buffer in
      (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ buffer) }
    }
  }

  mutating func show(
    _ points: [TracePoint],
    _ extent: TraceLayer.Extent = .init(
      length: .greatestFiniteMagnitude,
      isBegun: true,
      hasEnd: true
    ),
    opacity: Double = 1
  ) {
    layers.update(trace, points, extent, opacity: opacity)
  }

  mutating func paint(_ buffer: Int, isFull: Bool = false) -> PixelRegion {
    let size = transform.bufferSize
    var bytes = buffers[buffer].mutableSpan
    var canvas = unsafe Canvas(
      bytes.mutableBytes,
      strideBytes: size.width * format.bytesPerPixel,
      format: format,
      size: size
    )
    guard isFull else { return layers.paint(into: &canvas, buffer: buffer) }
    layers.paintAll(into: &canvas)
    return PixelRegion()
  }

  /// The pixel of the view at a column and row in the buffer that was painted in full, XRGB8888.
  func pixel(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let rect = transform.bufferRect(ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
    let index = (rect.top * transform.bufferSize.width + rect.left) * 4
    return (Int(buffers[2][index + 2]), Int(buffers[2][index + 1]), Int(buffers[2][index]))
  }

  func level(_ x: Int, _ y: Int) -> Int { pixel(x, y).blue }

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
    _ = stage.paint(2, isFull: true)
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
        let error = abs(Double(stage.level(column, row)) - truth)
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
      _ = upright.paint(2, isFull: true)
      _ = stage.paint(2, isFull: true)
      let isSame = (0..<120).allSatisfy { y in
        (0..<200).allSatisfy { x in upright.pixel(x, y) == stage.pixel(x, y) }
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
    _ = stage.paint(2, isFull: true)
    for x in stride(from: 12, to: 188, by: 7) {
      let color = gradient.color(at: Double(x) + 0.5)
      let rows = (0..<120).filter { stage.pixel(x, $0).green == 100 }
      #expect(!rows.isEmpty)
      for y in rows {
        #expect(stage.pixel(x, y) == (Int(color.red), Int(color.green), Int(color.blue)))
      }
    }
  }

  @Test("What is revealed ends round at its length, with no trace of the rest")
  func revealed() {
    var stage = TraceStage(lineWidth: 8)
    let points = TraceStage.points([(20, 60), (100, 60), (180, 20)])
    stage.show(points, .init(length: 50, isBegun: true, hasEnd: false))
    _ = stage.paint(2, isFull: true)
    #expect(stage.level(69, 59) == 255)
    #expect((72...74).contains { (1..<255).contains(stage.level($0, 60)) })
    #expect((75..<200).allSatisfy { x in (0..<120).allSatisfy { stage.level(x, $0) == 0 } })
    stage.show(points, .none)
    _ = stage.paint(2, isFull: true)
    #expect(stage.buffers[2].allSatisfy { $0 == 0 })
    // The first disc comes with the first of the line, the last one with the end.
    stage.show(points, .init(length: 0.001, isBegun: true, hasEnd: false))
    _ = stage.paint(2, isFull: true)
    #expect(stage.level(13, 60) == 255 && stage.level(29, 60) == 0)
    stage.show(points, .all)
    _ = stage.paint(2, isFull: true)
    #expect(stage.level(186, 19) == 255)
  }

  static let cases = [PixelFormat.xrgb8888, .rgb565].flatMap { format in
    Rotation.allCases.map { (format, $0, (format == .rgb565) != $0.swapsAxes) }
  }

  /// A line at random: near and far, with gaps, revealed in part.
  private func randomLine(_ random: inout SplitMix) -> [TracePoint] {
    var x = Double(random.below(200)) / 10 - 10
    return (0..<random.below(20)).map { _ in
      x += Double(random.below(160)) / 10
      let y =
        random.below(12) == 0
        ? Double(random.below(2_000_000)) * 1000 - 1e9 : Double(random.below(1000)) / 10 - 20
      return TracePoint(x: x, y: y, isJoined: random.below(6) > 0)
    }
  }

  @Test("Painting changes leaves the bits of painting everything", arguments: cases)
  func incremental(format: PixelFormat, rotation: Rotation, hasPlate: Bool) {
    var random = SplitMix(seed: rotation.rawValue + (hasPlate ? 3 : 0))
    func stage() -> TraceStage {
      TraceStage(
        width: 101,
        height: 73,
        clip: PixelRect(left: 11, top: 7, right: 105, bottom: 66),
        format: format,
        rotation: rotation,
        from: Color(rgb: 0xFDA408),
        to: Color(red: 0xFB, green: 0x25, blue: 0x2D, alpha: hasPlate ? 130 : 255),
        background: Color(rgb: 0x10131C),
        floor: hasPlate ? 60 : nil,
        isCovering: hasPlate
      )
    }
    var shown = stage()
    var points = randomLine(&random)
    var extent = TraceLayer.Extent.all
    var opacity = 1.0
    var last: [UInt8] = []
    let width = shown.transform.bufferSize.width
    for frame in 0..<50 {
      switch random.below(8) {
      case 0: points = randomLine(&random)
      case 1: opacity = [0, 0.5, 1, 1, 1][random.below(5)]
      case 2: extent = random.below(3) == 0 ? .none : .all
      case 3:
        for index in points.indices { points[index].y += Double(random.below(60)) / 10 - 3 }
      default:
        extent.isBegun = true
        extent.hasEnd = random.below(3) == 0
        extent.length = max(0, min(extent.length, 900) + Double(random.below(400)) / 10 - 15)
      }
      shown.show(points, extent, opacity: opacity)
      let damage = shown.paint(frame % 2)
      // A layer that has seen no other frame.
      var fresh = stage()
      fresh.show(points, extent, opacity: opacity)
      _ = fresh.paint(2, isFull: true)
      let isSame = shown.buffers[frame % 2] == fresh.buffers[2]
      #expect(isSame, "frame \(frame)")
      let bytes = format.bytesPerPixel
      let isCovered = last.indices.allSatisfy { index in
        last[index] == fresh.buffers[2][index]
          || damage.contains(x: index / bytes % width, y: index / bytes / width)
      }
      #expect(isCovered, "damage of frame \(frame)")
      last = fresh.buffers[2]
    }
  }

  @Test("Revealing more changes the new piece and its width, not the line")
  func revealDamage() {
    var stage = TraceStage(width: 400, height: 200)
    let points = TraceStage.points([(20, 180), (120, 20), (220, 180), (380, 20)])
    stage.show(points, .init(length: 300, isBegun: true, hasEnd: false))
    _ = stage.paint(0)
    stage.show(points, .init(length: 310, isBegun: true, hasEnd: false))
    let damage = stage.paint(1)
    // Ten pixels of a line two to each side, and a pixel for what is partly covered.
    #expect(!damage.isEmpty)
    #expect(damage.bounds.width <= 10 + 6 && damage.bounds.height <= 10 + 7)
  }

  @Test("Another line changes what both cover, stripe by stripe")
  func morphDamage() {
    var stage = TraceStage(width: 256, height: 200)
    stage.show(TraceStage.points([(10, 190), (128, 20), (246, 190)]))
    _ = stage.paint(0)
    stage.show(TraceStage.points([(10, 190), (128, 24), (246, 190)]))
    let damage = stage.paint(1)
    #expect(damage.contains(x: 128, y: 21))
    #expect(!damage.contains(x: 128, y: 120) && !damage.contains(x: 20, y: 40))
  }

  @Test("Gaps are gaps, and a point between two of them is a dot")
  func gaps() {
    var stage = TraceStage()
    var points = TraceStage.points([(20, 60), (60, 60), (100, 60), (140, 60), (180, 60)])
    points[2].isJoined = false
    points[3].isJoined = false
    stage.show(points)
    _ = stage.paint(2, isFull: true)
    #expect(stage.level(40, 60) == 255 && stage.level(80, 60) == 0)
    #expect(stage.level(100, 60) == 255 && stage.level(104, 60) == 0)
    #expect(stage.level(120, 60) == 0 && stage.level(160, 60) == 255)
  }

  @Test("Below a filled line the colour is a quarter at it and none at the floor")
  func fill() {
    var stage = TraceStage(floor: 100)
    stage.show(TraceStage.points([(20, 20), (180, 20)]))
    _ = stage.paint(2, isFull: true)
    for y in stride(from: 23, to: 100, by: 7) {
      let truth = 64 * (100 - Double(y) - 0.5) / 80
      #expect(abs(Double(stage.level(90, y)) - truth) <= 1.5, "row \(y)")
    }
    #expect(stage.level(90, 100) == 0 && stage.level(12, 60) == 0 && stage.level(90, 10) == 0)
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
      stage.show(points, .init(length: value, isBegun: true, hasEnd: true), opacity: 1)
      _ = stage.paint(0)
      _ = stage.paint(2, isFull: true)
      let isSame = stage.buffers[0] == stage.buffers[2]
      #expect(isSame)
    }
    let none = TraceStage(clip: PixelRect(left: 500, top: 0, right: 600, bottom: 10))
    var outside = none
    outside.show(TraceStage.points([(510, 5), (560, 5)]))
    _ = outside.paint(2, isFull: true)
    #expect(outside.buffers[2].allSatisfy { $0 == 0 })
  }
}

extension TraceLayer.Extent {
  /// Everything.
  static let all = Self(length: .greatestFiniteMagnitude, isBegun: true, hasEnd: true)
}
