// SPDX-License-Identifier: Apache-2.0
import Geometry
import MonotonicTime
import Raster
import Widgets

/// A chart of the whole screen that keeps 512 values, of which ten come a second: its line moves in
/// each frame.
struct StreamRun {
  private static let cycle = 240
  private static let framesPerValue = 6

  private var field: ChartField
  private var valueCount = 0

  init(isFilled: Bool, size: PixelSize, format: PixelFormat, rotation: Rotation) {
    var chart = ChartSettings(id: "chart")
    chart.frame.width = .percent(100)
    chart.frame.height = .percent(100)
    chart.window = ChartSettings.mostValues
    chart.isFilled = isFilled
    let view = rotation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    field = ChartField(chart, size: view, format: format, rotation: rotation, scale: 1)
    field.ask(.append(id: nil, (0..<chart.window).map { _ in nextValue() }, label: nil))
    field.ask(.draw(id: nil))
  }

  /// A slow swing with a quick one on it, and some noise.
  private mutating func nextValue() -> Double {
    valueCount += 1
    let hash = UInt32(truncatingIfNeeded: valueCount) &* 2_654_435_761
    let phase = Double(valueCount % 150) / 150
    return 12 + 48 * abs(phase - 0.5) + Double(hash >> 24) / 64
  }

  /// Paints a cycle for a profiler that counts, and prints how many frames it was.
  mutating func count() {
    // The line is drawn for 2.5 seconds first.
    for _ in 0..<180 { field.paintFrame() }
    for n in 0..<Self.cycle + Self.framesPerValue {
      if n % Self.framesPerValue == 0 {
        field.ask(.append(id: nil, [nextValue()], label: nil))
      }
      if n < Self.framesPerValue {
        field.paintFrame()
      } else {
        countedFrame { field.paintFrame() }
      }
    }
    print(Self.cycle)
  }
}
