// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import TOMLReading
import Testing
import Widgets

@testable import Configuration

@Suite("Tables of pages")
struct PageTests {
  /// A button beneath two pages with one each, and one above.
  private let ticket = """
    [[button]]
    id = "help"
    [[page]]
    id = "choose"
    timeout = 20
    [[page.button]]
    id = "adult"
    to = "pay"
    [[page]]
    id = "pay"
    background = "#102030"
    timeout_to = "back"
    turn = { kind = "none" }
    [[page.text]]
    id = "code"
    to = "home"
    [[label]]
    id = "notice"
    """

  @Test("Widgets stand in the order of the file, each on its page or on all")
  func order() throws {
    let settings = try settings(ticket)
    #expect(settings.widgets.map(\.id) == ["help", "adult", "code", "notice"])
    #expect(settings.placement == [nil, 0, 1, nil])
    #expect(settings.widgets.map(\.table.target) == [nil, "pay", "home", nil])
  }

  @Test("A page says what is behind it, when another one comes, and how it comes itself")
  func keys() throws {
    let pages = try settings(ticket).pages
    #expect(pages.map(\.id) == ["choose", "pay"])
    #expect(pages.map(\.background) == [nil, Color(rgb: 0x102030)])
    #expect(pages.map(\.timeout) == [20, 0])
    #expect(pages.map(\.timeoutTarget) == ["home", "back"])
    #expect(pages.map(\.turn.kind) == [.fade, .cut])
    #expect(pages.map(\.turn.fading) == [0.25, 0])
    #expect(pages.map(\.widgets) == [[1], [2]])
  }

  @Test("What is another on some screens is in force there alone, the rest as it is")
  func portrait() throws {
    let text = """
      [[page]]
      id = "a"
      background = "#102030"
      timeout = 20
      turn = { kind = "slide", duration = 1 }
      portrait = { turn.from = "bottom", swipe = "vertical" }
      landscape.background = "#405060"
      """
    let page = try #require(try settings(text).pages.first)
    let upright = page.variant(on: Size(width: 480, height: 800))
    let flat = page.variant(on: Size(width: 800, height: 480))
    #expect(upright.turn.from == .bottom && upright.turn.kind == .slide)
    #expect(upright.swipe == .vertical && upright.timeout == 20 && upright.id == "a")
    #expect(upright.background == Color(rgb: 0x102030))
    #expect(flat.background == Color(rgb: 0x405060))
    #expect(flat.turn.from == .right && flat.turn.duration == 1 && flat.swipe == .none)
  }

  @Test("A file without pages has none, and its widgets are on all")
  func none() throws {
    let settings = try settings("[[button]]\nid = \"a\"\n")
    #expect(settings.pages.isEmpty)
    #expect(settings.placement == [nil])
  }

  @Test("Rows and grids may stand in a page, and looks are for its widgets too")
  func layout() throws {
    let settings = try settings(
      """
      [[look]]
      color = "#010203"
      [[page]]
      id = "a"
      [[page.row]]
      widgets = ["x"]
      [[page.grid]]
      buttons = ["y"]
      [[page.button]]
      id = "x"
      [[page.button]]
      id = "y"
      """
    )
    #expect(settings.widgets.allSatisfy { $0.frame.part != .whole })
    for widget in settings.widgets {
      guard case .button(let button) = widget else { continue }
      #expect(button.color == Color(rgb: 0x010203))
    }
  }

  @Test(
    "A name of no page, and a name that no page may have, are told with their places",
    arguments: [
      (
        "[[page]]\nid = \"a\"\n[[page.button]]\nid = \"b\"\nto = \"c\"\n",
        "5:1: error: 'to' must name a [[page]], not 'c'; the nearest is 'a'"
      ),
      (
        "[[page]]\nid = \"a\"\ntimeout_to = \"b\"\n",
        "3:1: error: 'timeout_to' must name a [[page]], not 'b'; the nearest is 'a'"
      ),
      (
        "[[page]]\nid = \"a\"\n[[page]]\nid = \"a\"\n",
        "4:1: error: the id 'a' is taken already, in line 2"
      ),
      (
        "[[page]]\nid = \"back\"\n",
        "2:1: error: 'id' must be another one: 'back' leads to the page before or to the first"
      ),
      ("[[page]]\ntimeout = 1\n", "1:1: error: [[page]] needs an 'id'"),
      (
        "[[button]]\nid = \"b\"\nto = \"home\"\n",
        "3:1: error: 'to' must name a [[page]], not 'home'"
      ),
      (
        "[[page]]\nid = \"a\"\n[[page.buton]]\nid = \"b\"\n",
        "3:8: error: unknown key 'buton' in [[page]]; the nearest known key is 'button'"
      ),
      (
        "[[page]]\nid = \"a\"\n[[page.button]]\nid = \"b\"\nlable = \"x\"\n",
        "5:1: error: unknown key 'lable' in [[page.button]]; the nearest known key is 'label'"
      ),
      (
        "[[page]]\nid = \"a\"\n[page.button]\nid = \"b\"\n",
        "3:7: error: 'button' must be written [[page.button]], once for each button"
      ),
      (
        """
        [[page]]
        id = "a"
        [[page.button]]
        id = "b"
        exec = ["/bin/true"]
        job.failed.to = "c"
        """, "6:1: error: 'job.failed.to' must name a [[page]], not 'c'; the nearest is 'a'"
      ),
      (
        "[[look]]\nto = \"a\"\n[[page]]\nid = \"a\"\n",
        "2:1: error: 'to' must stand in the widget, not in a [[look]]"
      ),
    ]
  )
  func faults(file: String, sentence: String) {
    #expect(errors(file) == ["swell.toml:\(sentence)"])
  }

  @Test("An id is of one widget, whichever pages two of them are on")
  func ids() {
    let file = """
      [[page]]
      id = "a"
      [[page.button]]
      id = "x"
      [[page]]
      id = "b"
      [[page.label]]
      id = "x"
      """
    #expect(errors(file) == ["swell.toml:8:1: error: the id 'x' is taken already, in line 4"])
  }

  @Test("Of more than 64 pages the first that is too many is told")
  func count() {
    let pages = (0...64).map { "[[page]]\nid = \"p\($0)\"\n" }.joined()
    #expect(errors(pages) == ["swell.toml:129:1: error: a file has at most 64 pages"])
  }

  @Test("Widgets in pages are found by their ids")
  func places() {
    let widgets = ExternalReference.widgets(in: Array(ticket.utf8))
    #expect(widgets.values.map(\.position.line).sorted() == [1, 6, 14, 17])
  }
}
