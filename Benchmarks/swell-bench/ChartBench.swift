// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import MonotonicTime
import Motion
import Raster
import Widgets

/// Measures the frames of a chart of 64 values, 340×170 points at two pixels a point: while its line is
/// drawn, while its values change, and while a stream moves everything on.
struct ChartBench {
  private static let rounds = 10
  private static let size = PixelSize(width: 1280, height: 800)

  /// Measures upright and turned by 90°.
  func run(_ report: inout Report) {
    for rotation in [Rotation.none, .quarter] { run(&report, rotation) }
  }

  private func run(_ report: inout Report, _ rotation: Rotation) {
    var field = ChartField(size: Self.size, rotation: rotation)
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

/// A scene of one chart and the two buffers that it is painted into.
private struct ChartField {
  private var scene: Scene
  private var settings: WidgetSettings
  private let materials = NoMaterials()
  private let buffers: [ScanoutMemory.Holder]
  private var events = WidgetEvents(capacity: 64)
  private var frame = 0

  init(size: PixelSize, rotation: Rotation) {
    var chart = ChartSettings(id: "chart")
    chart.window = 64
    settings = .chart(chart)
    let transform = OutputTransform(
      bufferSize: rotation == .none
        ? size : PixelSize(width: size.height, height: size.width),
      rotation: rotation,
      scale: 2
    )
    scene = Scene(
      [settings],
      transform: transform,
      background: BenchScene.background,
      bufferCount: 2,
      materials: materials,
      at: MonotonicInstant(seconds: 0)
    )
    buffers = (0..<2).map { _ in ScanoutMemory.Holder(transform.bufferSize, .xrgb8888) }
    ask(.set(id: nil, values(seed: 99)))
  }

  private var now: MonotonicInstant { MonotonicInstant(seconds: Double(frame) / 60) }

  /// Values of the whole axis, each far from the one before.
  func values(seed: Int) -> ChartCall.Content {
    var state = UInt64(truncatingIfNeeded: seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
    var content = ChartCall.Content(
      (0..<64).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / Double(1 << 24) * 50
      }
    )
    content.animation = .morph
    return content
  }

  mutating func ask(_ call: ChartCall) {
    guard let change = try? settings.change(by: .chart(call)) else { return }
    try? scene.perform(.chart(call), by: 0, at: now, telling: &events)
    settings = settings.applying(change)
    scene.update(0, to: settings, from: materials, at: now, telling: &events)
    events.removeAll()
  }

  /// Paints the frames of so many seconds.
  mutating func frames(for seconds: Double, _ times: inout Stopwatch) {
    for _ in 0..<Int(seconds * 60) {
      frame += 1
      let (index, instant) = (frame & 1, now)
      times.measure {
        buffers[index].memory.withCanvas { canvas in
          _ = scene.paint(into: &canvas, buffer: index, at: instant)
        }
      }
    }
    scene.advance(to: now, telling: &events)
    events.removeAll()
  }
}
