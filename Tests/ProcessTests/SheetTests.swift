// SPDX-License-Identifier: Apache-2.0
import Configuration
import DisplayServer
import Foundation
import Geometry
import Testing

@testable import swell_preview

@Suite("A scene on all panels in one picture", .serialized)
struct SheetTests {
  private static let scene = """
    [display]
    background = "#102030"
    [[page]]
    id = "first"
    [[page]]
    id = "second"
    background = "#405060"
    """

  @Test("Panels lie side by side in their shapes, pages below each other, with a gap between them")
  func places() throws {
    let settings = try Settings(parsing: Array(Self.scene.utf8), fileName: "scene.toml")
    let panels = try ["480x320", "720x1280"].map { try #require(PanelFormat($0)) }
    let sheet = try Sheet(settings, on: panels)
    // 240 rows high: 480×320 becomes 360 wide, 720×1280 135; 16 between and around them.
    #expect(
      sheet.size == PixelSize(width: 16 + 360 + 16 + 135 + 16, height: 16 + 240 + 16 + 240 + 16)
    )
    for y in 0..<sheet.size.height {
      for x in 0..<sheet.size.width {
        let isPanel = (16..<376).contains(x) || (392..<527).contains(x)
        let row = (16..<256).contains(y) ? 0x102030 : (272..<512).contains(y) ? 0x405060 : nil
        let expected = isPanel ? row ?? 0x3A3F45 : 0x3A3F45
        guard sheet.pixels[y * sheet.size.width + x] & 0xFFFFFF != expected else { continue }
        Issue.record("another colour at \(x), \(y)")
        return
      }
    }
  }

  @Test(
    "A pixel is the mean of those that it stands for, on a turned panel too",
    arguments: [0, 90]
  )
  func means(rotation: Int) throws {
    // White in the upper half, and a border within a pixel of the sheet.
    let text = """
      [display]
      scale = 1
      rotation = \(rotation)
      background = "#000000"
      [[button]]
      id = "white"
      label = ""
      frame = { x = 0, y = 0, width = "100%", height = 1, anchor = "top-left" }
      corner_radius = 0
      color = "#FFFFFF"
      """
    let settings = try Settings(parsing: Array(text.utf8), fileName: "scene.toml")
    let sheet = try Sheet(settings, on: [try #require(PanelFormat("960x960"))])
    #expect(sheet.size == PixelSize(width: 272, height: 272))
    // One of four rows is white.
    #expect(sheet.pixels[16 * 272 + 136] & 0xFFFFFF == 0x404040)
    #expect(sheet.pixels[17 * 272 + 136] & 0xFFFFFF == 0)
    #expect(sheet.pixels[255 * 272 + 136] & 0xFFFFFF == 0)
  }

  @Test("In a window it is shown, anew when the file is saved, until Q is pressed")
  func window() throws {
    let preview = try RunningPreview(Self.scene, ["--sheet", "window"])
    func shows(_ colors: Set<UInt32>) throws -> Bool {
      Set(try preview.picture()?.pixels ?? []).isSuperset(of: colors)
    }
    #expect(try preview.wait { try shows([0x3A3F45, 0x102030, 0x405060]) })
    try preview.save(Self.scene.replacing("#405060", with: "#806040"))
    #expect(try preview.wait { try shows([0x3A3F45, 0x102030, 0x806040]) })
    try preview.key("q")
    #expect(preview.end() == 0)
  }

  @Test("A scene that is wrong is named, and nothing is written")
  func wrong() throws {
    let place = try Workplace()
    let file = try place.write("[[button]]\nid = 5\n", to: "scene.toml")
    let outcome = try run("swell-preview", ["--sheet", place.path("sheet.png"), file])
    #expect(outcome.status == 78 && outcome.errors.contains("\(file):2:6"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: place.path("sheet.png")))
    let right = try place.write("", to: "scene.toml")
    let nowhere = try run("swell-preview", ["--sheet", place.path("no/sheet.png"), right])
    #expect(nowhere.status == 73 && nowhere.errors.split(separator: "\n").count == 1)
  }
}
