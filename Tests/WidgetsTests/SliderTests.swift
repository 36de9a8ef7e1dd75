// SPDX-License-Identifier: Apache-2.0
import Motion
import MonotonicTime
import Testing

@testable import Widgets

@Suite("The knob of a slider and its values")
struct SliderTests {
  private func instant(_ seconds: Double) -> MonotonicInstant { SceneTests.instant(seconds) }

  private func motion(at share: Double) -> SliderMotion {
    SliderMotion(
      at: share,
      crest: ElasticMotion.Settings(style: .hold, amplitude: 10),
      pixels: 200,
      pixelsPerPoint: 1,
      at: instant(0)
    )
  }

  @Test("A finger beside the knob has it come by the spring, one on the knob keeps its distance")
  func grab() {
    var beside = motion(at: 0.2)
    beside.grab(at: 0.7, isOnKnob: false, at: instant(1))
    for step in 0...10 {
      let time = 0.02 * Double(step)
      let expected = 0.7 - 0.5 * SliderMotion.spring.remaining(at: time)
      #expect(abs(beside.share(at: instant(1 + time)) - expected) < 1e-9)
    }
    #expect(beside.share(at: instant(9)) == 0.7 && beside.target == 0.7)
    var on = motion(at: 0.2)
    on.grab(at: 0.25, isOnKnob: true, at: instant(1))
    #expect(on.share(at: instant(1)) == 0.2)
    on.pull(to: 0.75)
    #expect(abs(on.share(at: instant(1)) - 0.7) < 1e-12)
    #expect(abs(on.share(at: instant(1), finger: 0.5) - 0.45) < 1e-12)
  }

  @Test("It stays between the ends, wherever the finger goes", arguments: [-3.0, -0.1, 1.2, 50])
  func ends(finger: Double) {
    var motion = motion(at: 0.5)
    motion.grab(at: 0.5, isOnKnob: true, at: instant(1))
    motion.pull(to: finger)
    #expect(motion.share(at: instant(3)) == (finger < 0 ? 0 : 1))
  }

  @Test("The crest is the press spring's while a finger holds it, and the release spring's then")
  func crest() {
    var motion = motion(at: 0.5)
    let usual = ElasticMotion.Settings(style: .hold, amplitude: 10)
    motion.grab(at: 0.5, isOnKnob: true, at: instant(1))
    #expect(abs(motion.crest(at: instant(1.1)) - 10 * usual.press.position(at: 0.1)) < 1e-9)
    let high = motion.crest(at: instant(4))
    motion.release(to: 0.5, at: instant(4))
    #expect(
      abs(motion.crest(at: instant(4.1)) - high * usual.release.remaining(at: 0.1)) < 1e-9
    )
    #expect(motion.crest(at: instant(40)) == 0 && !motion.isMoving(at: instant(40)))
  }

  @Test("Let go it goes to the value's place; a request does not take it out of a hand")
  func release() {
    var motion = motion(at: 0)
    motion.grab(at: 0.43, isOnKnob: false, at: instant(1))
    motion.send(to: 1, over: 0.5, curve: .linear, at: instant(2))
    #expect(motion.share(at: instant(3)) == 0.43)
    motion.release(to: 0.4, at: instant(3))
    #expect(motion.share(at: instant(3)) == 0.43 && motion.share(at: instant(9)) == 0.4)
    motion.send(to: 0.8, over: 2, curve: .linear, at: instant(10), isAsked: true)
    #expect(abs(motion.share(at: instant(11)) - 0.6) < 1e-9 && motion.target == 0.8)
  }

  // MARK: - Values

  @Test(
    "A value snaps to the nearest step within the ends",
    arguments: [
      [0.0, 1, 0.1, 0.34, 0.3], [0, 1, 0.1, 0.35001, 0.4], [0, 10, 4, 9.9, 8], [5, 20, 5, 7.4, 5],
      [5, 20, 5, 7.6, 10], [-10, 10, 0, 3.25, 3.25], [-10, 10, 5, -99, -10], [0, 10, 0, 99, 10],
    ]
  )
  func steps(row: [Double]) {
    var settings = SliderSettings(id: "a")
    (settings.minimum, settings.maximum, settings.step) = (row[0], row[1], row[2])
    #expect(settings.snapped(row[3]) == row[4])
  }

  @Test(
    "Without a step a finger's values are as round as a pixel can tell apart",
    arguments: [
      [100.0, 200, 0.12345, 12.3], [100, 90, 0.12345, 12], [1, 500, 0.12345, 0.123],
      [5000, 50, 0.12345, 600], [100, 200, 1, 100], [100, 200, 0, 0],
    ]
  )
  func grains(row: [Double]) {
    var settings = SliderSettings(id: "a")
    settings.maximum = row[0]
    #expect(settings.value(share: row[2], at: row[1]) == row[3])
  }
}
