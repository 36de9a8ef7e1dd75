// SPDX-License-Identifier: Apache-2.0
import Geometry
import TOMLReading
import Testing
import Widgets

@testable import Configuration

@Suite("Tables of rows and columns")
struct LineTests {
  private let widgets = ["a", "b", "c"].map {
    "[[button]]\nid = \"\($0)\"\nframe = { width = 100, height = 40 }\n"
  }.joined()

  /// Where the widgets are on a screen.
  private func rects(_ text: String, _ width: Double = 1000, _ height: Double = 600) throws
    -> [String: Rect]
  {
    var rects: [String: Rect] = [:]
    for widget in try settings(text).widgets {
      rects[widget.id] = widget.frame.resolved(in: Size(width: width, height: height))
    }
    return rects
  }

  @Test("A column with a row in it, named or by the key in", arguments: [true, false])
  func nested(isNamed: Bool) throws {
    let found = try rects(
      """
      [[column]]
      id = "form"
      frame = { x = 0, y = 0, width = 400, height = 300, anchor = "top-left" }
      gap = 20
      align = "start"
      widgets = \(isNamed ? #"["a", "bar"]"# : #"["a"]"#)
      [[row]]
      id = "bar"
      \(isNamed ? "" : #"in = "form""#)
      widgets = ["b", "c"]

      """ + widgets
    )
    #expect(found["a"] == Rect(x: 0, y: 0, width: 100, height: 40))
    #expect(found["b"] == Rect(x: 0, y: 60, width: 100, height: 40))
    #expect(found["c"] == Rect(x: 110, y: 60, width: 100, height: 40))
  }

  @Test("A nested row with an extent of its own has that")
  func ownExtent() throws {
    let found = try rects(
      """
      [[column]]
      frame = { x = 0, y = 0, width = 400, height = 300, anchor = "top-left" }
      widgets = ["bar"]
      [[row]]
      id = "bar"
      frame = { width = "100%" }
      distribute = "between"
      widgets = ["b", "c"]

      """ + widgets
    )
    #expect(found["b"] == Rect(x: 0, y: 0, width: 100, height: 40))
    #expect(found["c"] == Rect(x: 300, y: 0, width: 100, height: 40))
  }

  @Test("A nested row with an aspect is as high as its width says")
  func nestedAspect() throws {
    let found = try rects(
      """
      [[column]]
      frame = { x = 0, y = 0, width = 400, height = 300, anchor = "top-left" }
      widgets = ["bar", "a"]
      [[row]]
      id = "bar"
      frame = { width = 240, aspect = 2 }
      widgets = ["b"]

      """ + widgets
    )
    #expect(found["b"] == Rect(x: 80, y: 40, width: 100, height: 40))
    #expect(found["a"] == Rect(x: 150, y: 130, width: 100, height: 40))
  }

  @Test("A frame's values for upright screens are in force there alone, its others as they are")
  func portrait() throws {
    let text = """
      [[button]]
      id = "a"
      frame = { x = "50%", y = 100, width = 240, height = 72, portrait = { width = "90%", y = 60 } }
      """
    #expect(try rects(text)["a"] == Rect(x: 380, y: 64, width: 240, height: 72))
    #expect(try rects(text, 600, 1000)["a"] == Rect(x: 30, y: 24, width: 540, height: 72))
  }

  @Test("A row's values for upright screens are in force there alone, its others as they are")
  func portraitRow() throws {
    let text =
      """
      [[row]]
      frame = { x = 0, y = 0, width = 500, height = 100, anchor = "top-left" }
      gap = 20
      align = "start"
      widgets = ["a", "b"]
      portrait = { padding = 10, align = "end", distribute = "end" }
      landscape.gap = 30

      """ + widgets
    let flat = try rects(text)
    #expect(flat["a"] == Rect(x: 0, y: 0, width: 100, height: 40))
    #expect(flat["b"] == Rect(x: 130, y: 0, width: 100, height: 40))
    let upright = try rects(text, 600, 1000)
    #expect(upright["a"] == Rect(x: 270, y: 50, width: 100, height: 40))
    #expect(upright["b"] == Rect(x: 390, y: 50, width: 100, height: 40))
  }

