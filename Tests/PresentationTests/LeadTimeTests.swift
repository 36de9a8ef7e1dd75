// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport
import Testing

/// The promise on displays that latch before the time stamp of their vblank, as all real ones do.
@Suite("Blank and lead")
struct LeadTimeTests {
  /// A panel, and how long before its blank its driver wants a frame, in milliseconds.
  struct Machine: Sendable, CustomTestStringConvertible {
    let mode: PanelMode
    let lead: Double

    var testDescription: String { "\(mode.testDescription), lead \(lead) ms" }

    /// Whether frames can be in time at all: the margin ends at half an interval.
    var isPossible: Bool { lead + 0.3 < 500 / mode.hertz }

    /// What the promise allows besides the render time, in milliseconds.
    ///
    /// The least margin serves leads up to it but for the timer's inexactness; what was learned is at
    /// most a step of the search and a step's inexactness more than the lead.
    var reserve: Double { mode.blank + max(1, lead + 0.75) }
  }

  /// Each mode with one of the leads, so that each lead is met on three modes.
  static let machines = PanelMode.real.enumerated().map { index, mode in
    let leads = [0.3, 0.7, 0.9, 1.2, 1.7, 2.1, 2.6, 3]
    let machine = Machine(mode: mode, lead: leads[index * 3 % 8])
    return machine.isPossible ? machine : Machine(mode: mode, lead: 1)
  }

  @Test(
    "Of 36,000 frames at most two are missed, at no more latency than the display demands and 1 ms",
    arguments: machines
  )
  func learns(machine: Machine) throws {
    var display = SimulatedDisplay(hertz: machine.mode.hertz, blank: machine.mode.blank)
    (display.leadTime, display.leadJitter) = (machine.lead, 0.1)
    for _ in 0..<36_000 { display.showFrame(rendering: 0.4) }
    #expect(display.skippedVblanks <= 2)
    #expect(display.clock.missedCount == display.skippedVblanks)
    let limit =
      try #require(display.clock.renderTimes.percentile(99))
      + MonotonicInterval(seconds: machine.reserve / 1000)
    // The search has come to its end by then, but for a frame that is among the two.
    let frames = display.frames.dropFirst(1000).filter { $0.shown - $0.target < .milliseconds(1) }
    #expect(frames.count >= 34_998)
    let latest = frames.map { $0.shown - $0.begun }.max()
    #expect(try #require(latest) <= limit)
  }

  @Test("A lead that grows costs two frames each time that it does", arguments: [0.67, 1.43])
  func growing(blank: Double) {
    var display = SimulatedDisplay(hertz: 60, blank: blank)
    display.leadJitter = 0.1
    for (turn, lead) in [0.5, 1.4, 2.2, 3].enumerated() {
      display.leadTime = lead
      for _ in 0..<9000 { display.showFrame(rendering: 0.4) }
      #expect(display.skippedVblanks <= 2 * (turn + 1), "lead \(lead) ms")
    }
  }

  @Test(
    "The same when no two frames take equally long",
    arguments: [0.3, 0.8, 1.2, 2.1, 3]
  )
  func unevenFrames(lead: Double) {
    var display = SimulatedDisplay(hertz: 60, blank: 0.67)
    (display.leadTime, display.leadJitter, display.jitter) = (lead, 0.1, 40_000)
    var random = SplitMix(seed: 1)
    for _ in 0..<200 { display.showFrame(rendering: .random(in: 0.2...1.6, using: &random)) }
    display.forgetFrames()
    for _ in 0..<36_000 { display.showFrame(rendering: .random(in: 0.2...1.6, using: &random)) }
    #expect(display.skippedVblanks <= 2)
  }

  @Test("What was learned is told, and outlives a display that went away and came back")
  func isKept() {
    var display = SimulatedDisplay(hertz: 60, blank: 0.67)
    display.leadTime = 1.8
    for _ in 0..<2000 { display.showFrame(rendering: 0.4) }
    let learned = display.clock.learnedLead
    #expect(learned > .microseconds(1100) && learned <= .microseconds(1850))
    display.clock.reset(
      refreshInterval: MonotonicInterval(seconds: 1.0 / 60),
      blankingInterval: .microseconds(670)
    )
    #expect(display.clock.learnedLead == learned)
    display.clock.reset(refreshInterval: .milliseconds(20), blankingInterval: .microseconds(670))
    #expect(display.clock.learnedLead == .zero)
  }

  @Test("A lead that is gone is forgotten, a slack that failed is not tried for an hour")
  func forgets() throws {
    var display = SimulatedDisplay(hertz: 60, blank: 0.67)
    display.leadTime = 1.8
    for _ in 0..<2000 { display.showFrame(rendering: 0.4) }
    let learned = display.clock.learnedLead
    display.leadTime = 0
    let frames = Int(CommitMargin.memory.seconds * 60)
    for _ in 0..<(frames - 2500) { display.showFrame(rendering: 0.4) }
    #expect(display.clock.learnedLead == learned)
    for _ in 0..<3000 { display.showFrame(rendering: 0.4) }
    #expect(display.clock.learnedLead == .zero)
  }

  @Test(
    "After a rest, too, an event that long before a vblank is seen at it",
    arguments: PanelMode.real
  )
  func atRest(mode: PanelMode) {
    var display = SimulatedDisplay(hertz: mode.hertz, blank: mode.blank)
    display.leadTime = 0.3
    for _ in 0..<300 { display.showFrame(rendering: 0.4) }
    for pause in [0.011, 0.35, 2.03, 9.77] {
      display.rest(seconds: pause)
      let number = display.vblankNumber(after: display.now) + 1
      let reach = MonotonicInterval(seconds: (mode.blank + 0.4 + 1) / 1000)
      display.rest(seconds: (display.vblank(number) - reach - display.now).seconds)
      display.forgetFrames()
      display.showFrame(rendering: 0.4)
      #expect(display.frames[0].vblank == number)
    }
    #expect(display.clock.missedCount == 0)
  }

  @Test(
    "The blank is the part of the lines that is not seen",
    arguments: [
      (1080, 1125, 16_666_667, 666_667), (480, 525, 16_666_667, 1_428_571),
      (480, 480, 20_000_000, 0),
      (480, 0, 20_000_000, 0), (0, 10, 10_000_000, 10_000_000), (-1, 10, 10_000_000, 0),
    ] as [(Int, Int, Int64, Int64)]
  )
  func blank(visible: Int, total: Int, refresh: Int64, expected: Int64) {
    let blank = OutputMode.blankingInterval(
      refreshInterval: MonotonicInterval(nanoseconds: refresh),
      visibleLines: visible,
      totalLines: total
    )
    #expect(abs(blank.nanoseconds - expected) <= 1)
  }

  @Test("A blank that cannot be leaves frames their time", arguments: [-5, 0, 5, 100] as [Int64])
  func nonsense(milliseconds: Int64) {
    var display = SimulatedDisplay(hertz: 60)
    display.clock.reset(
      refreshInterval: MonotonicInterval(seconds: 1.0 / 60),
      blankingInterval: .milliseconds(milliseconds)
    )
    for _ in 0..<4 { display.showFrame(rendering: 1) }
    display.forgetFrames()
    for _ in 0..<200 { display.showFrame(rendering: 1) }
    #expect(display.skippedVblanks == 0)
  }
}
