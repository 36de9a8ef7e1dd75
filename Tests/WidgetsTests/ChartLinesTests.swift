// SPDX-License-Identifier: Apache-2.0
import Foundation
import Geometry
import JSON
import MonotonicTime
import PlainText
import Raster
import Testing

@testable import Widgets

@Suite("Charts of several lines, of bars, with limits")
struct ChartLinesTests {
  private static let blue = Color(rgb: 0x0000FF)
  private static let green = Color(rgb: 0x00FF00)

  /// A chart of seven places with a blue line and a green one.
  private func stage(_ change: (inout ChartSettings) -> Void = { _ in }) -> ChartStage {
    ChartStage {
      $0.lines = [
        ChartLine(id: "a", from: Self.blue, to: Self.blue),
        ChartLine(id: "b", from: Self.green, to: Self.green),
      ]
      $0.hasBubble = false
      change(&$0)
    }
  }

  private func content(_ values: [Double?], _ line: String) -> ChartCall {
    var content = ChartCall.Content(values)
    content.line = line
    content.animation = ChartCall.Animation.none
    return .set(id: nil, content)
  }

  private func values(_ stage: ChartStage, _ line: Int) -> [Double?] {
    guard case .chart(let chart) = stage.settings else { return [] }
    return chart.values(ofLine: line)
  }

  @Test("Each line has values of its own, at their heights and in its colour")
  func twoLines() throws {
    var stage = stage()
    try stage.ask(content([10, 10, 10, 10, 10, 10, 10], "a"), at: 0)
    try stage.ask(content([40, 40, 40, 40, 40, 40, 40], "b"), at: 0)
    stage.frame(1)
    #expect(isClose(stage.pixel(220, ChartStage.row(10)), (0, 0, 255)))
    #expect(isClose(stage.pixel(220, ChartStage.row(40)), (0, 255, 0)))
    #expect(values(stage, 0) == Array(repeating: 10, count: 7))
    #expect(stage.get(at: 1)["lines"]?.array?.count == 2)
  }

  @Test("A line is moved on by its own values, and told with its name")
  func append() throws {
    var stage = stage { $0.labels = ["1", "2", "3"] }
    try stage.ask(content([1, 2, 3], "a"), at: 0)
    try stage.ask(content([4, 5, 6], "b"), at: 0)
    stage.frame(1)
    try stage.ask(.append(id: nil, [7], label: nil, line: "b"), at: 2)
    stage.frame(2)
    stage.frame(3)
    #expect(values(stage, 0) == [1, 2, 3])
    #expect(values(stage, 1) == [5, 6, 7])
    let told = stage.told(EventDetails.chart.type).map { JSONObject($0.details.members) }
    #expect(told.map { $0["line"]?.string } == ["a", "b", "b"])
    #expect(told.last?["last"] == 7)
    // Labels go with the first line.
    guard case .chart(let chart) = stage.settings else { return }
    #expect(chart.labels == ["1", "2", "3"])
  }

