// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport
import Testing

/// Refresh rates of real panels, from cinema to gaming.
private let rates = [24.0, 25, 30, 48, 50, 59.94, 60, 72, 75, 90, 100, 120, 144, 165, 240]

@Suite("The frame clock")
struct FrameClockTests {
  @Test("Moving pictures get a frame at every vblank, none missed", arguments: rates, 1...3)
  func everyVblank(hertz: Double, seed: Int) {
    var display = SimulatedDisplay(hertz: hertz, seed: seed)
    let rendering = min(0.25 / hertz * 1000, 3)
    for _ in 0..<4 { display.showFrame(rendering: rendering) }
    display.forgetFrames()
    for _ in 0..<600 { display.showFrame(rendering: rendering) }
    #expect(display.skippedVblanks == 0)
    #expect(display.clock.missedCount == 0)
    #expect(display.clock.presentedCount == 604)
    for frame in display.frames {
      #expect(abs((frame.shown - frame.target).nanoseconds) < 100_000)
    }
  }

  @Test(
    "The first frame after a rest takes the first vblank that it can reach",
    arguments: [24.0, 59.94, 60, 75, 144, 240],
    [0.011, 0.35, 2.03, 9.77]
  )
  func firstFrameAfterRest(hertz: Double, pause: Double) {
    var display = SimulatedDisplay(hertz: hertz, nominalHertz: hertz.rounded())
    for _ in 0..<300 { display.showFrame(rendering: 0.5) }
    for step in 0..<40 {
      // A different phase of the grid each time.
      display.rest(seconds: pause + Double(step) * 0.37 / hertz)
      display.forgetFrames()
      let touch = display.now
      display.showFrame(rendering: 0.5)
      let reachable = display.vblankNumber(after: touch + .microseconds(500 + 1000))
      #expect(display.frames[0].vblank <= reachable)
      for _ in 0..<3 { display.showFrame(rendering: 0.5) }
      #expect(display.skippedVblanks == 0)
    }
    #expect(display.clock.missedCount == 0)
    #expect(display.clock.margin.current == CommitMargin.least)
  }

  @Test(
    "After a rest so long that the phase is lost, a frame is drawn at once and counts no miss",
    arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  )
  func lostPhase(seed: Int) {
    // The monitor says 60 Hz and means 59.94: ten minutes later nobody knows where the grid is.
    var display = SimulatedDisplay(hertz: 59.94, nominalHertz: 60, seed: seed)
    for _ in 0..<5 { display.showFrame(rendering: 0.5) }
    display.rest(seconds: 600 + Double(seed) * 0.0051)
    let touch = display.now
    display.clock.requestFrame(at: touch)
    #expect(display.clock.deadline == touch)
    display.forgetFrames()
    display.showFrame(rendering: 0.5)
    #expect(display.frames[0].begun - touch < .microseconds(100))
    #expect(display.clock.missedCount == 0)
    for _ in 0..<200 { display.showFrame(rendering: 0.5) }
    #expect(display.clock.missedCount == 0)
    #expect(display.skippedVblanks == 0)
    // What was learned from the first frame afterwards is the true rate, not a rate that explains
    // the rest by a wrong number of vblanks.
    #expect(abs(display.clock.refreshInterval.seconds - 1 / 59.94) < 2e-6)
  }

  @Test("At rest nothing is due")
  func idle() {
    var display = SimulatedDisplay(hertz: 60)
    #expect(display.clock.state == .idle)
    #expect(display.clock.deadline == nil)
    for _ in 0..<5 { display.showFrame(rendering: 1) }
    #expect(display.clock.state == .idle)
    #expect(display.clock.deadline == nil)
    let begun = display.clock.beginFrame(at: display.now)
    #expect(begun == nil)
    display.clock.requestFrame(at: display.now)
    #expect(display.clock.deadline != nil)
    display.clock.frameSkipped()
    #expect(display.clock.deadline == nil)
  }

