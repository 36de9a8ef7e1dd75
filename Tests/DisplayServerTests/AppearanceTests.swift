// SPDX-License-Identifier: Apache-2.0
import VirtualTime
import Widgets
import RequestWords
import JSON
import Configuration
import Control
import Geometry
import Presentation
import Testing
import VirtualKiosk

@Suite("How the settings look on the screen")
struct AppearanceTests {
  @Test(
    "A button that is out of use is two thirds grey, and closer to the background than to itself",
    arguments: [("#000", [23, 23, 61]), ("#FFF", [163, 163, 201])]
  )
  func muted(background: String, expected: [UInt8]) throws {
    // #FF0000 has the luma 76. Two thirds of it and one of the colour are 136, 51, 51, of which
    // the screen gets 45 % over 55 % of the background.
    let scene = plainScene.replacing(
      "scale = 1",
      with: "scale = 1\nbackground = \"\(background)\""
    )
    let run = try VirtualRun(scene)
    try run.perform(.setWidget(WidgetSetting(id: "start", color: "#F00", isEnabled: false)))
    run.comeToRest()
    let pixels = try #require(run.presentedPixels())
    let center = (95 * 160 + 45) * 4
    #expect(Array(pixels[center..<center + 3]) == expected)
  }

  @Test(
    "Without a scale a point is 1/160 inch in quarters, if the size can be believed",
    arguments: [
      // 254, 209, 83 and 586 pixels an inch.
      (160, 120, 16, 12, 1.5), (140, 70, 17, 9, 1.25), (160, 80, 49, 24, 0.5),
      (600, 300, 26, 13, 3.75),
      // No size, 40.6, 812.8, and pixels 1.33 times as wide as high.
      (160, 120, 0, 0, 1), (160, 120, 100, 75, 1), (160, 120, 5, 4, 1), (160, 120, 16, 9, 1),
    ] as [(Int, Int, Int, Int, Double)]
  )
  func automaticScale(
    width: Int,
    height: Int,
    widthMillimetres: Int,
    heightMillimetres: Int,
    scale: Double
  ) throws {
    var mode = smallMode(width, height)
    mode.widthMillimetres = widthMillimetres
    mode.heightMillimetres = heightMillimetres
    let run = try VirtualRun(plainScene.replacing("scale = 1\n", with: ""), mode: mode)
    #expect(run.status.output.scale == scale)
  }

  @Test(
    "A design is as large as the screen allows, whatever the panel's size, turned too",
    arguments: [(0, 0.5), (90, 0.375)] as [(Int, Double)]
  )
  func design(rotation: Int, scale: Double) throws {
    var mode = smallMode(160, 120)
    (mode.widthMillimetres, mode.heightMillimetres) = (16, 12)
    // Upright 120 × 160 pixels.
    let text = plainScene.replacing(
      "scale = 1\n",
      with: "design = { width = 320, height = 240 }\nrotation = \(rotation)\n"
    )
    let run = try VirtualRun(text, mode: mode)
    #expect(run.status.output.scale == scale)
  }

  @Test("A label's ink is in the middle of its button", arguments: [30, 40, 56])
  func labelPlace(height: Int) throws {
    let frame = "x = 20, y = 80, width = 50, height = 30"
    let run = try VirtualRun(
      plainScene.replacing(frame, with: "x = 20, y = 10, width = 50, height = \(height)")
    )
    run.comeToRest()
    let before = try #require(run.presentedPixels())
    try run.perform(.setWidget(WidgetSetting(id: "start", label: "H")))
    run.comeToRest()
    let ink = differences(before, try #require(run.presentedPixels()))
    // Sideways the ink is centred exactly; up and down the baseline is on a whole pixel.
    #expect(ink.left + ink.right == 2 * 45)
    #expect(abs(ink.top + ink.bottom - 2 * (10 + height / 2)) <= 1)
    #expect(ink.width > 4 && ink.height > 6 && ink.height < height / 2)
  }

  @Test("A shape's figure is in the middle of it")
  func figurePlace() throws {
    let circle = "x = 50, y = 10, width = 50, height = 50"
    let scene = plainScene.replacing(
      circle,
      with: "x = 20, y = 0, width = 120, height = 120"
    )
    let without = try VirtualRun(scene)
    let with = try VirtualRun(
      scene.replacing("show_percent = false", with: "show_percent = true")
    )
    for run in [without, with] { run.comeToRest() }
    let ink = differences(
      try #require(without.presentedPixels()),
      try #require(with.presentedPixels())
    )
    // Sideways the advances are centred, and the ink begins and ends up to a pixel or two within.
    #expect(abs(ink.left + ink.right - 2 * 80) <= 3)
    #expect(abs(ink.top + ink.bottom - 2 * 60) <= 1)
    #expect(ink.width > 20 && ink.height > 12 && ink.height < 30)
  }

  /// The smallest rectangle around the pixels that differ, on a display 160 pixels wide.
  private func differences(_ first: [UInt8], _ second: [UInt8]) -> PixelRect {
    var bounds = PixelRect.empty
    for pixel in 0..<first.count / 4
    where first[pixel * 4..<pixel * 4 + 4] != second[pixel * 4..<pixel * 4 + 4] {
      let (x, y) = (pixel % 160, pixel / 160)
      bounds = bounds.union(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
    }
    return bounds
  }
}
