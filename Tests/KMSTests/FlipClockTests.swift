// SPDX-License-Identifier: Apache-2.0
import KMS
import MonotonicTime
import Presentation
import Testing

@Suite("Times of flips")
struct FlipClockTests {
  private let refresh = MonotonicInterval(nanoseconds: 16_666_667)

  private func event(_ nanoseconds: Int64, _ sequence: UInt32) -> PageFlipEvent {
    PageFlipEvent(
      cookie: 1,
      seconds: UInt32(nanoseconds / 1_000_000_000),
      microseconds: UInt32(nanoseconds % 1_000_000_000 / 1000),
      sequence: sequence,
      crtc: CRTCID(1)
    )
  }

  private func instant(_ nanoseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds)
  }

  @Test("A plausible vblank is passed on as it is")
  func vblank() {
    var clock = FlipClock(refreshInterval: refresh, trustsTimestamps: true)
    let feedback = clock.feedback(
      for: event(2_010_000_000, 7),
      committedAt: instant(2_000_000_000),
      at: instant(2_010_500_000)
    )
    #expect(feedback.time == instant(2_010_000_000))
    #expect(feedback.sequence == 7)
    #expect(feedback.isVblank)
  }

  @Test(
    "Times from another clock, from before the commit, or from the future do not count",
    arguments: [
      0, 1_700_000_000_000_000_000, 1_900_000_000, 2_100_000_000,
    ]
  )
  func implausible(stamp: Int64) {
    var clock = FlipClock(refreshInterval: refresh, trustsTimestamps: true)
    let feedback = clock.feedback(
      for: event(stamp, 7),
      committedAt: instant(2_000_000_000),
      at: instant(2_010_500_000)
    )
    #expect(feedback.time == instant(2_010_500_000))
    #expect(!feedback.isVblank)
    #expect(feedback.sequence == nil)
  }

  @Test("Without the capability no time stamp counts")
  func untrusted() {
    var clock = FlipClock(refreshInterval: refresh, trustsTimestamps: false)
    let feedback = clock.feedback(
      for: event(2_010_000_000, 7),
      committedAt: instant(2_000_000_000),
      at: instant(2_010_500_000)
    )
    #expect(feedback.time == instant(2_010_500_000))
    #expect(!feedback.isVblank)
  }

  @Test("A counter that stays 0 is none, one that wraps to 0 is")
  func zeros() {
    var still = FlipClock(refreshInterval: refresh, trustsTimestamps: true)
    var wrapping = still
    var results: [[Bool]] = [[], []]
    for (index, sequence) in [UInt32.max - 1, .max, 0, 1].enumerated() {
      let time = 2_000_000_000 + Int64(index) * 16_666_667
      let (before, after) = (instant(time - 5_000_000), instant(time + 1000))
      let one = still.feedback(for: event(time, 0), committedAt: before, at: after)
      let two = wrapping.feedback(for: event(time, sequence), committedAt: before, at: after)
      results[0].append(one.isVblank)
      results[1].append(two.isVblank)
    }
    #expect(results == [[false, false, false, false], [true, true, true, true]])
  }

  @Test("Hardware that counts but completes at once is found out and stays so")
  func hasty() {
    var clock = FlipClock(refreshInterval: refresh, trustsTimestamps: true)
    var results: [Bool] = []
    for index in 0..<8 {
      let time = 2_000_000_000 + Int64(index) * 250_000
      let feedback = clock.feedback(
        for: event(time, UInt32(index + 1)),
        committedAt: instant(time - 1000),
        at: instant(time + 1000)
      )
      results.append(feedback.isVblank)
    }
    #expect(results == [true, true, true, false, false, false, false, false])
    let later = clock.feedback(
      for: event(3_000_000_000, 70),
      committedAt: instant(2_990_000_000),
      at: instant(3_000_001_000)
    )
    #expect(!later.isVblank)
  }

  @Test(
    "Hardware that is more than twice as fast as its mode claims is believed",
    arguments: [(30.0, 120.0), (50, 240), (24, 165)]
  )
  func faster(claimed: Double, real: Double) {
    var clock = FlipClock(
      refreshInterval: MonotonicInterval(seconds: 1 / claimed),
      trustsTimestamps: true
    )
    for index in 0..<20 {
      let time = 2_000_000_000 + Int64(Double(index) / real * 1e9)
      let feedback = clock.feedback(
        for: event(time, UInt32(index + 1)),
        committedAt: instant(time - 1_000_000),
        at: instant(time + 1000)
      )
      #expect(feedback.isVblank)
    }
  }

  @Test("A flip counts as lost after four times the longest, sooner where there are vblanks")
  func timeout() {
    var clock = FlipClock(refreshInterval: refresh, trustsTimestamps: true)
    #expect(clock.timeout == .milliseconds(1000))
    func flip(_ start: Int64, milliseconds: Int64, _ sequence: UInt32) {
      let time = start + milliseconds * 1_000_000
      _ = clock.feedback(
        for: event(time, sequence),
        committedAt: instant(start),
        at: instant(time + 1000)
      )
    }
    flip(2_000_000_000, milliseconds: 10, 1)
    #expect(clock.timeout == .milliseconds(250))
    flip(3_000_000_000, milliseconds: 307, 0)
    flip(4_000_000_000, milliseconds: 12, 0)
    #expect(clock.timeout == .milliseconds(1228))
    flip(5_000_000_000, milliseconds: 4000, 0)
    #expect(clock.timeout == .milliseconds(10_000))
    let slow = FlipClock(refreshInterval: .milliseconds(300), trustsTimestamps: true)
    #expect(slow.timeout == .milliseconds(1500))
  }

  @Test("A modeset takes longer than any frame, and says nothing about frames")
  func modeset() {
    var clock = FlipClock(refreshInterval: refresh, trustsTimestamps: true)
    #expect(clock.modesetTimeout == .milliseconds(2000))
    func flip(_ start: Int64, milliseconds: Int64, _ sequence: UInt32, isModeset: Bool) {
      let time = start + milliseconds * 1_000_000
      _ = clock.feedback(
        for: event(time, sequence),
        committedAt: instant(start),
        isModeset: isModeset,
        at: instant(time + 1000)
      )
    }
    flip(2_000_000_000, milliseconds: 10, 1, isModeset: false)
    flip(3_000_000_000, milliseconds: 900, 2, isModeset: true)
    #expect(clock.timeout == .milliseconds(250))
    #expect(clock.modesetTimeout == .milliseconds(3600))
    flip(5_000_000_000, milliseconds: 4000, 3, isModeset: true)
    #expect(clock.modesetTimeout == .milliseconds(10_000))
  }

  @Test("A single early flip among true ones does no harm")
  func oneEarly() {
    var clock = FlipClock(refreshInterval: refresh, trustsTimestamps: true)
    let times: [Int64] = [0, 16_667, 20_000, 33_334, 36_000, 50_000, 66_667].map {
      2_000_000_000 + $0 * 1000
    }
    var last: PresentationFeedback?
    for (index, time) in times.enumerated() {
      last = clock.feedback(
        for: event(time, UInt32(index + 1)),
        committedAt: instant(time - 1_000_000),
        at: instant(time + 1000)
      )
    }
    #expect(last?.isVblank == true)
  }

  @Test("Times never go back")
  func monotone() {
    var clock = FlipClock(refreshInterval: refresh, trustsTimestamps: true)
    var previous = instant(0)
    for offset: Int64 in [0, 30_000_000, 20_000_000, 40_000_000] {
      let time = 2_000_000_000 + offset
      let feedback = clock.feedback(
        for: event(time, 1),
        committedAt: instant(2_000_000_000),
        at: instant(2_050_000_000)
      )
      #expect(feedback.time >= previous)
      previous = feedback.time
    }
  }
}
