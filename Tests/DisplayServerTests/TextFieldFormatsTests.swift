// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import JSON
import MonotonicTime
import Raster
import TestSupport
import Testing
import Touch
import VirtualKiosk
import Widgets

@testable import DisplayServer

@Suite("Text fields turned, scaled and in both formats")
struct TextFieldFormatsTests {
  @Test("A field that is smaller than its insets has no ink and takes text all the same")
  func tooSmall() throws {
    let toml = """
      [[text]]
      id = "name"
      frame = { x = 640, y = 300, width = 12, height = 8 }
      placeholder = "Name"
      """
    var stage = try FieldStage(toml)
    stage.focus()
    stage.type("ab", at: 1)
    stage.tap(640, 300, at: 2)
    stage.press(.left, at: 3)
    stage.look(5)
    #expect(stage.text == "ab")
    #expect(stage.isAll(0xFFFFFF, 635...644, 297...302))
  }

  static let cases: [(PixelFormat, Rotation, Double)] = Rotation.allCases.flatMap {
    [(.xrgb8888, $0, 1), (.rgb565, $0, 1), (.xrgb8888, $0, 1.25)]
  }

  @Test(
    "Painting changes leaves the bits of painting everything, whatever is typed",
    arguments: cases
  )
  func incremental(format: PixelFormat, rotation: Rotation, scale: Double) throws {
    var random = SplitMix(seed: rotation.rawValue + Int(scale * 4))
    let toml = """
      [[text]]
      id = "name"
      frame = { x = 90, y = 60, width = 150, height = 40 }
      placeholder = "Name"
      caret_blink = 0.1
      max_length = 30
      reveal = 0.1
      """
    let widgets = try settings(toml).widgets
    let size = rotation.swapsAxes ? (160, 240) : (240, 160)
    let transform = OutputTransform(
      bufferSize: PixelSize(width: size.0, height: size.1),
      rotation: rotation,
      scale: scale
    )
    var scene = Scene(
      widgets,
      transform: transform,
      background: Color(rgb: 0x101418),
      bufferCount: 2,
      materials: SceneMaterials(),
      at: FieldStage.instant(0)
    )
    let row = size.0 * format.bytesPerPixel
    var buffers = Array(repeating: [UInt8](repeating: 0x5A, count: row * size.1), count: 3)
    var events = WidgetEvents()
    let texts = ["a", "W", "ש", "ل", "日", " ", "12"]
    for frame in 0..<60 {
      let now = FieldStage.instant(Double(frame) / 12)
      for _ in 0..<random.below(3) {
        let strokes: [KeyStroke] = [
          .text(texts[random.below(texts.count)]), .text(texts[random.below(texts.count)]),
          .backspace, .left, .right, .home, .end, .selectAll, .empty, .enter, .delete,
        ]
        scene.handle(strokes[random.below(strokes.count)], by: .key, at: now, telling: &events)
      }
      switch random.below(8) {
      case 0:
        try scene.setFocus(
          to: random.below(2) == 0 ? nil : 0,
          isQuiet: false,
          at: now,
          telling: &events
        )
      case 1:
        for phase in [TouchPhase.down, .up] {
          scene.handle(
            TouchEvent(
              contact: ContactID(device: 0, slot: 0),
              phase: phase,
              position: Point(x: 20 + Double(random.below(140)), y: 60),
              time: now
            ),
            telling: &events
          )
        }
      default: break
      }
      scene.advance(to: now, telling: &events)
      let buffer = random.below(2)
      for (index, isFull) in [(buffer, false), (2, true)] {
        var bytes = buffers[index].mutableSpan
        var canvas = unsafe Canvas(
          bytes.mutableBytes,
          strideBytes: row,
          format: format,
          size: transform.bufferSize
        )
        if isFull {
          scene.paintAll(into: &canvas, at: now)
        } else {
          _ = scene.paint(into: &canvas, buffer: index, at: now)
        }
      }
      #expect(buffers[buffer] == buffers[2], "frame \(frame)")
    }
  }

