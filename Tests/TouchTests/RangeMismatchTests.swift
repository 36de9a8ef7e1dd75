// SPDX-License-Identifier: Apache-2.0
import Testing
import Touch

@Suite("Range mismatch")
struct RangeMismatchTests {
  @Test("The sentence names the declared and the seen range of the axis at fault, and the remedy")
  func oneAxis() {
    let mismatch = RangeMismatch(
      count: 12,
      horizontal: .init(code: 0x35, declared: 0...1079, seen: 3...1080),
      vertical: .init(code: 0x36, declared: 0...256, seen: 7...1919)
    )
    #expect(
      mismatch.sentence
        == "12 touches were ignored for being outside the range that the device declares "
        + "(x 0 … 1079, seen 3 … 1080; y 0 … 256, seen 7 … 1919); if the glass is dead there, "
        + "udev's hwdb can correct the range (EVDEV_ABS_35=0:1080 and EVDEV_ABS_36=0:1919)"
    )
  }

  @Test("An axis that is as declared is left out, and both ends count")
  func otherAxis() {
    let mismatch = RangeMismatch(
      count: 10,
      horizontal: .init(code: 0, declared: 0...4095, seen: 0...4095),
      vertical: .init(code: 1, declared: 0...4095, seen: -900...4000)
    )
    #expect(
      mismatch.sentence
        == "10 touches were ignored for being outside the range that the device declares "
        + "(y 0 … 4095, seen -900 … 4000); if the glass is dead there, "
        + "udev's hwdb can correct the range (EVDEV_ABS_01=-900:4095)"
    )
    #expect(!mismatch.horizontal.isExceeded && mismatch.vertical.isExceeded)
  }

  @Test("The first touches do not tell the range, and nothing is said of one")
  func firstTouches() {
    var mismatch = RangeMismatch(
      count: 1,
      horizontal: .init(code: 0, declared: 0...4095, seen: 700...700),
      vertical: .init(code: 1, declared: 0...256, seen: 1200...1200)
    )
    #expect(
      mismatch.sentence
        == "1 touch was ignored for being outside the range that the device declares "
        + "(y 0 … 256, seen 1200 … 1200); if the glass is dead there, touch it along all its "
        + "edges: after 10 touches the range is told"
    )
    #expect(mismatch.remedy == nil)
    mismatch.count = 10
    #expect(mismatch.remedy == "EVDEV_ABS_01=0:1200")
  }
}
