// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import MonotonicTime
import Motion
import Raster
import Testing

@testable import Widgets

/// A scene of one chart, its frame's corner at (35, 164), with what has been told.
struct ChartStage {
  static let values: [Double?] = [12, 28, 20, 36, 31, 44, 20]
  static let background = (0xF3, 0xF3, 0xF3)
  static let grid = (0xE7, 0xE7, 0xE7)

  var scene: Scene
  var events = WidgetEvents()
  var settings: WidgetSettings
  let size = PixelSize(width: 420, height: 360)
  private var bytes: [UInt8]
  private let materials: any Materials

  init(
    materials: any Materials = NoMaterials(),
    _ change: (inout ChartSettings) -> Void = { _ in }
  ) {
    var chart = ChartSettings(id: "week")
    chart.frame = FrameSettings(
      x: .points(35),
      y: .points(164),
      width: .points(340),
      height: .points(170),
      anchor: .topLeft
    )
    chart.labels = ["08-09", "08-10", "08-11", "08-12", "08-13", "08-14", "08-15"]
    change(&chart)
    settings = .chart(chart)
    self.materials = materials
    bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
    scene = Scene(
      [settings],
      transform: OutputTransform(bufferSize: size, rotation: .none, scale: 1),
      background: Color(rgb: 0),
      bufferCount: 1,
      materials: materials,
      at: SceneTests.instant(0)
    )
  }

  /// Carries out a request as the server does.
  mutating func ask(_ call: ChartCall, at t: Double) throws(WidgetFault) {
    let instant = SceneTests.instant(t)
    let change = try settings.change(by: .chart(call))
    try scene.perform(.chart(call), by: 0, at: instant, &events)
    apply(change, at: t)
  }

  mutating func set(
    _ values: [Double?],
    at t: Double,
    _ change: (inout ChartCall.Content) -> Void = { _ in }
  ) throws(WidgetFault) {
    var content = ChartCall.Content(values)
    change(&content)
    try ask(.set(id: nil, content), at: t)
  }

  mutating func apply(_ change: WidgetChange, at t: Double) {
    let new = settings.applying(change)
    guard new != settings else { return }
    settings = new
    scene.update(0, to: settings, materials, at: SceneTests.instant(t), &events)
  }

  mutating func frame(_ t: Double) {
    var pixels = bytes
    bytes = []
    var span = pixels.mutableSpan
    var canvas = unsafe Canvas(
      span.mutableBytes,
      strideBytes: size.width * 4,
      format: .xrgb8888,
      size: size
    )
    _ = scene.paint(into: &canvas, buffer: 0, at: SceneTests.instant(t))
    bytes = pixels
    scene.advance(to: SceneTests.instant(t), &events)
  }

  func pixel(_ x: Int, _ y: Int) -> (Int, Int, Int) {
    let index = (y * size.width + x) * 4
    return (Int(bytes[index + 2]), Int(bytes[index + 1]), Int(bytes[index]))
  }

  /// Whether a pixel is of the line, its discs or the bubble: warm, where all else is grey.
  func isInk(_ x: Int, _ y: Int) -> Bool {
    let (red, _, blue) = pixel(x, y)
    return red > blue + 40
  }

  /// The columns of the frame in which there is ink in any of `rows`.
  func inkedColumns(_ rows: Range<Int> = 164..<334) -> [Int] {
    (35..<375).filter { x in rows.contains { isInk(x, $0) } }
  }

  var motion: ChartMotion { scene.charts[0].motion }

  /// The values' points on the screen.
  func points(_ t: Double) -> [TracePoint] {
    var points: [TracePoint] = []
    motion.forEachPoint(at: SceneTests.instant(t)) { x, y, isJoined in
      points.append(TracePoint(x: 35 + x, y: 164 + y, isJoined: isJoined))
    }
    return points
  }

  func get(at t: Double) -> JSONObject {
    settings.result(of: .chart(.get(id: nil)), in: scene, at: 0, SceneTests.instant(t))
  }

