// SPDX-License-Identifier: Apache-2.0
import Motion
import Raster
import TOMLReading
import Testing
import Widgets

@testable import Configuration

@Suite("Charts from a file")
struct ChartSettingsTests {
  private func chart(_ text: String) throws -> ChartSettings? {
    let text = "[[chart]]\nid = \"c\"\n" + text
    let settings = try Settings(parsing: Array(text.utf8), fileName: "swell.toml")
    return settings.widgets.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
      .first
  }

  @Test("Everything in [[chart]] can be set")
  func keys() throws {
    let found = try chart(
      """
      frame = { x = 1, y = 2, width = 3, height = 4, anchor = "top" }
      padding = 5
      labels = ["a", ""]
      axis = { min = -1, max = 1, step = 0.5 }
      values = [1, "none", 2.5]
      window = 3
      background = "#010203"
      grid_color = "#040506"
      grid_width = 2
      label_color = "#070809"
      font_size = 12
      from_color = "#0A0B0C"
      to_color = "#0D0E0F80"
      line_width = 6
      fill = true
      draw = 1
      draw_ease = "easeOut"
      over = 2
      ease = "linear"
      bubble = false
      unit = " °C"
      gaps = "bridge"
      kind = "bars"
      format = "%.1f%s"
      limits = [{ value = 1 }, { value = 0.5, color = "#010203", width = 3 }]
      visible = false
      """
    )
    var expected = ChartSettings(id: "c")
    expected.frame = FrameSettings(
      x: .points(1),
      y: .points(2),
      width: .points(3),
      height: .points(4),
      anchor: .top
    )
    expected.padding = 5
    expected.labels = ["a", ""]
    expected.axis = try ChartAxis(min: -1, max: 1, step: 0.5)
    expected.values = [1, nil, 2.5]
    expected.window = 3
    expected.background = Color(rgb: 0x010203)
    expected.gridColor = Color(rgb: 0x040506)
    expected.gridWidth = 2
    expected.labelColor = Color(rgb: 0x070809)
    expected.fontSize = 12
    expected.fromColor = Color(rgb: 0x0A0B0C)
    expected.toColor = Color(rgb: 0x0D0E0F, alpha: 0x80)
    expected.lineWidth = 6
    expected.isFilled = true
    expected.drawDuration = 1
    expected.drawEase = .easeOut
    expected.changeDuration = 2
    expected.ease = .linear
    expected.hasBubble = false
    expected.unit = " °C"
    expected.gaps = .bridge
    expected.form = .bars
    expected.limits = [
      ChartLimit(at: 1), ChartLimit(at: 0.5, color: Color(rgb: 0x010203), width: 3),
    ]
    expected.isVisible = false
    #expect(found?.bubbleText(ofLine: 0) == nil)
    #expect(found?.limits == expected.limits)
    #expect(found?.form == expected.form)
    let formatted = try chart("values = [1, \"none\", 2.5]\nformat = \"%.2f%s\"\nunit = \" V\"")
    #expect(formatted?.bubbleText(ofLine: 0) == "2.50 V")
  }

