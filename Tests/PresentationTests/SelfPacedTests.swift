// SPDX-License-Identifier: Apache-2.0
import MonotonicTime
import Presentation
import TestSupport
import Testing

/// How long a flip may take, in milliseconds: from one that is done at once to a slow bus.
private let flipMilliseconds: [Double] = (1...60).map { Double($0) } + [8.4]

/// Displays without vblank: USB adapters, SPI panels, server graphics, firmware framebuffers.
@Suite("Displays that do not tell their vblanks")
struct SelfPacedTests {
  /// Frames a second in motion, and the display after them.
  private func rate(
    nominalHertz: Double,
    flipTime: Double
  ) -> (hertz: Double, display: SimulatedDisplay) {
    var display = SimulatedDisplay(hertz: 60, nominalHertz: nominalHertz)
    (display.hasVblank, display.flipTime) = (false, flipTime)
    for _ in 0..<20 { display.showFrame(rendering: 0.3) }
    display.forgetFrames()
    let start = display.now
    for _ in 0..<300 { display.showFrame(rendering: 0.3) }
    return (300 / (display.now - start).seconds, display)
  }

  @Test(
    "However long a flip takes, frames come as fast as it allows, up to the refresh rate",
    arguments: flipMilliseconds,
    // The modes of drivers for small panels say one kHz as their pixel clock.
    [60, 0.01, 0.0065, 19.9]
  )
  func flipTimes(milliseconds: Double, nominalHertz: Double) {
    let (hertz, display) = rate(nominalHertz: nominalHertz, flipTime: milliseconds)
    let possible = min(60, 1000 / milliseconds)
    #expect(hertz >= 0.95 * possible)
    #expect(hertz <= possible * 1.001)
    #expect(display.clock.missedCount == 0)
  }

  @Test("A mode that can be is kept to", arguments: [24.0, 30, 50, 75, 144])
  func believableModes(hertz: Double) {
    let (measured, _) = rate(nominalHertz: hertz, flipTime: 1)
    #expect(abs(measured / hertz - 1) < 0.01)
  }

  @Test("Flips of uneven length are followed at once when late, and never in a burst")
  func unevenFlips() {
    var display = SimulatedDisplay(hertz: 60)
    display.hasVblank = false
    var random = SplitMix(seed: 4)
    for _ in 0..<20 { display.showFrame(rendering: 0.3) }
    display.forgetFrames()
    var busyTime = 0.0
    let start = display.now
    for _ in 0..<600 {
      display.flipTime = .random(in: 1...50, using: &random)
      // What has to pass before the next frame can begin, at a pace of 60 Hz.
      busyTime += max(display.flipTime + 0.3 + 0.06, 1000.0 / 60)
      display.showFrame(rendering: 0.3)
    }
    #expect((display.now - start).seconds * 1000 <= busyTime + 50)
    for (frame, next) in zip(display.frames, display.frames.dropFirst()) {
      #expect(next.begun >= frame.shown)
      #expect(next.target > frame.target)
    }
    #expect(display.clock.missedCount == 0)
  }

  @Test("Intervals that a busy program lets pass are missed there, too", arguments: [1.0, 30])
  func busyProgram(flipTime: Double) {
    var display = SimulatedDisplay(hertz: 60)
    (display.hasVblank, display.flipTime) = (false, flipTime)
    for _ in 0..<20 { display.showFrame(rendering: 0.3) }
    let before = display.clock.missedCount
    display.showFrame(rendering: 0.3, busy: 200)
    display.showFrame(rendering: 0.3)
    let missed = display.clock.missedCount - before
    #expect(missed == (flipTime > 16 ? 12 : 11))
    display.showFrame(rendering: 0.3, oversleep: 100)
    #expect(display.clock.missedCount - before - missed == 6)
    display.rest(seconds: 3)
    display.showFrame(rendering: 0.3)
    #expect(display.clock.missedCount - before - missed == 6)
  }

  @Test("Intervals before a frame that the display refuses are missed once")
  func refused() throws {
    var display = SimulatedDisplay(hertz: 60)
    display.hasVblank = false
    for _ in 0..<20 { display.showFrame(rendering: 0.3) }
    var clock = display.clock
    let before = clock.missedCount
    clock.requestFrame(at: display.now)
    var now = display.now + .milliseconds(200)
    for _ in 0..<3 {
      try #require(clock.beginFrame(at: now) != nil)
      #expect(clock.missedCount - before == 11)
      clock.frameRefused(at: now)
      now = try #require(clock.deadline)
    }
  }

  @Test(
    "Hardware that is faster than its mode claims is followed from its first frames on",
    arguments: [(30.0, 120.0), (60, 144), (50, 240), (24, 60)]
  )
  func fasterThanClaimed(nominal: Double, real: Double) {
    var display = SimulatedDisplay(hertz: real, nominalHertz: nominal)
    for _ in 0..<6 { display.showFrame(rendering: 0.3) }
    display.forgetFrames()
    for _ in 0..<300 { display.showFrame(rendering: 0.3) }
    #expect(display.skippedVblanks == 0)
    #expect(abs(display.clock.refreshInterval.seconds * real - 1) < 1e-3)
  }
}
