// SPDX-License-Identifier: Apache-2.0
import Motion
import TestSupport
import Testing

@Suite("Rest of springs")
struct SpringRestTests {
  static func springs(seed: UInt64) -> [Spring] {
    var random = SplitMix(seed: seed)
    return (0..<200).map { index in
      Spring(
        angularFrequency: random.double(in: 2...40),
        dampingRatio: index % 10 == 0 ? 1 : random.double(in: 0.05...2.5),
        initialVelocity: random.double(in: -10...10)
      )
    }
  }

  @Test("From its rest time on a spring stays within a tenth of a pixel, and not much earlier")
  func lastExcursion() {
    for spring in Self.springs(seed: 21) {
      let rest = spring.restTime(amplitude: 15)
      let end = max(rest, 0.5) * 2
      let times = (0...4000).map { Double($0) / 4000 * end }
      // The last sample that is still visible, found by looking.
      let last = times.last { abs(spring.remaining(at: $0)) * 15 >= 0.1 } ?? 0
      #expect(last <= rest)
      // One swing of the sine, or the time constant where it does not swing, at the most.
      let damped = (1 - min(spring.dampingRatio, 0.999)) * spring.angularFrequency
      #expect(rest - last <= min(.pi / damped, 60 / spring.angularFrequency) + end / 1000)
    }
  }

  @Test("A longer way or a finer eye takes longer to come to rest")
  func monotone() {
    for spring in Self.springs(seed: 22) {
      let ways = [0.05, 0.1, 0.5, 1, 15, 200, 1e6].map { spring.restTime(amplitude: $0) }
      let eyes = [10, 1, 0.1, 0.01, 1e-9].map { spring.restTime(amplitude: 15, threshold: $0) }
      #expect(zip(ways, ways.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(zip(eyes, eyes.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(spring.restTime(amplitude: -15) == spring.restTime(amplitude: 15))
    }
  }

  @Test("No way is no motion, and without damping there is no rest")
  func limits() {
    let spring = Spring(duration: 0.5, dampingRatio: 0.9, initialVelocity: 1.5)
    #expect(spring.restTime(amplitude: 0) == 0)
    #expect(spring.restTime(amplitude: 0.0001) == 0)
    #expect(Spring(mass: 1, stiffness: 9, damping: 0).restTime(amplitude: 15) == .infinity)
  }

  @Test("The release spring of the articles rests when the sine's amplitude says so")
  func knownRest() {
    // ω = 34.363062069200, ζ = 0.15: λ = 5.15445931, ωd = 33.97430…; √(1 + B²) = 1.0000517…
    let spring = Spring(duration: 0.45, dampingRatio: 0.15, initialVelocity: 5.5)
    let rest = spring.restTime(amplitude: 15)
    #expect(abs(rest - 0.9721) < 1e-3)
  }
}
