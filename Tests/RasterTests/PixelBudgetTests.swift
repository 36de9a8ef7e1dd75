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

  private let shape = PixelBudget.Picture.mask(hasFigure: false)

  @Test("A mask and an image have the pixels of their frame")
  func frame() {
    #expect(budget(shape, 320, 240).pixels == 320 * 240)
    #expect(budget(.image, 320, 240).pixels == 320 * 240)
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
    screen.add(shape, in: Size(width: 3840, height: 2160), scale: 1)
    #expect(!screen.isExceeded && screen.pixels == 2 * 3840 * 2160)
    screen.add(shape, in: Size(width: 640, height: 640), scale: 1)
    #expect(screen.isExceeded)
  }

  @Test("Figures and text count what they draw")
  func others() {
    let figured = budget(.mask(hasFigure: true), 300, 300)
    #expect(figured.pixels == 300 * 300 + 11 * 61 * 61)
    #expect(budget(.line(fontSize: 20), 300, 100).pixels == 300 * 40)
    #expect(budget(.block(fontSize: 20, lines: 3), 300, 100).pixels == 3 * 300 * 40)
    #expect(budget(.block(fontSize: 20, lines: .max), 300, 100).pixels == 64 * 300 * 40)
  }

  @Test("A shadow has its blur on each side, and a pixel for the rounding of each length")
  func shadow() {
    #expect(budget(.shadow(blur: 24), 100, 50).pixels == (100 + 50) * (50 + 50))
    #expect(budget(.shadow(blur: 1.2), 100, 50, scale: 2).pixels == (200 + 8) * (100 + 8))
  }

  @Test(
    "Any number is counted, none overflows",
    arguments: [0, -5, .nan, .infinity, -.infinity, 1e300, 1e-300] as [Double],
    [0, 1, .nan, .infinity, 1e300] as [Double]
  )
  func oddNumbers(_ length: Double, _ scale: Double) {
    var total = PixelBudget()
    for picture in [
      shape, .mask(hasFigure: true),
      .line(fontSize: length), .block(fontSize: length, lines: .min), .image,
      .shadow(blur: length),
    ] {
      for _ in 0..<256 { total.add(picture, in: Size(width: length, height: length), scale: scale) }
    }
    #expect(total.pixels >= 6 * 256)
  }
}
