// SPDX-License-Identifier: Apache-2.0
import Geometry
import Raster
import Widgets

/// Measures scenes of many buttons of which one moves: what stands still should cost nothing.
struct WidgetsBench {
  private static let frames = 1200
  private static let columns = 20

  /// Measures a scene of `count` buttons at 1920×1080.
  func run(_ count: Int, _ report: inout Report) {
    let size = PixelSize(width: 1920, height: 1080)
    var painter = ScenePainter(
      transform: OutputTransform(bufferSize: size, rotation: .none, scale: 1),
      format: .xrgb8888,
      background: BenchScene.background,
      bufferCount: 2
    )
    for index in 0..<count {
      let (column, row) = (index % Self.columns, index / Self.columns)
      let frame = Rect(
        x: Double(16 + 94 * column),
        y: Double(24 + 104 * row),
        width: 64,
        height: 40
      )
      _ = painter.addButton(
        ButtonStyle(
          frame: frame,
          color: BenchScene.buttonColor,
          labelColor: BenchScene.white,
          label: nil
        )
      )
    }
    let buffers = [ScanoutMemory.Holder(size, .xrgb8888), ScanoutMemory.Holder(size, .xrgb8888)]
    var snapshots = [ElasticButtonSnapshot](
      repeating: ElasticButtonSnapshot(offset: 0),
      count: count
    )
    var times = Stopwatch(capacity: Self.frames)
    for n in 0..<Self.frames {
      snapshots[count / 2].offset = 8 * Angle.sine(2 * .pi * Double(n) / 24 + 0.3)
      times.measure {
        buffers[n & 1].memory.withCanvas { canvas in
          let none: [WaveProgressSnapshot] = []
          _ = painter.paint(
            buttons: snapshots.span,
            progresses: none.span,
            into: &canvas,
            buffer: n & 1
          )
        }
      }
    }
    report.add(
      "widgets",
      size: "1920x1080",
      mode: "\(count), one moving",
      median: times.median
    )
  }
}
