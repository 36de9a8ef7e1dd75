// SPDX-License-Identifier: Apache-2.0
import Configuration
import Testing
import Widgets

@testable import DisplayServer

@Suite("Where widgets lie on a panel")
struct LayoutCheckTests {
  /// What is found on a panel, unless given 800 × 480 pixels of 154 mm.
  private func findings(
    _ widgets: String,
    on panel: String = "2",
    textWidth: Double? = nil,
    widths: [String: Double] = [:]
  ) throws -> [String] {
    let settings = try Settings(parsing: Array(widgets.utf8), fileName: "swell.toml")
    let found = PanelFormat(panel)
    let check = LayoutCheck(settings, on: try #require(found)) { widths[$0.text] ?? textWidth }
    return check.findings.map { "\($0.ids.joined(separator: ",")) \($0.sentence)" }
  }

  private func button(_ id: String, _ x: Int, _ y: Int, _ width: Int = 100, _ height: Int = 100)
    -> String
  {
    """
    [[button]]
    id = "\(id)"
    hit_outset = 0
    frame = { x = \(x), y = \(y), width = \(width), height = \(height), anchor = "top-left" }

    """
  }

  @Test(
    "Nothing is said of widgets that lie beside each other, or above, whichever is drawn first",
    arguments: [(110, 0), (0, 110)]
  )
  func nothing(x: Int, y: Int) throws {
    let (first, second) = (button("a", 0, 0), button("b", x, y))
    #expect(try findings(first + second, textWidth: 80).isEmpty)
    #expect(try findings(second + first, textWidth: 80).isEmpty)
  }

  @Test(
    "What lies off the screen is said, with how far",
    arguments: [(-12, 0, 12), (720, 0, 20), (0, 400, 20)]
  )
  func offScreen(x: Int, y: Int, excess: Int) throws {
    let text = "[display]\nscale = 1\n" + button("a", x, y)
    #expect(try findings(text) == ["a lies off the screen by \(excess) points"])
  }

  @Test("What is on different pages lies under nothing of each other; what is on all of them does")
  func pages() throws {
    let (first, second) = (
      button("a", 0, 0).replacing("[[button]]", with: "[[page.button]]"),
      button("b", 90, 90).replacing("[[button]]", with: "[[page.button]]")
    )
    let pages =
      "[display]\nscale = 1\n[[page]]\nid = \"p\"\n\(first)[[page]]\nid = \"q\"\n\(second)"
    #expect(try findings(pages).isEmpty)
    let found = try findings(pages + button("c", 45, 45, 60, 60))
    #expect(found == ["a,b lies under 'c' in part"])
  }

  @Test("What lies under another in part is said; what holds it is its ground")
  func overlaps() throws {
    let found = try findings("[display]\nscale = 1\n" + button("a", 0, 0) + button("b", 90, 90))
    #expect(found == ["a lies under 'b' in part"])
    let ground = """
      [[image]]
      id = "ground"
      frame = { x = 0, y = 0, width = 300, height = 300, anchor = "top-left" }

      """
    #expect(try findings(ground + button("b", 90, 90)).isEmpty)
    // Of two that are touched the lower one would have no finger there.
    let small = button("a", 0, 0, 200, 200) + button("b", 50, 50)
    #expect(try findings("[display]\nscale = 1\n" + small) == ["a lies under 'b' in part"])
  }

  @Test(
    "What fingers miss is said once, with what it has of a finger's width",
    arguments: [
      // 154/800 mm a pixel, 86/480 of that panel upright, 25.4/160 of one that there is not.
      ("2", 40, 7.7), ("800x480", 40, 7.7), ("480x800", 40, 7.2), ("810x480", 48, 7.6),
    ]
  )
  func touch(panel: String, height: Int, millimetres: Double) throws {
    let both = button("a", 0, 0, 100, height) + button("b", 0, 200, 100, height)
    #expect(
      try findings("[display]\nscale = 1\n" + both, on: panel)
        == ["a,b is touched on \(millimetres) mm, which should be 9"]
    )
    let large = button("a", 0, 0, 100, 60)
    #expect(try findings("[display]\nscale = 1\n" + large, on: panel).isEmpty)
  }

  @Test(
    "A label that is shrunk is said, with its size, and one that is cut; one that fits is not",
    arguments: [(84, nil, false), (87.5, "26.9", false), (196, "12", false), (200, "12", true)]
      as [(Double, String?, Bool)]
  )
  func label(width: Double, size: String?, isCut: Bool) throws {
    // 100 − 16 points for letters of 28 points, or of 12.
    let found = try findings("[display]\nscale = 1\n" + button("a", 0, 0), textWidth: width)
    let shrunk = size.map { ["a has letters of \($0) points instead of 28 for 'a'"] } ?? []
    #expect(found == shrunk + (isCut ? ["a shows 'a' cut"] : []))
  }

