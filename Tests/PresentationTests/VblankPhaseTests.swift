// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport
import Testing

@Suite("The phase of the vblanks")
struct VblankPhaseTests {
  static let start = MonotonicInstant(nanoseconds: 1_000_000_000)

  static func vblank(_ number: Int, hertz: Double) -> MonotonicInstant {
    start + MonotonicInterval(seconds: Double(number) / hertz)
  }

  @Test("Two vblanks at nearly the same time begin the grid anew, with the interval of the mode")
  func tooClose() {
    let interval = MonotonicInterval(nanoseconds: 16_666_667)
    var phase = VblankPhase(nominalInterval: interval)
    phase.observe(Self.start)
    let second = Self.start + .milliseconds(1)
    phase.observe(second)
    #expect(phase.interval == interval)
    #expect(phase.last == second)
    #expect(phase.vblank(notBefore: second + .milliseconds(2)).0 == second + interval)
  }

  @Test(
    "The true interval is measured within a millionth, through jitter and gaps",
    arguments: [23.976, 59.94, 60.02, 74.98, 143.86]
  )
  func measures(hertz: Double) {
    var random = SplitMix(seed: 3)
    var phase = VblankPhase(nominalInterval: MonotonicInterval(seconds: 1 / hertz.rounded()))
    var number = 0
    for _ in 0..<2000 {
      let jitter = Int64.random(in: -20_000...20_000, using: &random)
      phase.observe(Self.vblank(number, hertz: hertz) + MonotonicInterval(nanoseconds: jitter))
      number += Int.random(in: 1...3, using: &random)
    }
    #expect(abs(phase.interval.seconds * hertz - 1) < 1e-5)
  }

  @Test("A prediction is the first vblank at or after an instant", arguments: [24.0, 60, 240])
  func predicts(hertz: Double) {
    var phase = VblankPhase(nominalInterval: MonotonicInterval(seconds: 1 / hertz))
    for number in 0..<500 { phase.observe(Self.vblank(number, hertz: hertz)) }
    for step in 0..<200 {
      let instant =
        Self.vblank(499, hertz: hertz) + MonotonicInterval(seconds: Double(step) * 0.31 / hertz)
      let (vblank, isTrusted) = phase.vblank(notBefore: instant)
      #expect(isTrusted)
      #expect(vblank >= instant)
      #expect((vblank - instant).seconds < 1.001 / hertz || step == 0)
      let position = (vblank - Self.start).seconds * hertz
      #expect(abs(position - position.rounded()) < 0.01)
    }
  }

  @Test("Nothing is trusted before the first vblank, nor long after the last")
  func trust() {
    var phase = VblankPhase(nominalInterval: .milliseconds(16))
    #expect(phase.vblank(notBefore: Self.start) == (Self.start, false))
    phase.observe(Self.start)
    #expect(phase.vblank(notBefore: Self.start + .milliseconds(30)).isTrusted)
    #expect(!phase.vblank(notBefore: Self.start + .milliseconds(60_000)).isTrusted)
  }

  @Test("An event in the past or repeated changes nothing")
  func ignoresOldEvents() {
    var phase = VblankPhase(nominalInterval: .milliseconds(20))
    for number in 0..<10 { phase.observe(Self.vblank(number, hertz: 50)) }
    let before = phase.vblank(notBefore: Self.vblank(20, hertz: 50))
    phase.observe(Self.vblank(9, hertz: 50))
    phase.observe(Self.vblank(3, hertz: 50))
    #expect(phase.vblank(notBefore: Self.vblank(20, hertz: 50)) == before)
    #expect(phase.last == Self.vblank(9, hertz: 50))
  }

  @Test("A long run follows an interval that drifts")
  func drift() {
    var phase = VblankPhase(nominalInterval: MonotonicInterval(seconds: 1.0 / 60))
    var time = Self.start
    var interval = 1.0 / 60
    for _ in 0..<60_000 {
      phase.observe(time)
      interval *= 1 + 3e-10
      time = time + MonotonicInterval(seconds: interval)
    }
    let (vblank, _) = phase.vblank(notBefore: time - .milliseconds(1))
    #expect(abs((vblank - time).nanoseconds) < 20_000)
  }

  @Test(
    "A count that contradicts the times is believed the second time only, and never after a pause"
  )
  func counts() {
    var phase = VblankPhase(nominalInterval: MonotonicInterval(seconds: 1.0 / 60))
    for number in 0..<100 {
      phase.observe(Self.vblank(number, hertz: 60), sequence: UInt32(number))
    }
    let sixty = phase.interval
    // A driver that has lost count while nothing moved.
    phase.observe(Self.vblank(400, hertz: 60), sequence: 102)
    #expect(abs((phase.interval - sixty).nanoseconds) < 10)
    phase.observe(Self.vblank(402, hertz: 60), sequence: 103)
    #expect(abs((phase.interval - sixty).nanoseconds) < 10)
    phase.observe(Self.vblank(404, hertz: 60), sequence: 104)
    #expect(abs(phase.interval.seconds * 30 - 1) < 1e-6)
  }
}