  /// The share of the line that is drawn.
  func shown(_ t: Double) -> Double { get(at: t)["shown"]?.double ?? -1 }

  /// What has been told of a type.
  func told(_ type: WidgetEventType) -> [WidgetEvent] { events.list.filter { $0.type == type } }
}

/// Whether two colours differ by at most `bound` a channel.
private func isClose(_ one: (Int, Int, Int), _ other: (Int, Int, Int), by bound: Int = 2) -> Bool {
  abs(one.0 - other.0) <= bound && abs(one.1 - other.1) <= bound && abs(one.2 - other.2) <= bound
}

@Suite("Charts on the screen")
struct ChartTests {
  @Test("Values, lines and the tip stand where the formulas put them")
  func geometry() throws {
    var stage = ChartStage()
    try stage.set(ChartStage.values, at: 0)
    let expected = [
      (82.5, 280), (127.5, 241.333), (172.5, 260.667), (217.5, 222), (262.5, 234.083),
      (307.5, 202.667), (352.5, 260.667),
    ]
    let points = stage.points(0)
    #expect(points.count == expected.count)
    for (point, place) in zip(points, expected) {
      #expect(abs(point.x - place.0) < 0.001 && abs(point.y - place.1) < 0.001)
    }
    let whole = try #require(stage.motion.revealedLength(at: SceneTests.instant(1.25)))
    #expect(abs(whole * 2 - 342.524) < 0.001)
    for (t, x, y) in [(0.5, 135.93, 244.96), (1.25, 221.0, 222.94), (2, 310.51, 206.54)] {
      let length = try #require(stage.motion.revealedLength(at: SceneTests.instant(t)))
      let tip = try #require(points.position(after: length))
      #expect(abs(tip.x - x) < 0.006 && abs(tip.y - y) < 0.006, "at \(t)")
    }
    stage.frame(0)
    let rows = (164..<334).filter { isClose(stage.pixel(370, $0), ChartStage.grid, by: 0) }
    #expect(rows == [188, 212, 236, 260, 284, 309])
    #expect((60..<375).allSatisfy { isClose(stage.pixel($0, 309), ChartStage.grid, by: 0) })
    #expect(isClose(stage.pixel(59, 309), ChartStage.background, by: 0))
    #expect(isClose(stage.pixel(375, 309), (0, 0, 0), by: 0))
  }

  @Test("Until it is drawn there is no line, though the file has values")
  func beforeDrawing() throws {
    var stage = ChartStage { $0.values = ChartStage.values }
    stage.frame(0)
    #expect(stage.inkedColumns().isEmpty)
    #expect(!stage.scene.isMoving(at: SceneTests.instant(0)))
    #expect(stage.get(at: 0)["shown"] == 0)
    try stage.ask(.draw(id: nil), at: 1)
    stage.frame(3.5)
    stage.frame(4)
    #expect(stage.isInk(217, 222) && stage.isInk(352, 260))
  }

  @Test("The line is drawn to its end, which is told once, and then the bubble comes")
  func drawing() throws {
    var stage = ChartStage()
    try stage.set(ChartStage.values, at: 0)
    stage.frame(1.25)
    #expect(isClose(stage.pixel(217, 222), (252, 100, 26)))
    #expect(isClose(stage.pixel(226, 224), ChartStage.background, by: 0))
    #expect(!stage.isInk(350, 240))
    #expect(abs(stage.shown(1.25) - 0.5) < 1e-6)
    #expect(stage.told(.drawn).isEmpty)
    stage.frame(2.5 + 1.0 / 60)
    #expect(stage.told(.drawn).map(\.time) == [SceneTests.instant(2.5)])
    #expect(stage.isInk(355, 260) && !stage.isInk(357, 261))
    #expect(isClose(stage.pixel(82, 280), (253, 155, 11)))
    stage.frame(2.75)
    #expect(isClose(stage.pixel(350, 239), (251, 46, 42)))
    #expect(!stage.scene.isMoving(at: SceneTests.instant(2.75)))
    // 30 × 30 at (335.5, 226.67), the body 24 high.
    #expect(stage.inkedColumns(230..<246).contains(340) && stage.isInk(336, 238))
    #expect(!stage.isInk(334, 248) && !stage.isInk(367, 238) && !stage.isInk(350, 225))
    #expect(stage.isInk(352, 253) && !stage.isInk(340, 254))
    stage.frame(60)
    #expect(stage.told(.drawn).count == 1)
  }

