// SPDX-License-Identifier: Apache-2.0
import Geometry
import Motion
import Raster
import Widgets

/// Measures springs, curves and waves, in turns with the C library's sine.
enum MotionBench {
  private static let rounds = 15

  static func run(_ report: inout Report) {
    var sines = Stopwatch(capacity: rounds)
    var times = MotionWork.all.map { _ in Stopwatch(capacity: rounds) }
    let crests = [CrestColumns(side: 240), CrestColumns(side: 1080)]
    var crestTimes = crests.map { _ in Stopwatch(capacity: rounds) }
    var sum = 0.0
    for _ in 0..<rounds {
      sines.measure { sum += MotionWork.sine(iterations: MotionWork.iterations) }
      for index in times.indices {
        times[index].measure { sum += MotionWork.all[index].run(MotionWork.iterations) }
      }
      for index in crests.indices {
        crestTimes[index].measure { crests[index].run(iterations: CrestColumns.iterations) }
      }
    }
    // Looked at, so that no evaluation can be left out.
    precondition(!sum.isNaN)
    let sine = sines.median / Double(MotionWork.iterations)
    report.add("sine", size: "1", mode: "libm", median: sine)
    for (work, times) in zip(MotionWork.all, times) {
      report.add(
        work.bench,
        size: "1",
        mode: work.mode,
        median: times.median / Double(MotionWork.iterations),
        reference: Report.Reference(name: "libm sine", median: sine)
      )
    }
    for (crests, times) in zip(crests, crestTimes) {
      report.add(
        "columns",
        size: "\(crests.side)",
        mode: "both crests' areas in every column",
        median: times.median / Double(CrestColumns.iterations),
        reference: Report.Reference(
          name: "libm sine a crest and column",
          median: sine * Double(2 * crests.side)
        )
      )
    }
  }
}

/// An indicator whose two crests are set for a frame: every column's depth, coverages and range.
private final class CrestColumns {
  static let iterations = 200

  /// Width and height in pixels.
  let side: Int
  private var layer: WaveLayer
  private var frame = 0

  init(side: Int) {
    self.side = side
    let size = PixelSize(width: side, height: side)
    layer = WaveLayer(
      mask: PlacedMask(
        mask: MaskShape.rounded.mask(size: size),
        origin: PixelPoint(x: 0, y: 0)
      ),
      frequency: BenchScene.frequency,
      colors: WaveLayer.Colors(
        outline: BenchScene.outlineColor,
        back: BenchScene.backColor,
        front: BenchScene.frontColor,
        figure: BenchScene.white
      ),
      figures: nil,
      transform: OutputTransform(bufferSize: size, rotation: .none, scale: 1)
    )
  }

  func run(iterations: Int) {
    for _ in 0..<iterations {
      frame += 1
      layer.update(
        level: 0.55,
        amplitude: 0.04 * Double(side),
        phase: Double(8 * frame % 360),
        figure: 55,
        opacity: 1
      )
    }
  }
}
