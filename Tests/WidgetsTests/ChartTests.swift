// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Motion
import Raster
import Testing

@testable import Widgets

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

  @Test("With values in the file it draws itself when it first comes into sight, and tells that")
  func firstSight() throws {
    var stage = ChartStage { $0.values = ChartStage.values }
    // Nothing has been shown until now, however long that took.
    stage.frame(5)
    #expect(stage.inkedColumns().isEmpty && stage.shown(5) == 0)
    #expect(stage.scene.isMoving(at: SceneTests.instant(5)))
    stage.frame(6.25)
    #expect(abs(stage.shown(6.25) - 0.5) < 1e-9 && stage.isInk(217, 222) && !stage.isInk(352, 260))
    stage.frame(7.6)
    stage.frame(8)
    #expect(stage.isInk(217, 222) && stage.isInk(352, 260))
    #expect(stage.told(.drawn).map(\.time) == [SceneTests.instant(7.5)])
    #expect(!stage.scene.isMoving(at: SceneTests.instant(8)))
  }

  @Test("A hidden chart waits until it is shown, and one that need not be drawn is whole at once")
  func hiddenAtFirst() {
    var stage = ChartStage {
      $0.values = ChartStage.values
      $0.isVisible = false
      $0.drawDuration = 1
    }
    stage.frame(1)
    #expect(stage.shown(1) == 0 && !stage.scene.isMoving(at: SceneTests.instant(1)))
    var change = WidgetChange()
    change["visible"] = true
    stage.apply(change, at: 3)
    stage.frame(3.1)
    stage.frame(3.6)
    #expect(abs(stage.shown(3.6) - 0.5) < 1e-9)
    var whole = ChartStage {
      $0.values = ChartStage.values
      $0.drawDuration = 0
    }
    whole.frame(0)
    #expect(whole.shown(0) == 1 && whole.isInk(217, 222) && whole.isInk(352, 260))
  }

  @Test(
    "In a scene that takes the place of another one it is not drawn again",
    arguments: [false, true]
  )
  func replaced(wasSeen: Bool) {
    var (old, new) = (
      ChartStage { $0.values = [1, 2] }, ChartStage { $0.values = ChartStage.values }
    )
    // A frame without the chart, as it is hidden, shows nothing of it.
    var change = WidgetChange()
    change["visible"] = .bool(wasSeen)
    old.apply(change, at: 0)
    old.frame(0.5)
    _ = new.scene.takeOver(from: old.scene)
    new.frame(1)
    #expect(new.shown(1) == (wasSeen ? 1 : 0))
    #expect(new.scene.isMoving(at: SceneTests.instant(1)) != wasSeen)
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

  @Test(
    "The bubble's text is as large as the labels', as far as the bubble holds it",
    arguments: [(4.0, 4.0), (10, 10), (14, 14), (17, 14), (200, 14)]
  )
  func bubbleSize(labels: Double, bubble: Double) throws {
    let materials = BlockMaterials()
    var stage = ChartStage(materials: materials) {
      $0.labels = ["a", "b"]
      $0.fontSize = labels
    }
    try stage.set([10, 31], at: 0)
    #expect(materials.sizes.filter { $0.text == "31" }.map(\.pixels) == [bubble])
    #expect(materials.sizes.contains { $0.text == "a" && $0.pixels == labels })
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
      after.result(of: .chart(.get(id: nil)), in: scene, at: 0, at: SceneTests.instant(1))["shown"]
        == 1
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