  @Test("Values that come while it is drawn change the line under the tip, which goes on")
  func setWhileDrawing() throws {
    var stage = ChartStage()
    try stage.set(ChartStage.values, at: 0)
    stage.frame(1)
    try stage.set([10, 10, 10], at: 1)
    #expect(abs(stage.shown(1.25) - 0.5) < 1e-6)
    stage.frame(2.6)
    stage.frame(3)
    #expect(stage.told(.drawn).map(\.time) == [SceneTests.instant(2.5)])
    try stage.set([10, 10, 10], at: 4) { $0.animation = .draw }
    stage.frame(4.5)
    #expect(abs(stage.shown(4.5) - 0.2) < 1e-6)
    // To be there at once ends a drawing too.
    try stage.set([10, 20, 10], at: 5) { $0.animation = ChartCall.Animation.none }
    stage.frame(5)
    #expect(stage.told(.drawn).map(\.time) == [2.5, 5].map(SceneTests.instant))
    #expect(abs(stage.points(5)[1].y - 260.6667) < 0.001)
  }

  @Test("As many values go from where they are to where they belong, at any time")
  func morphing() throws {
    var stage = ChartStage()
    try stage.set(ChartStage.values, at: 0) { $0.animation = ChartCall.Animation.none }
    var values = ChartStage.values
    values[6] = 40
    try stage.set(values, at: 10) {
      $0.animation = .morph
      $0.over = 0.6
      $0.ease = .name("linear")
    }
    #expect(abs(stage.points(10.3)[6].y - 236.5) < 0.001)
    // From there, and not from 20.
    values[6] = 20
    try stage.set(values, at: 10.3) {
      $0.over = 0.6
      $0.ease = .name("linear")
    }
    #expect(abs(stage.points(10.3)[6].y - 236.5) < 0.001)
    #expect(abs(stage.points(10.6)[6].y - (236.5 + 260.6667) / 2) < 0.001)
    #expect(abs(stage.points(11)[6].y - 260.6667) < 0.001)
    #expect(!stage.scene.isMoving(at: SceneTests.instant(11)))
    // The bubble goes with it.
    stage.frame(10.3)
    #expect(stage.isInk(345, 212))
    // Another number is drawn anew.
    try stage.set([1, 2], at: 12)
    #expect(stage.motion.state(at: SceneTests.instant(12)) == .drawing)
  }

  @Test("A missing value interrupts the line, or is bridged")
  func gaps() throws {
    for isBridged in [false, true] {
      var stage = ChartStage { if isBridged { $0.gaps = .bridge } }
      try stage.set([12, nil, 20], at: 0) { $0.animation = ChartCall.Animation.none }
      stage.frame(1)
      #expect(stage.isInk(82, 280) && stage.isInk(172, 260))
      let isLined = stage.inkedColumns(255..<290).contains { (87...167).contains($0) }
      #expect(isLined == isBridged)
    }
  }

