// SPDX-License-Identifier: Apache-2.0
import JSON
import CAllocationCounter
import Configuration
import Control
import Geometry
import MonotonicTime
import Presentation
import Touch
import VirtualTime
import Widgets

/// Frames in which everything moves, in virtual time: waves, figure, a button under a finger, a chart that
/// is drawn and then changes, a text and an image that become others.
enum WarmFrames {
  private static let scene = """
    [display]
    scale = 1
    [[button]]
    id = "start"
    frame = { x = 20, y = 80, width = 50, height = 30, anchor = "top-left" }
    amplitude = 6
    [[progress]]
    id = "main"
    frame = { x = 50, y = 10, width = 50, height = 50, anchor = "top-left" }
    mask = { shape = "circle" }
    [[chart]]
    id = "week"
    frame = { x = 5, y = 5, width = 90, height = 60, anchor = "top-left" }
    padding = 10
    values = [12, 28, 20, 36, 31, 44]
    window = 6
    draw = 0.4
    over = 0.4
    [[chart]]
    id = "lines"
    frame = { x = 60, y = 30, width = 90, height = 60, anchor = "top-left" }
    padding = 10
    window = 6
    draw = 0.4
    over = 0.4
    lines = [{ id = "a", values = [12, 28, 20] }, { id = "b", values = [30, "none", 9, 8, 7, 6] }]
    limits = [{ value = 30 }]
    [[chart]]
    id = "bars"
    kind = "bars"
    frame = { x = 60, y = 60, width = 90, height = 60, anchor = "top-left" }
    padding = 10
    values = [12, 28, 20, 36, 31]
    window = 6
    draw = 0.4
    over = 0.4
    [[image]]
    id = "photo"
    file = "Tests/Golden/photo.png"
    frame = { x = 100, y = 10, width = 40, height = 40, anchor = "top-left" }
    [[label]]
    id = "note"
    text = "Ready"
    frame = { x = 80, y = 85, width = 70, height = 30, anchor = "top-left" }
    [[toggle]]
    id = "fan"
    frame = { x = 100, y = 52, width = 35, height = 20, anchor = "top-left" }
    [[slider]]
    id = "level"
    knob_size = 10
    frame = { x = 5, y = 66, width = 90, height = 14, anchor = "top-left" }
    """

  static func run(_ findings: inout Findings) throws {
    for format in [PixelFormat.xrgb8888, .rgb565] {
      let run = try VirtualRun(
        settings: Settings(parsing: Array(scene.utf8), fileName: "frame-check"),
        mode: OutputMode(
          size: PixelSize(width: 160, height: 120),
          format: format,
          refreshInterval: MonotonicInterval(nanoseconds: 16_666_667)
        ),
        hertz: 60
      )
      try run.perform(.widget(.progress(.set(id: nil, percent: 55, over: 0.5, ease: nil))))
      // Every path is taken once, and every buffer gets the size that it needs.
      for _ in 0..<3 { press(run) }
      pass(run, 0.5)
      let frames = run.status.frames.presented
      let before = callocation_counter_count()
      for _ in 0..<20 { press(run) }
      let count = callocation_counter_count() - before
      findings.expect(
        "frames in virtual time, \(format)",
        run.status.frames.presented - frames,
        atLeast: 100
      )
      findings.expect("heap allocations in all of them", Int(count), atMost: 0)
      try chart(run, &findings)
      try fades(run, &findings)
      slides(run, &findings)
    }
  }

  /// Has a finger drag a slider's knob and a toggle's; what is set at the end may allocate, frames may not.
  private static func slides(_ run: VirtualRun, _ findings: inout Findings) {
    var count = 0
    let frames = run.status.frames.presented
    for round in 0..<4 {
      for (y, from, to) in [(73.0, 10.0, 80.0), (62, 110, 125)] {
        let before = callocation_counter_count()
        finger(run, .down, Point(x: from, y: y))
        for step in 1...10 {
          pass(run, 1.0 / 60)
          finger(run, .move, Point(x: from + (to - from) * Double(step) / 10, y: y))
        }
        pass(run, 0.1)
        let held = callocation_counter_count() - before
        finger(run, .up, Point(x: to, y: y))
        pass(run, 1.0 / 60)
        let released = callocation_counter_count()
        pass(run, 0.8)
        // Every path is taken once first.
        if round > 0 { count += Int(held + callocation_counter_count() - released) }
      }
    }
    findings.expect(
      "frames of sliders and toggles",
      run.status.frames.presented - frames,
      atLeast: 100
    )
    findings.expect("heap allocations in all of them", count, atMost: 0)
  }

  /// Has text and image become others; what asks for it may allocate, frames may not.
  private static func fades(_ run: VirtualRun, _ findings: inout Findings) throws {
    var count = 0
    let frames = run.status.frames.presented
    for (round, text) in ["Steady", "Go", "Ready", "Steady"].enumerated() {
      try run.perform(.widget(.label(.set(id: nil, text: text, over: 0.5, ease: nil))))
      let file = round % 2 == 0 ? "logo.png" : "photo.png"
      try run.perform(.widget(.image(.set(id: nil, file: file, over: 0.5, ease: nil))))
      pass(run, 1.0 / 60)
      let before = callocation_counter_count()
      pass(run, 0.6)
      // Every path is taken once first.
      if round > 0 { count += Int(callocation_counter_count() - before) }
    }
    findings.expect("frames of fades", run.status.frames.presented - frames, atLeast: 100)
    findings.expect("heap allocations in all of them", count, atMost: 0)
  }

  /// Has the charts drawn, changed and moved on; what asks for it may allocate, frames may not.
  private static func chart(_ run: VirtualRun, _ findings: inout Findings) throws {
    var content = ChartCall.Content([44, 12, 31, 20, 36, 28])
    content.animation = .morph
    let calls: [ChartCall] = [
      .draw(id: "week"), .set(id: "week", content), .append(id: "week", [33], label: nil),
      .draw(id: "lines"), .append(id: "lines", [33], label: nil, line: "a"),
      .append(id: "lines", [20], label: nil, line: "b"), .draw(id: "bars"),
      .append(id: "bars", [33], label: nil),
    ]
    var count = 0
    let frames = run.status.frames.presented
    for round in 0..<4 {
      for call in calls {
        try run.perform(.widget(.chart(call)))
        content.values.reverse()
        pass(run, 1.0 / 60)
        let before = callocation_counter_count()
        pass(run, 0.8)
        // Every path is taken once first.
        if round > 0 { count += Int(callocation_counter_count() - before) }
      }
    }
    findings.expect("frames of a chart", run.status.frames.presented - frames, atLeast: 100)
    findings.expect("heap allocations in all of them", count, atMost: 0)
  }

  /// Presses the button and lets it go, with the frames in between.
  private static func press(_ run: VirtualRun) {
    finger(run, .down, Point(x: 45, y: 95))
    for _ in 0..<4 {
      pass(run, 1.0 / 60)
      finger(run, .move, Point(x: 5, y: 5))
    }
    finger(run, .up, Point(x: 45, y: 95))
    pass(run, 0.1)
  }

  private static func finger(_ run: VirtualRun, _ phase: TouchPhase, _ position: Point) {
    let contact = ContactID(device: 1, slot: 0)
    run.touch(TouchEvent(contact: contact, phase: phase, position: position, time: run.now))
  }

  private static func pass(_ run: VirtualRun, _ seconds: Double) {
    run.advance(to: run.now + MonotonicInterval(seconds: seconds))
  }
}
