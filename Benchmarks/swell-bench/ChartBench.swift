// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Motion
import Widgets

/// Measures the frames of a chart of 64 values, 340×170 points at two pixels a point: while its line is
/// drawn, while its values change, and while a stream moves everything on.
struct ChartBench {
  private static let rounds = 10
  private static let hertz = 60.0
  private static let size = PixelSize(width: 1280, height: 800)

  /// Measures upright and turned by 90°.
  func run(_ report: inout Report) {
    for rotation in [Rotation.none, .quarter] { run(&report, rotation) }
  }

  private func run(_ report: inout Report, _ rotation: Rotation) {
    var chart = ChartSettings(id: "chart")
    chart.window = 64
    var field = ChartField(chart, size: Self.size, rotation: rotation, scale: 2)
    field.ask(.set(id: nil, field.values(seed: 99)))
    var (drawing, morphing, moving) = (Stopwatch(), Stopwatch(), Stopwatch())
    for round in 0...Self.rounds {
      // The first round meets everything for the first time.
      var times = (Stopwatch(), Stopwatch(), Stopwatch())
      field.ask(.draw(id: nil))
      field.frames(for: 2.5, &times.0)
      field.ask(.set(id: nil, field.values(seed: round)))
      field.frames(for: 0.6, &times.1)
      field.ask(.append(id: nil, [Double(round * 7 % 50)], label: nil))
      field.frames(for: 0.6, &times.2)
      guard round > 0 else { continue }
      drawing.add(times.0)
      morphing.add(times.1)
      moving.add(times.2)
    }
    let turned = rotation == .none ? "" : ", turned by 90°"
    for (mode, times) in [("drawn", drawing), ("morphing", morphing), ("moving on", moving)] {
      report.add("chart", size: "680x340", mode: mode + turned, median: times.median)
      report.add(
        "chart",
        size: "680x340",
        mode: mode + turned + ", p99",
        median: times.quantile(0.99)
      )
    }
  }
}
