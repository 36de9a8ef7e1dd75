// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Raster
import Testing

@testable import Widgets

@Suite("Charts of a span of time")
struct ChartTimeTests {
  /// A chart of 302 pixels that are 10 s each: its frame's corner at (35, 164), the present at 362.5.
  private func stage(
    _ materials: any Materials = HourMaterials(),
    _ change: (inout ChartSettings) -> Void = { _ in }
  ) -> ChartStage {
    ChartStage(materials: materials) {
      $0.labels = []
      $0.span = 3020
      $0.drawDuration = 0
      $0.changeDuration = 0
      change(&$0)
    }
  }

  /// Appends a value that comes at second `t` of the clock on the wall, which is that of the stage.
  private func append(
    _ values: Double?...,
    to stage: inout ChartStage,
    at t: Double,
    time: Double? = nil
  )
    throws(WidgetFault)
  {
    let call = ChartCall.append(
      id: nil,
      values,
      label: nil,
      time: time.map { Int($0 * 1000) },
      now: Int(t * 1000)
    )
    try stage.ask(call, at: t)
  }

  /// Shows a frame with all that is due by then.
  private func see(_ stage: inout ChartStage, _ t: Double) {
    stage.scene.advance(to: SceneTests.instant(t), telling: &stage.events)
    stage.frame(t)
  }

  private func places(_ stage: ChartStage, _ t: Double) -> [Double] { stage.points(t).map(\.x) }

  @Test("A value stands where its time has it, and moves on a pixel at a time")
  func places() throws {
    var stage = stage()
    try append(10, to: &stage, at: 1000)
    try append(20, to: &stage, at: 1010)
    try append(30, to: &stage, at: 1995, time: 1500)
    // The present is pixel 200, its times 100, 101 and 150.
    #expect(places(stage, 2005) == [262.5, 263.5, 312.5])
    #expect(places(stage, 2009.999) == [262.5, 263.5, 312.5])
    #expect(places(stage, 2010) == [261.5, 262.5, 311.5])
    // A pixel's time is whole: a value within it stands within it.
    try append(40, to: &stage, at: 2016)
    #expect(abs((places(stage, 2016).last ?? 0) - 363.1) < 1e-9)
  }

  @Test("Only when a pixel's time is over it is looked at again, and a hidden one never")
  func wakes() throws {
    var stage = stage()
    try append(10, to: &stage, at: 1000)
    try append(20, to: &stage, at: 1500)
    for t in [2000, 2005, 2009.999] {
      see(&stage, t)
      #expect(stage.scene.wakeInstant(after: SceneTests.instant(t)) == SceneTests.instant(2010))
      #expect(!stage.scene.isMoving(at: SceneTests.instant(t)))
    }
    var change = WidgetChange()
    change["visible"] = false
    stage.apply(change, at: 2010)
    #expect(stage.scene.wakeInstant(after: SceneTests.instant(2011)) == nil)
  }

  @Test("In an hour it is painted 360 times, and not between")
  func repaints() throws {
    var stage = stage()
    try append(10, to: &stage, at: 1000)
    try append(20, to: &stage, at: 1500)
    see(&stage, 2001)
    var (t, painted) = (SceneTests.instant(2001), 0)
    while let wake = stage.scene.wakeInstant(after: t), wake < SceneTests.instant(5601) {
      let before = wake - MonotonicInterval(nanoseconds: 1)
      let between = stage.damage(at: before)
      #expect(between.isEmpty)
      stage.scene.advance(to: wake, telling: &stage.events)
      if !stage.damage(at: wake).isEmpty { painted += 1 }
      t = wake
    }
    #expect(painted == 360)
  }

  @Test("What has left is forgotten but for the value from which the line comes in")
  func leaving() throws {
    var stage = stage()
    for t in [100.0, 200, 300, 3200] { try append(10, to: &stage, at: t) }
    // 3200 - 3020 = 180.
    #expect(stage.get(at: 3200)["times"] == [100, 200, 300, 3200])
    try append(20, to: &stage, at: 3230)
    #expect(stage.get(at: 3230)["times"] == [200, 300, 3200, 3230])
    #expect(stage.motion.nodes.count == 4)
  }

  @Test("Of more values than have room those go that change the line least: peaks stay")
  func thinning() throws {
    var stage = stage()
    for index in 0..<2000 {
      try append(index % 500 == 250 ? 50 : 10, to: &stage, at: 100 + Double(index))
    }
    let told = stage.get(at: 2100)
    #expect(told["values"]?.array?.count == 512)
    let peaks = zip(told["times"]?.array ?? [], told["values"]?.array ?? []).filter { $1 == 50 }
    #expect(peaks.map(\.0) == [350, 850, 1350, 1850])
    // The first one and the last one stay too.
    #expect(told["times"]?.array?.first == 100 && told["times"]?.array?.last == 2099)
    #expect(stage.motion.nodes.count == 512 && stage.motion.times.count == 512)
  }

  @Test("Times ascend, and none is later than now")
  func order() throws {
    var stage = stage()
    try append(10, to: &stage, at: 1000)
    func must(_ t: Double, _ time: Double) -> String? {
      do throws(WidgetFault) {
        try append(1, to: &stage, at: t, time: time)
        return nil
      } catch { return "\(error)" }
    }
    #expect(must(1001, 999.999)?.contains("must not be before that of the last value") == true)
    #expect(must(1001, 1002.001)?.contains("must not be later than now") == true)
    // Another clock, or one that was read later, may be a little ahead.
    #expect(must(1001, 1001.9) == nil)
    // The clock was set back by 500 s: what is there is as old as it can be.
    try append(20, to: &stage, at: 501)
    #expect(stage.get(at: 501)["times"] == [500, 501, 501])
  }

