// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import MonotonicTime
import Raster
import TestSupport
import Testing

@testable import Widgets

@Suite("Painting charts")
struct ChartPaintingTests {
  static let cases = [PixelFormat.xrgb8888, .rgb565].flatMap { format in
    Rotation.allCases.flatMap { rotation in [(format, rotation, 1.0), (format, rotation, 1.25)] }
  }

  /// The memory of two buffers and of one that is always painted in full.
  private struct Buffers {
    let transform: OutputTransform
    let format: PixelFormat
    var bytes: [[UInt8]]

    init(_ transform: OutputTransform, _ format: PixelFormat) {
      self.transform = transform
      self.format = format
      let size = transform.bufferSize
      let count = size.width * size.height * format.bytesPerPixel
      bytes = Array(repeating: Array(repeating: 0x5A, count: count), count: 3)
    }

    mutating func paint(_ scene: inout Scene, _ buffer: Int, at t: Double) -> PixelRegion {
      var pixels = bytes[buffer]
      bytes[buffer] = []
      defer { bytes[buffer] = pixels }
      var span = pixels.mutableSpan
      var canvas = unsafe Canvas(
        span.mutableBytes,
        strideBytes: transform.bufferSize.width * format.bytesPerPixel,
        format: format,
        size: transform.bufferSize
      )
      let instant = SceneTests.instant(t)
      if buffer < 2 { return scene.paint(into: &canvas, buffer: buffer, at: instant) }
      scene.paintAll(into: &canvas, at: instant)
      return PixelRegion()
    }
  }

  @Test(
    "Painting changes leaves the bits of painting everything: drawn, changed, moved on, faded",
    arguments: cases
  )
  func incremental(format: PixelFormat, rotation: Rotation, scale: Double) throws {
    var morph = ChartCall.Content([50, 3, nil, 41, 20])
    morph.animation = .morph
    var drawn = ChartCall.Content([12, 28, 20, 50, 3])
    drawn.over = 0.3
    try incremental(
      format,
      rotation,
      scale,
      { $0.isFilled = rotation == .quarter },
      [
        .set(id: nil, drawn), .set(id: nil, morph), .append(id: nil, [60], label: "kl"),
        .append(id: nil, [nil, 20], label: nil), .draw(id: nil),
      ]
    )
  }

  @Test(
    "The same holds for several lines and for bars with a limit, which run from the left or from the right",
    arguments: cases,
    [ChartSettings.Form.line, .bars]
  )
  func incrementalLines(
    drawing: (format: PixelFormat, rotation: Rotation, scale: Double),
    form: ChartSettings.Form
  ) throws {
    var (first, second) = (
      ChartCall.Content([12, 28, 20, 50, 3]), ChartCall.Content([8, nil, 44])
    )
    (first.line, second.line, first.over) = ("a", "b", 0.3)
    var morph = ChartCall.Content([50, 3, nil, 41, 20])
    (morph.line, morph.animation) = ("a", .morph)
    morph.axis = try ChartAxis(min: -20, max: 60, step: 20)
    try incremental(
      drawing.format,
      drawing.rotation,
      drawing.scale,
      {
        $0.form = form
        $0.limits = [ChartLimit(at: 30), ChartLimit(at: 10, color: Color(rgb: 0x00FF00), width: 3)]
        $0.lines = [
          ChartLine(id: "a", from: Color(rgb: 0xFDA408), to: Color(rgb: 0xFB252D)),
          ChartLine(id: "b", from: Color(rgb: 0x2F7CF6), to: Color(rgb: 0x2FD6C5, alpha: 0x90)),
        ]
        if drawing.rotation != .quarter { $0.frame = $0.frame.mirrored }
      },
      [
        .set(id: nil, first), .set(id: nil, second), .set(id: nil, morph),
        .append(id: nil, [60, -9], label: "kl", line: "a"),
        .append(id: nil, [nil, 20], label: nil, line: "b"), .draw(id: nil),
      ]
    )
  }

  @Test("The same holds while time goes by", arguments: cases)
  func incrementalTime(format: PixelFormat, rotation: Rotation, scale: Double) throws {
    var set = ChartCall.Content([12, 28, nil, 50, 3])
    set.now = 10_000
    try incremental(
      format,
      rotation,
      scale,
      {
        $0.labels = []
        $0.span = 3
        $0.isFilled = rotation == .quarter
        if rotation == .half { $0.frame = $0.frame.mirrored }
      },
      [
        .set(id: nil, set), .append(id: nil, [60], label: nil, now: 11_000),
        .append(id: nil, [nil, 20], label: nil, time: 11_500, now: 12_000), .draw(id: nil),
        .append(id: nil, [40], label: nil, now: 14_000),
      ]
    )
  }

