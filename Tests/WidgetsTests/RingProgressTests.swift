// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import LayerPainting
import MonotonicTime
import Raster
import Testing

@testable import Widgets

@Suite("Indicators that go along a ring")
struct RingProgressTests {
  /// A scene of one ring of 100 pixels, red in a blue track.
  private struct Stage {
    var scene: Scene
    var events = WidgetEvents()
    private var bytes = [UInt8](repeating: 0, count: 40_000)

    init(_ change: (inout ProgressSettings) -> Void = { _ in }) {
      var ring = ProgressSettings(id: "r")
      ring.frame = FrameSettings(
        x: .points(0),
        y: .points(0),
        width: .points(100),
        height: .points(100),
        anchor: .topLeft
      )
      ring.mask = .shape(.ring)
      ring.fill = .ring
      ring.showsPercent = false
      ring.frontColor = Color(rgb: 0xFF0000)
      ring.outlineColor = Color(rgb: 0x0000FF)
      change(&ring)
      scene = Scene(
        [.progress(ring)],
        transform: OutputTransform(
          bufferSize: PixelSize(width: 100, height: 100),
          rotation: .none,
          scale: 1
        ),
        background: Color(rgb: 0),
        bufferCount: 1,
        materials: NoMaterials(),
        at: SceneTests.instant(0)
      )
    }

    mutating func frame(_ t: Double) {
      var pixels = bytes
      bytes = []
      var span = pixels.mutableSpan
      var canvas = unsafe Canvas(
        span.mutableBytes,
        strideBytes: 400,
        format: .xrgb8888,
        size: PixelSize(width: 100, height: 100)
      )
      _ = scene.paint(into: &canvas, buffer: 0, at: SceneTests.instant(t))
      bytes = pixels
    }

    /// True if the ring's middle is filled at some degrees clockwise from the top; nil where neither colour is.
    func isFilled(_ degrees: Double) -> Bool? {
      let angle = degrees * .pi / 180
      let (x, y) = (Int(50 + 43.75 * sin(angle)), Int(50 - 43.75 * cos(angle)))
      let index = (y * 100 + x) * 4
      switch (bytes[index], bytes[index + 2]) {
      case (0, 255): return true
      case (255, 0): return false
      default: return nil
      }
    }
  }

  /// The round ends reach 8.2° further: half of the ring's width is a seventh of its middle line's radius.
  @Test(
    "The end is as far round as the level says",
    arguments: [
      (10, [2, 36], [54, 180, 340]), (25, [2, 45, 90], [105, 225, 315, 345]),
      (50, [2, 90, 180], [195, 270, 345]), (75, [2, 180, 270], [285, 345]),
    ] as [(Double, [Double], [Double])]
  )
  func angle(percent: Double, filled: [Double], free: [Double]) {
    var stage = Stage { $0.percent = percent }
    stage.frame(0)
    for degrees in filled { #expect(stage.isFilled(degrees) == true, "\(degrees)") }
    for degrees in free { #expect(stage.isFilled(degrees) == false, "\(degrees)") }
    #expect(!stage.scene.isMoving(at: SceneTests.instant(0)))
  }

  @Test("Empty it shows its track, full it is whole", arguments: [(0.0, false), (100.0, true)])
  func ends(percent: Double, isFilled: Bool) {
    var stage = Stage { $0.percent = percent }
    stage.frame(0)
    for degrees in stride(from: 0.0, to: 360, by: 9) {
      #expect(stage.isFilled(degrees) == isFilled, "\(degrees)")
    }
  }

  @Test("A mirrored frame has it go the other way round")
  func mirrored() {
    var stage = Stage {
      $0.percent = 25
      $0.frame = $0.frame.mirrored
    }
    stage.frame(0)
    for degrees in [-2.0, -45, -88] { #expect(stage.isFilled(degrees) == true, "\(degrees)") }
    for degrees in [15.0, 45, 180, -105] { #expect(stage.isFilled(degrees) == false, "\(degrees)") }
  }

  @Test("A change takes the time and the course that it is given")
  func change() throws {
    var stage = Stage()
    stage.frame(0)
    let call = ProgressCall.set(id: nil, percent: 100, over: 2, ease: .name("linear"))
    try stage.scene.perform(
      .progress(call),
      by: 0,
      at: SceneTests.instant(0),
      telling: &stage.events
    )
    stage.frame(0.5)
    #expect(stage.isFilled(88) == true && stage.isFilled(105) == false)
    stage.frame(1)
    #expect(stage.isFilled(178) == true && stage.isFilled(195) == false)
    stage.frame(2)
    #expect(stage.isFilled(345) == true)
    #expect(!stage.scene.isMoving(at: SceneTests.instant(2)))
  }
}