  @Test("A value behind the last place moves everything on by a place, the labels with it")
  func appending() throws {
    var stage = ChartStage(materials: BlockMaterials()) {
      $0.ease = .linear
      $0.hasBubble = false
      $0.fontSize = 10
    }
    try stage.set(ChartStage.values, at: 0) { $0.animation = ChartCall.Animation.none }
    stage.frame(1)
    // A label of five letters is a block of 20 × 10 around its middle.
    func label(_ x: Int) -> Bool { isClose(stage.pixel(x, 321), (0x9E, 0x9E, 0x9E), by: 0) }
    #expect(label(127) && label(118) && !label(116) && !label(105))
    try stage.ask(.append(id: nil, [26], label: "08-16"), at: 2)
    let half = stage.points(2.3)
    #expect(half.count == 8)
    #expect(abs(half[1].x - 105) < 0.001 && abs(half[0].x - 60) < 0.001)
    stage.frame(2.3)
    #expect(label(105) && label(97) && !label(127))
    // What leaves is cut off at the plot, with the stroke's margin.
    #expect(stage.inkedColumns().allSatisfy { $0 >= 56 })
    let rest = stage.points(2.6)
    #expect(rest.count == 7)
    #expect(abs(rest[0].x - 82.5) < 0.001 && abs(rest[0].y - 241.333) < 0.001)
    stage.frame(2.6)
    #expect(label(82) && label(352) && !label(60))
    #expect(stage.get(at: 3)["labels"]?.array?.last == "08-16")
    #expect(stage.get(at: 3)["values"]?.array?.map(\.double) == [28, 20, 36, 31, 44, 20, 26])
  }

  @Test("Values that come faster than they move are never more than a place behind")
  func appendingFast() throws {
    var stage = ChartStage { $0.ease = .linear }
    try stage.set(ChartStage.values, at: 0) { $0.animation = ChartCall.Animation.none }
    for index in 0..<1000 {
      let t = 1 + Double(index) / 1000
      try stage.ask(.append(id: nil, [Double(index % 50)], label: nil), at: t)
      #expect(stage.motion.shift(at: SceneTests.instant(t)) <= 1)
    }
    #expect(stage.points(2).count == 8)
    #expect(!stage.scene.isMoving(at: SceneTests.instant(2.6)))
    #expect(stage.get(at: 3)["values"]?.array?.last == 49)
  }

  @Test("Below the last place a value's piece of the line is drawn on by its length")
  func growing() throws {
    var stage = ChartStage { $0.ease = .linear }
    try stage.set([10, 10], at: 0) { $0.animation = ChartCall.Animation.none }
    try stage.ask(.append(id: nil, [10], label: nil), at: 1)
    for (t, x) in [(1.0, 127.5), (1.15, 138.75), (1.3, 150), (1.45, 161.25)] {
      let length = try #require(stage.motion.revealedLength(at: SceneTests.instant(t)))
      #expect(abs(length - (x - 82.5)) < 0.1, "at \(t)")
    }
    // From where the tip is.
    try stage.ask(.append(id: nil, [10], label: nil), at: 1.3)
    let length = try #require(stage.motion.revealedLength(at: SceneTests.instant(1.6)))
    #expect(abs(length - (67.5 + 135) / 2) < 0.1)
    #expect(stage.motion.revealedLength(at: SceneTests.instant(1.9)) == nil)
    // The first value of all is there at once.
    var empty = ChartStage()
    try empty.ask(.append(id: nil, [10], label: nil), at: 1)
    empty.frame(1)
    #expect(empty.isInk(82, 284) && empty.motion.state(at: SceneTests.instant(1)) == .shown)
  }

  @Test("Drawing anew takes line and bubble away with the next frame")
  func drawingAnew() throws {
    var stage = ChartStage()
    try stage.set(ChartStage.values, at: 0)
    stage.frame(1.3)
    try stage.ask(.draw(id: nil), at: 1.3)
    stage.frame(1.3)
    #expect(stage.inkedColumns().isEmpty)
    stage.frame(1.3 + 2.6)
    stage.frame(5)
    #expect(stage.told(.drawn).map(\.time) == [SceneTests.instant(3.8)])
    try stage.ask(.draw(id: nil), at: 6)
    stage.frame(6)
    #expect(stage.inkedColumns().isEmpty)
  }

