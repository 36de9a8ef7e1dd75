// SPDX-License-Identifier: Apache-2.0
import Motion
import Testing

@Suite("Elastic edges")
struct ElasticMotionTests {
  static let hold = ElasticMotion.Settings(style: .hold)
  static let tap = ElasticMotion.Settings(style: .tap)

  @Test("The articles' settings are the defaults")
  func defaults() {
    #expect(Self.hold.amplitude == 15 && Self.tap.amplitude == 10)
    #expect(Self.hold.press.duration == 0.5 && Self.tap.press.duration == 0.25)
    #expect(abs(Self.hold.press.angularFrequency - 16.728467218787) < 1e-11)
    #expect(abs(Self.tap.release.angularFrequency - 34.363062069200) < 1e-11)
  }

  @Test("A negative amplitude bows the edges inward, as far and as fast")
  func inward() {
    var out = ElasticMotion(settings: ElasticMotion.Settings(style: .hold, amplitude: 15))
    var inward = ElasticMotion(settings: ElasticMotion.Settings(style: .hold, amplitude: -15))
    out.press(at: 1)
    inward.press(at: 1)
    out.release(at: 1.2)
    inward.release(at: 1.2)
    for step in 0...100 {
      let time = 1 + Double(step) / 50
      #expect(abs(out.offset(at: time) + inward.offset(at: time)) < 1e-12)
    }
  }

  @Test("The tap style lets go after the press's duration, without a jump")
  func tapStyle() {
    var motion = ElasticMotion(settings: Self.tap)
    motion.press(at: 2)
    let before = motion.offset(at: 2.25.nextDown)
    #expect(abs(motion.offset(at: 2.25) - before) < 1e-9)
    // The release adds 5.5 distances per second towards zero.
    let kick = motion.velocity(at: 2.25) - motion.velocity(at: 2.25.nextDown)
    #expect(abs(kick + 5.5 * before) < 1e-6)
    let untouched = motion
    motion.release(at: 2.1)
    #expect(motion.offset(at: 2.3) == untouched.offset(at: 2.3))
  }

  @Test("A second press in the wobble of a tap starts from where the edges are")
  func pressDuringWobble() {
    var motion = ElasticMotion(settings: Self.tap)
    motion.press(at: 0)
    motion.release(at: 0.05)
    let offset = motion.offset(at: 0.4)
    let velocity = motion.velocity(at: 0.4)
    motion.press(at: 0.4)
    #expect(abs(motion.offset(at: 0.4) - offset) < 1e-12)
    #expect(abs(motion.velocity(at: 0.4) - (velocity + 1.5 * (10 - offset))) < 1e-9)
    #expect(motion.isMoving(at: 1))
    #expect(!motion.isMoving(at: 10))
    #expect(motion.offset(at: 10) == 0)
  }

  @Test("A held button ignores further presses, an untouched one releases")
  func repetitions() {
    var motion = ElasticMotion(settings: Self.hold)
    motion.release(at: 0)
    #expect(!motion.isMoving(at: 0))
    motion.press(at: 1)
    let once = motion
    motion.press(at: 1.1)
    #expect(motion == once)
    #expect(motion.isPressed)
    motion.release(at: 1.2)
    let released = motion
    motion.release(at: 1.3)
    #expect(motion == released)
    #expect(!motion.isPressed)
  }

  @Test("Edges taken over from another animation go on from its offset and velocity")
  func takeOver() {
    var motion = ElasticMotion(settings: Self.hold)
    motion.takeOver(offset: 6, velocity: 40, at: 3)
    #expect(abs(motion.offset(at: 3) - 6) < 1e-12)
    #expect(abs(motion.velocity(at: 3) - 40) < 1e-9)
    motion.press(at: 3)
    #expect(abs(motion.offset(at: 3) - 6) < 1e-12)
    #expect(abs(motion.velocity(at: 3) - (40 + 1.5 * 9)) < 1e-9)
  }

  @Test("A press without a finger lets go by itself in either style")
  func play() {
    for settings in [Self.hold, Self.tap] {
      var motion = ElasticMotion(settings: settings)
      motion.play(at: 0, holding: 0.1)
      #expect(!motion.isPressed)
      #expect(motion.velocity(at: 0.0999) > 0)
      #expect(motion.velocity(at: 0.1001) < motion.velocity(at: 0.0999))
      #expect(motion.offset(at: 20) == 0)
      // Once more in the wobble: from where the edges are by then.
      let offset = motion.offset(at: 0.4)
      motion.play(at: 0.4, holding: 0.1)
      #expect(abs(motion.offset(at: 0.4) - offset) < 1e-12)
    }
  }

  @Test("No times whatever give NaN", arguments: awkwardNumbers)
  func awkward(number: Double) {
    for style in ElasticStyle.allCases {
      let settings = ElasticMotion.Settings(style: style, amplitude: number)
      for other in awkwardNumbers {
        var motion = ElasticMotion(settings: settings, restThreshold: other)
        motion.press(at: number)
        motion.release(at: other)
        motion.play(at: other, holding: number)
        motion.takeOver(offset: number, velocity: other, at: 0)
        motion.press(at: 0.1)
        for time in awkwardNumbers {
          #expect(!motion.offset(at: time).isNaN)
          #expect(!motion.velocity(at: time).isNaN)
        }
      }
    }
  }
}
