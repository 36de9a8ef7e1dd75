// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

@testable import Raster

@Suite("Canvases")
struct CanvasTests {
  /// Lengths of rows in bytes: whole blocks of 64 where there are no stores past the caches.
  static let byteCounts: [Int] = {
    #if arch(x86_64)
    [256, 260, 264, 268, 316, 512, 2048]
    #else
    [256, 320, 512, 2048]
    #endif
  }()

  /// The bytes of a buffer of `size`, all 0xAA at first, after `columns` of `rows`, in bytes, were filled.
  private func filled(
    _ size: PixelSize,
    strideBytes: Int,
    columns: Range<Int>,
    rows: Range<Int>,
    streams: Bool
  ) -> [UInt8] {
    var memory = [UInt8](repeating: 0xAA, count: strideBytes * size.height)
    var bytes = memory.mutableSpan
    var canvas = Canvas(
      unsafe bytes.mutableBytes,
      strideBytes: strideBytes,
      format: .xrgb8888,
      size: size
    )
    canvas.streamIfLarge(streams ? .max : 0)
    let pixel = XRGB8888Packing().pack(Tone(Color(rgb: 0x123456)), row: 0)
    canvas.fill(pixel, as: XRGB8888Packing.self, bytes: columns, rows: rows)
    canvas.settle()
    return memory
  }

  @Test("What two buffers fit into goes through the caches, and a small picture always does")
  func threshold() {
    // 1920×1080 at four bytes a pixel, with 4, 16 and 32 MiB of cache.
    let picture = 1920 * 1080 * 4
    #expect(picture >= Canvas.streamedByteCount(lastLevelCache: 4 << 20))
    #expect(picture >= Canvas.streamedByteCount(lastLevelCache: 2 * picture))
    #expect(picture < Canvas.streamedByteCount(lastLevelCache: 2 * picture + 2))
    #expect(picture < Canvas.streamedByteCount(lastLevelCache: 32 << 20))
    for known in [0, 1 << 20] {
      #expect(1280 * 800 * 4 < Canvas.streamedByteCount(lastLevelCache: known))
      #expect(picture >= Canvas.streamedByteCount(lastLevelCache: known))
    }
  }

  @Test(
    "what goes past the caches is what goes through them, and nothing beside it is touched",
    arguments: CanvasTests.byteCounts,
    [0, 4, 8, 12, 64]
  )
  func streaming(byteCount: Int, start: Int) {
    let size = PixelSize(width: 600, height: 7)
    // Rows that start at every multiple of a pixel from a vector's alignment.
    for strideBytes in [2400, 2404, 2408] {
      let columns = start..<start + byteCount
      let streamed = filled(
        size,
        strideBytes: strideBytes,
        columns: columns,
        rows: 2..<5,
        streams: true
      )
      for index in streamed.indices {
        let (y, x) = index.quotientAndRemainder(dividingBy: strideBytes)
        let isFilled = (2..<5).contains(y) && columns.contains(x)
        let expected: UInt8 = isFilled ? [0x56, 0x34, 0x12, 0][x & 3] : 0xAA
        #expect(streamed[index] == expected, "byte \(x) of row \(y)")
        if streamed[index] != expected { return }
      }
      let cached = filled(
        size,
        strideBytes: strideBytes,
        columns: columns,
        rows: 2..<5,
        streams: false
      )
      #expect(streamed == cached)
    }
  }
}
