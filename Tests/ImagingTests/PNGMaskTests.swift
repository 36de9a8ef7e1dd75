// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Imaging

@Suite("Mask from an image")
struct PNGMaskTests {
  /// An image that is white where `alpha` lets it be seen.
  private func image(_ width: Int, _ alpha: [UInt8]) -> DecodedImage {
    DecodedImage(
      size: PixelSize(width: width, height: alpha.count / width),
      hasAlpha: true,
      rgba: alpha.flatMap { [255, 255, 255, $0] }
    )
  }

  private func sum(_ mask: CoverageMask) -> Double {
    Double(mask.bytes.reduce(0) { $0 + Int($1) })
  }

  @Test("At its own size the mask is the alpha")
  func identity() {
    let alpha: [UInt8] = [0, 10, 255, 0, 7, 0]
    let (mask, ink) = image(3, alpha).maskFromAlpha(fitting: PixelSize(width: 3, height: 2))
    #expect(mask.bytes == alpha)
    #expect(ink == PixelRect(left: 1, top: 0, right: 3, bottom: 2))
  }

  @Test(
    "An opaque image fills its rectangle in the middle of the box",
    arguments: [
      (4, 2, 40, 40, PixelRect(left: 0, top: 10, right: 40, bottom: 30)),
      (2, 4, 40, 40, PixelRect(left: 10, top: 0, right: 30, bottom: 40)),
      (64, 32, 16, 40, PixelRect(left: 0, top: 16, right: 16, bottom: 24)),
      (10, 10, 1, 9, PixelRect(left: 0, top: 4, right: 1, bottom: 5)),
    ]
  )
  func aspect(_ width: Int, _ height: Int, _ boxWidth: Int, _ boxHeight: Int, _ ink: PixelRect) {
    let opaque = image(width, Array(repeating: 255, count: width * height))
    let box = PixelSize(width: boxWidth, height: boxHeight)
    let (mask, bounds) = opaque.maskFromAlpha(fitting: box)
    #expect(mask.size == box)
    #expect(bounds == ink)
    #expect(sum(mask) == Double(ink.area * 255))
  }

  @Test("Scaling down keeps the total of the alpha", arguments: [2, 3, 5, 7, 11, 16, 31])
  func area(_ side: Int) {
    let alpha = (0..<(32 * 32)).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ $0 / 32 * 11) }
    let (mask, _) = image(32, alpha).maskFromAlpha(fitting: PixelSize(width: side, height: side))
    let expected = Double(alpha.reduce(0) { $0 + Int($1) }) * Double(side * side) / 1024
    #expect(abs(sum(mask) - expected) <= Double(side * side) / 2)
  }

  @Test("Scaling up interpolates and keeps the middle in the middle", arguments: [9, 27, 40])
  func up(_ side: Int) {
    let dot = image(3, [0, 0, 0, 0, 255, 0, 0, 0, 0])
    let (mask, _) = dot.maskFromAlpha(fitting: PixelSize(width: side, height: side))
    #expect(mask.bytes == mask.bytes.reversed())
    let columns = (0..<side).map { Int(mask.bytes[side / 2 * side + $0]) }
    #expect(columns.max() ?? 0 >= 230)
    #expect(columns.prefix(side / 2) == columns.prefix(side / 2).sorted()[...])
    // Each sample spreads over a triangle of twice its width: the total stays.
    let expected = 255 * Double(side * side) / 9
    #expect(abs(sum(mask) - expected) < 0.02 * expected)
  }

  @Test("A half-pixel edge is half covered")
  func partialEdge() {
    let opaque = image(1, [255, 255])
    // One column of two rows in a box 3 wide and 3 high: 1.5 columns in the middle.
    let (mask, ink) = opaque.maskFromAlpha(fitting: PixelSize(width: 3, height: 3))
    #expect(mask.bytes[0..<3] == [64, 255, 64])
    #expect(ink == PixelSize(width: 3, height: 3).bounds)
  }

  @Test("An image without alpha covers where it is dark")
  func darkness() {
    let opaque = DecodedImage(
      size: PixelSize(width: 3, height: 1),
      hasAlpha: false,
      rgba: [0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255]
    )
    let (mask, ink) = opaque.maskFromAlpha(fitting: PixelSize(width: 3, height: 1))
    #expect(mask.bytes == [255, 0, 127])
    #expect(ink == PixelRect(left: 0, top: 0, right: 3, bottom: 1))
  }

  @Test("A transparent image or no box has no ink", arguments: [(5, 5), (0, 5), (5, -1)])
  func empty(_ width: Int, _ height: Int) {
    let clear = image(2, [0, 0, 0, 0])
    let (mask, ink) = clear.maskFromAlpha(fitting: PixelSize(width: width, height: height))
    #expect(ink.isEmpty)
    #expect(mask.bytes.allSatisfy { $0 == 0 })
    #expect(mask.size == PixelSize(width: max(0, width), height: max(0, height)))
  }
}
