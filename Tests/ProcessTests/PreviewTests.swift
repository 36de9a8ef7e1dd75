// SPDX-License-Identifier: Apache-2.0
import Foundation
import Geometry
import Testing

@testable import swell_preview

/// Widgets of several kinds, at rest, with text.
private let board = """
  [display]
  scale = 1
  background = "#204060"
  [[button]]
  id = "start"
  label = "Go"
  frame = { x = 20, y = 80, width = 50, height = 30, anchor = "top-left" }
  amplitude = 6
  [[button]]
  id = "other"
  label = ""
  frame = { x = 100, y = 80, width = 40, height = 30, anchor = "top-left" }
  [[progress]]
  id = "main"
  frame = { x = 10, y = 10, width = 60, height = 50, anchor = "top-left" }
  mask = { text = "du" }
  show_percent = false
  [[chart]]
  id = "week"
  frame = { x = 90, y = 10, width = 60, height = 60, anchor = "top-left" }
  labels = ["a", "b"]
  """

/// A field that has the focus.
private let field = """
  [display]
  scale = 1
  [[text]]
  id = "name"
  frame = { x = 10, y = 10, width = 140, height = 40, anchor = "top-left" }
  autofocus = true
  caret_blink = 0
  [keyboard]
  layout = "us"
  """

@Suite("A scene in a window", .serialized)
struct PreviewTests {
  @Test("The window has the pixels of the daemon's virtual display, bit for bit")
  func pixels() throws {
    let preview = try RunningPreview(board)
    let expected = try daemonPicture(of: board)
    #expect(Set(expected.pixels).count > 20)
    #expect(try preview.waitFor(expected))
  }

  @Test("A panel that hangs turned stands upright, by the file and by the key, at any size")
  func turns() throws {
    let turned = board.replacing("scale = 1", with: "scale = 1\nrotation = 90")
    let scanned = try daemonPicture(of: turned)
    let preview = try RunningPreview(turned)
    #expect(try preview.waitFor(scanned.upright(.quarter)))
    try preview.key("r")
    let half = board.replacing("scale = 1", with: "scale = 1\nrotation = 180")
    #expect(try preview.waitFor(try daemonPicture(of: half).upright(.half)))
    // The touch turns with it: where the button stands, the button is pressed.
    try preview.move(40, 95)
    try preview.pointer("mousedown", "1")
    #expect(try preview.wait { try preview.isPressed("start") })
    try preview.pointer("mouseup", "1")
    // 480x320 of 73 millimetres: 167 pixels an inch, and the scene's own scale stays.
    try preview.key("ctrl+1")
    let large = try daemonPicture(of: half, "480x320")
    #expect(try preview.waitFor(large.upright(.half)))
  }

  @Test("A click runs the button's program; one that is held stays pressed")
  func click() throws {
    let place = try Workplace()
    let preview = try RunningPreview(
      board.replacing("label = \"Go\"", with: "exec = [\"touch\", \"\(place.path("done"))\"]")
    )
    try preview.move(45, 95)
    try preview.pointer("mousedown", "1")
    #expect(try preview.wait { try preview.isPressed("start") })
    #expect(!FileManager.default.fileExists(atPath: place.path("done")))
    try preview.pointer("mouseup", "1")
    #expect(try preview.wait { FileManager.default.fileExists(atPath: place.path("done")) })
    #expect(try preview.wait { try !preview.isPressed("start") })
  }

  @Test("With Shift a second finger comes down, and stays until Shift is let go")
  func secondFinger() throws {
    let preview = try RunningPreview(board)
    try preview.pointer("keydown", "shift")
    try preview.move(45, 95)
    try preview.pointer("click", "1")
    #expect(try preview.wait { try preview.isPressed("start") })
    try preview.move(120, 95)
    try preview.pointer("mousedown", "1")
    #expect(try preview.wait { try preview.isPressed("other") })
    #expect(try preview.isPressed("start"))
    try preview.pointer("mouseup", "1")
    #expect(try preview.wait { try !preview.isPressed("other") })
    #expect(try preview.isPressed("start"))
    try preview.pointer("keyup", "shift")
    #expect(try preview.wait { try !preview.isPressed("start") })
  }

