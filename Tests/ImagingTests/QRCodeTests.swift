// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Imaging

/// Whether libqrencode is installed.
private let hasEncoder = (try? QRCode("a", level: 0)) != nil

@Suite("QR codes", .enabled(if: hasEncoder, "libqrencode.so.4 is not installed"))
struct QRCodeTests {
  @Test(
    "A code has 4 modules a side more with each version, and finders in three corners",
    arguments: [1, 20, 200, 1024],
    0...3
  )
  func structure(length: Int, level: Int) throws {
    let code = try QRCode(String(repeating: "w", count: length), level: level)
    #expect((code.side - 17) % 4 == 0 && (21...177).contains(code.side))
    #expect(code.modules.count == code.side * code.side)
    // Dark rings of 7 and squares of 3 modules: rings of the distance from their middle.
    let far = code.side - 7
    for (left, top) in [(0, 0), (far, 0), (0, far)] {
      for y in 0..<7 {
        for x in 0..<7 {
          let isDark = max(abs(x - 3), abs(y - 3)) != 2
          #expect(code.modules[(top + y) * code.side + left + x] == (isDark ? 255 : 0))
        }
      }
    }
  }

  @Test(
    "Its mask has modules of whole pixels, and four light ones around them",
    arguments: [29, 57, 58, 200, 401]
  )
  func mask(pixels: Int) throws {
    let code = try QRCode("a", level: 1)
    #expect(code.side == 21)
    let mask = try code.mask(fitting: pixels)
    let pitch = pixels / 29
    #expect(mask.size == PixelSize(width: 29 * pitch, height: 29 * pitch))
    let isRight = (0..<mask.bytes.count).allSatisfy { index in
      let (x, y) = (
        index % mask.size.width / pitch - 4, index / mask.size.width / pitch - 4
      )
      let isInside = (0..<21).contains(x) && (0..<21).contains(y)
      return mask.bytes[index] == (isInside ? code.modules[y * 21 + x] : 0)
    }
    #expect(isRight)
  }

  @Test("What cannot be encoded, or has no room, is refused")
  func refused() throws {
    let long = String(repeating: "w", count: 3000)
    #expect(throws: QRCode.Fault.refused) { try QRCode(long, level: 0) }
    #expect(throws: QRCode.Fault.refused) { try QRCode("a\0b", level: 0) }
    let code = try QRCode("a", level: 0)
    #expect(throws: QRCode.Fault.tooSmall(modules: 29, pixels: 28)) {
      try code.mask(fitting: 28)
    }
  }
}
