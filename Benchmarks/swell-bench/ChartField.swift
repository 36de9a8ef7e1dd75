// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import MonotonicTime
import Raster
import Widgets

/// A scene of one chart and the two buffers that it is painted into.
struct ChartField {
  private var scene: Scene
  private var settings: WidgetSettings
  private let materials = NoMaterials()
  private let buffers: [ScanoutMemory.Holder]
  private var events = WidgetEvents(capacity: 64)
  private var frame = 0

  /// `chart` in a view of `size`.
  init(
    _ chart: ChartSettings,
    size: PixelSize,
    format: PixelFormat = .xrgb8888,
    rotation: Rotation,
    scale: Double
  ) {
    settings = .chart(chart)
    let transform = OutputTransform(
      bufferSize: rotation.swapsAxes
        ? PixelSize(width: size.height, height: size.width) : size,
      rotation: rotation,
      scale: scale
    )
    scene = Scene(
      [settings],
      transform: transform,
      background: BenchScene.background,
      bufferCount: 2,
      materials: materials,
      at: MonotonicInstant(seconds: 0)
    )
    buffers = (0..<2).map { _ in ScanoutMemory.Holder(transform.bufferSize, format) }
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
    try? scene.perform(.chart(call), by: 0, at: now, &events)
    settings = settings.applying(change)
    scene.update(0, to: settings, materials, at: now, &events)
    events.removeAll()
  }

  /// Paints the frames of so many seconds.
  mutating func frames(for seconds: Double, _ times: inout Stopwatch) {
    for _ in 0..<Int(seconds * 60) { times.measure { paintFrame() } }
    scene.advance(to: now, &events)
    events.removeAll()
  }

  /// Paints the next frame.
  mutating func paintFrame() {
    frame += 1
    let (index, instant) = (frame & 1, now)
    buffers[index].memory.withCanvas { canvas in
      _ = scene.paint(into: &canvas, buffer: index, at: instant)
    }
  }
}
