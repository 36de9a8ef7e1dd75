// SPDX-License-Identifier: Apache-2.0
import Configuration
import Foundation
import Geometry
import Testing
import Widgets

@testable import swell_preview

/// The widget of a scene, as an inspector has it.
private func widget(_ id: String, in text: String) throws -> InspectedWidget {
  let settings = try Settings(parsing: Array(text.utf8), fileName: "scene.toml")
  return InspectedWidget(
    try #require(settings.widgets.first { $0.id == id }),
    in: Array(text.utf8)
  )
}

@Suite("A widget in its file")
struct InspectedWidgetTests {
  private static let file = """
    label = [
      { id = "first" },
      { id = "second" },
    ]
    [[button]]
    label = "Go"
    id = "go"
    [[page]]
    id = "main"
    toggle = [{ id = "inner" }]
    [[page.button]]
    id = "deep"
    """

  @Test(
    "It stands where its table begins, in a page and in an array too",
    arguments: [("first", 2), ("second", 3), ("go", 5), ("inner", 10), ("deep", 11)]
  )
  func line(id: String, line: Int) throws {
    #expect(try widget(id, in: Self.file).line == line)
  }

  @Test("Its frame is told as it lies on the screen, and a file that it has left has no line of it")
  func description() throws {
    let text = """
      [[button]]
      id = "go"
      frame = { x = "50%", y = 100, width = "33%", height = 40 }
      """
    let settings = try Settings(parsing: Array(text.utf8), fileName: "scene.toml")
    let inspected = InspectedWidget(try #require(settings.widgets.first), in: Array("[".utf8))
    #expect(inspected.line == nil)
    // 33 percent of 801, half of which lies to the left of its middle.
    #expect(
      inspected.description(on: Size(width: 801, height: 480))
        == "button \"go\", frame x = 268.3, y = 80, width = 264.3, height = 40"
    )
  }

  private static let upright = Size(width: 480, height: 800)
  private static let wide = Size(width: 1280, height: 800)
  private static let both = """
    frame = { x = 10, y = 20, width = 30, height = 40, portrait = { x = "50%", width = "90%" }, \
    landscape = { y = "25%" } }
    """

  @Test(
    "A drag keeps the keys of the frame, their units, and what is in force on other screens",
    arguments: [
      (
        "frame = { x = 320, y = 200, width = 240, height = 72 }", wide, Point(x: 30.4, y: -12.6),
        "frame = { x = 350, y = 187, width = 240, height = 72 }"
      ),
      (
        "frame = { y = \"25%\", x = \"50%\", width = \"40%\", height = 7.5, mirror = false }", wide,
        Point(x: 20, y: -4),
        "frame = { y = \"24.5%\", x = \"51.6%\", width = \"40%\", height = 7.5, mirror = false }"
      ),
      // What does not move stays as it was written.
      (
        "frame = { x = 0.25, y = 12.5, anchor = \"top-left\" }", wide, Point(x: 1, y: 0),
        "frame = { x = 1, y = 12.5, anchor = \"top-left\" }"
      ),
      (
        "[button.frame]\nwidth = 9", wide, Point(x: 64, y: 8),
        "frame = { width = 9, x = \"55%\", y = \"76%\" }"
      ),
      ("", wide, Point(x: -64, y: 0), "frame = { x = \"45%\" }"),
      (
        both, upright, Point(x: 48, y: 30),
        """
        frame = { x = 10, y = 20, width = 30, height = 40, \
        portrait = { x = "60%", width = "90%", y = 50 }, landscape = { y = "25%" } }
        """
      ),
      (
        both, wide, Point(x: 48, y: 8),
        """
        frame = { x = 10, y = 20, width = 30, height = 40, \
        portrait = { x = "50%", width = "90%" }, landscape = { y = "26%", x = 58 } }
        """
      ),
    ]
  )
  func drag(frame: String, screen: Size, distance: Point, expected: String) throws {
    let inspected = try widget("go", in: "[[button]]\nid = \"go\"\n\(frame)")
    #expect(inspected.frameLine(movedBy: distance, on: screen) == expected)
  }