  @Test("Changes are told at most once a frame, the newest with its last value")
  func telling() throws {
    var stage = ChartStage()
    stage.frame(0)
    for index in 0..<5 {
      try stage.set([1, Double(index)], at: 0.001 * Double(index))
      stage.scene.advance(to: SceneTests.instant(0.001 * Double(index)), &stage.events)
    }
    #expect(stage.told(.chart).count == 1)
    stage.frame(0.016)
    stage.frame(0.033)
    let told = stage.told(.chart)
    #expect(told.count == 2)
    #expect(told.last?.details.members.map(\.1) == [2, 4])
    try stage.set([3, nil], at: 0.04)
    stage.frame(0.05)
    #expect(stage.told(.chart).last?.details.members.map(\.1) == [2, .null])
  }

  @Test("A hidden chart goes on unseen, and fades")
  func hidden() throws {
    var stage = ChartStage()
    try stage.set(ChartStage.values, at: 0)
    var change = WidgetChange()
    change["visible"] = false
    stage.apply(change, at: 0.5)
    stage.frame(0.75)
    #expect(isClose(stage.pixel(200, 200), (0, 0, 0), by: 0))
    #expect(!stage.scene.isMoving(at: SceneTests.instant(1)))
    stage.frame(2.5)
    #expect(stage.told(.drawn).map(\.time) == [SceneTests.instant(2.5)])
    change["visible"] = true
    stage.apply(change, at: 3)
    stage.frame(3.1)
    try stage.set([44, 12, 31], at: 3.1) { $0.animation = ChartCall.Animation.none }
    stage.frame(3.3)
    #expect(stage.isInk(82, 202) && stage.isInk(172, 234))
  }

  @Test(
    "Any values are shown without a trap, cut to the plot",
    arguments: [
      [], [20], [nil, nil, nil], [20, 20, 20, 20], [-400, 900, -50, 51], [1e9, -1e9, 1e9],
      [nil, 5, nil, nil, 7, nil, 9],
    ] as [[Double?]]
  )
  func anyValues(values: [Double?]) throws {
    var stage = ChartStage()
    try stage.set(values, at: 0)
    for t in [0, 0.7, 1.9, 2.5, 3] { stage.frame(t) }
    let isEmpty = values.allSatisfy { $0 == nil }
    #expect(stage.inkedColumns().isEmpty == isEmpty)
    #expect(stage.told(.drawn).count == (isEmpty ? 0 : 1))
    #expect((35..<375).allSatisfy { x in !(314..<334).contains { stage.isInk(x, $0) } })
    // One value is one disc.
    if values.count == 1 { #expect(stage.inkedColumns(258..<264) == Array(78...86)) }
  }

  @Test("Values without a place are refused and change nothing")
  func tooMany() throws {
    var stage = ChartStage()
    #expect(throws: WidgetFault.self) {
      try stage.set([1, 2, 3, 4, 5, 6, 7, 8], at: 0)
    }
    #expect(stage.get(at: 0)["values"]?.array == [])
    try stage.set([1, 2, 3, 4, 5, 6, 7, 8], at: 0) {
      $0.labels = Array("abcdefgh").map { String($0) }
    }
    #expect(stage.get(at: 0)["values"]?.array?.count == 8)
  }

