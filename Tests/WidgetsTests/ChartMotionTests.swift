// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import MonotonicTime
import Motion
import Raster
import Testing

@testable import Widgets

@Suite("Charts whose values change")
struct ChartMotionTests {
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
    let labels = stage.get(at: 3)["labels"]?.array
    #expect(labels?.first == "08-10" && labels?.last == "08-16" && labels?.count == 7)
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
    // The last one has come when the next one would.
    #expect(stage.points(1.9995).count == 8 && stage.points(2).count == 7)
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
    // From where the tip is, and as fast as values come.
    try stage.ask(.append(id: nil, [10], label: nil), at: 1.3)
    let length = try #require(stage.motion.revealedLength(at: SceneTests.instant(1.45)))
    #expect(abs(length - (67.5 + 135) / 2) < 0.1)
    #expect(stage.motion.revealedLength(at: SceneTests.instant(1.6)) == nil)
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
      stage.scene.advance(to: SceneTests.instant(0.001 * Double(index)), telling: &stage.events)
    }
    #expect(stage.told(EventDetails.chart.type).count == 1)
    stage.frame(0.016)
    stage.frame(0.033)
    let told = stage.told(EventDetails.chart.type)
    #expect(told.count == 2)
    #expect(told.last?.details.members.map(\.1) == [2, 4])
    try stage.set([3, nil], at: 0.04)
    stage.frame(0.05)
    #expect(stage.told(EventDetails.chart.type).last?.details.members.map(\.1) == [2, .null])
  }
}
