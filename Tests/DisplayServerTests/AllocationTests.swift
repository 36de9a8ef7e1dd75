// SPDX-License-Identifier: Apache-2.0
import CAllocationCounter
import Configuration
import Control
import DisplayServer
import MonotonicTime
import Testing
import Touch

/// Whether this is a release build.
///
/// Without optimisation the compiler boxes what it otherwise keeps on the stack, so a debug build
/// counts its own boxes. `make test` runs this suite in both configurations.
private var isOptimized: Bool {
  var isDebug = false
  assert(
    {
      isDebug = true
      return true
    }()
  )
  return !isDebug
}

@Suite("Memory on the way of a frame")
struct AllocationTests {
  @Test("The counter sees an allocation", .enabled(if: callocation_counter_works()))
  func counts() {
    let before = callocation_counter_count()
    let bytes = [UInt8](repeating: 1, count: Int(before % 3) + 100)
    #expect(bytes.count >= 100)
    #expect(callocation_counter_count() > before)
  }

  @Test(
    "A frame in motion, the touch that moves it included, takes nothing from the heap",
    .enabled(if: callocation_counter_works() && isOptimized, "counted in optimised builds only")
  )
  func warmFrames() throws {
    let run = try VirtualRun(
      plainScene.replacing("show_percent = false", with: "show_percent = true")
    )
    try run.perform(.setProgress(ProgressChange(percent: 55, duration: 0.5)))
    // Warm: every path has been taken once and every buffer has the size that it needs.
    for _ in 0..<3 {
      press(run)
      run.pass(0.5)
    }
    let frames = run.status.frames.presented
    let before = callocation_counter_count()
    for _ in 0..<20 { press(run) }
    let count = callocation_counter_count() - before
    #expect(run.status.frames.presented - frames > 100)
    #expect(count == 0)
  }

  /// Presses the button and lets it go, with the frames in between.
  private func press(_ run: VirtualRun) {
    run.finger(.down, onStart)
    for _ in 0..<4 {
      run.pass(1.0 / 60)
      run.finger(.move, onNothing)
    }
    run.finger(.up, onStart)
    run.pass(0.1)
  }
}
