// SPDX-License-Identifier: Apache-2.0
import LayerPainting
import Motion
import Raster
import Testing

@testable import Widgets

@Suite("What a chart's line and its axis look like")
struct ChartStyleTests {
  /// Whether a pixel has the labels' colour.
  private func isLabel(_ stage: ChartStage, _ x: Int, _ y: Int) -> Bool {
    isClose(stage.pixel(x, y), (0x9E, 0x9E, 0x9E), by: 0)
  }

  @Test("The axis has a label beside each line, centred in the padding, and anew with another axis")
  func axisLabels() throws {
    let materials = BlockMaterials()
    var stage = ChartStage(materials: materials) { $0.labels = [] }
    stage.frame(0)
    #expect(materials.sizes.map(\.text) == ["0", "10", "20", "30", "40", "50"])
    // Blocks of 4 × 10 a letter around (35 + 12.5, Y), where Y is a line's height.
    for (line, y) in [309.0, 284.833, 260.667, 236.5, 212.333, 188.167].enumerated() {
      let columns = (35..<60).filter { isLabel(stage, $0, Int(y)) }
      let width = line == 0 ? 4 : 8
      #expect(columns == Array(48 - width / 2..<48 + width / 2), "line \(line)")
      let rows = (164..<334).filter { abs(Double($0) - y) < 12 && isLabel(stage, 47, $0) }
      let first = Int(y.rounded()) - 5
      #expect(rows == Array(first..<first + 10), "line \(line)")
    }
    // Nothing else in the padding.
    let count = (164..<334).reduce(0) { sum, y in
      sum + (35..<60).count { isLabel(stage, $0, y) }
    }
    #expect(count == 10 * (4 + 5 * 8))
    // Sums of tenths are no tenths in binary.
    try stage.set([0.5], at: 1) { $0.axis = try? ChartAxis(min: -0.3, max: 0.3, step: 0.1) }
    let anew = materials.sizes.map(\.text).dropFirst(6).prefix(7)
    #expect(anew == ["-0.3", "-0.2", "-0.1", "0", "0.1", "0.2", "0.3"])
    stage.frame(1)
    // Eight lines' heights now: the one of 0 is the fourth, at 309 − 3·145/7.
    #expect(isLabel(stage, 47, 247) && !isLabel(stage, 45, 247))
  }

  @Test(
    "It is drawn as `draw_ease` says, in the time that `draw` says",
    arguments: [
      // A square, a cube, and one that begins fast: derived by hand.
      ("easeInQuad", 0.25), ("easeInCubic", 0.125), ("easeOutQuad", 0.75), ("linear", 0.5),
    ]
  )
  func drawEase(name: String, share: Double) throws {
    let curve = try #require(Curve(named: name))
    var stage = ChartStage {
      $0.drawEase = curve
      $0.drawDuration = 4
      $0.hasBubble = false
    }
    // Level, so that the length of the line is its extent to the right: from 82.5 to 352.5.
    try stage.set([20, 20, 20, 20, 20, 20, 20], at: 0)
    stage.frame(2)
    #expect(abs(stage.shown(2) - share) < 1e-9)
    let tip = 82.5 + 270 * share
    // A round cap of half the width ends it.
    let columns = stage.inkedColumns(260..<261)
    #expect(columns.first == 78)
    #expect(abs(Double(try #require(columns.last)) + 1 - (tip + 2)) <= 1)
    // A request's own time and curve stand in their place.
    try stage.set([20, 20, 20, 20, 20, 20, 20], at: 5) {
      $0.animation = .draw
      $0.over = 1
      $0.ease = .name("easeInCubic")
    }
    #expect(abs(stage.shown(5.5) - 0.125) < 1e-9)
    // Another draw is the file's again.
    try stage.ask(.draw(id: nil), at: 7)
    #expect(abs(stage.shown(9) - share) < 1e-9)
  }