  @Test("A column in another one is as high as its values for upright screens make it there")
  func portraitColumn() throws {
    let text =
      """
      [[column]]
      frame = { x = 0, y = 0, width = 500, height = 500, anchor = "top-left" }
      widgets = ["inner", "c"]
      [[column]]
      id = "inner"
      widgets = ["a", "b"]
      portrait = { gap = 40, padding = 25 }

      """ + widgets
    #expect(try rects(text)["c"] == Rect(x: 200, y: 100, width: 100, height: 40))
    #expect(try rects(text, 600, 1000)["c"] == Rect(x: 200, y: 180, width: 100, height: 40))
  }

  @Test(
    "What cannot be laid out is an error with its place",
    arguments: [
      ("widgets = [\"x\"]", "2:1: error: 'widgets' must name widgets, rows and columns, not 'x'"),
      ("widgets = [\"a\", \"a\"]", "2:1: error: 'widgets' has what the one in line 1 has already"),
      ("id = \"a\"", "2:1: error: 'id' must be another: 'a' is taken"),
      (
        "id = \"r\"\nwidgets = [\"r\"]",
        "3:1: error: 'widgets' must not put a row or a column into itself"
      ),
      ("in = \"q\"", "2:1: error: 'in' must name a [[row]] or a [[column]], not 'q'"),
      (
        "id = \"r\"\nin = \"s\"\n[[column]]\nid = \"s\"\nin = \"r\"",
        "6:1: error: 'in' must not put a row or a column into itself"
      ),
      ("widgets = 1", "2:11: error: 'widgets' must be a list of at most 256 ids, not 1"),
      ("portrait.gap = -1", "2:16: error: 'gap' must be a number from 0 to 1000, not -1"),
      ("gap = -1", "2:7: error: 'gap' must be a number from 0 to 1000, not -1"),
      (
        "wigets = []",
        "2:1: error: unknown key 'wigets' in [[row]]; the nearest known key is 'widgets'"
      ),
    ]
  )
  func faults(line: String, sentence: String) {
    #expect(errors("[[row]]\n\(line)\n\(widgets)") == ["swell.toml:" + sentence])
  }

  @Test("A widget in a row says nothing of where it is, and is in no grid")
  func places() {
    let row = "[[row]]\nwidgets = [\"d\"]\n[[button]]\nid = \"d\"\n"
    #expect(
      errors(row + "frame = { x = 1 }")
        == ["swell.toml:2:1: error: 'widgets' has 'd', whose 'frame' must be without 'x'"]
    )
    #expect(
      errors(row + "[[grid]]\nbuttons = [\"d\"]")
        == ["swell.toml:2:1: error: 'widgets' has 'd', which a [[grid]] has already"]
    )
  }

  @Test("However many nest however deep, the file is refused in a sentence", arguments: [17, 5000])
  func depth(count: Int) {
    let rows = (1...count).map { "[[row]]\nid = \"r\($0)\"\nin = \"r\($0 + 1)\"\n" }.joined()
    let found = errors(rows + "[[column]]\nid = \"r\(count + 1)\"\n" + widgets)
    #expect(
      found.contains { $0.hasSuffix("rows and columns stand in one another at most 16 times") }
    )
    #expect(found.contains { $0.hasSuffix("at most 256 rows and columns") } == (count > 256))
  }

  @Test("A design is as large as the screen allows, and the upright one on upright screens")
  func design() throws {
    let text = """
      [display]
      design = { width = 1280, height = 800, portrait = { width = 800, height = 1000 } }
      """
    let design = try #require(try settings(text).display.design)
    #expect(design.scale(in: Size(width: 2560, height: 1600)) == 2)
    #expect(design.scale(in: Size(width: 480, height: 320)) == 0.375)
    #expect(design.scale(in: Size(width: 720, height: 1280)) == 0.9)
    let physical = try settings(
      text.replacing("height = 800,", with: "height = 800, fit = \"physical\",")
    )
    #expect(physical.display.design?.scale(in: Size(width: 2560, height: 1600)) == nil)
    #expect(
      errors("[display]\nscale = 2\ndesign = { width = 1280 }")
        == ["swell.toml:2:1: error: 'scale' must be left out where 'design' is given"]
    )
  }
}
