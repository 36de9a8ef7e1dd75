// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import MonotonicTime
import Testing
import Touch
import VirtualKiosk
import VirtualTime

/// Circles beside a reference that knows the formulas and nothing of the code: every pixel that the daemon
/// shows, in four rotations, at two scales, in both formats.
@Suite("Circles beside their formulas")
struct CircleReferenceTests {
  private static let ground = [0x20, 0x40, 0x60].map { Double($0) }
  private static let color = [0x66, 0x66, 0xFF].map { Double($0) }
  /// The radius at rest, in points.
  private static let resting = 34.0

  /// The radius `seconds` after letting go at `start`: a swing that dies away, and is over after a second.
  private static func radius(after seconds: Double, from start: Double) -> Double {
    guard seconds < 1 else { return resting }
    let tension = 0.3
    let swing =
      pow(2, -10 * seconds) * sin((seconds - tension / 4) * 2 * .pi / tension)
    return max(0, resting - (start - resting) * swing)
  }

  private func run(_ panel: Panel, _ keys: String) throws -> VirtualRun {
    let scene =
      panel.display(background: "#204060") + """
        [[circle]]
        id = "pull"
        frame = { x = 0, y = 0, width = 160, height = 128, anchor = "top-left" }
        resting = \(Self.resting)
        \(keys)
        """
    return try VirtualRun(scene, mode: panel.mode(200, 160))
  }

  /// Compares every pixel with a disc around `center`, in points.
  private func expect(
    _ run: VirtualRun,
    _ panel: Panel,
    _ center: Point,
    _ radius: Double,
    _ comment: String
  ) throws {
    let shown = try ShownPicture(run, panel)
    let (x0, y0, r) = (center.x * panel.scale, center.y * panel.scale, radius * panel.scale)
    func cover(_ x: Int, _ y: Int) -> Double {
      let away = hypot(Double(x) + 0.5 - x0, Double(y) + 0.5 - y0)
      if away > r + 0.75 { return 0 }
      if away < r - 0.75 { return 1 }
      var count = 0
      for row in 0..<32 {
        for column in 0..<32 {
          let (shift, fall) = ((Double(row) + 0.5) / 32, (Double(column) + 0.5) / 32)
          let (dx, dy) = (
            Double(x) + (Double(column) + shift) / 32 - x0,
            Double(y) + (Double(row) + fall) / 32 - y0
          )
          if dx * dx + dy * dy < r * r { count += 1 }
        }
      }
      return Double(count) / 1024
    }
    let worst = shown.worst { x, y in
      let share = cover(x, y)
      return zip(Self.ground, Self.color).map { $0 + ($1 - $0) * share }
    }
    // Coverage within 4/255 of a contrast of 159, and a rounding.
    #expect(worst.distance <= 4 * 159.0 / 255 + 1 + shown.dither, "\(comment): \(worst)")
  }

  @Test(
    "It grows from where the finger comes down, swings when it is let go, and rests",
    arguments: Panel.pairs
  )
  func pulled(panel: Panel) throws {
    let run = try run(panel, "")
    run.passToVblank(0.5)
    let center = Point(x: 71.3, y: 60.6)
    try expect(run, panel, center, 0, "nothing is shown at first")
    run.finger(.down, center)
    run.passToVblank(0.04)
    try expect(run, panel, center, 0, "no pixel while the radius is 0")
    for (x, y) in [(98.3, 60.6), (71.3, 120.1), (40.0, 30.0)] {
      run.finger(.move, Point(x: x, y: y))
      run.passToVblank(0.04)
      try expect(run, panel, center, hypot(x - 71.3, y - 60.6), "pulled to \(x), \(y)")
    }
    let start = hypot(40.0 - 71.3, 30.0 - 60.6)
    let released = Double(run.now.nanoseconds) / 1e9
    run.finger(.up, Point(x: 40, y: 30))
    for wait in [0.01, 0.04, 0.06, 0.1, 0.25, 0.3] {
      let seconds = run.passToVblank(wait) - released
      let radius = Self.radius(after: seconds, from: start)
      try expect(run, panel, center, radius, "\(seconds) s after it was let go")
    }
    run.comeToRest()
    try expect(run, panel, center, Self.resting, "at rest")
    // Elsewhere: the former one is gone in the same frame.
    run.passToVblank(0.01)
    run.finger(.down, Point(x: 100, y: 80))
    run.finger(.move, Point(x: 130, y: 80))
    run.passToVblank(0.04)
    try expect(run, panel, Point(x: 100, y: 80), 30, "pulled anew")
  }

  @Test("In the middle of its frame it is caught where it swings", arguments: Panel.pairs)
  func fixed(panel: Panel) throws {
    let run = try run(panel, "centre = \"fixed\"")
    run.passToVblank(0.5)
    let center = Point(x: 80, y: 64)
    try expect(run, panel, center, Self.resting, "at rest")
    run.finger(.down, Point(x: 110, y: 64))
    run.finger(.move, Point(x: 130, y: 64))
    run.passToVblank(0.04)
    try expect(run, panel, center, Self.resting + 20, "pulled by 20")
    let released = Double(run.now.nanoseconds) / 1e9
    run.finger(.up, Point(x: 130, y: 64))
    let caught = run.passToVblank(0.1)
    let now = Double(run.now.nanoseconds) / 1e9
    let swung = Self.radius(after: caught - released, from: Self.resting + 20)
    try expect(run, panel, center, swung, "swinging")
    run.finger(.down, Point(x: 100, y: 64))
    run.passToVblank(0.04)
    let held = Self.radius(after: now - released, from: Self.resting + 20)
    try expect(run, panel, center, held, "caught")
  }
}