  @Test(
    "Of labels of one look that which needs the smallest size is named first, the others with it"
  )
  func labels() throws {
    let widths = ["a": 90, "b": 100, "c": 20, "d": 20.0]
    let row =
      "[display]\nscale = 1\n" + button("a", 0, 0) + button("b", 110, 0) + button("c", 220, 0)
    // 28 · 84 / 100.
    let sentence = "has letters of 23.5 points instead of 28 for 'b'"
    #expect(try findings(row, widths: widths) == ["b,a,c \(sentence)"])
    let other = row + button("d", 330, 0) + "font_size = 20\n"
    #expect(try findings(other, widths: widths) == ["b,a,c \(sentence)"])
    let looks = "[[look]]\nname = \"key\"\n" + row + "look = \"key\"\n"
    #expect(try findings(looks, widths: widths) == ["b,a \(sentence)"])
  }

  @Test("A toggle's label is shrunk by itself, by up to 30 %", arguments: [118, 147.5, 200])
  func toggle(width: Double) throws {
    let text = """
      [display]
      scale = 1
      [[toggle]]
      id = "fan"
      label = "Fan"
      frame = { x = 0, y = 0, width = 200, height = 60, anchor = "top-left" }

      """
    // 200 − 105 − 12 = 83 points beside the track, for letters of 24.
    let found = try findings(text, textWidth: width * 83 / 118)
    switch width {
    case 118: #expect(found.isEmpty)
    case 147.5: #expect(found == ["fan has letters of 19.2 points instead of 24 for 'Fan'"])
    default:
      #expect(
        found == [
          "fan has letters of 16.8 points instead of 24 for 'Fan'", "fan shows 'Fan' cut",
        ]
      )
    }
  }

  @Test("A text of a [[label]] is never shrunk, and cut where it is too long")
  func line() throws {
    let text = """
      [display]
      scale = 1
      [[label]]
      id = "said"
      text = "long"
      frame = { x = 0, y = 0, width = 100, height = 60, anchor = "top-left" }

      """
    #expect(try findings(text, textWidth: 100).isEmpty)
    #expect(try findings(text, textWidth: 101) == ["said shows 'long' cut"])
  }

  @Test(
    "A row of a list is said whose texts have too little room: the label has what the detail leaves",
    arguments: [
      // 200 − 2·16 points, of which the detail has half at most.
      ("", ["a": 168], []), ("", ["a": 169], ["a"]),
      // 0.7·20 between the two.
      (", detail = \"d\"", ["a": 94, "d": 60], []),
      (", detail = \"d\"", ["a": 95, "d": 60], ["a"]),
      (", detail = \"d\"", ["a": 70, "d": 85], ["d"]),
      (", detail = \"d\"", ["a": 71, "d": 85], ["a", "d"]),
      // 0.86·20 for the sign.
      (", to = \"p\"", ["a": 150.8], []), (", to = \"p\"", ["a": 152], ["a"]),
    ] as [(String, [String: Double], [String])]
  )
  func row(more: String, widths: [String: Double], cut: [String]) throws {
    let text = """
      [display]
      scale = 1
      [[list]]
      id = "rooms"
      font_size = 20
      frame = { x = 0, y = 0, width = 200, height = 300, anchor = "top-left" }
      rows = [{ id = "r", label = "a"\(more) }]
      [[page]]
      id = "p"
      """
    #expect(try findings(text, widths: widths) == cut.map { "rooms shows '\($0)' cut" })
  }

  @Test("A placeholder is said that is cut", arguments: [(180, false), (181, true)])
  func placeholder(width: Double, isCut: Bool) throws {
    let text = """
      [display]
      scale = 1
      [[text]]
      id = "mail"
      placeholder = "mail@"
      frame = { x = 0, y = 0, width = 200, height = 60, anchor = "top-left" }

      """
    #expect(try findings(text, textWidth: width) == (isCut ? ["mail shows 'mail@' cut"] : []))
  }

  @Test(
    "A figure is said that is wider than what it stands on",
    arguments: [("", 60, false), ("", 61, true), ("show_percent = false\n", 61, false)]
  )
  func figure(keys: String, width: Double, isCut: Bool) throws {
    let text = """
      [display]
      scale = 1
      [[progress]]
      id = "fan"
      format = "%d rpm"
      frame = { x = 0, y = 0, width = 60, height = 200, anchor = "top-left" }
      \(keys)
      """
    #expect(try findings(text, textWidth: width) == (isCut ? ["fan shows '100 rpm' cut"] : []))
  }

  @Test("A design fits a panel that its points would not")
  func design() throws {
    let text = button("a", 1080, 600, 200, 200)
    #expect(try findings(text, on: "640x400").count == 1)
    #expect(try findings("[display]\ndesign = { width = 1280 }\n" + text, on: "640x400").isEmpty)
  }
}
