// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing
import Touch
import VirtualKiosk
import VirtualTime

/// Round corners beside a reference that knows the formulas and nothing of the code: every pixel that the
/// daemon shows, in four rotations, at two scales, in both formats.
@Suite("Round corners beside their formulas")
struct CornerReferenceTests {
  private func run(_ panel: Panel, at corner: String = "x = 22, y = 25", _ widget: String) throws
    -> VirtualRun
  {
    let scene =
      panel.display(background: "#204060") + """
        \(widget)
        frame = { \(corner), width = 84, height = 52, anchor = "top-left" }
        """
    return try VirtualRun(scene, mode: panel.mode(160, 128))
  }

  @Test(
    "A button is held: its edges go out or in between its corners",
    arguments: Panel.pairs,
    [12.0, -9.0]
  )
  func button(panel: Panel, amplitude: Double) throws {
    for radius in [7.5, 16, 100] {
      let run = try run(
        panel,
        """
        [[button]]
        id = "go"
        label = ""
        color = "#F25A5A"
        amplitude = \(amplitude)
        corner_radius = \(radius)
        """
      )
      func reference(_ offset: Double) -> ElasticReference {
        ElasticReference(panel: panel, radius: radius, offset: offset) { _, _ in [0xF2, 0x5A, 0x5A]
        }
      }
      run.comeToRest()
      try reference(0).expect(run, "at rest, \(radius)")
      run.finger(.down, Point(x: 60, y: 50))
      // Held for long it rests where its spring ends.
      run.pass(3)
      try reference(amplitude).expect(run, "held, \(radius)")
    }
  }

  @Test("A field has round corners, in its own colour", arguments: Panel.pairs)
  func field(panel: Panel) throws {
    let run = try run(
      panel,
      """
      [[text]]
      id = "name"
      color = "#F0F4F8"
      clear_button = false
      corner_radius = 14
      """
    )
    run.comeToRest()
    let reference = ElasticReference(panel: panel, radius: 14, offset: 0) { _, _ in
      [0xF0, 0xF4, 0xF8]
    }
    try reference.expect(run, "at rest")
  }

  /// Places at which all of a frame, a part with two corners, with one, or nothing of it is on the screen.
  private static let places = [
    Point(x: 24, y: 28), Point(x: -64, y: 28), Point(x: 24, y: -36), Point(x: 116, y: 28),
    Point(x: 24, y: 92), Point(x: 116, y: 92), Point(x: -64, y: 116), Point(x: 24, y: 160),
  ]

  @Test("An image loses what lies in its frame's corners", arguments: Panel.pairs, places)
  func image(panel: Panel, place: Point) throws {
    let folder = TemporaryFolder()
    let (width, height) = (Int(84 * panel.scale), Int(52 * panel.scale))
    var random = SplitMix(seed: 9)
    let pixels = (0..<width * height).map { _ in (0..<3).map { _ in UInt8(random.below(256)) } }
    let rows = (0..<height).map { Array(pixels[$0 * width..<($0 + 1) * width].joined()) }
    let file = PNGBuilder(
      width: UInt32(width),
      height: UInt32(height),
      colourType: 2,
      rows: rows
    )
    folder.write(file.bytes, to: "noise.png")
    let run = try run(
      panel,
      at: "x = \(place.x), y = \(place.y)",
      """
      [[image]]
      id = "photo"
      file = "\(folder["noise.png"])"
      fit = "none"
      corner_radius = 20
      """
    )
    run.comeToRest()
    let (left, top) = (Int(place.x * panel.scale), Int(place.y * panel.scale))
    let corner = (x: place.x, y: place.y)
    let reference = ElasticReference(panel: panel, corner: corner, radius: 20, offset: 0) { x, y in
      let index = min(max(y - top, 0), height - 1) * width + min(max(x - left, 0), width - 1)
      return pixels[index].map { Double($0) }
    }
    try reference.expect(run, "at rest")
  }

  /// The kinds that may stand on what swells, with keys that leave nothing above it.
  private static let kinds = [
    ("label", ""), ("image", ""),
    (
      "progress",
      "mask = { shape = \"circle\" }\noutline_color = \"#00000000\"\nshow_percent = false"
    ),
    // Smaller than its padding it is its background alone, which is what swells then.
    ("chart", "padding = 90\nbackground = \"#00FF00\""),
  ]

  /// Each kind in all rotations, at both scales and in both formats.
  private static let framed = kinds.enumerated().flatMap { place, kind in
    Panel.pairs.enumerated().filter { ($0.offset + $0.offset / 2 + place) % 2 == 0 }
      .map { (panel: $0.element, kind: kind) }
  }

  @Test(
    "What swells beneath a label, an image, an indicator or a chart swells as fields do, and tells nobody",
    arguments: framed
  )
  func frames(panel: Panel, kind: (name: String, keys: String)) throws {
    let run = try run(
      panel,
      """
      [[\(kind.name)]]
      id = "plate"
      \(kind.keys)
      elastic = { amplitude = 10, color = "#F25A5A", corner_radius = 9 }
      """
    )
    run.passToVblank(0.5)
    run.finger(.down, Point(x: 60, y: 50))
    // Of the springs that a field has, at vblanks after the touch.
    for (wait, offset) in [
      (0.05, 5.484), (0.05, 9.010), (0.1, 10), (0.1, -1.064), (0.1, 1.772), (0.1, -1.668),
    ] {
      // A vblank is a thousandth of a millisecond before what was waited for last.
      run.passToVblank(wait - 1e-4)
      let reference = ElasticReference(panel: panel, radius: 9, offset: offset) { _, _ in
        [0xF2, 0x5A, 0x5A]
      }
      try reference.expect(run, "\(offset)")
    }
    run.comeToRest()
    let rest = ElasticReference(panel: panel, radius: 9, offset: 0) { _, _ in [0xF2, 0x5A, 0x5A] }
    try rest.expect(run, "at rest, though the finger stays")
  }
}
