// SPDX-License-Identifier: Apache-2.0
import Motion
import TestSupport
import Testing

@Suite("Springs")
struct SpringTests {
  @Test(
    "UIKit springs have the frequencies that are known for them",
    arguments: [
      (0.5, 0.9, 1.5, 16.728467218787),
      (0.45, 0.15, 5.5, 34.363062069200),
    ]
  )
  func knownFrequencies(duration: Double, ratio: Double, velocity: Double, expected: Double) {
    let spring = Spring(duration: duration, dampingRatio: ratio, initialVelocity: velocity)
    #expect(abs(spring.angularFrequency - expected) < 1e-11)
    #expect(spring.duration == duration)
  }

  @Test(
    "Any spring moves as its differential equation says",
    arguments: [0, 0.01, 0.3, 0.9, 0.999, 1 - 1e-9, 1, 1 + 1e-9, 1.001, 1.5, 8, 60]
  )
  func differentialEquation(ratio: Double) {
    var random = SplitMix(seed: UInt64(ratio * 1e6) + 1)
    for _ in 0..<40 {
      let omega = random.double(in: 0.5...40)
      let velocity = random.double(in: -8...8)
      let time = random.double(in: 0...1.5)
      let spring = Spring(
        angularFrequency: omega,
        dampingRatio: ratio,
        initialVelocity: velocity
      )
      let reference = OscillatorReference(omega: omega, ratio: ratio)
      let expected = reference.state(from: 1, -velocity, after: time)
      let scale = 1 + abs(velocity) + omega
      #expect(abs(spring.remaining(at: time) - expected.x) < 1e-10 * scale)
      #expect(abs(spring.velocity(at: time) + expected.v) < 1e-10 * scale * scale)
    }
  }

  @Test("Mass, stiffness and damping give the frequency and the ratio of mechanics")
  func physicalParameters() {
    let spring = Spring(mass: 2, stiffness: 50, damping: 5, initialVelocity: 3)
    // m x″ + c x′ + k x = 0 with the same numbers, half a second on.
    #expect(abs(spring.angularFrequency - 5) < 1e-14)
    #expect(abs(spring.dampingRatio - 0.25) < 1e-14)
    #expect(spring.velocity(at: 0) == 3)
    let expected = OscillatorReference(omega: 5, ratio: 0.25).state(from: 1, -3, after: 0.5)
    #expect(abs(spring.position(at: 0.5) - (1 - expected.x)) < 1e-11)
  }

  @Test(
    "The motion changes smoothly where the damping ratio crosses 1",
    arguments: [-6.0, 0, 2, 12]
  )
  func smoothCrossing(velocity: Double) {
    let critical = Spring(angularFrequency: 12, dampingRatio: 1, initialVelocity: velocity)
    for exponent in 3...15 {
      let distance = Double(sign: .plus, exponent: -3 * exponent, significand: 1)
      for ratio in [1 - distance, 1 + distance] {
        let near = Spring(angularFrequency: 12, dampingRatio: ratio, initialVelocity: velocity)
        for time in [0.01, 0.1, 0.3, 1] {
          // The motion's derivative by ζ is of order one here, so the difference shrinks with it.
          let difference = near.position(at: time) - critical.position(at: time)
          #expect(abs(difference) <= 30 * distance + 1e-13)
          guard distance < 1e-4 else { continue }
          let rest = near.restTime(amplitude: 15) - critical.restTime(amplitude: 15)
          // Where the drive vanishes at ζ = 1, it is of the order of the root beside it.
          #expect(abs(rest) <= 10 * distance.squareRoot() + 1e-9)
        }
      }
    }
  }

  @Test("Far beyond critical damping nothing overflows and the slow exponential is exact")
  func heavilyOverdamped() {
    // For ζ → ∞ a body creeps as e^(−kt/c); the fast part is over at once.
    for damping in [1e6, 1e9, 1e15, 1e25] {
      let spring = Spring(mass: 1, stiffness: damping, damping: damping)
      let expected = 0.36787944117144233
      #expect(abs(spring.remaining(at: 1) - expected) < 2 / damping + 1e-13)
    }
  }

  @Test("The velocity is the derivative of the position")
  func derivative() {
    var random = SplitMix(seed: 5)
    for _ in 0..<200 {
      let spring = Spring(
        angularFrequency: random.double(in: 1...30),
        dampingRatio: random.double(in: 0...2),
        initialVelocity: random.double(in: -5...5)
      )
      let t = random.double(in: 0.05...1)
      let h = 1e-4
      // Five-point formula: the error is of order (ωh)⁴.
      let slope =
        (8 * (spring.position(at: t + h) - spring.position(at: t - h))
          - (spring.position(at: t + 2 * h) - spring.position(at: t - 2 * h))) / (12 * h)
      #expect(abs(spring.velocity(at: t) - slope) < 1e-6)
    }
  }

  @Test("Before its start a spring has not moved, and at the end of time it has arrived")
  func outside() {
    let spring = Spring(duration: 0.45, dampingRatio: 0.15, initialVelocity: 5.5)
    for time in [Double.nan, -1, -Double.infinity] {
      #expect(spring.position(at: time) == 0)
      #expect(spring.velocity(at: time) == 0)
    }
    #expect(spring.position(at: .infinity) == 1)
    #expect(spring.velocity(at: .infinity) == 0)
    #expect(spring.position(at: 60) == 1)
    #expect(spring.velocity(at: 0) == 5.5)
  }

  @Test("No input whatever gives NaN or takes long", arguments: awkwardNumbers)
  func awkward(number: Double) {
    for other in awkwardNumbers {
      let springs = [
        Spring(duration: number, dampingRatio: other, initialVelocity: 1),
        Spring(duration: 0.5, dampingRatio: number, initialVelocity: other),
        Spring(duration: other, dampingRatio: 1, initialVelocity: number),
        Spring(mass: number, stiffness: other, damping: 10),
        Spring(mass: 1, stiffness: number, damping: other, initialVelocity: number),
        Spring(angularFrequency: number, dampingRatio: other, initialVelocity: 0.5),
      ]
      for spring in springs {
        #expect(spring.angularFrequency.isFinite && spring.angularFrequency > 0)
        #expect(!spring.restTime(amplitude: number, threshold: other).isNaN)
        #expect(!spring.duration.isNaN)
        for time in awkwardNumbers {
          #expect(spring.position(at: time).isFinite)
          #expect(spring.velocity(at: time).isFinite)
        }
      }
    }
  }
}
