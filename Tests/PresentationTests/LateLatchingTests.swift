// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport
import Testing

/// Refresh rates of real panels, from cinema to gaming.
private let rates = [24.0, 25, 30, 48, 50, 59.94, 60, 72, 75, 90, 100, 120, 144, 165, 240]

/// The promise: an event up to the p99 of the render times and 1 ms before a vblank is seen there.
///
/// Touches are looked at when drawing begins, so a frame keeps the promise when it begins no earlier.
@Suite("Late latching")
struct LateLatchingTests {
  /// What the promise allows now.
  private func reach(_ display: SimulatedDisplay) throws -> MonotonicInterval {
    try #require(display.clock.renderTimes.percentile(99)) + .milliseconds(1)
  }

  @Test(
    "In motion an event up to the render time and 1 ms before a vblank is seen at that vblank",
    arguments: rates,
    [0.2, 1.0]
  )
  func inMotion(hertz: Double, rendering: Double) throws {
    var display = SimulatedDisplay(hertz: hertz)
    for _ in 0..<140 { display.showFrame(rendering: rendering) }
    display.forgetFrames()
    for _ in 0..<300 { display.showFrame(rendering: rendering) }
    for frame in display.frames { #expect(try frame.shown - frame.begun <= reach(display)) }
    #expect(display.skippedVblanks == 0)
  }

  @Test(
    "The same when no two frames take equally long, and the timer and timestamps are inexact",
    arguments: rates,
    1...3
  )
  func unevenFrames(hertz: Double, seed: Int) throws {
    var display = SimulatedDisplay(hertz: hertz, seed: seed)
    (display.jitter, display.wakeLatency) = (100_000, 250_000)
    var random = SplitMix(seed: seed)
    // The first frames do not know yet how long drawing may take.
    for _ in 0..<500 { display.showFrame(rendering: .random(in: 0.2...1.6, using: &random)) }
    display.forgetFrames()
    let missed = display.clock.missedCount
    for _ in 0..<1000 {
      let promised = try reach(display)
      display.showFrame(rendering: .random(in: 0.2...1.6, using: &random))
      let frame = try #require(display.frames.last)
      #expect(frame.shown - frame.begun <= promised)
    }
    #expect(display.skippedVblanks == 0)
    #expect(display.clock.missedCount == missed)
  }

  @Test(
    "At rest an event that long before a vblank is seen at it, however long the rest was",
    arguments: rates,
    [0.2, 1.0]
  )
  func atRest(hertz: Double, rendering: Double) throws {
    var display = SimulatedDisplay(hertz: hertz, nominalHertz: hertz.rounded())
    for _ in 0..<300 { display.showFrame(rendering: rendering) }
    for pause in [0.011, 0.35, 2.03, 9.77, 31.4] {
      display.rest(seconds: pause)
      let number = display.vblankNumber(after: display.now) + 1
      let event = display.vblank(number) - (try reach(display))
      display.rest(seconds: (event - display.now).seconds)
      display.forgetFrames()
      display.showFrame(rendering: rendering)
      #expect(display.frames[0].vblank == number)
    }
    #expect(display.clock.missedCount == 0)
  }

  @Test(
    "One frame that is late is counted once, and the next ones are begun no earlier",
    arguments: rates
  )
  func forgives(hertz: Double) throws {
    var display = SimulatedDisplay(hertz: hertz)
    for _ in 0..<200 { display.showFrame(rendering: 0.5) }
    display.showFrame(rendering: 1000 / hertz)
    #expect(display.clock.missedCount == 1)
    #expect(display.clock.margin.current == CommitMargin.least)
    display.forgetFrames()
    for _ in 0..<100 { display.showFrame(rendering: 0.5) }
    for frame in display.frames { #expect(try frame.shown - frame.begun <= reach(display)) }
    #expect(display.clock.missedCount == 1)
  }

  @Test(
    "On a machine that is held up now and then, each delay costs a vblank at most, and no latency",
    arguments: 1...4
  )
  func jerkyMachine(seed: Int) {
    var display = SimulatedDisplay(hertz: 60, seed: seed)
    var random = SplitMix(seed: seed)
    var delays = 0
    for step in 0..<3000 {
      if step == 200 { display.forgetFrames() }
      let isSlow = Int.random(in: 0..<50, using: &random) == 0
      let isHeldUp = Int.random(in: 0..<30, using: &random) == 0
      // An event that is told of late leaves less time than drawing may need.
      let isToldLate = Int.random(in: 0..<30, using: &random) == 0
      if isToldLate { display.rest(seconds: .random(in: 0.008...0.013, using: &random)) }
      if step >= 200, isSlow || isHeldUp || isToldLate { delays += 1 }
      display.showFrame(
        rendering: isSlow ? 6 : .random(in: 1...2, using: &random),
        oversleep: isHeldUp ? .random(in: 1...4, using: &random) : 0
      )
    }
    #expect(delays > 200)
    #expect(display.skippedVblanks <= delays)
    // The middle frame is begun as if nothing held it up: 2 ms for drawing, 0.7 ms and a little.
    let lead = display.frames.map { $0.shown - $0.begun }.sorted()[display.frames.count / 2]
    #expect(lead < .microseconds(2900))
  }

  @Test("Frames of three quarters of an interval among short ones are in time", arguments: 1...4)
  func longFrames(seed: Int) {
    var display = SimulatedDisplay(hertz: 60, seed: seed)
    var random = SplitMix(seed: seed)
    // A change begins each fourth of a second: the frames in which most is new take 10 to 13 ms.
    for step in 0..<900 {
      if step == 180 { display.forgetFrames() }
      let isLong = step % 15 < 4
      display.showFrame(
        rendering: isLong
          ? .random(in: 10...13, using: &random) : .random(in: 1...2, using: &random)
      )
    }
    #expect(display.skippedVblanks == 0)
  }

  @Test("Once what held all frames up has ended, the fourth frame and all after it are in time")
  func recovers() {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<40 { display.showFrame(rendering: 18) }
    for _ in 0..<3 { display.showFrame(rendering: 10.5) }
    display.forgetFrames()
    for _ in 0..<100 { display.showFrame(rendering: 10.5) }
    #expect(display.skippedVblanks == 0)
  }

  @Test("A frame is in time after any number of those for which nothing was painted")
  func unpaintedFrames() {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<20 { display.showFrame(rendering: 4) }
    for _ in 0..<200 { display.showFrame(rendering: 0.01, isPainted: false) }
    display.forgetFrames()
    for _ in 0..<20 { display.showFrame(rendering: 4) }
    #expect(display.skippedVblanks == 0)
  }

  @Test("Frames that are said to be long are in time, and those after them as late as ever")
  func expectedLongFrames() {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<200 { display.showFrame(rendering: 1) }
    display.clock.expectLongFrames(2)
    display.forgetFrames()
    // One is scheduled already.
    display.showFrame(rendering: 1)
    display.showFrame(rendering: 11)
    display.showFrame(rendering: 1)
    display.showFrame(rendering: 1)
    #expect(display.skippedVblanks == 0)
    let leads = display.frames.map { ($0.shown - $0.begun).seconds * 1000 }
    #expect(leads[1] > 12.5)
    #expect(leads[3] < 1.9)
  }
}
