// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing
import Widgets

@Suite("Fades")
struct FadeTests {
  @Test("A hidden widget fades in and an interrupted fade continues from where it was")
  func interruption() {
    let start = MonotonicInstant(nanoseconds: 1_000_000_000)
    let half = start + .milliseconds(125)
    var fade = Fade(isVisible: false)
    #expect(fade.opacity(at: start) == 0)
    fade.setVisible(true, at: start)
    #expect(abs(fade.opacity(at: half) - 0.5) < 1e-9)
    fade.setVisible(false, at: half)
    #expect(abs(fade.opacity(at: half) - 0.5) < 1e-9)
    #expect(fade.isMoving(at: half + .milliseconds(249)))
    #expect(!fade.isMoving(at: half + .milliseconds(250)))
    #expect(fade.opacity(at: half + .milliseconds(250)) == 0)
  }
}
