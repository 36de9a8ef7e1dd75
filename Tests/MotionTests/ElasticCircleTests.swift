// SPDX-License-Identifier: Apache-2.0
import Motion
import Testing

@Suite("Elastic circles")
struct ElasticCircleTests {
  @Test("Letting go changes nothing at first, and the article's circle jumps")
  func release() {
    let circle = ElasticCircle(restingRadius: 100, releasedRadius: 40)
    #expect(abs(circle.radius(at: 0) - 40) < 1e-12)
    #expect(abs(circle.radius(at: 1e-6) - 40) < 1e-2)
    let literal = ElasticCircle(restingRadius: 100, releasedRadius: 40, isLiteral: true)
    #expect(abs(literal.radius(at: 0) - 160) < 1e-12)
  }

  @Test("It passes its resting radius every 0.15 s and halves its swing every 0.1 s")
  func swings() {
    let circle = ElasticCircle(restingRadius: 100, releasedRadius: 40)
    for crossing in [0.075, 0.225, 0.375, 0.525, 0.675, 0.825, 0.975] {
      #expect(abs(circle.radius(at: crossing) - 100) < 1e-9)
    }
    // Extremes of the sine, where only the exponential is left.
    for (time, swing) in [(0.15, 1.0), (0.3, -1), (0.45, 1), (0.6, -1)] {
      var size = 60.0
      for _ in 0..<Int((time * 20).rounded()) { size /= 2.0.squareRoot() }
      #expect(abs(circle.radius(at: time) - (100 + swing * size)) < 1e-9)
    }
  }

  @Test("The velocity is the radius's derivative", arguments: [(1.0, 0.3), (2.5, 0.7)])
  func velocity(duration: Double, tension: Double) {
    for literal in [false, true] {
      let circle = ElasticCircle(
        restingRadius: 100,
        releasedRadius: 40,
        isLiteral: literal,
        duration: duration,
        tension: tension
      )
      let step = 1e-5
      for index in 1..<100 {
        let time = duration * Double(index) / 100
        let slope = (circle.radius(at: time + step) - circle.radius(at: time - step)) / (2 * step)
        #expect(abs(circle.velocity(at: time) - slope) < 1e-4)
      }
      #expect(circle.velocity(at: -step) == 0 && circle.velocity(at: duration) == 0)
    }
    // It stands still where it would be less than nothing.
    let pulled = ElasticCircle(restingRadius: 10, releasedRadius: 500)
    #expect(pulled.radius(at: 0.15) == 0 && pulled.velocity(at: 0.14) == 0)
  }

  @Test("From one second on it rests exactly", arguments: [1.0, 1.5, 60, .infinity])
  func rest(time: Double) {
    #expect(ElasticCircle(restingRadius: 33, releasedRadius: 400).radius(at: time) == 33)
  }

  @Test("A radius is never negative")
  func clamp() {
    let circle = ElasticCircle(restingRadius: 10, releasedRadius: 500)
    let radii = (0...1000).map { circle.radius(at: Double($0) / 1000) }
    #expect(radii.min() == 0)
  }

  @Test("No input whatever gives NaN", arguments: awkwardNumbers)
  func awkward(number: Double) {
    for other in awkwardNumbers {
      for literal in [false, true] {
        let circle = ElasticCircle(
          restingRadius: number,
          releasedRadius: other,
          isLiteral: literal
        )
        for time in awkwardNumbers {
          #expect(circle.radius(at: time).isFinite && circle.radius(at: time) >= 0)
        }
      }
    }
  }
}
