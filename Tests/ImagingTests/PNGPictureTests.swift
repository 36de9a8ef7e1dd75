// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import TestSupport
import Testing

@testable import Imaging

@Suite("Pictures from an image")
struct PNGPictureTests {
  private func image(_ width: Int, _ rgba: [UInt8]) -> DecodedImage {
    DecodedImage(
      size: PixelSize(width: width, height: rgba.count / 4 / width),
      hasAlpha: true,
      rgba: rgba
    )
  }

  private func box(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  @Test("At its own size a picture is its pixels, multiplied by alpha to the nearest")
  func identity() {
    let rgba: [UInt8] = [255, 128, 0, 255, 200, 100, 50, 128, 9, 9, 9, 0, 255, 255, 255, 1]
    let (pixels, size) = image(2, rgba).premultiplied(in: box(2, 2), fit: .contain)
    #expect(size == box(2, 2))
    // 200·128/255 = 100.4, 100·128/255 = 50.2, 50·128/255 = 25.1.
    #expect(pixels == [255, 128, 0, 255, 100, 50, 25, 128, 0, 0, 0, 0, 1, 1, 1, 1])
  }

  @Test("Each value with each alpha is multiplied to the nearest, one pixel off its box too")
  func everyPair() {
    let rgba = (0..<65_536).flatMap { pair -> [UInt8] in
      [UInt8(pair & 255), 255, 0, UInt8(pair >> 8)]
    }
    let (pixels, _) = image(256, rgba).premultiplied(in: box(255, 256), fit: .none)
    let expected = (0..<256).flatMap { alpha -> [UInt8] in
      (0..<255).flatMap { value -> [UInt8] in
        // Half a pixel of 256 is cut off to the left, which is a whole one.
        let product = Double((value + 1) * alpha) / 255
        return [UInt8(product.rounded()), UInt8(alpha), 0, UInt8(alpha)]
      }
    }
    let wrong = pixels.indices.first { pixels[$0] != expected[$0] }
    #expect(wrong == nil)
  }

  @Test(
    "It lies in its box as it is to: whole, filling it, or pixel by pixel",
    arguments: [
      // 8 × 4 pixels in boxes: what of the middle row and the middle column is opaque.
      (.contain, 16, 16, 0..<16, 4..<12), (.contain, 4, 16, 0..<4, 7..<9),
      (.cover, 16, 16, 0..<16, 0..<16), (.cover, 4, 16, 0..<4, 0..<16),
      (.none, 16, 16, 4..<12, 6..<10), (.none, 4, 2, 0..<4, 0..<2), (.none, 11, 4, 1..<9, 0..<4),
    ] as [(PictureFit, Int, Int, Range<Int>, Range<Int>)]
  )
  func fits(fit: PictureFit, width: Int, height: Int, across: Range<Int>, down: Range<Int>) {
    let whole = image(8, Array(repeating: 255, count: 8 * 4 * 4))
    let (pixels, size) = whole.premultiplied(in: box(width, height), fit: fit)
    #expect(size == box(width, height))
    func alpha(_ x: Int, _ y: Int) -> UInt8 { pixels[(y * width + x) * 4 + 3] }
    let middle = (
      x: (across.lowerBound + across.upperBound) / 2, y: (down.lowerBound + down.upperBound) / 2
    )
    #expect((0..<width).allSatisfy { alpha($0, middle.y) == (across.contains($0) ? 255 : 0) })
    #expect((0..<height).allSatisfy { alpha(middle.x, $0) == (down.contains($0) ? 255 : 0) })
  }

  @Test("Pixel by pixel nothing is mixed, wherever the middle lies")
  func unscaled() {
    let rgba = (0..<15).flatMap { index -> [UInt8] in [UInt8(index * 17), 0, 255, 255] }
    let (pixels, _) = image(5, rgba).premultiplied(in: box(10, 8), fit: .none)
    // Two whole pixels left of it, and two above.
    for y in 0..<3 {
      let start = ((y + 2) * 10 + 2) * 4
      let (seen, own) = (pixels[start..<start + 20], rgba[(y * 20)..<(y * 20 + 20)])
      #expect(Array(seen) == Array(own))
    }
  }

  @Test(
    "What is transparent lends no colour, and no colour exceeds alpha",
    arguments: [3, 7, 20, 64]
  )
  func premultiplied(side: Int) {
    var random = SplitMix(seed: side)
    // Green only where nothing of it is seen.
    let rgba = (0..<400).flatMap { _ -> [UInt8] in
      random.below(2) == 0
        ? [0, 255, 0, 0] : [255, 0, UInt8(random.below(256)), UInt8(random.below(256))]
    }
    let (pixels, _) = image(20, rgba).premultiplied(in: box(side, side), fit: .contain)
    for index in stride(from: 0, to: pixels.count, by: 4) {
      #expect(pixels[index + 1] == 0 && pixels[index] <= pixels[index + 3])
      #expect(pixels[index + 2] <= pixels[index + 3])
    }
  }

  @Test("Sides of any length are harmless", arguments: [(0, 5), (-3, 4), (5, 0)])
  func degenerate(width: Int, height: Int) {
    let dot = image(1, [1, 2, 3, 255])
    for fit in PictureFit.allCases {
      let (pixels, size) = dot.premultiplied(in: box(width, height), fit: fit)
      #expect(pixels.isEmpty && size.bounds.isEmpty)
    }
  }
}