  @Test(
    "At 1.25 pixels a point it stands where its points say, however the panel is turned",
    arguments: Rotation.allCases
  )
  func scaled(rotation: Rotation) throws {
    var stage = try FieldStage(rotation: rotation, scale: 1.25)
    stage.look(0)
    // A frame of (490, 278) … (790, 322) points and a room of (500, 283) … (780, 317), times 1.25; where
    // that is within a pixel, the pixels next to it are looked at.
    #expect(stage.isAll(0x101418, 600...611, 340...410))
    #expect(stage.isAll(0x101418, 988...1000, 340...410))
    #expect(stage.isAll(0x101418, 612...988, 340...346))
    #expect(stage.isAll(0x101418, 612...988, 403...410))
    #expect(stage.isAll(0xFFFFFF, 613...624, 348...401))
    #expect(stage.isAll(0xFFFFFF, 976...986, 348...401))
    #expect(stage.isAll(0xFFFFFF, 613...986, 348...353))
    #expect(stage.isAll(0xFFFFFF, 613...986, 397...401))
    // The caret is 2 points wide and 1.2 em of 17 high, in whole pixels, from the room's edge on.
    stage.focus()
    stage.look(1)
    let columns = stage.columns(600...1000, rows: 370...380) { $0 == 0x2F7CF6 }
    #expect(columns.first == 625 && [2, 3].contains(columns.count))
    let rows = (340...410).filter { stage.color(625, $0) == 0x2F7CF6 }
    #expect([25, 26].contains(rows.count))
    let (upper, lower) = (try #require(rows.first), try #require(rows.last))
    #expect((748...750).contains(upper + lower))
    // What is typed moves it by the advance that it has at this size: 22.42 points for "Ab".
    stage.type("Ab", at: 2)
    stage.look(3)
    let moved = stage.columns(600...1000, rows: 370...380) { $0 == 0x2F7CF6 }
    let left = Double(try #require(moved.first))
    let expected: Double = 625 + 22.42 * 1.25 - 1.25
    #expect(abs(left - expected) <= 1.5, "\(moved)")
  }

  @Test("In RGB565 it looks as in XRGB8888, but for what a dithered pixel loses")
  func rgb565() throws {
    var stage = try FieldStage()
    stage.focus()
    stage.type("Abש 12", at: 1)
    stage.look(3)
    let size = stage.transform.bufferSize
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 2)
    var span = bytes.mutableSpan
    var canvas = unsafe Canvas(
      span.mutableBytes,
      strideBytes: size.width * 2,
      format: .rgb565,
      size: size
    )
    stage.scene.paintAll(into: &canvas, at: FieldStage.instant(3))
    for y in 270..<330 {
      for x in 480..<800 {
        let start = (y * size.width + x) * 2
        let word = Int(bytes[start]) | Int(bytes[start + 1]) << 8
        let (red, green, blue) = (word >> 11, word >> 5 & 63, word & 31)
        let shown = [red * 255 / 31, green * 255 / 63, blue * 255 / 31]
        let color = Int(stage.color(x, y))
        let wanted = [color >> 16, color >> 8 & 255, color & 255]
        for channel in 0..<3 {
          #expect(abs(shown[channel] - wanted[channel]) <= 8, "(\(x), \(y))")
        }
      }
    }
  }

  @Test(
    "Turned it looks as it does upright",
    arguments: Rotation.allCases
  )
  func turned(rotation: Rotation) throws {
    var upright = try FieldStage()
    var turned = try FieldStage(rotation: rotation)
    for index in 0..<2 {
      var stage = index == 0 ? upright : turned
      stage.focus()
      stage.type("Abש 12", at: 1)
      stage.look(3)
      if index == 0 { upright = stage } else { turned = stage }
    }
    for y in 270..<330 {
      for x in 480..<800 { #expect(upright.color(x, y) == turned.color(x, y), "(\(x), \(y))") }
    }
  }
}
