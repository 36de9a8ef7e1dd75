// SPDX-License-Identifier: Apache-2.0
import Motion
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
  }
}
