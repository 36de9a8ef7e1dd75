// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Imaging

// Libraries that abort take the process with them: each is met in one of its own.

@Suite("Every character")
struct EveryScalarTests {
  /// A picture with chunks between header and pixels.
  static func read(_ chunks: [(type: String, contents: [UInt8])]) {
    let image = PNGBuilder(width: 1, height: 1, colourType: 2, rows: [[1, 2, 3]], extra: chunks)
    _ = try? DecodedImage.decode(image.bytes)
  }

  @Test("libpng reads texts of each scalar, and keywords of each byte")
  func texts() async {
    await #expect(processExitsWith: .success) {
      for block in ScalarSamples.blocks(of: 4096) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: block)
        let text = Array(String(view).utf8)
        EveryScalarTests.read([
          ("tEXt", Array("Title\0".utf8) + text), ("iTXt", Array("Title\0\0\0en\0\0".utf8) + text),
        ])
      }
      for first in 0...UInt8(255) {
        for second: UInt8 in [0, 1, 0x20, 0x41, 0x7F, 0xA0, 0xFF] {
          EveryScalarTests.read([
            ("tEXt", [first, second, 0, first]), ("iTXt", [first, second, 0, 0, 0, 0, second, 0]),
            ("zTXt", [first, second, 0, 0]), ("iCCP", [first, second, 0, 0]),
            ("sPLT", [first, second, 0, 8]), ("sCAL", [1, first, second, 0, 0x31]),
          ])
        }
      }
    }
  }
}
