// SPDX-License-Identifier: Apache-2.0
import Geometry
import TOMLReading
import Testing
import Widgets

@testable import Configuration

@Suite("Buttons in a grid")
struct GridTests {
  private static func buttons(_ ids: String) -> String {
    ids.split(separator: " ").map { "[[button]]\nid = \"\($0)\"\n" }.joined()
  }

  /// The rectangles of the buttons in a grid of 320 × 160 points at (100, 50).
  private func rects(
    _ grid: String,
    _ ids: String,
    on screen: Size = Size(width: 1280, height: 800)
  ) throws -> [String: Rect] {
    let text =
      "[[grid]]\nframe = { x = 100, y = 50, width = 320, height = 160, anchor = \"top-left\" }\n"
      + grid + "\n" + Self.buttons(ids)
    var rects: [String: Rect] = [:]
    for widget in try settings(text).widgets {
      rects[widget.id] = widget.frame.resolved(in: screen)
    }
    return rects
  }

  @Test("Cells have equal sizes and gaps, row by row; a last row may be short")
  func cells() throws {
    let found = try rects(
      "columns = 3\ngap = 10\nbuttons = [\"a\", \"b\", \"c\", \"\", \"d\"]",
      "a b c d"
    )
    // (320 − 2·10)/3 by (160 − 10)/2.
    #expect(found["a"] == Rect(x: 100, y: 50, width: 100, height: 75))
    #expect(found["b"] == Rect(x: 210, y: 50, width: 100, height: 75))
    #expect(found["c"] == Rect(x: 320, y: 50, width: 100, height: 75))
    #expect(found["d"] == Rect(x: 210, y: 135, width: 100, height: 75))
  }

  @Test("A button in several cells takes them with the gaps between them")
  func spans() throws {
    let found = try rects(
      "columns = 4\ngap = 8\nbuttons = [\"a\", \"a\", \"b\", \"c\", \"d\", \"e\", \"b\", \"c\"]",
      "a b c d e"
    )
    // 74 by 76.
    #expect(found["a"] == Rect(x: 100, y: 50, width: 156, height: 76))
    #expect(found["b"] == Rect(x: 264, y: 50, width: 74, height: 160))
    #expect(found["e"] == Rect(x: 182, y: 134, width: 74, height: 76))
  }

  @Test("Gaps that leave nothing leave a button a little all the same")
  func narrow() throws {
    let rect = try #require(
      try rects("columns = 2\ngap = 1000\nbuttons = [\"a\", \"b\"]", "a b")["a"]
    )
    #expect(rect.size.width > 0 && rect.size.height == 160)
  }

  @Test("An upright screen has as many columns, and the gaps, that the grid says for it")
  func portrait() throws {
    let grid = "columns = 2\nbuttons = [\"a\", \"b\"]\nportrait = { columns = 1, gap = 20 }"
    let flat = try rects(grid, "a b")
    // (320 − 10)/2.
    #expect(flat["b"] == Rect(x: 265, y: 50, width: 155, height: 160))
    let upright = try rects(grid, "a b", on: Size(width: 800, height: 1280))
    // (160 − 20)/2.
    #expect(upright["a"] == Rect(x: 100, y: 50, width: 320, height: 70))
    #expect(upright["b"] == Rect(x: 100, y: 140, width: 320, height: 70))
  }

  @Test("A grid grows with the screen, and the order of drawing is that of the buttons' tables")
  func percent() throws {
    let found = try settings(
      Self.buttons("b a")
        + "[[grid]]\nframe = { x = \"50%\", y = \"50%\", width = \"50%\", height = 100 }\n"
        + "columns = 2\ngap = 0\nbuttons = [\"a\", \"b\"]"
    )
    #expect(found.widgets.map(\.id) == ["b", "a"])
    let rect = found.widgets[1].frame.resolved(in: Size(width: 800, height: 600))
    #expect(rect == Rect(x: 200, y: 250, width: 200, height: 100))
  }

  @Test(
    "What cannot be laid out is an error with its place",
    arguments: [
      ("buttons = [\"x\"]", "4:1: error: 'buttons' must name [[button]]s, not 'x'"),
      ("buttons = [\"t\"]", "4:1: error: 'buttons' must name [[button]]s, not 't'"),
      ("buttons = [\"f\"]", "4:1: error: 'buttons' has 'f', which has a 'frame' of its own"),
      (
        "buttons = [\"a\", \"b\", \"a\"]",
        "4:1: error: 'buttons' must have 'a' in cells that make a rectangle"
      ),
      (
        "columns = 2\nportrait.columns = 1\nbuttons = [\"a\", \"b\", \"a\", \"\"]",
        "6:1: error: 'buttons' must have 'a' in cells that make a rectangle"
      ),
      ("columns = 3", "1:1: error: [[grid]] needs 'buttons'"),
      ("buttons = []", "4:11: error: 'buttons' must be a list of 1 to 1024 ids"),
      ("buttons = [1]", "4:12: error: 'buttons' must be"),
      ("buttons = [\"a\"]\ncolumns = 0", "5:11: error: 'columns' must be a number from 1 to 64"),
      ("buttons = [\"a\"]\ngaps = 0", "5:1: error: unknown key 'gaps' in [[grid]]"),
    ]
  )
  func mistakes(line: String, expected: String) {
    let lines = errors(
      "[[grid]]\n# 2\n# 3\n\(line)\n" + Self.buttons("a b")
        + "[[button]]\nid = \"f\"\nframe = {}\n[[text]]\nid = \"t\"\n"
    )
    #expect(lines.contains { $0.hasPrefix("swell.toml:" + expected) }, "\(lines)")
  }

  @Test("A button lies in one grid only")
  func twice() {
    let lines = errors(
      "[[grid]]\nbuttons = [\"a\"]\n[[grid]]\nbuttons = [\"a\"]\n" + Self.buttons("a")
    )
    #expect(
      lines == ["swell.toml:4:1: error: 'buttons' has 'a', which the grid in line 1 has already"]
    )
  }
}
