// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Testing

@testable import Imaging

@Suite("PNG image")
struct PNGImageTests {
  @Test("An empty file is refused with a sentence")
  func empty() {
    #expect(throws: ImagingError(.empty)) { try PNGImage.decode([]) }
  }
}