  @Test(
    "The line is `line_width` thick, and its end discs have that radius",
    arguments: [1.0, 4, 10, 25]
  )
  func lineWidth(width: Double) throws {
    var stage = ChartStage {
      $0.lineWidth = width
      $0.hasBubble = false
      $0.gridWidth = 0
    }
    try stage.set([20, nil, nil, nil, 20, 20, 20], at: 0) {
      $0.animation = ChartCall.Animation.none
    }
    stage.frame(1)
    // Half of the width above and below 260.667: how much of each row is covered is its weight.
    func thickness(_ x: Int) -> Double {
      (164..<334).reduce(0) { sum, y in
        let (_, _, blue) = stage.pixel(x, y)
        // The gradient's blue there, from 8 to 45 over 315 columns.
        let full = 8 + 37 * (Double(x) + 0.5 - 60) / 315
        return sum + (243 - Double(blue)) / (243 - full)
      }
    }
    // Between two values, away from the discs; 8 of 255 a row is what coverage may be off.
    #expect(abs(thickness(307) - width) <= 2 * 8.0 / 255 + 0.05)
    // The discs stand at 82.5 and 352.5, a row through their middle is as wide as they are.
    let columns = stage.inkedColumns(260..<261)
    let disc = columns.filter { $0 < 140 }
    #expect(abs(Double(disc.count) - 2 * width) <= 1)
    #expect(abs(Double((disc.first ?? 0) + (disc.last ?? 0) + 1) / 2 - 82.5) <= 0.5)
    let right = min(352.5 + width, 375)
    #expect(abs(Double(try #require(columns.last)) + 1 - right) <= 1)
  }

  @Test("Below the line the gradient fades to nothing at the axis, where that is wanted")
  func fills() throws {
    for isFilled in [false, true] {
      var stage = ChartStage {
        $0.isFilled = isFilled
        $0.hasBubble = false
        $0.gridWidth = 0
        $0.fromColor = Color(rgb: 0xFF0000)
        $0.toColor = Color(rgb: 0xFF0000)
        $0.background = Color(rgb: 0xFFFFFF)
      }
      // Level at 30, where y is 236.5, from 82.5 to 217.5; then nothing, and one value alone.
      try stage.set([30, 30, 30, 30, nil, nil, 10], at: 0) {
        $0.animation = ChartCall.Animation.none
      }
      stage.frame(1)
      for row in [240, 250, 270, 290, 307] {
        // 64 of 255 at the line, 0 at 309.
        let weight = isFilled ? 64.0 / 255 * (309 - Double(row) - 0.5) / (309 - 236.5) : 0
        for x in [100, 150, 200] {
          let (red, green, blue) = stage.pixel(x, row)
          #expect(red == 255 && green == blue)
          #expect(abs(Double(green) - 255 * (1 - weight)) <= 2, "(\(x), \(row))")
        }
      }
      // Not in the gap, not above the line, not below the axis, not in front of the first value.
      for (x, y) in [(300, 290), (150, 225), (150, 310), (70, 290)] {
        #expect(isClose(stage.pixel(x, y), (255, 255, 255), by: 0), "(\(x), \(y))")
      }
    }
  }

  @Test("While the line is drawn only what lies below its drawn part is filled")
  func fillsAsDrawn() throws {
    var stage = ChartStage {
      $0.isFilled = true
      $0.hasBubble = false
      $0.gridWidth = 0
    }
    try stage.set([30, 30, 30, 30, 30, 30, 30], at: 0)
    // Half of the way: the tip is at 217.5.
    stage.frame(1.25)
    func isFilled(_ x: Int) -> Bool {
      let (red, _, blue) = stage.pixel(x, 250)
      return red > blue + 20
    }
    #expect(isFilled(100) && isFilled(214) && !isFilled(222) && !isFilled(300))
    stage.frame(3)
    #expect(isFilled(222) && isFilled(350) && !isFilled(358))
  }
}
