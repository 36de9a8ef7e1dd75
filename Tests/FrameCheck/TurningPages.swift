// SPDX-License-Identifier: Apache-2.0
import CAllocationCounter
import Configuration
import Control
import Geometry
import MonotonicTime
import Presentation
import VirtualTime
import Widgets

/// Pages that fade and slide, in virtual time: a turn may allocate, its frames may not.
enum TurningPages {
  private static let scene = """
    [display]
    scale = 1
    [[page]]
    id = "first"
    background = "#102030"
    [[page.button]]
    id = "go"
    frame = { x = 20, y = 20, width = 80, height = 40, anchor = "top-left" }
    [[page]]
    id = "second"
    turn.duration = 0.5
    [[page.progress]]
    id = "main"
    frame = { x = 50, y = 10, width = 90, height = 90, anchor = "top-left" }
    mask = { shape = "circle" }
    percent = 42
    """

  static func run(_ findings: inout Findings) throws {
    for kind in PageTurn.Kind.allCases {
      let run = try VirtualRun(
        settings: Settings(parsing: Array(scene.utf8), fileName: "frame-check"),
        mode: OutputMode(
          size: PixelSize(width: 160, height: 120),
          format: .xrgb8888,
          refreshInterval: MonotonicInterval(nanoseconds: 16_666_667)
        ),
        hertz: 60
      )
      var count = 0
      let frames = run.status.frames.presented
      for round in 0..<6 {
        try run.perform(.showPage(id: round % 2 == 0 ? "second" : "first", turn: kind))
        run.advance(to: run.now + MonotonicInterval(seconds: 1.0 / 60))
        let before = callocation_counter_count()
        run.advance(to: run.now + MonotonicInterval(seconds: 0.6))
        // Every path is taken once first.
        if round > 1 { count += Int(callocation_counter_count() - before) }
      }
      let least = kind == .cut ? 6 : 90
      findings.expect(
        "frames of pages that turn, \(kind)",
        run.status.frames.presented - frames,
        atLeast: least
      )
      findings.expect("heap allocations in all of them", count, atMost: 0)
    }
  }
}
