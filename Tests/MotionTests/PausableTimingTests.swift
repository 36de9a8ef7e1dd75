// SPDX-License-Identifier: Apache-2.0
import Motion
import Testing

@Suite("Pausing and scrubbing")
struct PausableTimingTests {
  @Test("Pausing holds what shows, resuming goes on from it", arguments: [1.0, 0.5, 3, -1])
  func pause(speed: Double) {
    let timing = MediaTiming(
      beginTime: 2,
      duration: 10,
      speed: speed,
      timeOffset: 1,
      fillMode: .both
    )
    var playing = PausableTiming(timing)
    let shown = playing.progress(at: 4)
    playing.pause(at: 4)
    playing.pause(at: 5)
    #expect(playing.isPaused)
    #expect(playing.progress(at: 4) == shown)
    #expect(playing.progress(at: 400) == shown)
    #expect(playing.presentation.speed == 0)
    #expect(playing.presentation.localTime(fromParent: 9) == timing.localTime(fromParent: 4))
    playing.resume(at: 100)
    playing.resume(at: 101)
    for later in [0.0, 0.5, 1, 2.5, 60] {
      let resumed = playing.progress(at: 100 + later) ?? -1
      #expect(abs(resumed - (timing.progress(at: 4 + later) ?? -2)) < 1e-12)
    }
  }

  @Test("An animation that is over stays over while paused")
  func pausedAfterEnd() {
    var playing = PausableTiming(MediaTiming(duration: 1, fillMode: .forwards))
    playing.pause(at: 1.7)
    #expect(playing.progress(at: 50) == 1)
  }

  @Test("A timing that runs presents itself, and its local time stands still while paused")
  func presentation() {
    var playing = PausableTiming(MediaTiming(beginTime: 1, duration: 5, speed: 2, timeOffset: 3))
    #expect(playing.presentation == playing.timing)
    #expect(playing.localTime(at: 2) == 5)
    playing.pause(at: 2)
    #expect(playing.localTime(at: 77) == 5)
    var frozen = PausableTiming(MediaTiming(duration: 5, speed: 0))
    frozen.scrub(to: 2)
    #expect(!frozen.isPaused)
  }

  @Test("A finger moves the time line, and its far end is the last frame")
  func scrubbing() {
    var playing = PausableTiming(MediaTiming(beginTime: 3, duration: 4, speed: 2))
    let positions = [(0.0, 0.0), (1, 0.25), (3, 0.75), (4, 1), (9, 1), (-2, 0), (2, 0.5)]
    for (local, expected) in positions {
      playing.scrub(to: local)
      #expect(playing.progress(at: 1e5) == expected)
    }
    playing.resume(at: 20)
    #expect(playing.progress(at: 20) == 0.5)
    #expect(playing.progress(at: 21) == 1)
    let before = playing
    playing.scrub(to: .nan)
    playing.pause(at: .infinity)
    #expect(playing == before)
  }
}
