// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Motion
import Raster
import Testing

@testable import Widgets

/// A scene of one chart, its frame's corner at (35, 164), with what has been told.
struct ChartStage {
  static let values: [Double?] = [12, 28, 20, 36, 31, 44, 20]
  static let background = (0xF3, 0xF3, 0xF3)
  static let grid = (0xE7, 0xE7, 0xE7)

  var scene: Scene
  var events = WidgetEvents()
  var settings: WidgetSettings
  let size = PixelSize(width: 420, height: 360)
  private var bytes: [UInt8]
  private let materials: any Materials

  init(
    materials: any Materials = NoMaterials(),
    _ change: (inout ChartSettings) -> Void = { _ in }
  ) {
    var chart = ChartSettings(id: "week")
    chart.frame = FrameSettings(
      x: .points(35),
      y: .points(164),
      width: .points(340),
      height: .points(170),
      anchor: .topLeft
    )
    chart.labels = ["08-09", "08-10", "08-11", "08-12", "08-13", "08-14", "08-15"]
    change(&chart)
    settings = .chart(chart)
    self.materials = materials
    bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
    scene = Scene(
      [settings],
      transform: OutputTransform(bufferSize: size, rotation: .none, scale: 1),
      background: Color(rgb: 0),
      bufferCount: 1,
      materials: materials,
      at: SceneTests.instant(0)
    )
  }

  /// Carries out a request as the server does.
  mutating func ask(_ call: ChartCall, at t: Double) throws(WidgetFault) {
    let instant = SceneTests.instant(t)
    let change = try settings.change(by: .chart(call))
    try scene.perform(.chart(call), by: 0, at: instant, telling: &events)
    apply(change, at: t)
  }

  mutating func set(
    _ values: [Double?],
    at t: Double,
    _ change: (inout ChartCall.Content) -> Void = { _ in }
  ) throws(WidgetFault) {
    var content = ChartCall.Content(values)
    change(&content)
    try ask(.set(id: nil, content), at: t)
  }

  mutating func apply(_ change: WidgetChange, at t: Double) {
    let new = settings.applying(change)
    guard new != settings else { return }
    settings = new
    scene.update(0, to: settings, from: materials, at: SceneTests.instant(t), telling: &events)
  }

  mutating func frame(_ t: Double) {
    _ = damage(at: SceneTests.instant(t))
    scene.advance(to: SceneTests.instant(t), telling: &events)
  }

  /// Paints a frame; what it may have changed.
  mutating func damage(at instant: MonotonicInstant) -> PixelRegion {
    var pixels = bytes
    bytes = []
    var span = pixels.mutableSpan
    var canvas = unsafe Canvas(
      span.mutableBytes,
      strideBytes: size.width * 4,
      format: .xrgb8888,
      size: size
    )
    let damage = scene.paint(into: &canvas, buffer: 0, at: instant)
    bytes = pixels
    return damage
  }

  /// The frame's left edge on the screen.
  var leftEdge: Int { Int(settings.frame.resolved(in: Size(width: 420, height: 360)).minX) }

  func pixel(_ x: Int, _ y: Int) -> (Int, Int, Int) {
    let index = (y * size.width + x) * 4
    return (Int(bytes[index + 2]), Int(bytes[index + 1]), Int(bytes[index]))
  }

  /// Whether a pixel is of the line, its discs or the bubble: warm, where all else is grey.
  func isInk(_ x: Int, _ y: Int) -> Bool {
    let (red, _, blue) = pixel(x, y)
    return red > blue + 40
  }

  /// The columns of the frame in which there is ink in any of `rows`.
  func inkedColumns(_ rows: Range<Int> = 164..<334) -> [Int] {
    (35..<375).filter { x in rows.contains { isInk(x, $0) } }
  }

  var motion: ChartMotion { scene.shelves.charts[0].lines[0].motion }

  /// The row of a value: the floor is 145 points below the frame's upper edge, and above the axis is room for a step.
  static func row(_ value: Double, from minimum: Double = 0, step: Double = 10, steps: Int = 5)
    -> Int
  {
    let spacing = 145.0 / Double(steps + 1)
    let height = (value - minimum) / step * spacing
    return Int(309 - height)
  }

  /// The values' points on the screen.
  func points(_ t: Double) -> [TracePoint] {
    var points: [TracePoint] = []
    motion.forEachPoint(at: SceneTests.instant(t)) { x, y, isJoined in
      points.append(TracePoint(x: 35 + x, y: 164 + y, isJoined: isJoined))
    }
    return points
  }

  func get(at t: Double) -> JSONObject {
    settings.result(of: .chart(.get(id: nil)), in: scene, at: 0, at: SceneTests.instant(t))
  }

  /// The share of the line that is drawn.
  func shown(_ t: Double) -> Double { get(at: t)["shown"]?.double ?? -1 }

  /// What has been told of a type.
  func told(_ type: WidgetEventType) -> [WidgetEvent] { events.list.filter { $0.type == type } }
}

/// Whether two colours differ by at most `bound` a channel.
func isClose(_ one: (Int, Int, Int), _ other: (Int, Int, Int), by bound: Int = 2) -> Bool {
  abs(one.0 - other.0) <= bound && abs(one.1 - other.1) <= bound && abs(one.2 - other.2) <= bound
}

/// Texts as blocks, four pixels a letter wide and as high as the font.
final class BlockMaterials: BareMaterials {
  /// The texts that were asked for, and the pixels of their ems.
  private(set) var sizes: [(text: String, pixels: Double)] = []

  func label(
    _ text: String,
    font: String,
    pixelSize: Double,
    least: Double?,
    maximumWidth: Double
  ) throws(MaterialFault) -> PlacedMask {
    sizes.append((text, pixelSize))
    let size = PixelSize(width: 4 * text.count, height: Int(pixelSize))
    return PlacedMask(
      mask: CoverageMask(
        size: size,
        bytes: Array(repeating: 255, count: size.width * size.height)
      ),
      origin: PixelPoint(x: -size.width / 2, y: -size.height / 2)
    )
  }
}
