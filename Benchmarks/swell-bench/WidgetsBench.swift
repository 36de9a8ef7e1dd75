// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import Raster
import Widgets

/// Measures scenes of many buttons of which one moves: what stands still should cost nothing, and
/// neither should the screen around it.
struct WidgetsBench {
  private static let rounds = 30
  private static let framesPerRound = 40
  private static let fullHD = PixelSize(width: 1920, height: 1080)
  private static let ultraHD = PixelSize(width: 3840, height: 2160)

  /// Measures scenes of 1, 10, 50 and 200 buttons, and one of 10 on a screen of four times the size.
  func run(_ report: inout Report) {
    let scenes = [1, 10, 50, 200].map { ButtonField(count: $0, size: Self.fullHD) }
    let large = ButtonField(count: 10, size: Self.ultraHD)
    for round in 0..<Self.rounds {
      let frames = (round * Self.framesPerRound)..<((round + 1) * Self.framesPerRound)
      for scene in scenes + [large] { scene.run(frames) }
    }
    let one = Report.Reference(name: "1 widget", median: scenes[0].times.median)
    for scene in scenes { scene.add(to: &report, one) }
    large.add(
      to: &report,
      Report.Reference(name: "10 widgets at 1920x1080", median: scenes[1].times.median)
    )
  }
}

/// Rows of small buttons; the one in the middle swings.
private final class ButtonField {
  private static let columns = 20

  private let count: Int
  private let size: PixelSize
  private var painter: LayerPainter
  private let buffers: [ScanoutMemory.Holder]
  private var snapshots: [ElasticButtonSnapshot]
  private(set) var times = Stopwatch(capacity: 2000)

  init(count: Int, size: PixelSize) {
    self.count = count
    self.size = size
    painter = LayerPainter(
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
    buffers = [ScanoutMemory.Holder(size, .xrgb8888), ScanoutMemory.Holder(size, .xrgb8888)]
    snapshots = Array(repeating: ElasticButtonSnapshot(offset: 0), count: count)
  }

  func run(_ frames: Range<Int>) {
    for n in frames {
      snapshots[count / 2].offset = 8 * Angle.sine(2 * .pi * Double(n) / 24 + 0.3)
      let (shown, none) = (snapshots, [WaveProgressSnapshot]())
      times.measure {
        buffers[n & 1].memory.withCanvas { canvas in
          _ = painter.paint(
            buttons: shown.span,
            progresses: none.span,
            into: &canvas,
            buffer: n & 1
          )
        }
      }
    }
  }

  func add(to report: inout Report, _ reference: Report.Reference) {
    report.add(
      "widgets",
      size: "\(size.width)x\(size.height)",
      mode: "\(count), one moving",
      median: times.median,
      reference: reference
    )
  }
}
