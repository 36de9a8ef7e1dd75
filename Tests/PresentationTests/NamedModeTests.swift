// SPDX-License-Identifier: Apache-2.0
import Presentation
import Testing

@Suite("Modes as people name them")
struct NamedModeTests {
  @Test(
    "Sizes and rates are read, and written as they were",
    arguments: [
      ("1920x1080", NamedMode(width: 1920, height: 1080)),
      ("1920x1080@60", NamedMode(width: 1920, height: 1080, refreshHertz: 60)),
      ("1920x1080@59.94", NamedMode(width: 1920, height: 1080, refreshHertz: 59.94)),
      ("1x16384@1", NamedMode(width: 1, height: 16384, refreshHertz: 1)),
      ("16384x1@1000", NamedMode(width: 16384, height: 1, refreshHertz: 1000)),
    ]
  )
  func reads(text: String, mode: NamedMode) {
    #expect(NamedMode(text) == mode)
    #expect("\(mode)" == text)
  }

  @Test(
    "Anything else names none",
    arguments: [
      "", "x", "@", "@60", "0x0", "1920", "1920x", "x1080", "1920x1080@", "1920x1080@0",
      "1920x1080@60@60", "-1x5", "1920x1080i", "1e3x4", "16385x1", "1x16385", "99999x1",
      "1920x1080@nan", "1920x1080@inf", "1920x1080@0x3c", "1920x1080@6e1", "1920x1080@+60",
      "1920x1080@1000.1", "1920x1080@.9", "1920x1080@60 ", " 1920x1080", "+5x5", "5x5x5",
      "1920X1080", "１９２０x1080", "800.0x480", "preferred",
    ]
  )
  func refuses(text: String) {
    #expect(NamedMode(text) == nil)
  }
}
