// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Testing
import Widgets

@Suite("Fades")
struct FadeTests {
  static let start = MonotonicInstant(nanoseconds: 1_000_000_000)

  @Test("A hidden widget fades in and an interrupted fade continues from where it was")
  func interruption() {
    let half = Self.start + .milliseconds(125)
    var fade = Fade(isVisible: false)
    #expect(fade.opacity(at: Self.start) == 0)
    fade.setVisible(true, at: Self.start)
    #expect(abs(fade.opacity(at: half) - 0.5) < 1e-9)
    fade.setVisible(false, at: half)
    #expect(abs(fade.opacity(at: half) - 0.5) < 1e-9)
    #expect(fade.isMoving(at: half + .milliseconds(249)))
    #expect(!fade.isMoving(at: half + .milliseconds(250)))
    #expect(fade.opacity(at: half + .milliseconds(250)) == 0)
  }

  @Test("It is slow at first and at last", arguments: [0.1, 0.25, 0.4, 0.6, 0.9], [true, false])
  func curve(t: Double, isAppearing: Bool) {
    // The points of cubic-bezier(0.42, 0, 0.58, 1), by its definition.
    let s = 1 - t
    let x = 3 * s * s * t * 0.42 + 3 * s * t * t * 0.58 + t * t * t
    let y = 3 * s * t * t + t * t * t
    var fade = Fade(isVisible: !isAppearing)
    fade.setVisible(isAppearing, at: Self.start)
    let opacity = fade.opacity(at: Self.start + MonotonicInterval(seconds: 0.25 * x))
    // Half a nanosecond of a quarter of a second, at a slope of at most 2.
    #expect(abs(opacity - (isAppearing ? y : 1 - y)) < 1e-8)
  }

  @Test("A repetition changes nothing", arguments: [true, false])
  func repetition(isVisible: Bool) {
    var fade = Fade(isVisible: isVisible)
    fade.setVisible(isVisible, at: Self.start)
    #expect(!fade.isMoving(at: Self.start))
    fade.setVisible(!isVisible, at: Self.start)
    let once = fade
    fade.setVisible(!isVisible, at: Self.start + .milliseconds(100))
    #expect(fade == once)
    #expect(fade.isVisible != isVisible)
  }
}