  @Test("What is typed reaches the field, also letters that are the window's without one")
  func typing() throws {
    let preview = try RunningPreview(field)
    try preview.pointer("type", "--delay", "30", "Rd 1!tpn")
    #expect(try preview.wait { try preview.text == "Rd 1!tpn" })
    try preview.key("BackSpace")
    #expect(try preview.wait { try preview.text == "Rd 1!tp" })
    #expect(try preview.picture()?.size == PixelSize(width: 160, height: 120))
    // With Ctrl they are the window's all the same, and no text.
    try preview.key("ctrl+r")
    #expect(try preview.wait { try preview.picture()?.size.width == 120 })
    #expect(try preview.text == "Rd 1!tp")
  }

  @Test("Keys stand for what the configuration's layout says, also after a reload")
  func layout() throws {
    let preview = try RunningPreview(field)
    try preview.save(field.replacing("\"us\"", with: "\"de\""))
    #expect(try preview.control("reload").status == 0)
    try preview.key("y")
    #expect(try preview.wait { try preview.text == "z" })
  }

  @Test("swellctl drives it")
  func control() throws {
    let preview = try RunningPreview(board)
    #expect(try preview.control("progress", "100", "--id", "main").status == 0)
    let full = board.replacing("show_percent", with: "percent = 100\nshow_percent")
    #expect(try preview.waitFor(try daemonPicture(of: full)))
  }

  @Test("Ctrl+Q closes the window, and what buttons have started ends with it")
  func end() throws {
    let place = try Workplace()
    let script = "echo $$ > '\(place.path("pid"))'; exec sleep 1000"
    let preview = try RunningPreview(
      board.replacing("label = \"Go\"", with: "exec = [\"sh\", \"-c\", \"\(script)\"]")
    )
    try preview.move(45, 95)
    try preview.pointer("click", "1")
    #expect(try preview.wait { place.text("pid").hasSuffix("\n") })
    let pid = try #require(Int32(place.text("pid").dropLast()))
    #expect(kill(pid, 0) == 0)
    try preview.key("ctrl+q")
    #expect(preview.end() == 0)
    #expect(kill(pid, 0) != 0)
    #expect(!FileManager.default.fileExists(atPath: preview.socket))
  }

  @Test(
    "Wrong usage is told in one line and ends with 64, and no desktop with 69",
    arguments: [
      ([], 64), (["a", "b"], 64), (["--panel", "huge", "a"], 64), (["--panel", "10", "a"], 64),
      (["--record", "a.gif", "a"], 64), (["--frob", "a"], 64), (["--help=1"], 64),
      (["--socket", "/tmp/swell-none.sock", "/dev/null"], 69),
    ] as [([String], Int32)]
  )
  func usage(arguments: [String], status: Int32) throws {
    let outcome = try run("swell-preview", arguments)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").last?.hasPrefix("swell-preview: ") == true)
    if status == 64 { #expect(outcome.errors.split(separator: "\n").count == 1) }
  }
}

extension RunningPreview {
  /// What `status` tells of a button.
  func isPressed(_ id: String) throws -> Bool {
    let text = try control("status", "--json").output
    guard let start = text.range(of: "\"id\":\"\(id)\"") else { return false }
    let rest = text[start.upperBound...].prefix { $0 != "}" }
    return rest.contains("\"pressed\":true")
  }

  /// What the field holds.
  var text: String {
    get throws {
      let answer = try control("text", "name").output
      guard let start = answer.range(of: "\"text\":\"") else { return "" }
      return String(answer[start.upperBound...].prefix { $0 != "\"" })
    }
  }
}

extension WindowPicture {
  /// The picture as it stands upright on a panel where it is scanned out turned by this.
  func upright(_ rotation: Rotation) -> Self {
    let transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
    let view = transform.viewSize
    var pixels: [UInt32] = []
    for y in 0..<view.height {
      for x in 0..<view.width {
        let place = transform.bufferRect(
          ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        )
        pixels.append(self[place.left, place.top])
      }
    }
    return Self(size: view, pixels: pixels)
  }
}
