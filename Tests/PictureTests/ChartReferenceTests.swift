// SPDX-License-Identifier: Apache-2.0
import Control
import Geometry
import Glibc
import JSON
import MonotonicTime
import TestSupport
import Testing
import VirtualKiosk
import VirtualTime
import Widgets

/// Charts beside a reference that knows the formulas and nothing of the code: every pixel of the plot that
/// the daemon shows, in four rotations, at two scales, in both formats.
@Suite("Charts beside their formulas")
struct ChartReferenceTests {
  /// A chart of 120 × 84 points at (11, 9) with a padding of 20, five places and an axis of five steps.
  private struct Reference {
    static let (x, y, width, height, padding) = (11.0, 9.0, 120.0, 84.0, 20.0)
    static let (from, to) = ([253.0, 164, 8], [251.0, 37, 45])
    static let (ground, grid) = ([243.0, 243, 243], [231.0, 231, 231])
    let scale: Double

    /// Where a value stands, in view pixels.
    func place(_ index: Double, _ value: Double) -> Point {
      let spacing = (Self.width - Self.padding) / 5
      let step = (Self.height - Self.padding) / 6
      return Point(
        x: (Self.x + Self.padding + (index + 0.5) * spacing) * scale,
        y: (Self.y + Self.height - Self.padding - value / 10 * step) * scale
      )
    }

    /// The plot without the margin in which a line is cut off, in view pixels.
    var plot: (columns: Range<Int>, rows: Range<Int>) {
      let left = Int(((Self.x + Self.padding) * scale).rounded(.up))
      let right = Int(((Self.x + Self.width) * scale).rounded(.down))
      let bottom = Int(((Self.y + Self.height - Self.padding) * scale).rounded(.down))
      return (left..<right, Int((Self.y * scale).rounded(.up))..<bottom)
    }

    /// Background and lines of the grid: one pixel each, on whole pixels.
    func beneath(_ y: Int) -> [Double] {
      let tops = (0...5).map { Int((place(0, Double($0) * 10).y - scale / 2 + 0.5).rounded(.down)) }
      return tops.contains(y) ? Self.grid : Self.ground
    }

    /// The gradient's colour in a column.
    func color(_ x: Int) -> [Double] {
      let share =
        (Double(x) + 0.5 - (Self.x + Self.padding) * scale)
        / ((Self.width - Self.padding) * scale)
      return zip(Self.from, Self.to).map { $0 + ($1 - $0) * min(max(share, 0), 1) }
    }
  }

  /// What is drawn of a line: pieces of two points with a radius; a disc is a piece without length.
  private typealias Stroke = (start: Point, end: Point, radius: Double)

  private func run(_ panel: Panel, _ keys: String = "") throws -> VirtualRun {
    let scene =
      panel.display(background: "#204060") + """
        [[chart]]
        id = "week"
        frame = { x = 11, y = 9, width = 120, height = 84, anchor = "top-left" }
        padding = 20
        labels = ["", "", "", "", ""]
        bubble = false
        \(keys)
        """
    return try VirtualRun(scene, mode: panel.mode(200, 150))
  }

  private func ask(_ run: VirtualRun, _ method: String, _ params: String) throws {
    try run.perform(
      ControlRequest(JSONRPCRequest(method: method, params: JSONValue(parsing: Array(params.utf8))))
    )
  }

  private func isInside(_ x: Double, _ y: Double, _ strokes: [Stroke]) -> Bool {
    strokes.contains { stroke in
      let (run, fall) = (stroke.end.x - stroke.start.x, stroke.end.y - stroke.start.y)
      let square = run * run + fall * fall
      let along = (x - stroke.start.x) * run + (y - stroke.start.y) * fall
      let share = square > 0 ? min(max(along / square, 0), 1) : 0
      let (dx, dy) = (x - stroke.start.x - share * run, y - stroke.start.y - share * fall)
      return dx * dx + dy * dy <= stroke.radius * stroke.radius
    }
  }

  /// The share of a pixel that is covered, by 16 × 16 samples where an edge may be.
  private func cover(_ x: Int, _ y: Int, _ strokes: [Stroke], wide: [Stroke], narrow: [Stroke])
    -> Double
  {
    let (middleX, middleY) = (Double(x) + 0.5, Double(y) + 0.5)
    guard isInside(middleX, middleY, wide) else { return 0 }
    if isInside(middleX, middleY, narrow) { return 1 }
    var count = 0
    for row in 0..<16 {
      for column in 0..<16 {
        let (sampleX, sampleY) = (Double(column) + 0.5, Double(row) + 0.5)
        if isInside(Double(x) + sampleX / 16, Double(y) + sampleY / 16, strokes) { count += 1 }
      }
    }
    return Double(count) / 256
  }

