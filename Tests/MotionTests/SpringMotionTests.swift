// SPDX-License-Identifier: Apache-2.0
import Motion
import TestSupport
import Testing

@Suite("Interruptible spring motions")
struct SpringMotionTests {
  static func randomSpring(_ random: inout SplitMix) -> Spring {
    Spring(
      duration: random.double(in: 0.1...1.5),
      dampingRatio: random.double(in: 0.05...1),
      initialVelocity: random.double(in: -2...6)
    )
  }

  @Test("An interruption keeps the value, and the velocity up to the new spring's own")
  func interruption() {
    var random = SplitMix(seed: 31)
    for _ in 0..<300 {
      var motion = SpringMotion(restingAt: random.double(in: -20...20), restThreshold: 1e-11)
      var time = random.double(in: 0...100)
      for _ in 0..<6 {
        let target = random.double(in: -50...50)
        let spring = Self.randomSpring(&random)
        let value = motion.value(at: time)
        let velocity = motion.velocity(at: time)
        motion.retarget(to: target, spring: spring, at: time)
        let expected = velocity + spring.initialVelocity * (target - value)
        #expect(abs(motion.value(at: time) - value) < 1e-10)
        #expect(abs(motion.velocity(at: time) - expected) < 1e-9 * (1 + abs(expected)))
        time += random.double(in: 0...0.6)
      }
    }
  }

  @Test("Between interruptions it moves as the springs' equation says")
  func differentialEquation() {
    var random = SplitMix(seed: 32)
    for _ in 0..<200 {
      var motion = SpringMotion(restingAt: 3, restThreshold: 1e-9)
      var reference = (x: 0.0, v: 0.0)
      var target = 3.0
      var time = 0.0
      for _ in 0..<4 {
        let spring = Self.randomSpring(&random)
        let next = random.double(in: -30...30)
        reference.x += target - next
        reference.v -= spring.initialVelocity * reference.x
        target = next
        motion.retarget(to: target, spring: spring, at: time)
        let oscillator = OscillatorReference(
          omega: spring.angularFrequency,
          ratio: spring.dampingRatio
        )
        let length = random.double(in: 0.01...0.2)
        reference = oscillator.state(from: reference.x, reference.v, after: length)
        time += length
        #expect(abs(motion.value(at: time) - (target + reference.x)) < 1e-7)
        #expect(abs(motion.velocity(at: time) - reference.v) < 1e-4)
      }
    }
  }

  @Test("It lands exactly on its target, less than the threshold away, and stays")
  func landing() {
    var random = SplitMix(seed: 33)
    for _ in 0..<200 {
      var motion = SpringMotion(restingAt: 0, restThreshold: 0.04)
      motion.retarget(to: 15, spring: Self.randomSpring(&random), at: 2)
      let rest = motion.restTime
      #expect(rest > 2 && rest.isFinite)
      #expect(motion.isMoving(at: rest.nextDown) && !motion.isMoving(at: rest))
      #expect(abs(motion.value(at: rest.nextDown) - 15) < 0.0401)
      for time in [rest, rest + 60, 1e9, .infinity] {
        #expect(motion.value(at: time) == 15)
        #expect(motion.velocity(at: time) == 0)
      }
    }
  }

  @Test("Asking after a stall gives what asking all along gives")
  func stall() {
    var motion = SpringMotion(restingAt: 0)
    let spring = Spring(duration: 0.45, dampingRatio: 0.15, initialVelocity: 5.5)
    motion.retarget(to: 1, spring: spring, at: 1000)
    let patient = motion
    for frame in 0..<40 { _ = motion.value(at: 1000 + Double(frame) / 60) }
    #expect(motion == patient)
    #expect(motion.value(at: 1060) == 1)
  }

  @Test("A motion that is under way before its start shows where it started")
  func early() {
    var motion = SpringMotion(restingAt: 4)
    let spring = Spring(duration: 0.5, dampingRatio: 0.9, initialVelocity: 1.5)
    motion.retarget(to: 9, spring: spring, at: 10)
    #expect(motion.value(at: 9) == 4)
    #expect(motion.velocity(at: 9) == 0)
    let before = motion
    motion.retarget(to: 0, spring: spring, at: .nan)
    #expect(motion == before)
  }

  @Test("No input whatever gives NaN", arguments: awkwardNumbers)
  func awkward(number: Double) {
    for other in awkwardNumbers {
      var motion = SpringMotion(restingAt: number, restThreshold: other)
      let spring = Spring(duration: 0.5, dampingRatio: 0.5, initialVelocity: other)
      motion.retarget(to: other, spring: spring, at: number)
      motion.retarget(to: 5, spring: spring, at: other)
      motion.start(from: other, velocity: number, to: number, spring: spring, at: 0)
      motion.retarget(to: number, spring: spring, at: 0.25)
      for time in awkwardNumbers {
        #expect(!motion.value(at: time).isNaN)
        #expect(!motion.velocity(at: time).isNaN)
      }
    }
  }
}
