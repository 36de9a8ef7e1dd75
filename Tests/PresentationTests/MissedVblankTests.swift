// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport
import Testing

@Suite("Missed vblanks")
struct MissedVblankTests {
  @Test(
    "A vblank without a frame is missed when the program was busy with something else, too",
    arguments: [24.0, 60, 144],
    [true, false]
  )
  func busyProgram(hertz: Double, countsVblanks: Bool) {
    var display = SimulatedDisplay(hertz: hertz, blank: 0.04 / hertz * 1000)
    display.countsVblanks = countsVblanks
    for _ in 0..<200 { display.showFrame(rendering: 0.5) }
    display.forgetFrames()
    let before = display.clock.missedCount
    var random = SplitMix(seed: 5)
    for step in 0..<600 {
      // The flip's event waits behind other work, and so does the deadline.
      let isHeldUp = step % 10 == 3
      display.showFrame(
        rendering: 0.5,
        oversleep: isHeldUp ? .random(in: 0...60, using: &random) : 0,
        busy: isHeldUp ? .random(in: 0...120, using: &random) : 0
      )
    }
    #expect(display.skippedVblanks > 60)
    #expect(display.clock.missedCount - before == display.skippedVblanks)
  }

  @Test("A program that is busy for a second and longer is no excuse", arguments: [0.3, 1, 4])
  func longDelay(seconds: Double) {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<200 { display.showFrame(rendering: 0.5) }
    display.forgetFrames()
    let before = display.clock.missedCount
    display.showFrame(rendering: 0.5, busy: seconds * 1000)
    display.showFrame(rendering: 0.5)
    #expect(display.skippedVblanks >= Int(seconds * 60) - 1)
    #expect(display.clock.missedCount - before == display.skippedVblanks)
  }

  @Test("Vblanks at which nothing moves are not missed", arguments: [0.02, 0.3, 5, 700])
  func rest(seconds: Double) {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<200 { display.showFrame(rendering: 0.5) }
    let before = display.clock.missedCount
    for step in 0..<20 {
      display.rest(seconds: seconds + Double(step) * 0.0013)
      for _ in 0..<3 { display.showFrame(rendering: 0.5) }
    }
    #expect(display.clock.missedCount == before)
  }

  @Test("A frame that was given up, and a display that went away, end the motion")
  func interruptions() {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<200 { display.showFrame(rendering: 0.5) }
    let before = display.clock.missedCount
    display.clock.requestFrame(at: display.now)
    display.clock.frameSkipped()
    display.now = display.now + .milliseconds(500)
    for _ in 0..<3 { display.showFrame(rendering: 0.5) }
    display.clock.reset(refreshInterval: MonotonicInterval(seconds: 1.0 / 60))
    display.now = display.now + .milliseconds(500)
    for _ in 0..<3 { display.showFrame(rendering: 0.5) }
    #expect(display.clock.missedCount == before)
  }

  @Test("Frames that take longer than an interval miss one vblank after the other")
  func slowFrames() {
    var display = SimulatedDisplay(hertz: 60)
    for _ in 0..<200 { display.showFrame(rendering: 0.5) }
    display.forgetFrames()
    let before = display.clock.missedCount
    display.showFrame(rendering: 0.5)
    for _ in 0..<200 { display.showFrame(rendering: 21) }
    #expect(display.skippedVblanks >= 200)
    #expect(display.clock.missedCount - before == display.skippedVblanks)
  }
}
