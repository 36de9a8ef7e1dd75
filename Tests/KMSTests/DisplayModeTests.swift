// SPDX-License-Identifier: Apache-2.0
import KMS
import Testing

@Suite("Display modes")
struct DisplayModeTests {
  @Test("The fallback mode agrees with VESA's published CVT timings for 1024 × 768 at 60 Hz")
  func publishedTiming() {
    let mode = DisplayMode.coordinatedVideoTiming(width: 1024, height: 768)
    #expect(mode.clockKiloHertz == 63_500)
    #expect(mode.htotal == 1328)
    #expect(mode.vtotal == 798)
  }
}
