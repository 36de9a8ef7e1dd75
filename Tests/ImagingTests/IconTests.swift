// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

@testable import Imaging

@Suite("Images as icons")
struct IconTests {
  private func image(_ width: Int, _ rgba: [UInt8]) -> DecodedImage {
    DecodedImage(
      size: PixelSize(width: width, height: rgba.count / 4 / width),
      hasAlpha: true,
      rgba: rgba
    )
  }

  @Test(
    "One colour is a distance of 2 of 255 from the most opaque pixel, multiplied by alpha",
    arguments: [
      // 2 · 255 = 510 is the most, and 3 · 255 more.
      ([200, 100, 50, 255, 202, 98, 50, 255], true),
      ([200, 100, 50, 255, 203, 100, 50, 255], false),
      // 5 · 100 = 500, 6 · 100 = 600.
      ([9, 9, 9, 100, 200, 100, 50, 255], false), ([195, 105, 50, 100, 200, 100, 50, 255], true),
      ([200, 100, 44, 100, 200, 100, 50, 255], false),
      // What cannot be seen has no colour, and two of 255 are any.
      ([9, 9, 9, 0, 200, 100, 50, 255], true), ([255, 0, 255, 2, 0, 255, 0, 255], true),
      ([255, 0, 255, 3, 0, 255, 0, 255], false), ([1, 2, 3, 0, 7, 8, 9, 0], true),
    ] as [([UInt8], Bool)]
  )
  func oneColor(rgba: [UInt8], hasOne: Bool) {
    #expect(image(2, rgba).hasOneColor == hasOne)
  }

  @Test(
    "An icon touches its box and holds all of the image",
    arguments: [
      (20, 10, 48, 48, 48, 24), (10, 30, 48, 48, 16, 48), (3, 7, 10, 10, 5, 10),
      (10, 10, 9, 9, 9, 9), (300, 1, 30, 20, 30, 1), (5, 5, 0, 9, 0, 0),
    ]
  )
  func size(_ width: Int, _ height: Int, _ across: Int, _ down: Int, _ wide: Int, _ high: Int) {
    let image = image(width, [UInt8](repeating: 255, count: 4 * width * height))
    #expect(
      image.size(fitting: PixelSize(width: across, height: down))
        == PixelSize(width: wide, height: high)
    )
  }
}
