// SPDX-License-Identifier: Apache-2.0
import Motion
import Testing

@Suite("What is thrown glides out, and what is pulled beyond its end gives way")
struct GlideTests {
  /// Follows v′ = −v/τ in small steps, by the midpoint rule.
  private func stepped(_ velocity: Double, _ tau: Double, _ seconds: Double) -> Double {
    let count = 20_000
    let step = seconds / Double(count)
    var (value, speed) = (0.0, velocity)
    for _ in 0..<count {
      let middle = speed * (1 - step / 2 / tau)
      value += middle * step
      speed -= middle / tau * step
    }
    return value
  }

  @Test(
    "It follows the velocity that dies away, whatever its sign and time constant",
    arguments: [(2000.0, 0.45), (-350, 0.45), (9000, 0.2), (-40, 2)],
    [0.01, 0.1, 0.5, 1.5]
  )
  func law(throwing: (velocity: Double, tau: Double), seconds: Double) {
    let glide = Glide(
      from: 100,
      velocity: throwing.velocity,
      timeConstant: throwing.tau,
      at: 7,
      restThreshold: 1e-9
    )
    let expected = 100 + stepped(throwing.velocity, throwing.tau, seconds)
    #expect(abs(glide.value(at: 7 + seconds) - expected) < 1e-4 * abs(throwing.velocity))
    // The velocity is the value's derivative.
    let slope = (glide.value(at: 7 + seconds + 1e-6) - glide.value(at: 7 + seconds - 1e-6)) / 2e-6
    #expect(abs(glide.velocity(at: 7 + seconds) - slope) < 1e-3 * abs(throwing.velocity))
  }

  @Test(
    "It rests at v₀ τ from where it began, once less than the threshold is left",
    arguments: [0.1, 1]
  )
  func rest(threshold: Double) {
    let glide = Glide(from: 5, velocity: 1000, timeConstant: 0.5, at: 1, restThreshold: threshold)
    #expect(glide.target == 505)
    let before = glide.value(at: glide.restTime - 1e-9)
    #expect(abs(505 - before - threshold) < 1e-6)
    #expect(glide.value(at: glide.restTime) == 505 && glide.velocity(at: glide.restTime) == 0)
    #expect(glide.value(at: 0) == 5)
  }

  @Test("It says when it passes a value, and never for one that it does not")
  func passing() throws {
    let glide = Glide(from: 0, velocity: 1000, timeConstant: 0.5, at: 1)
    let time = try #require(glide.time(passing: 320))
    #expect(abs(glide.value(at: time) - 320) < 1e-9)
    #expect(glide.time(passing: 0) == 1)
    #expect(glide.time(passing: 501) == nil && glide.time(passing: -1) == nil)
    #expect(Glide(from: 3, velocity: 0, timeConstant: 1, at: 0).time(passing: 3) == nil)
  }

  @Test(
    "A band gives way by 55 % at first and never further than its length",
    arguments: [100.0, 720]
  )
  func band(length: Double) {
    #expect(RubberBand.shown(of: 0, length: length) == 0)
    #expect(RubberBand.shown(of: -4, length: length) == 0)
    #expect(abs(RubberBand.shown(of: 1e-3, length: length) - 0.55e-3) < 1e-6)
    #expect(RubberBand.shown(of: 1e12, length: length) <= length)
    for distance in [1.0, 30, 250, 900] {
      let shown = RubberBand.shown(of: distance, length: length)
      #expect(abs(RubberBand.distance(showing: shown, length: length) - distance) < 1e-6)
      let slope =
        (RubberBand.shown(of: distance + 1e-4, length: length)
          - RubberBand.shown(of: distance - 1e-4, length: length)) / 2e-4
      #expect(abs(RubberBand.slope(showing: shown, length: length) - slope) < 1e-6)
    }
  }
}