  @Test(
    "A request has to name a line where there are several, and one that is there",
    arguments: [
      (nil as String?, "must be given: \"a\" or \"b\""), ("c", "must be \"a\" or \"b\""),
    ]
  )
  func wrongLine(name: String?, must: String) throws {
    var stage = stage()
    let fault = #expect(throws: WidgetFault.self) {
      try stage.ask(.append(id: nil, [1], label: nil, line: name), at: 0)
    }
    #expect(fault == .badParameter("line", must: must))
    #expect(values(stage, 0).isEmpty && values(stage, 1).isEmpty)
    var single = ChartStage()
    #expect(throws: WidgetFault.self) {
      try single.ask(.append(id: nil, [1], label: nil, line: "a"), at: 0)
    }
  }

  @Test("What was set of lines is kept by their names, in any order")
  func kept() throws {
    var stage = stage()
    try stage.ask(content([1, nil], "a"), at: 0)
    try stage.ask(content([2, 3], "b"), at: 0)
    guard case .chart(let chart) = stage.settings else { return }
    let member = try #require(ChartSettings.members.first { $0.name == "lines" })
    let change = try WidgetChange(JSONObject([("lines", member.write(chart))]))
    #expect(change.length == 2 * ("a".count + 2) + 2)
    var turned = ChartSettings(id: "week")
    turned.lines = [
      ChartLine(id: "b", from: Self.green, to: Self.green),
      ChartLine(id: "c", from: Self.blue, to: Self.blue),
    ]
    guard case .chart(let found) = WidgetSettings.chart(turned).applying(change) else { return }
    #expect(found.values(ofLine: 0) == [2, 3])
    #expect(found.values(ofLine: 1) == [])
    #expect(found.lines.count == 2)
  }

  @Test(
    "Bars stand on 0 and reach to their values, 70 % of a place wide and side by side",
    arguments: [false, true]
  )
  func bars(isMirrored: Bool) throws {
    var stage = stage {
      $0.form = .bars
      $0.axis = (try? ChartAxis(min: -20, max: 30, step: 10)) ?? .standard
      if isMirrored { $0.frame = $0.frame.mirrored }
    }
    try stage.ask(content([20, -10, nil], "a"), at: 0)
    try stage.ask(content([10, nil, 30], "b"), at: 0)
    stage.frame(1)
    // Of a view 420 pixels wide; mirrored, the frame's corner is at 45.
    func column(_ x: Double) -> Int { Int(isMirrored ? 385 - x : 35 + x) }
    func row(_ value: Double) -> Int { ChartStage.row(value, from: -20) }
    let spacing = 315.0 / 7
    let (first, second) = (25 + spacing * (0.5 - 0.175), 25 + spacing * (0.5 + 0.175))
    let grey = ChartStage.background
    #expect(isClose(stage.pixel(column(first), row(19)), (0, 0, 255)))
    #expect(isClose(stage.pixel(column(first), row(1)), (0, 0, 255)))
    #expect(isClose(stage.pixel(column(first), row(-1)), grey))
    #expect(isClose(stage.pixel(column(first), row(21)), grey))
    #expect(isClose(stage.pixel(column(second), row(9)), (0, 255, 0)))
    #expect(isClose(stage.pixel(column(second), row(11)), grey))
    #expect(isClose(stage.pixel(column(first + spacing), row(-9)), (0, 0, 255)))
    #expect(isClose(stage.pixel(column(first + spacing), row(1)), grey))
    #expect(isClose(stage.pixel(column(second + 2 * spacing), row(29)), (0, 255, 0)))
    // From the first bar's outer edge on, 15 % of a place from its own.
    let edge = 25 + spacing * 0.15
    #expect(isClose(stage.pixel(column(edge - 1.5), row(5)), grey))
    #expect(isClose(stage.pixel(column(edge + 1.5), row(5)), (0, 0, 255)))
  }

  @Test("Bars grow from where they stand while they are drawn, and one by one as they are added")
  func growing() throws {
    var stage = stage {
      $0.form = .bars
      $0.lines.removeLast()
    }
    var content = ChartCall.Content([40, 40])
    content.over = 2
    content.ease = .name("linear")
    try stage.ask(.set(id: nil, content), at: 0)
    stage.frame(1)
    let x = 82
    #expect(isClose(stage.pixel(x, ChartStage.row(19)), (0, 0, 255)))
    #expect(isClose(stage.pixel(x, ChartStage.row(21)), ChartStage.background))
    stage.frame(3)
    try stage.ask(.append(id: nil, [40], label: nil), at: 4)
    stage.frame(4)
    #expect(isClose(stage.pixel(x + 90, ChartStage.row(1)), ChartStage.background))
    stage.frame(5)
    #expect(isClose(stage.pixel(x + 90, ChartStage.row(39)), (0, 0, 255)))
  }

  @Test(
    "A limit goes across the plot at its value, on whole pixels; one beyond the axis is not shown"
  )
  func limits() throws {
    let red = Color(rgb: 0xFF0000)
    var stage = ChartStage {
      $0.gridWidth = 0
      $0.limits = [
        ChartLimit(at: 25, color: red, width: 2), ChartLimit(at: 200, color: red),
        ChartLimit(at: -1, color: red),
      ]
    }
    stage.frame(1)
    // The middle is at 309 - 2.5 · 145/6 = 248.58, and half a point is added to a half of the width.
    let y = 248
    for row in 164..<334 {
      let isLimit = (y..<y + 2).contains(row)
      #expect(isClose(stage.pixel(60, row), isLimit ? (255, 0, 0) : ChartStage.background, by: 0))
      #expect(isClose(stage.pixel(374, row), isLimit ? (255, 0, 0) : ChartStage.background, by: 0))
      #expect(isClose(stage.pixel(59, row), ChartStage.background, by: 0))
    }
    var content = ChartCall.Content([])
    content.axis = try ChartAxis(min: 0, max: 300, step: 100)
    try stage.ask(.set(id: nil, content), at: 2)
    stage.frame(3)
    // At 309 - 2 · 145/4 = 236.5.
    #expect(isClose(stage.pixel(200, 236), (255, 0, 0), by: 0))
  }

  @Test("On a screen that is written from the right a chart is its own mirror image")
  func mirrored() throws {
    func picture(_ isMirrored: Bool) throws -> ChartStage {
      var stage = ChartStage(materials: BlockMaterials()) {
        // All middles are on whole points.
        $0.frame.x = .points(40)
        $0.frame.width = .points(344)
        $0.padding = 24
        $0.labels = ["a", "bb", "ccc", "d"]
        $0.hasBubble = false
        if isMirrored { $0.frame = $0.frame.mirrored }
      }
      try stage.set([10, 40, 25], at: 0) { $0.animation = ChartCall.Animation.none }
      stage.frame(1)
      return stage
    }
    let (left, right) = (try picture(false), try picture(true))
    for y in stride(from: 164, to: 334, by: 3) {
      for x in stride(from: 40, to: 384, by: 3) {
        #expect(isClose(left.pixel(x, y), right.pixel(419 - x, y), by: 1), "\(x) \(y)")
      }
    }
  }

  @Test(
    "Number and unit are written as the format says",
    arguments: [
      ("%.1f%s", 21.25, "21.3 °C"), ("%.0f", 0.5, "1"), ("%d%%", 99.6, "100%"),
      ("%s: %.2f", -0.001, " °C: 0.00"), ("%.3f", -1.0625, "-1.063"),
      ("%.6f", 1e9, "1000000000.000000"),
      ("a %.1f b", 0.05, "a 0.1 b"),
    ]
  )
  func format(format: String, value: Double, text: String) throws {
    let format = try #require(NumberFormat(format))
    #expect(format.text(of: value, unit: " °C") == text)
    var settings = ChartSettings(id: "c")
    settings.format = format
    settings.unit = " °C"
    settings.values = [value, nil]
    #expect(settings.bubbleText(ofLine: 0) == text)
  }

  @Test(
    "Decimals stand behind what a language has before them",
    arguments: [
      ("", "."), ("en", "."), ("de", ","), ("de-AT", ","), ("de-CH", "."), ("es", ","),
      ("es-MX", "."),
      ("pt-BR", ","), ("sr-Latn", ","), ("ar", "."), ("den", "."),
    ]
  )
  func languages(language: String, point: String) throws {
    let format = try #require(NumberFormat("%.1f%s"))
    var settings = ChartSettings(id: "c")
    settings.spoken = language
    settings.unit = " Nr."
    settings.values = [-1234.25]
    #expect(settings.bubbleText(ofLine: 0) == "-1234\(point)25 Nr.")
    settings.format = format
    #expect(settings.bubbleText(ofLine: 0) == "-1234\(point)3 Nr.")
    var slider = SliderSettings(id: "s")
    slider.spoken = language
    slider.unit = " Nr."
    #expect(slider.text(of: 0.5) == "0\(point)5 Nr.")
  }

  @Test("Numbers are those of printf(3), but that one which is rounded to 0 has no sign")
  func printed() throws {
    // A linear congruence: the same 200 values each time.
    var state: UInt64 = 2026
    for index in 0..<200 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let share = Double(state >> 11) / Double(UInt64(1) << 53) * 2 - 1
      let value = share * [0.001, 1, 50, 100_000][index % 4]
      let decimals = index % 7
      let format = try #require(NumberFormat("%.\(decimals)f"))
      var expected = String(format: "%.\(decimals)f", value)
      if expected.hasPrefix("-"), !expected.contains(where: { "123456789".contains($0) }) {
        expected.removeFirst()
      }
      #expect(format.text(of: value, unit: "") == expected, "\(value)")
    }
  }

  @Test(
    "A text without one number is no format",
    arguments: ["", "%s", "%", "%.7f", "%.f", "%f", "%5.1f", "%d %d", "%x", "%.1", "100%"]
  )
  func noFormat(text: String) { #expect(NumberFormat(text) == nil) }
}
