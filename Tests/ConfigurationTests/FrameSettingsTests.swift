// SPDX-License-Identifier: Apache-2.0
import TOMLReading
import Widgets
import Configuration
import Geometry
import Testing

@Suite("Frames")
struct FrameSettingsTests {
  @Test(
    "The anchor of the widget stands at the given point",
    arguments: [
      (.topLeft, 320, 200), (.top, 270, 200), (.topRight, 220, 200), (.left, 320, 180),
      (.center, 270, 180), (.right, 220, 180), (.bottomLeft, 320, 160), (.bottom, 270, 160),
      (.bottomRight, 220, 160),
    ] as [(FrameSettings.Anchor, Double, Double)]
  )
  func anchors(anchor: FrameSettings.Anchor, left: Double, top: Double) {
    let frame = FrameSettings(
      x: .percent(50),
      y: .points(200),
      width: .points(100),
      height: .percent(10),
      anchor: anchor
    )
    let rect = frame.resolved(in: Size(width: 640, height: 400))
    #expect(rect == Rect(x: left, y: top, width: 100, height: 40))
  }

  @Test("The built-in button stands in the middle of its design's lower half")
  func builtIn() throws {
    let button = try #require(Settings.builtIn.buttons.first)
    let rect = button.frame.resolved(in: Size(width: 640, height: 400))
    #expect(rect == Rect(x: 210, y: 270, width: 220, height: 84))
  }

  @Test(
    "A frame that names no anchor is placed by its middle, whatever its kind",
    arguments: WidgetKind.allCases.map(\.name)
  )
  func defaultAnchor(kind: String) throws {
    let file = kind == "image" ? "file = \"a.png\"" : ""
    let text = """
      [[\(kind)]]
      id = "a"
      \(file)
      frame = { x = 100, y = 50, width = 40, height = 20 }
      """
    let settings = try Settings(parsing: Array(text.utf8), fileName: "swell.toml")
    let frame = try #require(settings.widgets.first?.frame)
    #expect(
      frame.resolved(in: Size(width: 640, height: 400)) == Rect(x: 80, y: 40, width: 40, height: 20)
    )
  }

  @Test("A circle without a frame may be touched anywhere")
  func circle() throws {
    let text = "[[circle]]\nid = \"a\""
    let settings = try Settings(parsing: Array(text.utf8), fileName: "swell.toml")
    let rect = settings.widgets.first?.frame.resolved(in: Size(width: 640, height: 400))
    #expect(rect == Rect(x: 0, y: 0, width: 640, height: 400))
  }
}
