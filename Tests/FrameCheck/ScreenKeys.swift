// SPDX-License-Identifier: Apache-2.0
import CAllocationCounter
import Configuration
import Control
import Geometry
import MonotonicTime
import Presentation
import Touch
import VirtualTime
import Widgets

/// The keyboard on the screen, in virtual time: a finger may allocate, the frames that it comes up, goes down and
/// wobbles in may not.
enum ScreenKeys {
  private static let scene = """
    [display]
    scale = 1
    [[text]]
    id = "low"
    caret_blink = 0
    frame = { x = 160, y = 200, width = 200, height = 40 }
    [keyboard.screen]
    layouts = ["us"]
    """

  static func run(_ findings: inout Findings) throws {
    let run = try VirtualRun(
      settings: Settings(parsing: Array(scene.utf8), fileName: "frame-check"),
      mode: OutputMode(
        size: PixelSize(width: 320, height: 240),
        format: .xrgb8888,
        refreshInterval: MonotonicInterval(nanoseconds: 16_666_667)
      ),
      hertz: 60
    )
    func finger(_ phase: TouchPhase, _ x: Double, _ y: Double) {
      let contact = ContactID(device: 1, slot: 0)
      let position = Point(x: x, y: y)
      run.touch(TouchEvent(contact: contact, phase: phase, position: position, time: run.now))
    }
    func pass(_ seconds: Double) { run.advance(to: run.now + MonotonicInterval(seconds: seconds)) }
    var count = 0
    let frames = run.status.frames.presented
    for round in 0..<4 {
      // The field, a key in the middle, and the page beside the field, each followed by its frames.
      for (x, y) in [(160.0, 200.0), (160.0, 190.0), (5.0, 5.0)] {
        finger(.down, x, y)
        finger(.up, x, y)
        pass(1.0 / 60)
        let before = callocation_counter_count()
        pass(0.8)
        // Every path is taken once first.
        if round > 0 { count += Int(callocation_counter_count() - before) }
      }
    }
    findings.expect("the keyboard is down", run.scene?.isKeyboardUp ?? true ? 1 : 0, atMost: 0)
    findings.expect(
      "frames of a keyboard that comes, types and goes",
      run.status.frames.presented - frames,
      atLeast: 150
    )
    findings.expect("heap allocations in all of them", count, atMost: 0)
  }
}
