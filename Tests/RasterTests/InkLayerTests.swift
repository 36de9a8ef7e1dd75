// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerTrials
import Testing

@testable import Raster

@Suite("Ink")
struct InkLayerTests {
  /// A plate with two inks over it and one beside it.
  struct Stage {
    var stack = PaintedStack(
      view: PixelSize(width: 181, height: 133),
      background: Color(rgb: 0x10131C)
    )
    let inks: [LayerID<InkLayer>]

    init() {
      let plate = stack.layers.add(
        ElasticLayer(
          rect: Rect(x: 20, y: 30, width: 120, height: 44),
          fill: Color(rgb: 0xFFFFFF),
          labelColor: Color(rgb: 0),
          transform: stack.transform
        )
      )
      stack.layers.update(plate, offset: 0, opacity: 1)
      let colors = [
        Color(rgb: 0x2F7CF6, alpha: 64), Color(rgb: 0x101418), Color(rgb: 0xF00000),
      ]
      var inks: [LayerID<InkLayer>] = []
      for color in colors { inks.append(stack.layers.add(InkLayer(color: color))) }
      self.inks = inks
      for ink in inks { stack.layers.setOpacity(1, of: ink) }
    }

    /// The colour of a pixel of the picture that was painted in full.
    func color(_ x: Int, _ y: Int) -> Int {
      let pixel = stack.pixel(x, y)
      return pixel.red << 16 | pixel.green << 8 | pixel.blue
    }
  }

  private static func bar(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(left: x, top: y, right: x + width, bottom: y + height)
  }

  /// Letters: upright bars of two columns each, `pitch` apart.
  private static func letters(_ count: Int, pitch: Int = 9, x: Int = 30) -> PlacedMask {
    let size = PixelSize(width: max(count * pitch, 1), height: 12)
    let bytes = (0..<size.width * size.height).map { index -> UInt8 in
      index % size.width % pitch < 2 && index % size.width / pitch < count ? 255 : 0
    }
    return PlacedMask(
      mask: CoverageMask(size: size, bytes: bytes),
      origin: PixelPoint(x: x, y: 44)
    )
  }

  @Test("A rectangle is exactly its pixels, mixed by its alpha with what lies beneath")
  func rectangle() {
    var stage = Stage()
    stage.stack.layers.setRectangle(Self.bar(37, 40, 2, 20), of: stage.inks[2])
    stage.stack.layers.setRectangle(Self.bar(60, 40, 30, 20), of: stage.inks[0])
    stage.stack.paintAll()
    for (x, y, color) in [
      (36, 40, 0xFFFFFF), (37, 40, 0xF00000), (38, 59, 0xF00000), (39, 50, 0xFFFFFF),
      (38, 39, 0xFFFFFF), (38, 60, 0xFFFFFF), (59, 50, 0xFFFFFF), (90, 50, 0xFFFFFF),
    ] {
      #expect(stage.color(x, y) == color, "(\(x), \(y))")
    }
    // 64 of 255 of #2F7CF6 over white: 255 − (255 − c)·64/256 to the nearest.
    #expect(stage.color(60, 40) == 0xCBDEFD)
    #expect(stage.color(89, 59) == 0xCBDEFD)
  }

  @Test("A mask shows within its clip alone")
  func clip() {
    var stage = Stage()
    let clip = Self.bar(40, 46, 20, 8)
    stage.stack.layers.setMask(Self.letters(8), clip: clip, of: stage.inks[1])
    stage.stack.paintAll()
    for y in 31..<73 {
      for x in 22..<138 {
        let isLetter = (x - 30) % 9 < 2 && x >= 30
        let isSeen = isLetter && (40..<60).contains(x) && (46..<54).contains(y)
        #expect(stage.color(x, y) == (isSeen ? 0x101418 : 0xFFFFFF), "(\(x), \(y))")
      }
    }
  }

  @Test(
    "A character more costs the pixels of that character in every buffer, not those of the line"
  )
  func keystroke() {
    var stage = Stage()
    let clip = stage.stack.transform.bufferSize.bounds
    for count in 1...4 {
      stage.stack.layers.setMask(Self.letters(count), clip: clip, of: stage.inks[1])
      _ = stage.stack.paint(count % 2)
    }
    stage.stack.layers.setMask(Self.letters(5), clip: clip, of: stage.inks[1])
    // The fifth letter stands on columns 66 and 67; blocks are sixteen columns wide.
    let damage = stage.stack.paint(1)
    #expect(damage.bounds == PixelRect(left: 64, top: 44, right: 75, bottom: 56))
    // Nothing but that letter is written: what stood elsewhere in the buffer stays.
    let width = stage.stack.transform.bufferSize.width
    for x in [40, 100] { stage.stack.buffers[0][(50 * width + x) * 4] = 0x77 }
    _ = stage.stack.paint(0)
    for x in [40, 100] { #expect(stage.stack.buffers[0][(50 * width + x) * 4] == 0x77) }
  }

  @Test("A caret that blinks changes its own pixels alone")
  func blink() {
    var stage = Stage()
    stage.stack.layers.setRectangle(Self.bar(70, 40, 2, 20), of: stage.inks[2])
    _ = stage.stack.paint(0)
    stage.stack.layers.setOpacity(0, of: stage.inks[2])
    #expect(stage.stack.paint(0).bounds == Self.bar(70, 40, 2, 20))
    stage.stack.layers.setOpacity(1, of: stage.inks[2])
    #expect(stage.stack.paint(0).bounds == Self.bar(70, 40, 2, 20))
  }

  @Test("One text becomes another by a mix of coverages: what both have stays as it is, untouched")
  func mix() {
    var stage = Stage()
    let clip = stage.stack.transform.bufferSize.bounds
    let ink = stage.inks[1]
    stage.stack.layers.setMask(Self.letters(4), clip: clip, of: ink)
    _ = stage.stack.paint(0)
    stage.stack.layers.mixMask(Self.letters(8, pitch: 9), clip: clip, of: ink)
    stage.stack.layers.setShare(0.25, of: ink)
    // The letters 5 to 8 stand from column 66 to 94.
    let damage = stage.stack.paint(0)
    #expect(damage.bounds == PixelRect(left: 64, top: 44, right: 96, bottom: 56))
    stage.stack.paintAll()
    // A quarter of #101418 over white: 255 − (255 − c)·64/256 to the nearest.
    for (x, color) in [(30, 0x101418), (57, 0x101418), (66, 0xC3C4C5), (93, 0xC3C4C5)] {
      #expect(stage.color(x, 50) == color, "column \(x)")
    }
    // In the middle of the mix another one begins: it goes on from what shows.
    stage.stack.layers.mixMask(Self.letters(4), clip: clip, of: ink)
    stage.stack.layers.setShare(0.5, of: ink)
    stage.stack.paintAll()
    // A quarter is a coverage of 64, of which half is left: 32 of 256.
    for (x, color) in [(30, 0x101418), (66, 0xE1E2E2)] {
      #expect(stage.color(x, 50) == color, "column \(x)")
    }
    stage.stack.layers.endMix(of: ink)
    stage.stack.paintAll()
    #expect(stage.color(30, 50) == 0x101418 && stage.color(66, 50) == 0xFFFFFF)
  }
}
