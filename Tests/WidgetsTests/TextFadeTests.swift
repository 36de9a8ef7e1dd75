// SPDX-License-Identifier: Apache-2.0
import Geometry
import JSON
import LayerPainting
import MonotonicTime
import Raster
import Testing

@testable import Widgets

@Suite("Texts that become others")
struct TextFadeTests {
  /// Labels that are solid: a tenth as many pixels wide as their text is long, and ten high.
  private final class Boxes: BareMaterials {
    func label(
      _ text: String,
      font: String,
      pixelSize: Double,
      least: Double?,
      maximumWidth: Double
    ) throws(MaterialFault) -> PlacedMask {
      let size = PixelSize(width: 10 * text.utf8.count, height: 10)
      let mask = CoverageMask(size: size, bytes: Array(repeating: 255, count: size.width * 10))
      return PlacedMask(mask: mask, origin: PixelPoint(x: -40, y: -5))
    }
  }

  /// A black button of 160 × 80 pixels in the middle of 200 × 100, whose label begins at (60, 45).
  private struct Stage {
    var scene: Scene
    var settings: WidgetSettings
    var events = WidgetEvents()
    let materials = Boxes()
    private(set) var pixels = [UInt8](repeating: 0, count: 200 * 100 * 4)

    init(label: String) {
      var button = ButtonSettings(id: "b")
      button.label = label
      button.color = Color(rgb: 0)
      button.frame = FrameSettings(
        x: .points(20),
        y: .points(10),
        width: .points(160),
        height: .points(80),
        anchor: .topLeft
      )
      settings = .button(button)
      scene = Scene(
        [settings],
        transform: OutputTransform(
          bufferSize: PixelSize(width: 200, height: 100),
          rotation: .none,
          scale: 1
        ),
        background: Color(rgb: 0),
        bufferCount: 1,
        materials: materials,
        at: SceneTests.instant(0)
      )
    }

    mutating func change(_ label: String, at t: Double) {
      var change = WidgetChange()
      change["label"] = .string(label)
      settings = settings.applying(change)
      scene.update(0, to: settings, from: materials, at: SceneTests.instant(t), telling: &events)
    }

    /// The brightness of columns 10 pixels apart, those of a label's characters, in a frame in which only
    /// changes are painted.
    mutating func look(_ t: Double) -> [Int] {
      var bytes = pixels
      pixels = []
      var span = bytes.mutableSpan
      var canvas = unsafe Canvas(
        span.mutableBytes,
        strideBytes: 800,
        format: .xrgb8888,
        size: PixelSize(width: 200, height: 100)
      )
      _ = scene.paint(into: &canvas, buffer: 0, at: SceneTests.instant(t))
      pixels = bytes
      return (0..<4).map { Int(bytes[(50 * 200 + 65 + 10 * $0) * 4 + 1]) }
    }
  }

  @Test("A button's label fades into the next one, and what both have stays")
  func fading() {
    var stage = Stage(label: "aa")
    #expect(stage.look(0) == [255, 255, 0, 0])
    stage.change("a", at: 1)
    #expect(stage.look(1) == [255, 255, 0, 0])
    #expect(stage.scene.isMoving(at: SceneTests.instant(1)))
    // Half a quarter of a second by easeInEaseOut are half a fade, 128 out of 256.
    let middle = stage.look(1.125)
    #expect(middle[0] == 255 && abs(middle[1] - 128) <= 1)
    #expect(stage.look(1.25) == [255, 0, 0, 0])
    #expect(!stage.scene.isMoving(at: SceneTests.instant(1.25)))
    stage.change("aaa", at: 2)
    let next = stage.look(2.125)
    #expect(next[0] == 255 && abs(next[1] - 128) <= 1 && abs(next[2] - 128) <= 1)
    #expect(stage.look(3) == [255, 255, 255, 0])
  }

  @Test("One that follows within a fade is shown at once, and so is each that comes as quickly")
  func quick() {
    var stage = Stage(label: "a")
    _ = stage.look(0)
    stage.change("aa", at: 1)
    #expect(stage.look(1.1)[1] < 255)
    for (index, label) in ["aaa", "a", "aaaa", "aa"].enumerated() {
      let time = 1.1 + 0.1 * Double(index)
      stage.change(label, at: time)
      let expected = (0..<4).map { $0 < label.utf8.count ? 255 : 0 }
      #expect(stage.look(time) == expected, "at \(time) s")
    }
    // After a pause it fades again.
    stage.change("a", at: 2)
    #expect(stage.look(2.125)[1] > 100)
  }

  @Test("What is held back comes when it may, with the colour")
  func heldBack() {
    var stage = Stage(label: "aa")
    _ = stage.look(0)
    stage.scene.holdBack(0, until: SceneTests.instant(2))
    stage.change("a", at: 1)
    #expect(stage.scene.isMoving(at: SceneTests.instant(1)))
    #expect(stage.look(1.9) == [255, 255, 0, 0])
    #expect(abs(stage.look(2.125)[1] - 128) <= 1)
    #expect(stage.look(2.25) == [255, 0, 0, 0])
    // Nothing waits any more.
    stage.change("aa", at: 3)
    #expect(abs(stage.look(3.125)[1] - 128) <= 1)
  }
}
