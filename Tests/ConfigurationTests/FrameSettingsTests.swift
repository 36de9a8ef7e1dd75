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

  @Test("The built-in button stands where the contract says")
  func builtIn() throws {
    let button = try #require(Settings.builtIn.buttons.first)
    let rect = button.frame.resolved(in: Size(width: 1280, height: 800))
    #expect(rect == Rect(x: 540, y: 560, width: 200, height: 80))
  }
}
