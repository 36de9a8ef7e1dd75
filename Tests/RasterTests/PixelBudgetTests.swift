// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@Suite("Pixel budget")
struct PixelBudgetTests {
  private func budget(
    _ picture: PixelBudget.Picture,
    _ width: Double,
    _ height: Double,
    scale: Double = 1
  ) -> PixelBudget {
    var budget = PixelBudget()
    budget.add(picture, in: Size(width: width, height: height), scale: scale)
    return budget
  }

  private let shape = PixelBudget.Picture.mask(.shape, hasFigure: false)

  @Test("A mask has the pixels of its frame, and 49 bytes a block of sixteen columns")
  func mask() {
    let budget = budget(shape, 320, 240)
    #expect(budget.pixels == 320 * 240)
    // 240 is the shorter side: turned, more rows have a block that is only begun.
    #expect(budget.bytes == max(21 * 240, 16 * 320) * 49)
    #expect(budget.transientBytes == 6 * 320 * 240)
  }

  @Test("Scale counts twice, and parts of pixels as whole ones")
  func scale() {
    #expect(budget(shape, 100, 50, scale: 2).pixels == 200 * 100)
    #expect(budget(shape, 100.2, 50, scale: 1.25).pixels == 126 * 63)
  }

  @Test("Four masks as large as 16,384 points are too much, one of the whole 4K display is not")
  func limit() {
    #expect(budget(shape, 16_384, 16_384).isExceeded)
    #expect(budget(shape, 16_384, 16_384).pixels == 8192 * 8192)
    var screen = budget(shape, 3840, 2160)
    #expect(!screen.isExceeded)
    screen.add(screen)
    #expect(!screen.isExceeded && screen.pixels == 2 * 3840 * 2160)
    screen.add(budget(shape, 640, 640))
    #expect(screen.isExceeded)
  }

  @Test("The transient memory of a scene is that of its largest picture")
  func transient() {
    var scene = budget(shape, 100, 100)
    scene.add(budget(shape, 200, 200))
    scene.add(budget(shape, 50, 50))
    #expect(scene.transientBytes == budget(shape, 200, 200).transientBytes)
    #expect(scene.pixels == 100 * 100 + 200 * 200 + 50 * 50)
  }

  @Test("Figures, text and images count what they draw")
  func others() {
    let figured = budget(.mask(.shape, hasFigure: true), 300, 300)
    #expect(figured.pixels == 300 * 300 + 11 * 61 * 61)
    #expect(budget(.line(fontSize: 20), 300, 100).pixels == 300 * 40)
    #expect(budget(.block(fontSize: 20, lines: 3), 300, 100).pixels == 3 * 300 * 40)
    #expect(budget(.block(fontSize: 20, lines: .max), 300, 100).pixels == 64 * 300 * 40)
    #expect(budget(.image, 300, 100).bytes == 12 * 300 * 100)
  }

  @Test("An image's size decides what it takes to be read, as a JPEG image of four components too")
  func image() {
    let size = PixelSize(width: 1000, height: 500)
    let known = budget(.mask(.image(size), hasFigure: false), 100, 100)
    #expect(known.transientBytes == 12 * 1000 * 500 + 2 * 100 * 100)
    let unknown = budget(.mask(.image(nil), hasFigure: false), 100, 100)
    #expect(unknown.transientBytes == 12 * PixelBudget.largestImage + 2 * 100 * 100)
    #expect(known.pixels == 100 * 100)
    #expect(budget(.image, 100, 100).transientBytes == 12 * PixelBudget.largestImage)
  }

  @Test(
    "Any number is counted, none overflows",
    arguments: [0, -5, .nan, .infinity, -.infinity, 1e300, 1e-300] as [Double],
    [0, 1, .nan, .infinity, 1e300] as [Double]
  )
  func oddNumbers(_ length: Double, _ scale: Double) {
    var total = PixelBudget()
    for picture in [
      shape, .mask(.text, hasFigure: true), .mask(.image(nil), hasFigure: true),
      .mask(.image(PixelSize(width: .max, height: .max)), hasFigure: false),
      .line(fontSize: length), .block(fontSize: length, lines: .min), .image,
    ] {
      for _ in 0..<256 { total.add(picture, in: Size(width: length, height: length), scale: scale) }
    }
    #expect(total.pixels >= 7 * 256)
    #expect(total.bytes >= total.pixels && total.transientBytes > 0)
  }
}
