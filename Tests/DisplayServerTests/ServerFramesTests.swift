// SPDX-License-Identifier: Apache-2.0
import JSON
import VirtualTime
import Widgets
import RequestWords
import Configuration
import Control
import Geometry
import MonotonicTime
import Presentation
import TestSupport
import Testing
import Touch
import VirtualKiosk

@Suite("The server's frames")
struct ServerFramesTests {
  @Test("The first frame is the whole scene, and then all is at rest without a timer")
  func startsAndRests() throws {
    let run = try VirtualRun()
    #expect(run.presentedPixels() == run.picture())
    run.comeToRest()
    #expect(run.isAtRest)
    let presented = run.status.frames.presented
    run.pass(86_400)
    #expect(run.status.frames.presented == presented)
    #expect(run.status.frames.idle >= 1)
  }

  @Test(
    "Whatever has happened, the scene comes to rest and commits nothing more",
    arguments: 0..<6
  )
  func restsAfterAnything(seed: Int) throws {
    let run = try VirtualRun()
    var random = SplitMix(seed: seed)
    for _ in 0..<30 { act(on: run, &random) }
    for slot in 0..<3 { run.finger(.cancel, onNothing, slot: slot) }
    // Waves move as long as the progress is neither empty nor full.
    try run.perform(.setProgress(ProgressChange(percent: 100)))
    run.comeToRest()
    #expect(run.isAtRest)
    let presented = run.status.frames.presented
    let pixels = run.presentedPixels()
    run.pass(3600)
    #expect(run.status.frames.presented == presented)
    #expect(run.presentedPixels() == pixels)
    #expect(pixels == run.picture())
  }

  @Test("A moving scene gets a frame at each vblank, none twice and none left out")
  func everyVblank() throws {
    let run = try VirtualRun()
    run.comeToRest()
    try run.perform(.setProgress(ProgressChange(percent: 50, duration: 0.4)))
    run.pass(1)
    let before = run.status.frames.presented
    run.pass(10)
    #expect(run.status.frames.presented - before == 600)
    #expect(run.status.frames.missed == 0)
  }

  @Test(
    "A touch 1 ms before a vblank is on the screen at that vblank, at rest and in motion",
    arguments: [false, true]
  )
  func latency(isMoving: Bool) throws {
    // Drawing takes no virtual time, so the promise is 1 ms.
    let run = try VirtualRun()
    if isMoving { try run.perform(.setProgress(ProgressChange(percent: 50))) }
    let vblank = MonotonicInstant(seconds: 120)
    run.advance(to: vblank - .milliseconds(1))
    #expect(run.isAtRest != isMoving)
    run.finger(.down, onStart)
    run.advance(to: vblank)
    #expect(run.presentedPixels() == run.picture())
    let latency = try #require(run.status.touchToFlipMilliseconds.p50)
    #expect(latency <= 1.001)
  }

  @Test(
    "Frames drawn change by change equal the whole picture, bit for bit",
    arguments: [0, 90, 180, 270],
    [2, 3]
  )
  func incrementalFrames(rotation: Int, buffers: Int) throws {
    let turned = plainScene.replacing("scale = 1", with: "scale = 1.25\nrotation = \(rotation)")
    // Odd sizes, so that no row or block comes out even.
    let size = rotation % 180 == 0 ? (197, 143) : (143, 197)
    let run = try VirtualRun(turned, mode: smallMode(size.0, size.1, buffers: buffers))
    var random = SplitMix(seed: rotation * 7 + buffers)
    for step in 0..<40 {
      act(on: run, &random)
      guard step % 2 == 1 else { continue }
      // As many vblanks as there are buffers, so that each of a moving scene's is looked at.
      passVblank(run)
      for _ in 0..<buffers {
        passVblank(run)
        #expect(run.presentedPixels() == run.picture())
      }
    }
  }

  @Test("In RGB565 incremental frames equal those of a display that draws everything anew")
  func incrementalFramesIn16Bits() throws {
    let run = try VirtualRun(mode: smallMode(151, 117, format: .rgb565))
    let fresh = try VirtualRun(mode: smallMode(151, 117, format: .rgb565))
    var (random, same) = (SplitMix(seed: 5), SplitMix(seed: 5))
    for step in 0..<30 {
      act(on: run, &random)
      act(on: fresh, &same)
      // Sleeping and waking makes every buffer's content unknown.
      if step % 3 == 0 { fresh.output.setPower(false, at: fresh.now) }
      if step % 3 == 0 { fresh.output.setPower(true, at: fresh.now) }
      run.pass(0.1)
      fresh.pass(0.1)
      #expect(run.presentedPixels() == fresh.presentedPixels())
    }
  }

  @Test("The damage that is told covers every pixel that differs from the frame before")
  func damage() throws {
    let run = try VirtualRun()
    var random = SplitMix(seed: 99)
    run.comeToRest()
    var before = try #require(run.presentedPixels())
    var count = run.status.frames.presented
    for _ in 0..<400 {
      if Int.random(in: 0..<8, using: &random) == 0 { act(on: run, &random, time: 0) }
      run.pass(1.0 / 240)
      let presented = run.status.frames.presented
      guard presented > count else { continue }
      let after = try #require(run.presentedPixels())
      if presented == count + 1 {
        let damage = run.output.presentedDamage
        var isCovered = true
        for pixel in 0..<160 * 120
        where after[pixel * 4..<pixel * 4 + 4] != before[pixel * 4..<pixel * 4 + 4] {
          isCovered = isCovered && damage.contains(x: pixel % 160, y: pixel / 160)
        }
        #expect(isCovered)
      }
      (before, count) = (after, presented)
    }
    #expect(count > 60)
  }

  /// Lets time pass to the next vblank, where the newest frame has just come to the screen.
  ///
  /// What happened after that frame was drawn is in the next one only: after a change the second
  /// vblank is the first that shows it for certain.
  private func passVblank(_ run: VirtualRun) {
    var number = Int(run.now.seconds * 60)
    while MonotonicInstant(seconds: Double(number) / 60) <= run.now { number += 1 }
    run.advance(to: MonotonicInstant(seconds: Double(number) / 60))
  }

  /// Does something that a visitor or a script may do, and lets up to half a second pass.
  private func act(on run: VirtualRun, _ random: inout SplitMix, time: Double? = nil) {
    let places = [onStart, onStop, onNothing]
    let place = places[Int.random(in: 0..<3, using: &random)]
    let slot = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: run.finger(.down, place, slot: slot)
    case 2: run.finger(.up, place, slot: slot)
    case 3: run.finger(.move, place, slot: slot)
    case 4: run.finger(.cancel, place, slot: slot)
    case 5, 6:
      _ = try? run.perform(
        .setProgress(
          ProgressChange(
            percent: Double.random(in: 0...100, using: &random),
            duration: Double.random(in: 0...1, using: &random)
          )
        )
      )
    case 7:
      _ = try? run.perform(
        .setWidget(WidgetSetting(id: "stop", isVisible: Bool.random(using: &random)))
      )
    default:
      _ = try? run.perform(.pressButton(id: "start"))
    }
    run.pass(time ?? Double.random(in: 0...0.5, using: &random))
  }
}