  @Test("Where text is written from the right a drag to the right is one to the left in the file")
  func mirrored() throws {
    let text = """
      [display]
      languages = ["ar"]
      [[button]]
      id = "go"
      frame = { x = 100, y = 50 }
      """
    let line = try widget("go", in: text)
      .frameLine(movedBy: Point(x: 30, y: 5), on: Self.wide)
    #expect(line == "frame = { x = 70, y = 55 }")
  }

  @Test(
    "What has its place by others cannot be dragged",
    arguments: ["[[row]]\nwidgets = [\"go\"]", "[[grid]]\nbuttons = [\"go\"]"]
  )
  func seated(table: String) throws {
    let inspected = try widget("go", in: "[[button]]\nid = \"go\"\n\(table)")
    #expect(inspected.frameLine(movedBy: Point(x: 9, y: 9), on: Self.wide) == nil)
  }

  @Test(
    "An editor is told the line as it wants to be",
    arguments: [
      ("gvim", ["gvim", "+7", "a b.toml"]),
      (" xterm -e  vi ", ["xterm", "-e", "vi", "+7", "a b.toml"]),
      ("/usr/bin/code --wait", ["/usr/bin/code", "--wait", "--goto", "a b.toml:7"]),
      ("codium", ["codium", "--goto", "a b.toml:7"]),
    ]
  )
  func editor(visual: String, words: [String]) {
    #expect(Editor(visual)?.command("a b.toml", at: 7) == words)
    #expect(Editor(" ") == nil)
  }
}

@Suite("Ctrl and the pointer", .serialized)
struct InspectionTests {
  /// The button of the scene, and one above it that is hidden.
  private let covered =
    scene + """

      [[button]]
      id = "over"
      label = ""
      visible = false
      frame = { x = "25%", y = "75%", width = 40, height = 40 }
      """

  @Test("A click names a widget, a drag its new frame, and both leave scene and file alone")
  func pointing() throws {
    let preview = try RunningPreview(covered)
    let plain = try daemonPicture(of: covered)
    #expect(try preview.waitFor(plain))
    let lines = LineReader(preview.output)
    try preview.pointer("keydown", "ctrl")
    try preview.move(45, 95)
    try preview.pointer("click", "1")
    let frame = "frame x = 20, y = 80, width = 50, height = 30"
    #expect(lines.next() == "\(preview.file):3: button \"start\", \(frame)")
    try preview.pointer("mousedown", "1")
    #expect(try preview.wait { try preview.picture()?[45, 80] == 0xFFB020 })
    try preview.move(57, 90)
    // The upper edge has gone with the pointer.
    #expect(try preview.wait { try preview.picture()?[57, 75] == 0xFFB020 })
    #expect(try !preview.isPressed("start"))
    try preview.pointer("mouseup", "1")
    let moved = "frame = { x = 32, y = 75, width = 50, height = 30, anchor = \"top-left\" }"
    #expect(lines.next() == moved)
    #expect(try preview.waitFor(plain))
    #expect(preview.place.text("scene.toml") == covered)
    try preview.move(150, 5)
    try preview.pointer("click", "1")
    #expect(lines.next() == "\(preview.file): no widget is there")
    // The topmost counts once it is seen.
    #expect(try preview.control("show", "over").status == 0)
    try preview.move(45, 95)
    try preview.pointer("click", "3")
    #expect(
      lines.next() == "\(preview.file):12: $VISUAL names no editor to open it there"
    )
  }

  @Test(
    "A right click opens the editor at the widget's line, which stays when the window is closed"
  )
  func editor() throws {
    let place = try Workplace()
    let script = """
      #!/bin/sh
      echo "$$ $@" > \(place.path("said"))
      exec sleep 600
      """
    let path = try place.write(script, to: "editor")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let preview = try RunningPreview(scene, environment: ["VISUAL": "\(path) --new"])
    try preview.pointer("keydown", "ctrl")
    try preview.move(45, 95)
    try preview.pointer("click", "3")
    #expect(try preview.wait { place.text("said").hasSuffix("\n") })
    try preview.pointer("keyup", "ctrl")
    let words = place.text("said").split(whereSeparator: \.isWhitespace)
    #expect(words.dropFirst() == ["--new", "+3", Substring(preview.file)])
    let process = try #require(words.first.flatMap { Int32($0) })
    try preview.key("ctrl+q")
    #expect(preview.end() == 0)
    #expect(kill(process, SIGKILL) == 0)
  }
}