  @Test("A second request changes nothing, and no frame begins before its time or beside another")
  func oneFrameAtATime() throws {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<10 { display.showFrame(rendering: 1) }
    var clock = display.clock
    clock.requestFrame(at: display.now)
    let deadline = try #require(clock.deadline)
    clock.requestFrame(at: display.now + .milliseconds(2))
    #expect(clock.deadline == deadline)
    let early = clock.beginFrame(at: deadline - .microseconds(1))
    #expect(early == nil)
    let begun = clock.beginFrame(at: deadline)
    let target = try #require(begun)
    clock.frameQueued(at: deadline + .milliseconds(1))
    #expect(clock.state == .pending(target: target))
    #expect(clock.deadline == nil)
    clock.requestFrame(at: deadline + .milliseconds(2))
    #expect(clock.state == .pending(target: target))
  }

  @Test("Frames that take too long are counted, and the others are begun no earlier for it")
  func slowFrames() {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<200 { display.showFrame(rendering: 1) }
    display.showFrame(rendering: 40)
    let missed = display.clock.missedCount
    #expect(missed == 2 || missed == 3)
    #expect(display.clock.margin.current == CommitMargin.least)
    for _ in 0..<10 { display.showFrame(rendering: 20) }
    #expect(display.clock.margin.current == CommitMargin.least)
    display.forgetFrames()
    let after = display.clock.missedCount
    for _ in 0..<200 { display.showFrame(rendering: 1) }
    #expect(display.clock.missedCount == after)
    #expect(display.skippedVblanks == 0)
    for frame in display.frames { #expect(frame.shown - frame.begun < .microseconds(1800)) }
  }

  @Test(
    "Every vblank that passed without its frame is counted, whether drawing or waking was late",
    arguments: 1...8
  )
  func countsEveryMiss(seed: Int) {
    var display = SimulatedDisplay(hertz: 60, seed: seed)
    for _ in 0..<200 { display.showFrame(rendering: 1) }
    display.forgetFrames()
    let before = display.clock.missedCount
    var random = SplitMix(seed: seed)
    for step in 0..<400 {
      let isLate = step % 20 == 7
      let delay = Double.random(in: 18...60, using: &random)
      display.showFrame(
        rendering: isLate && step % 40 == 7 ? delay : 1,
        oversleep: isLate && step % 40 != 7 ? delay : 0
      )
    }
    #expect(display.skippedVblanks > 20)
    #expect(display.clock.missedCount - before == display.skippedVblanks)
  }

  @Test("A frame begun too late aims at the vblank that it can still reach")
  func lateWake() throws {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<200 { display.showFrame(rendering: 2) }
    display.forgetFrames()
    display.showFrame(rendering: 2, oversleep: 25)
    let frame = try #require(display.frames.first)
    #expect(abs((frame.shown - frame.target).nanoseconds) < 100_000)
  }

  @Test(
    "Flips that complete at once are paced to the refresh rate",
    arguments: [30.0, 60, 75, 144]
  )
  func flipsWithoutVblank(hertz: Double) {
    var display = SimulatedDisplay(hertz: hertz)
    display.hasVblank = false
    for _ in 0..<10 { display.showFrame(rendering: 0.4) }
    display.forgetFrames()
    let start = display.now
    for _ in 0..<300 { display.showFrame(rendering: 0.4) }
    let rate = 300 / (display.now - start).seconds
    #expect(abs(rate - hertz) < hertz * 0.01)
    for (frame, next) in zip(display.frames, display.frames.dropFirst()) {
      let step = (next.target - frame.target).seconds
      #expect(abs(step - 1 / hertz) < 1e-6)
    }
    #expect(display.clock.missedCount == 0)
  }

  @Test(
    "Without vblanks a frame after a rest is drawn at once, and a slow one starts the grid anew"
  )
  func restWithoutVblank() throws {
    var display = SimulatedDisplay(hertz: 60)
    display.hasVblank = false
    for _ in 0..<10 { display.showFrame(rendering: 0.4) }
    display.rest(seconds: 3)
    let touch = display.now
    display.forgetFrames()
    display.showFrame(rendering: 0.4)
    #expect(try #require(display.frames.first).begun - touch < .microseconds(100))
    display.showFrame(rendering: 30)
    display.forgetFrames()
    for _ in 0..<20 { display.showFrame(rendering: 0.4) }
    for (frame, next) in zip(display.frames, display.frames.dropFirst()) {
      // No burst of frames makes up for the lost ones.
      #expect((next.begun - frame.begun).seconds > 0.015)
    }
  }

  @Test("A display that turns out to have vblanks is waited for again")
  func vblanksReturn() {
    var display = SimulatedDisplay(hertz: 60)
    display.hasVblank = false
    for _ in 0..<10 { display.showFrame(rendering: 0.4) }
    display.hasVblank = true
    for _ in 0..<10 { display.showFrame(rendering: 0.4) }
    display.forgetFrames()
    for _ in 0..<100 { display.showFrame(rendering: 0.4) }
    #expect(display.skippedVblanks == 0)
  }

  @Test(
    "A refresh rate that changes unannounced is followed within four frames",
    arguments: [
      (60.0, 50.0), (50, 60), (60, 48), (144, 60), (60, 75), (60, 120), (120, 60), (60, 30),
      (30, 60), (240, 24), (24, 240), (60, 57),
    ],
    1...3
  )
  func rateChanges(rates: (old: Double, new: Double), seed: Int) {
    var display = SimulatedDisplay(hertz: rates.old, seed: seed)
    for _ in 0..<300 { display.showFrame(rendering: 0.5) }
    display.changeRate(hertz: rates.new)
    for _ in 0..<4 { display.showFrame(rendering: 0.5) }
    display.forgetFrames()
    let missed = display.clock.missedCount
    for _ in 0..<300 { display.showFrame(rendering: 0.5) }
    #expect(display.skippedVblanks == 0)
    #expect(display.clock.missedCount == missed)
    #expect(abs(display.clock.refreshInterval.seconds * rates.new - 1) < 1e-3)
  }

  @Test("A display that does not count its vblanks is held in its changed rate by a new mode")
  func announcedRate() {
    var display = SimulatedDisplay(hertz: 60)
    display.countsVblanks = false
    for _ in 0..<300 { display.showFrame(rendering: 0.5) }
    display.changeRate(hertz: 50)
    display.clock.reset(refreshInterval: .milliseconds(20))
    for _ in 0..<4 { display.showFrame(rendering: 0.5) }
    display.forgetFrames()
    for _ in 0..<200 { display.showFrame(rendering: 0.5) }
    #expect(display.skippedVblanks == 0)
  }

  @Test("A busy display gets the frame a little later, for a vblank that can be reached")
  func busyDisplay() throws {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<100 { display.showFrame(rendering: 1) }
    var clock = display.clock
    clock.requestFrame(at: display.now)
    var now = try #require(clock.deadline)
    for _ in 0..<100 {
      let begun = clock.beginFrame(at: now)
      let target = try #require(begun)
      #expect(target > now)
      now = now + .milliseconds(1)
      clock.frameRefused(at: now)
      let retry = try #require(clock.deadline)
      #expect(retry > now)
      #expect((retry - now).seconds < 1.0 / 60)
      now = retry
    }
    let last = clock.beginFrame(at: now)
    #expect(last != nil)
    clock.frameQueued(at: now + .milliseconds(1))
    #expect(clock.deadline == nil)
  }

  @Test("A display that goes away takes its frame with it")
  func displayGoes() {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<5 { display.showFrame(rendering: 1) }
    display.clock.requestFrame(at: display.now)
    display.clock.reset(refreshInterval: .milliseconds(20))
    #expect(display.clock.state == .idle)
    #expect(display.clock.refreshInterval == .milliseconds(20))
    // What comes late from the old one does not disturb.
    display.clock.presented(
      PresentationFeedback(time: display.now, sequence: 7, isVblank: true)
    )
    #expect(display.clock.state == .idle)
  }

  @Test(
    "A refresh interval that cannot be is taken as one that can",
    arguments: [
      (0, 16_666_667), (-5, 16_666_667), (Int64.min, 16_666_667), (1, 4_000_000),
      (100_000_000_000, 16_666_667), (Int64.max, 16_666_667), (8_333_333, 8_333_333),
      (50_000_000, 50_000_000), (50_000_001, 16_666_667),
    ] as [(Int64, Int64)]
  )
  func nonsenseRefresh(nanoseconds: Int64, expected: Int64) {
    let clock = FrameClock(refreshInterval: MonotonicInterval(nanoseconds: nanoseconds))
    #expect(clock.refreshInterval == MonotonicInterval(nanoseconds: expected))
  }
}
