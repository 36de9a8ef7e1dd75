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

  /// A phase that has seen 200 vblanks, each stamped up to 0.3 ms late.
  private func seasoned(hertz: Double) -> VblankPhase {
    var random = SplitMix(seed: 7)
    var phase = VblankPhase(nominalInterval: MonotonicInterval(seconds: 1 / hertz))
    for number in 0..<200 {
      let delay = MonotonicInterval(nanoseconds: .random(in: 0...300_000, using: &random))
      phase.observe(Self.vblank(number, hertz: hertz) + delay, sequence: UInt32(number))
    }
    return phase
  }

  private func error(_ phase: VblankPhase, at number: Int, hertz: Double) -> MonotonicInterval {
    let vblank = Self.vblank(number, hertz: hertz)
    return phase.vblank(notBefore: vblank - .milliseconds(1)).0 - vblank
  }

  @Test(
    "Stamps that are late by an interrupt's delay leave the grid where it is",
    arguments: [60.0, 240]
  )
  func lateInterrupts(hertz: Double) {
    let phase = seasoned(hertz: hertz)
    #expect(abs(error(phase, at: 200, hertz: hertz).nanoseconds) < 60_000)
    #expect(abs(error(phase, at: 230, hertz: hertz).nanoseconds) < 120_000)
  }

  @Test(
    "One stamp or two that are late by far move nothing, with numbers and without",
    arguments: [1, 2],
    [true, false]
  )
  func lateStamps(count: Int, hasNumbers: Bool) {
    var phase = seasoned(hertz: 60)
    for number in 200..<202 + count {
      let delay = MonotonicInterval.milliseconds(number < 200 + count ? 5 : 0)
      phase.observe(
        Self.vblank(number, hertz: 60) + delay,
        sequence: hasNumbers ? UInt32(number) : nil
      )
      #expect(abs(error(phase, at: number + 1, hertz: 60).nanoseconds) < 60_000)
    }
  }

  @Test("Three stamps in a row that are late as much are where the grid is now")
  func movedGrid() {
    var phase = seasoned(hertz: 60)
    for number in 200..<203 {
      phase.observe(Self.vblank(number, hertz: 60) + .milliseconds(5), sequence: UInt32(number))
    }
    let late = error(phase, at: 203, hertz: 60)
    #expect(abs((late - .milliseconds(5)).nanoseconds) < 100_000)
  }

  @Test(
    "A rate that changes by a thousandth is followed within 120 vblanks",
    arguments: [1.001, 0.999]
  )
  func smallChange(factor: Double) {
    var phase = seasoned(hertz: 60)
    let start = Self.vblank(199, hertz: 60)
    for number in 1...120 {
      let time = start + MonotonicInterval(seconds: Double(number) / (60 * factor))
      phase.observe(time, sequence: UInt32(199 + number))
    }
    #expect(abs(phase.interval.seconds * 60 * factor - 1) < 1e-4)
  }

  @Test("After a rest or a modeset a stamp off the grid is doubted until another agrees")
  func afterRest() {
    var doubted = seasoned(hertz: 60)
    var told = doubted
    let time = Self.vblank(260, hertz: 60) + .milliseconds(5)
    doubted.observe(time, sequence: 260, isAfterRest: true)
    #expect(!doubted.vblank(notBefore: time).isTrusted)
    doubted.observe(Self.vblank(261, hertz: 60), sequence: 261)
    #expect(doubted.vblank(notBefore: time).isTrusted)
    #expect(abs(error(doubted, at: 262, hertz: 60).nanoseconds) < 120_000)
    told.beginAnew(at: time, sequence: 260)
    #expect(told.last == time)
    #expect(!told.vblank(notBefore: time).isTrusted)
    // The modeset was stamped anyhow: the next two stamps tell.
    told.observe(Self.vblank(261, hertz: 60), sequence: 261)
    #expect(!told.vblank(notBefore: time).isTrusted)
    told.observe(Self.vblank(262, hertz: 60), sequence: 262)
    #expect(told.vblank(notBefore: time).isTrusted)
    #expect(abs(error(told, at: 263, hertz: 60).nanoseconds) < 120_000)
  }

  @Test(
    "Where every stamp is exact, vblanks are predicted from the first and the newest, to the nanosecond",
    arguments: [24, 50, 59.94, 60, 75, 144]
  )
  func exactLine(hertz: Double) throws {
    var random = SplitMix(seed: 3)
    var phase = VblankPhase(nominalInterval: MonotonicInterval(seconds: 1 / hertz))
    var number = 0
    let first = Self.vblank(number, hertz: hertz)
    phase.observe(first)
    for _ in 0..<2000 {
      let isPause = Int.random(in: 0..<30, using: &random) == 0
      number += isPause ? .random(in: 2...20, using: &random) : 1
      let last = Self.vblank(number, hertz: hertz)
      phase.observe(last)
      let interval = (last - first).nanoseconds / Int64(number)
      #expect(phase.interval.nanoseconds == interval)
      #expect(phase.vblank(notBefore: last + .microseconds(1)).0 - last == phase.interval)
    }
    // Within a few microseconds of the line a stamp is exact, and where its vblank is.
    number += 1
    let near = Self.vblank(number, hertz: hertz) + .microseconds(4)
    phase.observe(near)
    #expect(phase.last == near)
    // One stamp is late: from now on the lowest count, and the interval is no other for it.
    let before = phase.interval
    phase.observe(Self.vblank(number + 1, hertz: hertz) + .microseconds(80))
    #expect(abs((phase.interval - before).nanoseconds) < 50)
    let next = try #require(phase.last) + phase.interval
    #expect(abs((next - Self.vblank(number + 2, hertz: hertz)).nanoseconds) < 2000)
  }

  @Test("What the first stamps say of the interval is forgotten with one that is off their line")
  func shortLine() {
    let nominal = MonotonicInterval(seconds: 1 / 60)
    var phase = VblankPhase(nominalInterval: nominal)
    phase.observe(Self.vblank(0, hertz: 60))
    phase.observe(Self.vblank(1, hertz: 60) + .microseconds(90))
    #expect(phase.interval == nominal + .microseconds(90))
    phase.observe(Self.vblank(2, hertz: 60))
    #expect(phase.interval == nominal)
  }
}
