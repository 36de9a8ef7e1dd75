// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import JSON
import MonotonicTime
import Presentation
import RequestWords
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime
import Widgets

@Suite("Widgets without colours to mute, disabled")
struct DisabledTests {
  /// A widget of a kind in white on black, with an elastic frame of grey.
  private static func scene(_ kind: String, _ keys: String, _ more: String = "") -> String {
    """
    [display]
    scale = 1
    background = "#000000"
    [[\(kind)]]
    id = "one"
    frame = { x = 40, y = 30, width = 80, height = 60, anchor = "top-left" }
    elastic = { amplitude = 8, color = "#808080" }
    \(keys)
    \(more)
    """
  }

  static let kinds = [
    ("chart", "background = \"#FFFFFF\"\nbubble = false\npadding = 0"),
    ("label", "text = \"\u{2588}\"\nfont_size = 40"),
    ("image", "file = \"Sources/swell-preview/none.png\""),
    ("progress", "mask = { shape = \"circle\" }\nshow_percent = false\nfront_color = \"#FFFFFF\""),
  ]

  @Test("It is told, outlives a restart's state, and swells for no finger", arguments: kinds)
  func unused(kind: String, keys: String) throws {
    let run = try VirtualRun(Self.scene(kind, keys))
    #expect(run.widget("one")?["enabled"] == true)
    run.comeToRest()
    let rest = run.presentedPixels()
    run.finger(.down, Point(x: 80, y: 60))
    run.pass(0.2)
    #expect(run.presentedPixels() != rest)
    try run.perform(.setWidget(WidgetSetting(id: "one", isEnabled: false)))
    run.comeToRest()
    #expect(run.widget("one")?["enabled"] == false)
    let disabled = run.presentedPixels()
    #expect(disabled != rest)
    run.finger(.up, Point(x: 80, y: 60))
    run.finger(.down, Point(x: 80, y: 60))
    run.pass(0.2)
    #expect(run.presentedPixels() == disabled)
    run.finger(.up, Point(x: 80, y: 60))
    // As the file can have it from the start.
    let fromStart = try VirtualRun(Self.scene(kind, keys, "enabled = false"))
    fromStart.comeToRest()
    #expect(fromStart.presentedPixels() == disabled)
    try run.perform(.setWidget(WidgetSetting(id: "one", isEnabled: true)))
    run.comeToRest()
    #expect(run.presentedPixels() == rest)
  }

  @Test("What it shows is mixed with what is behind as a muted colour is, 9 parts of 20")
  func faint() throws {
    let toml = Self.scene("chart", Self.kinds[0].1, "enabled = false")
    let run = try VirtualRun(
      toml.replacing("elastic = { amplitude = 8, color = \"#808080\" }\n", with: "")
    )
    run.comeToRest()
    let pixels = try #require(run.presentedPixels())
    // Between the grid's lines: white at 0.45 over black.
    let place = (33 * 160 + 44) * 4
    #expect((0..<3).allSatisfy { abs(Int(pixels[place + $0]) - 115) <= 1 })
  }

  @Test("The lines of a chart on a muted rectangle are muted as that is")
  func grid() throws {
    let keys = "padding = 0\nbubble = false\ngrid_color = \"#E7E7E7\""
    let toml = Self.scene("chart", keys).replacing("#808080", with: "#F3F3F3")
    let run = try VirtualRun(toml)
    run.comeToRest()
    try run.perform(.setWidget(WidgetSetting(id: "one", isEnabled: false)))
    run.comeToRest()
    let pixels = try #require(run.presentedPixels())
    // A muted grey is 9 parts of 20 of it over black; the lowest line lies on the frame's lower edge.
    let column = (31..<90).map { Int(pixels[($0 * 160 + 80) * 4]) }
    #expect(column.allSatisfy { abs($0 - 109) <= 1 || abs($0 - 104) <= 1 })
    #expect(column.contains { abs($0 - 104) <= 1 })
  }

  @Test("Enabled again it appears in a quarter of a second, and stays hidden where it is")
  func fades() throws {
    var fade = Fade(isVisible: true, isEnabled: false)
    #expect(fade.opacity(at: .init(nanoseconds: 0)) == Fade.disabledOpacity)
    fade.setVisible(true, isEnabled: true, at: .init(nanoseconds: 0))
    #expect(abs(fade.opacity(at: .init(nanoseconds: 125_000_000)) - 0.725) < 1e-6)
    #expect(fade.opacity(at: .init(nanoseconds: 250_000_000)) == 1)
    var hidden = Fade(isVisible: false)
    hidden.setVisible(false, isEnabled: false, at: .init(nanoseconds: 0))
    #expect(!hidden.isMoving(at: .init(nanoseconds: 1)) && !hidden.isVisible)
    #expect(hidden.opacity(at: .init(nanoseconds: 1_000_000_000)) == 0)
  }
}
