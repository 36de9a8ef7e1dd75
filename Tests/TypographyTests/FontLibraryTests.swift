// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Typography

@Suite("Font library")
struct FontLibraryTests {
  @Test("A label's ink is centred on its anchor", arguments: ["Start", "确定", "ابدأ", "Größe"])
  func centres(_ text: String) throws {
    let label = try FontLibrary.open().label(
      text,
      font: nil,
      pixelSize: 32,
      maximumWidth: nil
    )
    let middle = Double(label.origin.x) + Double(label.mask.size.width) / 2
    #expect(abs(middle) <= 0.5)
    #expect(label.mask.bytes.contains { $0 == 255 })
  }
}
