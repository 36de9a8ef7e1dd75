// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Presentation
import Testing

@testable import DisplayServer

@Suite("The page of crosses")
struct CalibrationPageTests {
  /// The page on a buffer, as the words of its rows.
  private func painted(_ cross: Int, on size: PixelSize, _ format: PixelFormat) -> [[UInt32]] {
    let mode = OutputMode(
      size: size,
      format: format,
      refreshInterval: .milliseconds(16)
    )
    let output = VirtualOutput(mode: mode)
    output.start(at: MonotonicInstant(nanoseconds: 0))
    let page = CalibrationPage()
    page.cross = cross
    var rows: [[UInt32]] = []
    _ = output.withBackBuffer { buffer in
      page.paint(&buffer)
      for y in 0..<size.height {
        rows.append(
          (0..<size.width).map { x in
            let offset = y * buffer.strideBytes + x * format.bytesPerPixel
            return switch format {
            case .xrgb8888: unsafe buffer.bytes.unsafeLoad(fromByteOffset: offset, as: UInt32.self)
            case .rgb565:
              unsafe UInt32(buffer.bytes.unsafeLoad(fromByteOffset: offset, as: UInt16.self))
            }
          }
        )
      }
      return PixelRegion(size.bounds)
    }
    return rows
  }

  @Test(
    "One cross is bright, three wait, and each is the same on both sides of its middle",
    arguments: 0..<4,
    [PixelFormat.xrgb8888, .rgb565]
  )
  func crosses(cross: Int, format: PixelFormat) {
    let size = PixelSize(width: 640, height: 400)
    let rows = painted(cross, on: size, format)
    let (bright, waiting): (UInt32, UInt32) =
      format == .xrgb8888 ? (0xFF_FFFF, 0x48_4848) : (0xFFFF, 9 << 11 | 18 << 5 | 9)
    let middles = [(64, 40), (575, 40), (575, 359), (64, 359)]
    for (index, (x, y)) in middles.enumerated() {
      #expect(CalibrationPage.middle(of: index, on: size) == (x, y))
      #expect(rows[y][x] == (index == cross ? bright : waiting))
      for distance in 1...30 {
        #expect(rows[y][x - distance] == rows[y][x + distance])
        #expect(rows[y - distance][x] == rows[y + distance][x])
      }
      #expect(rows[y][x + 20] == rows[y][x] && rows[y][x + 21] == rows[0][0])
      let fraction = CalibrationPage.fraction(of: index, on: size)
      #expect(fraction == ((Double(x) + 0.5) / 640, (Double(y) + 0.5) / 400))
    }
  }

  @Test("A panel may be smaller than its crosses", arguments: [(1, 1), (3, 2), (64, 8)])
  func small(width: Int, height: Int) {
    let rows = painted(0, on: PixelSize(width: width, height: height), .xrgb8888)
    #expect(rows.flatMap { $0 }.contains(0xFF_FFFF))
  }
}
