// SPDX-License-Identifier: Apache-2.0
import LayerPainting
import Raster
import Testing

@testable import Widgets

/// Texts as blocks, four pixels a letter wide and as wide as there is room for at most; and what was asked
/// for.
private final class FittedMaterials: BareMaterials {
  private(set) var texts: [String] = []
  private let blocks = BlockMaterials()

  func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    least: Double?,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    texts.append(text)
    let letters = min(text.count, Int(maximumWidth) / 4)
    return try blocks.label(
      String(repeating: "x", count: letters),
      font: font,
      pixelSize: pixelSize,
      least: least,
      maximumWidth: maximumWidth
    )
  }
}

@Suite("The bubble of a chart's last value")
struct ChartBubbleTests {
  /// A chart at rest whose last value has a bubble with a text of so many letters.
  private func stage(_ values: [Double?], letters: Int) throws -> ChartStage {
    var stage = ChartStage(materials: FittedMaterials()) {
      // Two figures, and the rest of the letters behind them.
      $0.unit = String(repeating: "u", count: letters - 2)
      $0.gridWidth = 0
    }
    try stage.set(values, at: 0) { $0.animation = ChartCall.Animation.none }
    stage.frame(1)
    return stage
  }

  /// The columns of the bubble's body in a row that crosses neither the text nor the line.
  private func columns(_ stage: ChartStage, row: Int) -> [Int] {
    stage.inkedColumns(row..<row + 1)
  }

  @Test(
    "It is as wide as its text wants, and stays within the chart at either side",
    arguments: [
      // The point is at 82.5 and the body begins half of its width and 2 left of that.
      (place: 0, letters: 2, first: 66, width: 30), (0, 8, 59, 44), (0, 20, 35, 92),
      (0, 40, 35, 172),
      // At 352.5 it may go on to 375.
      (6, 2, 336, 30), (6, 8, 329, 44), (6, 9, 327, 48), (6, 20, 283, 92),
      // In the middle nothing holds it.
      (3, 20, 170, 92),
      // Wider than the chart: the text is fitted in, 6 from each end, and nothing reaches over the edges.
      (3, 200, 35, 340), (0, 200, 35, 340), (6, 200, 35, 340),
    ]
  )
  func sides(place: Int, letters: Int, first: Int, width: Int) throws {
    // A single value is a disc of 8 around (x, 284); the body lies 34 to 10 above that.
    var values = [Double?](repeating: nil, count: 7)
    values[place] = 10
    let stage = try stage(values, letters: letters)
    // Below the rounded corners and above the text's 10 rows.
    #expect(columns(stage, row: 257) == Array(first..<first + width))
    #expect(isClose(stage.pixel(34, 262), (0, 0, 0), by: 0))
    #expect(isClose(stage.pixel(375, 262), (0, 0, 0), by: 0))
    // The text lies in the middle.
    let middle = first + width / 2
    #expect(isClose(stage.pixel(middle - 1, 262), (255, 255, 255), by: 0))
    // The tip points at the value wherever the body is: 12 wide where it begins, 6 at least from its ends.
    let foot = columns(stage, row: 275)
    let tip = (try #require(foot.first), try #require(foot.last))
    let point = 82.5 + 45 * Double(place)
    #expect(abs(Double(tip.0 + tip.1 + 1) / 2 - point) <= 1)
  }

  @Test(
    "It stands above its value where there is room for it, and else below",
    arguments: [
      // At 198 the room above is the bubble's 34: the value is (309 - 198) / 24.1667 steps of ten.
      (value: 45.8, isAbove: true), (46.1, false), (50, false), (40, true),
    ]
  )
  func heights(value: Double, isAbove: Bool) throws {
    let stage = try stage([value], letters: 2)
    let y = 309 - value / 10 * (145.0 / 6)
    // Right of disc and tip, left of the body's corners.
    let rows = (140..<334).filter { stage.isInk(89, $0) }
    let top = isAbove ? y - 34 : y + 10
    #expect(rows.count == 24)
    #expect(abs(Double(try #require(rows.first)) - top) <= 0.5)
    // The tip is on the value's side, its end 4 away from it.
    let tip = Int((isAbove ? y - 7 : y + 7).rounded(.down))
    #expect(stage.isInk(82, tip) && !stage.isInk(70, tip))
    let other = Int((isAbove ? y + 7 : y - 7).rounded(.down))
    #expect(!stage.isInk(82, other))
    // Nothing of it lies above the chart.
    #expect((66..<96).allSatisfy { isClose(stage.pixel($0, 163), (0, 0, 0), by: 0) })
  }

  @Test("It says the last value that there is, to two decimals, and its unit")
  func texts() throws {
    let materials = FittedMaterials()
    var stage = ChartStage(materials: materials) { $0.unit = " °C" }
    try stage.set([12, 20, nil], at: 0)
    #expect(materials.texts.last == "20 °C")
    try stage.set([12, 20.456, -0.001], at: 1)
    #expect(materials.texts.last == "0 °C")
    try stage.ask(.append(id: nil, [20.456], label: nil), at: 2)
    #expect(materials.texts.last == "20.46 °C")
    // A value that it says already is not made anew.
    let count = materials.texts.count
    try stage.ask(.append(id: nil, [20.456], label: nil), at: 3)
    #expect(materials.texts.count == count)
  }
}
