// SPDX-License-Identifier: Apache-2.0
import Motion
import Testing

@Suite("Keyframes")
struct KeyframesTests {
  @Test("The article's ball is where its keyframes say, and falls and rises in between")
  func bouncingBall() throws {
    let ball = try #require(
      Keyframes(
        values: [32.0, 268, 140, 268, 220, 268, 250, 268],
        keyTimes: [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1],
        curves: [.easeIn, .easeOut, .easeIn, .easeOut, .easeIn, .easeOut, .easeIn]
      )
    )
    for (time, value) in zip(ball.keyTimes, ball.values) {
      #expect(ball.value(at: time) == value)
    }
    #expect(ball.value(at: -1) == 32)
    #expect(ball.value(at: 2) == 268)
    // easeIn passes (0.6575, 0.5), where its parameter is 1/2: so half the way down at 0.3·0.6575.
    #expect(abs(ball.value(at: 0.3 * 0.6575) - 150) < 1e-9)
    // easeOut passes (0.3425, 0.5): half the way up.
    #expect(abs(ball.value(at: 0.3 + 0.2 * 0.3425) - 204) < 1e-9)
  }

  @Test("The segment is the last whose key time has come, also where key times repeat")
  func repeatedKeyTimes() throws {
    let frames = try #require(
      Keyframes(values: [0.0, 1, 5, 6], keyTimes: [0, 0.5, 0.5, 1])
    )
    #expect(abs(frames.value(at: 0.5.nextDown) - 1) < 1e-12)
    #expect(frames.value(at: 0.5) == 5)
    #expect(abs(frames.value(at: 0.75) - 5.5) < 1e-12)
  }

  @Test("Key times out of order are taken literally")
  func unordered() throws {
    let frames = try #require(
      Keyframes(values: [0.0, 10, 20, 30], keyTimes: [0, 0.6, 0.3, 1])
    )
    // At 0.4 the last key time that has come is the third one; its segment ends at 1.
    #expect(abs(frames.value(at: 0.4) - (20 + 10 * 0.1 / 0.7)) < 1e-12)
    #expect(abs(frames.value(at: 0.15) - 2.5) < 1e-12)
  }

  @Test("Without key times the values are spread evenly, without curves the ways are straight")
  func even() throws {
    let frames = try #require(Keyframes(values: [0.0, 4, 0, 8, 0]))
    let values = [0, 0.125, 0.25, 0.5, 0.625, 0.75, 1].map { frames.value(at: $0) }
    #expect(values == [0, 2, 4, 0, 4, 8, 0])
  }

  @Test("Points and lists move by component")
  func components() throws {
    let points = try #require(
      Keyframes(values: [SIMD2(0.0, 10), SIMD2(10, 0)], curves: [.easeInEaseOut])
    )
    #expect(points.value(at: 0.5) == SIMD2(5, 5))
    let lists = try #require(Keyframes(values: [[0.0, 1, 2], [2, 3, 0]]))
    #expect(lists.value(at: 0.25) == [0.5, 1.5, 1.5])
  }

  @Test("A function sampled to keyframes is followed closely, and exactly at the samples")
  func sampling() {
    let frames = Keyframes(from: 100.0, to: 300, samples: 61) { Easing.bounceEaseOut.value(at: $0) }
    #expect(frames.values.count == 61)
    for index in 0...60 {
      let x = Double(index) / 60
      let exact = 100 + 200 * Easing.bounceEaseOut.value(at: x)
      #expect(abs(frames.value(at: x) - exact) < 1e-9)
    }
    #expect(abs(frames.value(at: 0.111) - (100 + 200 * 121 * 0.111 * 0.111 / 16)) < 0.5)
    #expect(frames.value(at: 1) == 300)
    let wild = Keyframes(from: 0.0, to: 1, samples: -5) { _ in .nan }
    #expect(wild.values.count == 2 && wild.value(at: 0.5) == 0)
  }

  @Test("Counts that do not fit are refused")
  func refusals() {
    #expect(Keyframes(values: [Double]()) == nil)
    #expect(Keyframes(values: [1.0, 2], keyTimes: [0]) == nil)
    #expect(Keyframes(values: [1.0, 2, 3, 4], curves: [.linear, .linear]) == nil)
    #expect(Keyframes(values: [1.0])?.value(at: 0.7) == 1)
    #expect(Keyframes(values: [1.0, 2, 3], curves: [.easeIn])?.curves == [.easeIn, .easeIn])
  }

  @Test("No finite values give NaN, whatever the times", arguments: awkwardNumbers)
  func awkward(number: Double) throws {
    for other in awkwardNumbers {
      let frames = try #require(
        Keyframes(
          values: [0, number.isFinite ? number : 1, -1e308, 1e308],
          keyTimes: [0, other, number, 1],
          curves: [.easing(.easeOutElastic)]
        )
      )
      for time in awkwardNumbers { #expect(frames.value(at: time).isFinite) }
    }
  }
}