  private func incremental(
    _ format: PixelFormat,
    _ rotation: Rotation,
    _ scale: Double,
    _ change: (inout ChartSettings) -> Void,
    _ calls: [ChartCall]
  ) throws {
    let size = PixelSize(width: 150, height: 110)
    let transform = OutputTransform(
      bufferSize: rotation.swapsAxes
        ? PixelSize(width: size.height, height: size.width) : size,
      rotation: rotation,
      scale: scale
    )
    var chart = ChartSettings(id: "c")
    chart.frame = FrameSettings(
      x: .points(6),
      y: .points(5),
      width: .points(104),
      height: .points(70),
      anchor: .topLeft
    )
    chart.padding = 14
    chart.fontSize = 5
    chart.labels = ["ab", "cd", "ef", "gh", "ij"]
    change(&chart)
    var settings = WidgetSettings.chart(chart)
    let materials = BlockMaterials()
    var scene = Scene(
      [settings],
      transform: transform,
      background: Color(rgb: 0x204060),
      bufferCount: 2,
      materials: materials,
      at: SceneTests.instant(0)
    )
    var buffers = Buffers(transform, format)
    var (events, frame, last) = (WidgetEvents(), 0, [UInt8]())
    func frames(from start: Double) {
      for step in 0..<4 {
        let t = start + 0.03 + 0.16 * Double(step)
        let damage = buffers.paint(&scene, frame % 2, at: t)
        _ = buffers.paint(&scene, 2, at: t)
        let isSame = buffers.bytes[frame % 2] == buffers.bytes[2]
        #expect(isSame, "at \(t)")
        let (all, width, bytes) = (
          buffers.bytes[2], transform.bufferSize.width, format.bytesPerPixel
        )
        let isCovered = last.indices.allSatisfy { index in
          last[index] == all[index]
            || damage.contains(x: index / bytes % width, y: index / bytes / width)
        }
        #expect(isCovered, "damage at \(t)")
        last = all
        frame += 1
      }
    }
    for (index, call) in calls.enumerated() {
      let t = Double(index)
      let change = try settings.change(by: .chart(call))
      try scene.perform(.chart(call), by: 0, at: SceneTests.instant(t), telling: &events)
      settings = settings.applying(change)
      scene.update(0, to: settings, from: materials, at: SceneTests.instant(t), telling: &events)
      frames(from: t)
    }
    var hiding = WidgetChange()
    hiding["visible"] = false
    scene.update(
      0,
      to: settings.applying(hiding),
      from: materials,
      at: SceneTests.instant(8),
      telling: &events
    )
    frames(from: 8)
  }

  /// The picture of a chart of 104 × 70 points at a place, at rest and with values, on a screen that goes
  /// on for `margin` pixels on each side.
  private func picture(_ x: Int, _ y: Int, margin: Int) throws -> [[UInt8]] {
    let size = PixelSize(width: 150 + 2 * margin, height: 110 + 2 * margin)
    var chart = ChartSettings(id: "c")
    chart.frame = FrameSettings(
      x: .points(Double(x + margin)),
      y: .points(Double(y + margin)),
      width: .points(104),
      height: .points(70),
      anchor: .topLeft
    )
    (chart.padding, chart.gridWidth) = (14, 2)
    var settings = WidgetSettings.chart(chart)
    let transform = OutputTransform(bufferSize: size, rotation: .none, scale: 1)
    let materials = BlockMaterials()
    var scene = Scene(
      [settings],
      transform: transform,
      background: Color(rgb: 0x204060),
      bufferCount: 2,
      materials: materials,
      at: SceneTests.instant(0)
    )
    let call = ChartCall.set(id: nil, ChartCall.Content([12, 28, 20, 50, 3]))
    var events = WidgetEvents()
    let change = try settings.change(by: .chart(call))
    try scene.perform(.chart(call), by: 0, at: SceneTests.instant(0), telling: &events)
    settings = settings.applying(change)
    scene.update(0, to: settings, from: materials, at: SceneTests.instant(0), telling: &events)
    var buffers = Buffers(transform, .xrgb8888)
    _ = buffers.paint(&scene, 2, at: 9)
    return (margin..<margin + 110).map { row in
      let start = (row * size.width + margin) * 4
      return Array(buffers.bytes[2][start..<start + 150 * 4])
    }
  }

  @Test(
    "A chart that lies outside the screen in part shows the rest of it as it is",
    arguments: [
      (-50, -30), (100, 80), (20, 95), (6, 108), (140, 5), (300, 5), (6, 300), (-300, -90),
    ]
  )
  func outside(x: Int, y: Int) throws {
    let isSame = try picture(x, y, margin: 0) == picture(x, y, margin: 400)
    #expect(isSame)
  }
}
