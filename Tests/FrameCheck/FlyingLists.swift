// SPDX-License-Identifier: Apache-2.0
import CAllocationCounter
import Configuration
import Control
import Geometry
import JSON
import MonotonicTime
import Presentation
import Touch
import VirtualTime
import Widgets

/// Lists that are flung, in virtual time: no frame allocates, and what a touch and a request take is the same for ten
/// rows and ten thousand.
enum FlyingLists {
  static func run(_ findings: inout Findings) throws {
    try flung(&findings)
    let few = try work(rows: 10)
    let many = try work(rows: 10_000)
    findings.expect("heap allocations of a choice among ten rows", few.choice, atLeast: 1)
    findings.expect("more of them among ten thousand", many.choice - few.choice, atMost: 0)
    findings.expect("heap allocations of scrolling ten rows", few.scroll, atLeast: 1)
    findings.expect("more of them with ten thousand", many.scroll - few.scroll, atMost: 0)
  }

  private static func list(rows: Int) throws -> VirtualRun {
    let scene = """
      [display]
      scale = 1
      [[list]]
      id = "list"
      select = "one"
      row_height = 16
      frame = { x = 5, y = 5, width = 150, height = 110, anchor = "top-left" }
      """
    let run = try VirtualRun(
      settings: Settings(parsing: Array(scene.utf8), fileName: "frame-check"),
      mode: OutputMode(
        size: PixelSize(width: 160, height: 120),
        format: .xrgb8888,
        refreshInterval: MonotonicInterval(nanoseconds: 16_666_667)
      ),
      hertz: 60
    )
    let texts = (0..<rows).map { JSONValue.string("\($0)") }
    let params: JSONValue = ["rows": .array(texts.map { ["id": $0, "label": $0, "detail": $0] })]
    try run.perform(.widget(.list(ListCall(method: "list.set", params: params))))
    return run
  }

  /// Flings a list from end to end, all of whose rows have been shaped.
  private static func flung(_ findings: inout Findings) throws {
    let run = try list(rows: 12)
    var count = 0
    let frames = run.status.frames.presented
    for round in 0..<6 {
      let before = callocation_counter_count()
      for (from, to) in [(100.0, 20.0), (20, 100), (60, 64)] {
        finger(run, .down, from)
        for step in 1...4 {
          run.advance(to: run.now + .milliseconds(10))
          finger(run, .move, from + (to - from) * Double(step) / 4)
        }
        // The last one is a tap, which chooses.
        if to == 64 { finger(run, .cancel, to) } else { finger(run, .up, to) }
        run.advance(to: run.now + .milliseconds(600))
      }
      // Every path is taken once first.
      if round > 1 { count += Int(callocation_counter_count() - before) }
    }
    findings.expect("frames of a list", run.status.frames.presented - frames, atLeast: 100)
    findings.expect("heap allocations in all of them", count, atMost: 0)
  }

  /// The heap allocations of a choice and of scrolling by request, without the frames that show them.
  private static func work(rows: Int) throws -> (choice: Int, scroll: Int) {
    let run = try list(rows: rows)
    var counts = (choice: 0, scroll: 0)
    for round in 0..<4 {
      let id = "\(round % 2 + 1)"
      let choice = ListCall.select(id: nil, rows: [id])
      let scroll = ListCall.scroll(id: nil, row: id, over: 0, ease: nil)
      var before = callocation_counter_count()
      try run.perform(.widget(.list(choice)))
      counts.choice = Int(callocation_counter_count() - before)
      run.advance(to: run.now + .milliseconds(600))
      before = callocation_counter_count()
      try run.perform(.widget(.list(scroll)))
      counts.scroll = Int(callocation_counter_count() - before)
      run.advance(to: run.now + .milliseconds(600))
    }
    return counts
  }

  private static func finger(_ run: VirtualRun, _ phase: TouchPhase, _ y: Double) {
    let contact = ContactID(device: 1, slot: 0)
    run.touch(
      TouchEvent(contact: contact, phase: phase, position: Point(x: 80, y: y), time: run.now)
    )
  }
}