  @Test("Lines have names, values and colours, those of the chart unless they say otherwise")
  func lines() throws {
    let found = try chart(
      """
      from_color = "#010203"
      to_color = "#040506"
      window = 3
      lines = [
        { id = "a", values = [1, "none", 3] },
        { id = "b", from_color = "#FF0000" },
        { id = "c", from_color = "#FF0000", to_color = "#00FF00" },
      ]
      """
    )
    let (red, green) = (Color(rgb: 0xFF0000), Color(rgb: 0x00FF00))
    #expect(
      found?.lines == [
        ChartLine(
          id: "a",
          from: Color(rgb: 0x010203),
          to: Color(rgb: 0x040506),
          values: [1, nil, 3]
        ),
        ChartLine(id: "b", from: red, to: red), ChartLine(id: "c", from: red, to: green),
      ]
    )
    #expect(try chart("[[chart.lines]]\nid = \"a\"")?.lines.count == 1)
  }

  @Test("With nothing but an id it has the defaults")
  func defaults() throws {
    #expect(try chart("") == ChartSettings(id: "c"))
  }

  @Test(
    "What cannot be drawn is refused with its place",
    arguments: [
      ("axis = { min = 0, max = 50, step = 0 }", "3:29", "'step' must be greater than 0"),
      ("axis = { min = 0, max = 50, step = 7 }", "3:29", "'step' must go into 'max'"),
      ("axis = { min = 0, max = 100, step = 5 }", "3:30", "at most 20 lines"),
      ("axis = { min = 50, max = 50 }", "3:20", "'max' must be greater than 'min'"),
      ("axis = { max = 1e10 }", "3:16", "'max' must be a number from"),
      ("axis = 7", "3:8", "'axis' must be a table"),
      ("values = [1]\nlabels = []\nwindow = 0.5", "5:10", "'window' must be a whole number"),
      ("labels = [\"a\"]\nvalues = [1, 2]", "4:1", "'values' must be at most 1"),
      ("values = [1, \"two\"]", "3:14", "'values' must be numbers"),
      ("labels = [1]", "3:11", "'labels'"), ("gaps = \"jump\"", "3:8", "'gaps'"),
      ("line_width = 0", "3:14", "'line_width'"), ("padding = -1", "3:11", "'padding'"),
      ("draw_ease = \"quick\"", "3:13", "'draw_ease'"), ("clickable = true", "3:1", "'clickable'"),
      ("lines = 3", "3:9", "'lines' must be a list of tables, not"),
      ("lines = [3]", "3:10", "'lines' must hold tables"),
      ("lines = [{ values = [1] }]", "3:10", "needs an 'id'"),
      ("lines = [{ id = \"a\" }, { id = \"a\" }]", "3:26", "'id' must be another one"),
      ("lines = [{ id = \"a\", colour = 1 }]", "3:22", "unknown key 'colour'"),
      ("window = 1\nlines = [{ id = \"a\", values = [1, 2] }]", "4:22", "at most 1"),
      ("values = [1]\nlines = [{ id = \"a\" }]", "3:1", "'values' must be left out"),
      ("limits = [{ value = \"high\" }]", "3:21", "'value' must be a number"),
      ("span = 5\nlabels = [\"a\"]", "4:1", "'labels' must be left out where there is a 'span'"),
      ("values = [1]\nspan = 5", "3:1", "'values' must be left out where there is a 'span'"),
      ("span = 5\nwindow = 3", "4:1", "'window' must be left out where there is a 'span'"),
      ("kind = \"bars\"\nspan = 5", "3:1", "'kind' must be \"line\" where there is a 'span'"),
      ("span = 5\nlines = [{ id = \"a\", values = [1] }]", "4:1", "must have no 'values' where"),
      ("span = 2678401", "3:8", "'span' must be a number from 0 to 2678400"),
      ("span = 1.5", "3:8", "'span' must be a whole number"),
      ("span = 5\ntime_format = \"%Q\"", "4:15", "'time_format' must be a format of strftime(3)"),
      ("axis_format = \"%s\"", "3:15", "'axis_format' must be a format"),
      ("kind = \"pie\"", "3:8", "'kind'"), ("format = \"%x\"", "3:10", "'format' must be a format"),
    ]
  )
  func refuses(text: String, place: String, words: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try chart(text) }
    #expect(error?.lines.count == 1)
    #expect(error?.lines.first?.contains("swell.toml:\(place):") == true, "\(error?.lines ?? [])")
    #expect(error?.lines.first?.contains(words) == true, "\(error?.lines ?? [])")
  }

  @Test("More values than 512 or labels than 64, and longer ones, are refused")
  func limits() throws {
    let values = Array(repeating: "1", count: 513).joined(separator: ",")
    let labels = Array(repeating: "\"a\"", count: 65).joined(separator: ",")
    let long = String(repeating: "é", count: 65)
    for text in ["values = [\(values)]", "labels = [\(labels)]", "labels = [\"\(long)\"]"] {
      #expect(throws: ConfigurationError.self) { try chart(text) }
    }
    let lines = (0..<9).map { "{ id = \"\($0)\" }" }.joined(separator: ",")
    #expect(throws: ConfigurationError.self) { try chart("lines = [\(lines)]") }
    #expect(try chart("labels = [\"\(long.dropLast())\"]") != nil)
  }
}