  /// Compares the plot with a line through `points` of which `length` view pixels show.
  private func expect(
    _ run: VirtualRun,
    _ panel: Panel,
    _ points: [Point?],
    length: Double = .infinity,
    _ comment: String
  ) throws {
    let shown = try ShownPicture(run, panel)
    let reference = Reference(scale: panel.scale)
    var strokes: [Stroke] = []
    var rest = length
    var last: Point?
    for point in points {
      if let last, let point, rest > 0 {
        let whole = hypot(point.x - last.x, point.y - last.y)
        let share = min(1, rest / whole)
        let end = Point(
          x: last.x + (point.x - last.x) * share,
          y: last.y + (point.y - last.y) * share
        )
        strokes.append((last, end, 2 * panel.scale))
        rest -= whole
      }
      last = point
    }
    let known = points.compactMap(\.self)
    if length > 0, let first = known.first { strokes.append((first, first, 4 * panel.scale)) }
    if length == .infinity, let end = known.last { strokes.append((end, end, 4 * panel.scale)) }
    // A value between two gaps is a dot as wide as the line.
    if length == .infinity { strokes += known.map { ($0, $0, 2 * panel.scale) } }
    let wide = strokes.map { ($0.start, $0.end, $0.radius + 0.8) }
    let narrow = strokes.map { ($0.start, $0.end, max(0, $0.radius - 0.8)) }
    let plot = reference.plot
    let worst = shown.worst(columns: plot.columns, rows: plot.rows) { x, y in
      let share = cover(x, y, strokes, wide: wide, narrow: narrow)
      return zip(reference.beneath(y), reference.color(x)).map { $0 + ($1 - $0) * share }
    }
    // Coverage within 8/255 of a contrast of 235, two roundings.
    #expect(worst.distance <= 8 * 235.0 / 255 + 2 + shown.dither, "\(comment): \(worst)")
  }

  @Test(
    "While it is drawn the first part of its length shows, at any instant",
    arguments: Panel.all
  )
  func drawn(panel: Panel) throws {
    let run = try run(panel)
    let reference = Reference(scale: panel.scale)
    run.passToVblank(0.5)
    let start = Double(run.now.nanoseconds) / 1e9
    let values = [12.0, 28, 3.5, 50, 20]
    try ask(run, "chart.set", "{\"values\":[12,28,3.5,50,20]}")
    let points = values.enumerated().map { reference.place(Double($0), $1) }
    let whole = zip(points, points.dropFirst()).map { hypot($0.x - $1.x, $0.y - $1.y) }.reduce(0, +)
    for wait in [0.1, 0.4, 0.75, 0.6, 0.5] {
      let shown = run.passToVblank(wait)
      let length = whole * (shown - start) / 2.5
      try expect(run, panel, points, length: length, "after \(shown - start)")
    }
    run.comeToRest()
    try expect(run, panel, points, "at rest")
  }

  @Test(
    "Values that change are on their way, and the stream moves on by places",
    arguments: Panel.all
  )
  func moved(panel: Panel) throws {
    let run = try run(panel, "ease = \"linear\"\nover = 0.6")
    let reference = Reference(scale: panel.scale)
    try ask(run, "chart.set", "{\"values\":[10,40,20,5,30],\"animate\":\"none\"}")
    run.comeToRest()
    run.passToVblank(0.01)
    let start = Double(run.now.nanoseconds) / 1e9
    let (before, after) = ([10.0, 40, 20, 5, 30], [50.0, 0, 22.5, 44, 1])
    try ask(run, "chart.set", "{\"values\":[50,0,22.5,44,1]}")
    for wait in [0.1, 0.15, 0.2] {
      let share = (run.passToVblank(wait) - start) / 0.6
      let points = zip(before, after).enumerated().map { index, pair in
        reference.place(Double(index), pair.0 + (pair.1 - pair.0) * share)
      }
      try expect(run, panel, points, "\(share) of the way")
    }
    run.comeToRest()
    run.passToVblank(0.01)
    let moved = Double(run.now.nanoseconds) / 1e9
    try ask(run, "chart.append", "{\"value\":33}")
    for wait in [0.1, 0.2, 0.15] {
      let share = (run.passToVblank(wait) - moved) / 0.6
      let values = after + [33]
      let points = values.enumerated().map { reference.place(Double($0) - share, $1) }
      // The old first value's disc goes with it out of the plot; what is cut there is another test's.
      try expect(run, panel, points, "\(share) of a place on")
    }
    run.comeToRest()
    let last = Array((after + [33]).dropFirst())
    try expect(run, panel, last.enumerated().map { reference.place(Double($0), $1) }, "moved on")
  }

  @Test("Of random values, with gaps and beyond the axis, each pixel is right", arguments: 0..<12)
  func random(seed: Int) throws {
    var random = SplitMix(seed: seed)
    let panel = Panel.all[random.below(Panel.all.count)]
    let run = try run(panel)
    let reference = Reference(scale: panel.scale)
    let values = (0..<5).map { _ -> Double? in
      random.below(5) == 0 ? nil : Double(random.below(700)) / 10 - 10
    }
    let text = values.map { $0.map { "\($0)" } ?? "null" }.joined(separator: ",")
    try ask(run, "chart.set", "{\"values\":[\(text)],\"animate\":\"none\"}")
    run.comeToRest()
    let points = values.enumerated().map { index, value in
      value.map { reference.place(Double(index), $0) }
    }
    try expect(run, panel, points, "\(text)")
  }
}
