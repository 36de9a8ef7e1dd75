// SPDX-License-Identifier: Apache-2.0
import Motion
import TestSupport
import Testing

@Suite("Media timing")
struct MediaTimingTests {
  @Test("An animation shows nothing outside its closed interval, unless its fill mode says so")
  func fillModes() {
    let expected: [FillMode: (before: Double?, after: Double?)] = [
      .removed: (nil, nil), .forwards: (nil, 1), .backwards: (0, nil), .both: (0, 1),
    ]
    for (mode, values) in expected {
      let timing = MediaTiming(beginTime: 2, duration: 4, speed: 2, fillMode: mode)
      #expect(timing.progress(at: 1.9) == values.before)
      #expect(timing.progress(at: 2) == 0)
      #expect(timing.progress(at: 3) == 0.5)
      #expect(timing.progress(at: 4) == 1)
      #expect(timing.progress(at: 4.1) == values.after)
    }
  }

  private static let lastFrames: [(timing: MediaTiming, expected: Double)] = [
    (MediaTiming(duration: 2, repeatCount: 3), 1.0),
    (MediaTiming(duration: 2, repeatCount: 3.5), 0.5),
    (MediaTiming(duration: 2, autoreverses: true), 0),
    (MediaTiming(duration: 2, repeatCount: 1.5, autoreverses: true), 1),
    (MediaTiming(duration: 2, repeatCount: 1.25, autoreverses: true), 0.5),
    (MediaTiming(duration: 2, repeatDuration: 5), 0.5),
    (MediaTiming(duration: 2, repeatCount: 9, repeatDuration: 6), 1),
    (MediaTiming(duration: 0.1, repeatCount: 3), 1),
    (MediaTiming(duration: 0.1, repeatDuration: 0.1 + 0.2), 1),
    (MediaTiming(duration: 2, timeOffset: 0.5), 0.25),
    (MediaTiming(duration: 2, timeOffset: 2), 1),
    (MediaTiming(duration: 2, speed: -1), 0),
    (MediaTiming(duration: 2, speed: -1, timeOffset: 1), 0.5),
    (MediaTiming(duration: 0), 1),
  ]

  @Test("The very last frame is held", arguments: lastFrames)
  func lastFrame(timing: MediaTiming, expected: Double) {
    var timing = timing
    timing.fillMode = .forwards
    #expect(abs((timing.progress(at: timing.endTime) ?? -1) - expected) < 1e-12)
    #expect(abs((timing.progress(at: 1e6) ?? -1) - expected) < 1e-12)
  }

  @Test("Iterations, offsets, speeds and reversals are those of a strip of film")
  func filmStrip() {
    var random = SplitMix(seed: 41)
    for _ in 0..<3000 {
      var timing = MediaTiming(
        beginTime: random.double(in: -3...3),
        duration: random.double(in: 0.2...2),
        speed: random.double(in: -3...3),
        timeOffset: random.double(in: -5...5),
        autoreverses: Bool.random(using: &random)
      )
      timing.repeatCount = random.double(in: 0.1...4)
      guard abs(timing.speed) > 0.1 else { continue }
      let elapsed = random.double(in: 0.001...0.999) * timing.activeDuration
      // The reference winds the film frame by frame: iterations are added until the head lies in
      // one, and the direction turns with each.
      var head = timing.timeOffset + (timing.speed < 0 ? -elapsed : elapsed)
      var isReversed = false
      while head < 0 {
        head += timing.duration
        isReversed.toggle()
      }
      while head >= timing.duration {
        head -= timing.duration
        isReversed.toggle()
      }
      let share = head / timing.duration
      let expected = timing.autoreverses && isReversed ? 1 - share : share
      let time = timing.beginTime + elapsed / abs(timing.speed)
      let progress = timing.progress(at: time) ?? -1
      let distance = abs(progress - expected)
      // At a cut of the film rounding may fall to either side.
      #expect(min(distance, 1 - distance) < 1e-9)
    }
  }

  @Test("Speed 0 freezes at the offset, for ever")
  func frozen() {
    let timing = MediaTiming(beginTime: 1, duration: 4, speed: 0, timeOffset: 3)
    #expect(timing.progress(at: 1) == 0.75)
    #expect(timing.progress(at: 1e9) == 0.75)
    #expect(timing.progress(at: 0.5) == nil)
    #expect(timing.endTime == .infinity)
  }

  @Test(
    "Durations that are not positive mean a quarter of a second",
    arguments: [0, -1, Double.nan]
  )
  func defaultDuration(duration: Double) {
    let timing = MediaTiming(duration: duration)
    #expect(timing.endTime == 0.25)
    #expect(timing.progress(at: 0.125) == 0.5)
  }

  @Test("An animation that repeats for ever has no end")
  func endless() {
    for timing in [
      MediaTiming(duration: 2, repeatCount: .infinity, fillMode: .both),
      MediaTiming(duration: 2, repeatDuration: .infinity, fillMode: .both),
    ] {
      #expect(timing.endTime == .infinity)
      #expect(timing.progress(at: 1_000_001) == 0.5)
    }
  }

  @Test("Times that are not finite are inactive", arguments: FillMode.allCases)
  func nonFinite(mode: FillMode) {
    for bad in [Double.nan, .infinity, -.infinity] {
      let timing = MediaTiming(duration: 2, fillMode: mode)
      #expect(timing.progress(at: bad) == nil)
      #expect(MediaTiming(beginTime: bad, duration: 2, fillMode: mode).progress(at: 1) == nil)
      #expect(MediaTiming(duration: 2, timeOffset: bad, fillMode: mode).progress(at: 1) == nil)
      #expect(MediaTiming(duration: 2, speed: bad, fillMode: mode).progress(at: 1) == nil)
    }
  }

  @Test("No fields whatever give NaN or a progress outside 0 … 1", arguments: awkwardNumbers)
  func awkward(number: Double) {
    for other in awkwardNumbers {
      for field in 0..<6 {
        var timing = MediaTiming(duration: 1, autoreverses: field % 2 == 0, fillMode: .both)
        if field == 0 { (timing.beginTime, timing.duration) = (number, other) }
        if field == 1 { (timing.duration, timing.speed) = (number, other) }
        if field == 2 { (timing.speed, timing.timeOffset) = (number, other) }
        if field == 3 { (timing.timeOffset, timing.repeatCount) = (number, other) }
        if field == 4 { (timing.repeatCount, timing.repeatDuration) = (number, other) }
        if field == 5 { (timing.repeatDuration, timing.duration) = (number, other) }
        for time in awkwardNumbers {
          guard let progress = timing.progress(at: time) else { continue }
          #expect(progress >= 0 && progress <= 1)
        }
      }
    }
  }
}
