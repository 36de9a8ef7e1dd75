// SPDX-License-Identifier: Apache-2.0
import Geometry
import Motion
import Raster
import TOMLReading
import Testing
import Widgets

@testable import Configuration

@Suite("Labels from a file")
struct LabelSettingsTests {
  @Test("Everything in [[label]] can be set")
  func keys() throws {
    let found = try settings(
      """
      [[label]]
      id = "c"
      frame = { x = 1, y = 2, width = 3, height = 4, anchor = "top" }
      text = "{{{time:%H:%M}}} a"
      font = "Serif"
      font_size = 20
      color = "#01020304"
      align = "right"
      vertical_align = "bottom"
      lines = 0
      over = 2
      ease = "linear"
      visible = false
      """
    )
    var expected = LabelSettings(id: "c")
    expected.frame = FrameSettings(
      x: .points(1),
      y: .points(2),
      width: .points(3),
      height: .points(4),
      anchor: .top
    )
    expected.text = "{{{time:%H:%M}}} a"
    expected.font = "Serif"
    expected.fontSize = 20
    expected.color = Color(rgb: 0x010203, alpha: 4)
    expected.align = .right
    expected.verticalAlign = .bottom
    expected.lines = 0
    expected.changeDuration = 2
    expected.ease = .linear
    expected.isVisible = false
    #expect(found.widgets == [.label(expected)])
  }

  @Test(
    "What cannot be is an error with its place",
    arguments: [
      ("lines = 65", "3:9: error: 'lines' must be a number from 0 to 64, not 65"),
      ("lines = 1.5", "3:9: error: 'lines' must be a whole number of lines"),
      (
        "vertical_align = \"middle\"",
        "3:18: error: 'vertical_align' must be \"top\", \"center\" or"
      ),
      ("text = \"{percent:main}\"", "3:1: error: 'text' must name a [[progress]], not 'main'"),
      ("text = \"{text:c}\"", "3:1: error: 'text' must name a [[text]], not 'c'"),
      ("text = \"{precent:c}\"", "3:8: error: 'text' has a brace that belongs to no {percent:ID}"),
      ("text = \"{time:%Q}\"", "3:8: error: 'text' has a brace that belongs to no {percent:ID}"),
      ("lign = 1", "3:1: error: unknown key 'lign' in [[label]]; the nearest known key is 'align'"),
    ]
  )
  func mistakes(line: String, expected: String) {
    let lines = errors("[[label]]\nid = \"c\"\n" + line)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("swell.toml:" + expected) ?? false, "\(lines)")
  }

  @Test("A text of more bytes than a request may have is refused")
  func length() {
    let text = String(repeating: "a", count: 1024)
    #expect(errors("[[label]]\nid = \"c\"\ntext = \"\(text)\"").isEmpty)
    #expect(errors("[[label]]\nid = \"c\"\ntext = \"\(text)b\"").count == 1)
  }

  @Test("Lines count with the frame's width, and twice because one text becomes another")
  func budget() throws {
    // 800 points an em and 64 lines at 8 pixels a point: each line counts 8192 × 1280.
    let text = "[display]\nscale = 8\n[[label]]\nid = \"c\"\nfont_size = 80\nlines = 64\n"
    let frame = "frame = { x = 0, y = 0, width = 1000, height = 1000 }"
    #expect(errors(text + frame).first?.contains("make frames smaller") ?? false)
  }
}
