// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Typography

@Suite("Word mask")
struct WordMaskTests {
  let library: FontLibrary

  init() throws {
    library = try .open()
  }

  /// The pixels with ink, found pixel by pixel.
  private func ink(of mask: CoverageMask) -> PixelRect {
    let inked = mask.bytes.indices.filter { mask.bytes[$0] > 0 }
    let columns = inked.map { $0 % mask.size.width }
    let rows = inked.map { $0 / mask.size.width }
    return PixelRect(
      left: columns.min() ?? 0,
      top: rows.min() ?? 0,
      right: (columns.max() ?? -1) + 1,
      bottom: (rows.max() ?? -1) + 1
    )
  }

  @Test(
    "The ink touches the box where it is tight and is centred where it is not",
    arguments: ["du", "Swell", "确定", "ابدأ", "I"],
    [
      PixelSize(width: 240, height: 240), PixelSize(width: 61, height: 300),
      PixelSize(width: 300, height: 33), PixelSize(width: 1, height: 1),
    ]
  )
  func fits(_ text: String, _ size: PixelSize) throws {
    let (mask, bounds) = try library.wordMask(text, font: nil, fitting: size)
    #expect(mask.size == size)
    #expect(bounds == ink(of: mask))
    let freeX = size.width - bounds.width
    let freeY = size.height - bounds.height
    #expect(min(freeX, freeY) <= 1)
    #expect(abs(bounds.left - (size.width - bounds.right)) <= 2)
    #expect(abs(bounds.top - (size.height - bounds.bottom)) <= 2)
  }

  @Test("Twice the box has four times the ink")
  func scales() throws {
    func area(_ side: Int) throws -> Double {
      let box = PixelSize(width: side, height: side)
      let (mask, _) = try library.wordMask("du", font: nil, fitting: box)
      return Double(mask.bytes.reduce(0) { $0 + Int($1) }) / 255
    }
    let ratio = try area(400) / area(200)
    #expect(abs(ratio - 4) < 0.02)
  }

  @Test(
    "No text or no box is no ink",
    arguments: [("", 10, 10), (" ", 10, 10), ("du", 0, 10), ("du", 10, 0), ("du", -3, 7)]
  )
  func empty(_ text: String, _ width: Int, _ height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let (mask, bounds) = try library.wordMask(text, font: nil, fitting: size)
    #expect(bounds.isEmpty)
    #expect(mask.size == PixelSize(width: max(width, 0), height: max(height, 0)))
    #expect(mask.bytes.allSatisfy { $0 == 0 })
  }
}