  @Test("Values that a state has without their times are forgotten when the next one comes")
  func timeless() throws {
    var stage = stage { $0.values = [1, 2, 3] }
    see(&stage, 5000)
    #expect(stage.inkedColumns().isEmpty)
    try append(4, to: &stage, at: 5000)
    #expect(stage.get(at: 5000)["times"] == [5000] && stage.get(at: 5000)["values"] == [4])
    #expect(stage.motion.nodes.count == 1)
  }

  @Test("Values that are set stand at their times, or at equal distances up to now")
  func set() throws {
    var stage = stage()
    try stage.set([1, 2, 3], at: 4000) { $0.now = 4_000_000 }
    #expect(stage.get(at: 4000)["times"] == [980, 2490, 4000])
    try stage.set([1, nil, 3], at: 4000) {
      $0.now = 4_000_000
      $0.times = [3_000_000, 3_100_500, 3_900_000]
    }
    #expect(stage.get(at: 4000)["times"] == [3000, 3100.5, 3900])
    #expect(stage.motion.times == [3_000_000, 3_100_500, 3_900_000])
    #expect(throws: WidgetFault.badParameter("times", must: "must be as many as 'values'")) {
      try stage.set([1, 2], at: 4000) { $0.times = [1] }
    }
    #expect(throws: WidgetFault.badParameter("times", must: "must ascend")) {
      try stage.set([1, 2], at: 4000) { $0.times = [2, 1] }
    }
  }

  @Test("What belongs to the other sort of chart is refused")
  func otherSort() throws {
    var (span, places) = (stage(), ChartStage())
    #expect(
      throws: WidgetFault.badParameter(
        "label",
        must: "must be left out where the chart has a 'span'"
      )
    ) { try span.ask(.append(id: nil, [1], label: "a"), at: 1) }
    #expect(
      throws: WidgetFault.badParameter(
        "time",
        must: "must be left out where the chart has no 'span'"
      )
    ) { try places.ask(.append(id: nil, [1], label: nil, time: 5), at: 1) }
    #expect(
      throws: WidgetFault.badParameter(
        "times",
        must: "must be left out where the chart has no 'span'"
      )
    ) { try places.set([1], at: 1) { $0.times = [5] } }
  }

  @Test("Labels stand below round times and move with them; marks that leave take theirs along")
  func labels() throws {
    let materials = HourMaterials()
    var stage = stage(materials)
    // Ten minutes are 60 pixels, five minutes 30: a label of 25 pixels and 10 between have no room there.
    see(&stage, 7200)
    let gray = (0x9E, 0x9E, 0x9E)
    func marks(_ stage: ChartStage) -> [Int] {
      (35..<375).filter { isClose(stage.pixel($0, 311), gray, by: 0) }
    }
    // The label of the present would reach over the frame's end: 363 + 13 > 375.
    #expect(marks(stage) == [63, 123, 183, 243, 303])
    see(&stage, 7210)
    #expect(marks(stage) == [62, 122, 182, 242, 302, 362])
    see(&stage, 7220)
    #expect(marks(stage) == [61, 121, 181, 241, 301, 361])
    // The first mark is that of 4200 s, and may lie 302 pixels behind the present.
    see(&stage, 7230)
    #expect(marks(stage) == [120, 180, 240, 300, 360])
  }

  @Test(
    "In a chart that runs from the right the present is on the left, and time moves to the right"
  )
  func mirrored() throws {
    let materials = HourMaterials()
    var stage = stage(materials) { $0.frame = $0.frame.mirrored }
    try append(10, to: &stage, at: 7000)
    try append(10, to: &stage, at: 7220)
    see(&stage, 7220)
    let gray = (0x9E, 0x9E, 0x9E)
    let left = stage.leftEdge
    let marks = (left..<left + 340).filter { isClose(stage.pixel($0, 311), gray, by: 0) }
    // As far from the right as they stand from the left otherwise.
    #expect(marks == [15, 75, 135, 195, 255, 315].map { left + $0 })
  }

  @Test("Where the clock has been set the labels are others at once")
  func jump() throws {
    let materials = HourMaterials()
    var stage = stage(materials)
    see(&stage, 7220)
    materials.wall.ahead = 300
    stage.scene.clockHasJumped()
    see(&stage, 7220)
    let gray = (0x9E, 0x9E, 0x9E)
    let marks = (35..<375).filter { isClose(stage.pixel($0, 311), gray, by: 0) }
    #expect(marks == [91, 151, 211, 271, 331])
  }

  @Test("The numbers of the axis have their own format")
  func axisFormat() throws {
    let materials = BlockMaterials()
    _ = ChartStage(materials: materials) {
      $0.axisFormat = NumberFormat("%.1f%s")
      $0.unit = "V"
    }
    let texts = materials.sizes.map(\.text)
    for text in ["0.0V", "10.0V", "50.0V"] { #expect(texts.contains(text)) }
    #expect(!texts.contains("10"))
  }
}

/// A clock in UTC that shows hours and minutes.
final class HourClock: WallClock, @unchecked Sendable {
  var ahead = 0

  func text(_ format: String, in language: String, at instant: MonotonicInstant) -> String { "" }

  func text(_ format: String, in language: String, secondsSince1970 seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60))"
  }

  func nextChange(every seconds: Int, after instant: MonotonicInstant) -> MonotonicInstant {
    instant + MonotonicInterval(seconds: Double(seconds))
  }

  // Tests count from the instant of 10 s.
  func origin() -> Int { ahead * 1000 - 10_000 }
}

/// Labels of ``BoxLines`` by a clock of hours.
private final class HourMaterials: BareMaterials {
  let boxes = BoxLines()
  let wall = HourClock()
  var lines: any LineMaker { boxes }
  var clock: any WallClock { wall }
}