  @Test("A frame smaller than its padding is nothing but background")
  func tinyFrame() throws {
    var stage = ChartStage {
      $0.frame.width = .points(20)
      $0.frame.height = .points(24)
    }
    try stage.set(ChartStage.values, at: 0) { $0.animation = ChartCall.Animation.none }
    stage.frame(1)
    #expect(
      (164..<188).allSatisfy { y in
        (35..<55).allSatisfy { isClose(stage.pixel($0, y), ChartStage.background, by: 0) }
      }
    )
  }

  @Test("What was set is what another scene shows at rest, the animation aside")
  func restored() throws {
    var stage = ChartStage()
    try stage.set(ChartStage.values, at: 0) {
      $0.labels = ["a", "b", "c", "d", "e", "f", "g"]
      $0.axis = try? ChartAxis(min: 0, max: 60, step: 20)
    }
    let (before, after) = (ChartStage().settings, stage.settings)
    guard case .chart(let old) = before, case .chart(let new) = after else { return }
    let change = try WidgetChange(
      JSONObject(
        ChartSettings.members.filter { $0.write(old) != $0.write(new) }.map {
          ($0.name, $0.write(new))
        }
      )
    )
    #expect(before.applying(change) == after)
    let scene = Scene(
      [after],
      transform: OutputTransform(bufferSize: stage.size, rotation: .none, scale: 1),
      background: Color(rgb: 0),
      bufferCount: 1,
      materials: NoMaterials(),
      at: SceneTests.instant(1)
    )
    #expect(!scene.isMoving(at: SceneTests.instant(1)))
    #expect(
      after.result(of: .chart(.get(id: nil)), in: scene, at: 0, SceneTests.instant(1))["shown"] == 1
    )
  }

  @Test("An axis is refused that does not make up to twenty lines in whole steps")
  func axes() throws {
    for (min, max, step, name) in [
      (0.0, 50.0, 0.0, "step"), (0, 50, -1, "step"), (0, 50, 7, "step"), (0, 100, 5, "step"),
      (50, 50, 10, "max"), (60, 50, 10, "max"), (0, 50, 100, "step"),
    ] {
      #expect(throws: ChartAxis.Fault.self) { try ChartAxis(min: min, max: max, step: step) }
      do throws(ChartAxis.Fault) {
        _ = try ChartAxis(min: min, max: max, step: step)
      } catch {
        #expect(error.name == name)
      }
    }
    #expect(try ChartAxis(min: 0, max: 95, step: 5).steps == 19)
    #expect(try ChartAxis(min: -0.3, max: 0.6, step: 0.1).steps == 9)
  }

  @Test("Of labels that are too wide for their places every second or third is there")
  func wideLabels() throws {
    for (letters, every) in [(10, 1), (11, 2), (21, 2), (22, 3)] {
      var stage = ChartStage(materials: BlockMaterials()) {
        // Four pixels a letter in places of 45.
        $0.labels = Array(repeating: String(repeating: "x", count: letters), count: 7)
      }
      stage.frame(0)
      let shown = (0..<7).filter { index in
        isClose(stage.pixel(82 + 45 * index, 321), (0x9E, 0x9E, 0x9E), by: 0)
      }
      #expect(shown == Array(stride(from: 0, to: 7, by: every)), "\(letters) letters")
    }
  }
}

/// Texts as blocks, four pixels a letter wide and as high as the font.
final class BlockMaterials: Materials {
  var lines: any LineMaker { NoMaterials().lines }
  var clock: any WallClock { NoMaterials().clock }

  func label(
    _ text: String,
    pixelSize: Double,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    let size = PixelSize(width: 4 * text.count, height: Int(pixelSize))
    return PlacedMask(
      mask: CoverageMask(
        size: size,
        bytes: Array(repeating: 255, count: size.width * size.height)
      ),
      origin: PixelPoint(x: -size.width / 2, y: -size.height / 2)
    )
  }

  func word(
    _ text: String,
    font: String?,
    fitting size: PixelSize
  ) throws(MaterialFault) -> CoverageMask {
    throw MaterialFault("there are no words")
  }

  func image(_ path: String, fitting size: PixelSize) throws(MaterialFault) -> CoverageMask {
    throw MaterialFault("there are no images")
  }

  func picture(
    _ path: String,
    fit: PictureFit,
    in frame: PixelRect,
    _ transform: OutputTransform
  ) throws(MaterialFault) -> Picture {
    throw MaterialFault("there are no images")
  }

  func figures(pixelSize: Double) -> FigureGlyphs { NoMaterials().figures(pixelSize: pixelSize) }

  func complain(_ sentence: String) {}
}
