// SPDX-License-Identifier: Apache-2.0
import Control
import JSON
import MonotonicTime
import RequestWords
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

@testable import DisplayServer

/// `swelld --time-scale`: the scene's time runs faster or slower than that of frames and touches.
@Suite("The scene's own time")
struct TimeScaleTests {
  private static let rates = [0.01, 0.3, 0.5, 1, 1.7, 3, 100.0]

  @Test(
    "A time of the scene comes to pass at the first instant of the loop at which it has",
    arguments: rates
  )
  func roundTrip(rate: Double) throws {
    let time = SceneTime(rate: rate, start: MonotonicInstant(nanoseconds: 7_000_000_123))
    var random = SplitMix(seed: 5)
    for _ in 0..<2000 {
      let length = Int64(truncatingIfNeeded: random.next() >> 20) % 90_000_000_000_000
      let instant = time.start + MonotonicInterval(nanoseconds: length)
      let found = try #require(time.loop(instant))
      #expect(time(found) >= instant)
      #expect(time(found - MonotonicInterval(nanoseconds: 2)) < instant || rate < 1)
      let spans = (time(instant) - time.start).seconds - (instant - time.start).seconds * rate
      // Doubles tell seconds of months to some nanoseconds.
      #expect(abs(spans) <= 1e-8)
    }
  }

  @Test("At 0 nothing comes to pass that has not yet")
  func frozen() {
    let start = MonotonicInstant(nanoseconds: 5)
    let time = SceneTime(rate: 0, start: start)
    #expect(time(MonotonicInstant(nanoseconds: 9_000_000_000)) == start)
    #expect(time.loop(start) == start)
    #expect(time.loop(MonotonicInstant(nanoseconds: 6)) == nil)
  }

  private func run(_ scale: Double) throws -> VirtualRun {
    try VirtualRun(settings: settings(plainScene), mode: smallMode(), hertz: 60, timeScale: scale)
  }

  /// What `main` shows some time after it has been sent to 100 in two seconds, straight.
  private func shown(_ scale: Double, after seconds: Double) throws -> Double {
    let run = try run(scale)
    try run.perform(.setProgress(ProgressChange(percent: 100, duration: 2, ease: .name("linear"))))
    run.pass(seconds)
    return try #require(run.widget("main")?["shown"]?.double)
  }

  @Test(
    "A change takes its time of the scene, whatever the rate",
    arguments: [(1, 1), (0.5, 2), (0.1, 10), (4, 0.25)]
  )
  func scaled(scale: Double, seconds: Double) throws {
    let shown = try shown(scale, after: seconds)
    // The picture is that of a vblank; two of them in the scene's time are the bound.
    #expect(abs(shown - 50) <= 100 * scale * 2 / 60)
  }

  @Test("At 0 nothing moves, no frame follows another, and a change is shown where it begins")
  func standsStill() throws {
    let run = try run(0)
    try run.perform(.setProgress(ProgressChange(percent: 100, duration: 2, ease: .name("linear"))))
    run.pass(1)
    let before = run.status.frames.presented
    run.pass(60)
    #expect(run.widget("main")?["shown"]?.double == 0)
    #expect(run.status.frames.presented == before)
    #expect(run.isAtRest)
    try run.perform(.setWidget(WidgetSetting(id: "start", color: "#F00")))
    run.pass(0.1)
    #expect(run.status.frames.presented == before + 1)
  }

  @Test("Frames keep their rate: only what they show moves slower", arguments: [0.1, 10])
  func framesKeepTheirRate(scale: Double) throws {
    let run = try run(scale)
    try run.perform(
      .setProgress(ProgressChange(percent: 100, duration: 100, ease: .name("linear")))
    )
    let before = run.status.frames.presented
    run.pass(1)
    #expect(abs(run.status.frames.presented - before - 60) <= 1)
  }

  @Test("Status tells the rate")
  func status() throws {
    #expect(try run(0.25).status.timeScale == 0.25)
    #expect(try run(1).status.timeScale == 1)
  }
}
