// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Motion

@Suite("Springs from a duration")
struct SpringDurationTests {
  @Test("Whatever frequency is found, 0.1 % of the envelope is left at the duration")
  func envelopeAtDuration() {
    var random = SplitMix(seed: 11)
    var count = 0
    for _ in 0..<2000 {
      let duration = random.double(in: 0.05...4)
      let ratio = random.double(in: 0.02...0.98)
      let velocity = random.double(in: -10...10)
      let spring = Spring(duration: duration, dampingRatio: ratio, initialVelocity: velocity)
      // The sine's amplitude, taken from the motion itself: where cos ωd t is 0, u is that
      // amplitude times the decay. Two such points give the decay, extrapolated to the duration.
      let damped = spring.angularFrequency * (1 - ratio * ratio).squareRoot()
      let first = Double.pi / 2 / damped
      let second = first + Double.pi / damped
      let u1 = abs(spring.remaining(at: first))
      let u2 = abs(spring.remaining(at: second))
      guard u1 > 1e-6, u2 > 1e-9 else { continue }
      count += 1
      let periods = (duration - first) / (second - first)
      let atDuration = u1 * power(u2 / u1, periods)
      #expect(atDuration > 0.0004 && atDuration < 0.0016)
    }
    #expect(count > 1500)
  }

  @Test(
    "Where Newton's method fails, the frequency is finite and still solves the equation",
    arguments: [(0.5, 0.7, 5.5), (0.5, 1, 10), (0.5, 0.999, 10), (2, 0.5, 3)]
  )
  func fallback(duration: Double, ratio: Double, velocity: Double) {
    let spring = Spring(duration: duration, dampingRatio: ratio, initialVelocity: velocity)
    #expect(spring.angularFrequency > 0 && spring.angularFrequency < 1000)
    // The equation bounds the sine's part; with the cosine's, little is left beyond the duration.
    for step in 0...200 {
      #expect(abs(spring.remaining(at: duration * (1 + Double(step) / 100))) < 0.01)
    }
  }

  @Test(
    "Of a spring that does not begin towards its target, both methods find the one frequency",
    arguments: [0.01, 0.5, 10],
    [0.1, 0.5, 0.9, 1]
  )
  func methods(duration: Double, ratio: Double) throws {
    for product in [0, -0.5, -3] {
      let equation = DurationEquation(
        duration: duration,
        dampingRatio: ratio,
        velocity: product / duration
      )
      let root = try #require(equation.newtonRoot())
      #expect(abs(equation.largestRoot() - root) < 1e-9 * root, "v0 · D = \(product)")
    }
  }

  @Test("The frequency times the duration depends on ζ and v0·D alone")
  func scaleLaw() {
    var random = SplitMix(seed: 3)
    for _ in 0..<1000 {
      let ratio = random.double(in: 0.01...1)
      let product = random.double(in: -3...3)
      let first = random.double(in: 0.02...9)
      let second = random.double(in: 0.02...9)
      let one = Spring(duration: first, dampingRatio: ratio, initialVelocity: product / first)
      let two = Spring(duration: second, dampingRatio: ratio, initialVelocity: product / second)
      let difference = one.angularFrequency * first - two.angularFrequency * second
      #expect(abs(difference) < 1e-7 * one.angularFrequency * first)
    }
  }

  @Test("Durations and ratios are clamped to UIKit's ranges")
  func clamps() {
    func frequency(_ duration: Double, _ ratio: Double) -> Double {
      Spring(duration: duration, dampingRatio: ratio, initialVelocity: 1).angularFrequency
    }
    #expect(frequency(0, 0.5) == frequency(0.01, 0.5))
    #expect(frequency(-3, 0.5) == frequency(0.01, 0.5))
    #expect(frequency(99, 0.5) == frequency(10, 0.5))
    #expect(frequency(.infinity, 0.5) == frequency(10, 0.5))
    #expect(frequency(1, 7) == frequency(1, 1))
    #expect(frequency(1, -2) == frequency(1, 1.19209290e-7))
  }

  @Test("The whole plane of damping ratios and velocities has finite frequencies")
  func plane() {
    for velocity in stride(from: -40.0, through: 40, by: 0.5) {
      for ratio in stride(from: 0.0, through: 1, by: 0.01) {
        let spring = Spring(duration: 0.5, dampingRatio: ratio, initialVelocity: velocity)
        #expect(spring.angularFrequency.isFinite && spring.angularFrequency > 0)
      }
    }
  }

  /// base^exponent for positive bases, by the binary digits of the exponent.
  private func power(_ base: Double, _ exponent: Double) -> Double {
    guard exponent >= 0 else { return 1 / power(base, -exponent) }
    var result = 1.0
    var factor = base
    var rest = exponent
    while rest >= 1 {
      result *= factor
      rest -= 1
    }
    for _ in 0..<50 {
      factor = factor.squareRoot()
      rest *= 2
      if rest >= 1 {
        result *= factor
        rest -= 1
      }
    }
    return result
  }
}
