// SPDX-License-Identifier: Apache-2.0
import Motion
import TestSupport
import Testing

@Suite("Waves")
struct WaveTests {
  @Test("Crests, troughs and crossings are where a sine and a cosine have them")
  func shape() {
    // One and a half waves over 200 points: a period is 400/3 points.
    let wave = Wave(width: 200, amplitude: 9, frequency: 1.5)
    let quarter = 100.0 / 3
    let front = [0, 1, 2, 3, 4].map { wave.front(at: quarter * $0, phase: 0) }
    let back = [0, 1, 2, 3, 4].map { wave.back(at: quarter * $0, phase: 0) }
    for (value, expected) in zip(front, [9.0, 18, 9, 0, 9]) {
      #expect(abs(value - expected) < 1e-12)
    }
    for (value, expected) in zip(back, [18.0, 9, 0, 9, 18]) {
      #expect(abs(value - expected) < 1e-12)
    }
  }

  @Test("A phase shifts the wave to the left: 90° of it make the sine a cosine")
  func phase() {
    let wave = Wave(width: 120, amplitude: 4, frequency: 2)
    var random = SplitMix(seed: 61)
    for _ in 0..<200 {
      let x = random.double(in: -200...200)
      let phase = random.double(in: 0...360)
      #expect(abs(wave.front(at: x, phase: phase + 90) - wave.back(at: x, phase: phase)) < 1e-12)
      let shifted = wave.front(at: x + 60 * phase / 360, phase: 0)
      #expect(abs(wave.front(at: x, phase: phase) - shifted) < 1e-11)
    }
  }

  @Test("The phase goes round in three quarters of a second, whatever the frame rate")
  func elapsed() {
    for turns in 0...2000 {
      let time = Double(turns) * 0.75
      #expect(abs(Wave.phase(after: time + 0.25) - 120) < 1e-6)
    }
    #expect(Wave.phase(after: 1, speed: -480) == 240)
    #expect(Wave.phase(after: 0, start: 359) == 359)
    #expect(Wave.phase(after: 1.0 / 480, start: 359.5) == 0.5)
  }

  @Test("What is not finite counts as nothing: the phase alone, or the start of the wave")
  func nothing() {
    let wave = Wave(width: 100, amplitude: 3, frequency: 1)
    for x in [Double.nan, .infinity] {
      #expect(abs(wave.front(at: x, phase: 90) - 6) < 1e-12)
      #expect(abs(wave.back(at: x, phase: 540)) < 1e-12)
    }
    #expect(wave.front(at: 0, phase: .nan) == 3)
    #expect(wave.back(at: 0, phase: .infinity) == 6)
  }

  @Test("No input whatever gives NaN, and phases stay in 0 ..< 360", arguments: awkwardNumbers)
  func awkward(number: Double) {
    for other in awkwardNumbers {
      let phase = Wave.phase(after: number, speed: other, start: number)
      #expect(phase >= 0 && phase < 360)
      for wave in [
        Wave(width: number, amplitude: other, frequency: 1),
        Wave(width: other, amplitude: 3, frequency: number),
      ] {
        for x in awkwardNumbers {
          #expect(wave.front(at: x, phase: number).isFinite)
          #expect(wave.back(at: x, phase: other).isFinite)
        }
      }
    }
  }
}
