// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import LayerPainting
import MonotonicTime
import Motion
import Raster
import TestSupport
import Testing
import Touch

@testable import Widgets

/// Two buttons side by side, a hidden one and a disabled one between them, and one below.
private func settings() -> [WidgetSettings] {
  [(40.0, 60.0), (120, 60), (200, 60), (280, 60), (40, 180)].enumerated().map { index, place in
    var button = ButtonSettings(id: "b\(index)")
    button.label = ""
    button.frame = FrameSettings(
      x: .points(place.0),
      y: .points(place.1),
      width: .points(60),
      height: .points(40)
    )
    button.cornerRadius = 12
    button.isVisible = index != 1
    button.isEnabled = index != 2
    return .button(button)
  }
}

@Suite("The ring around what has the focus")
struct FocusRingTests {
  private func instant(_ seconds: Double) -> MonotonicInstant { SceneTests.instant(seconds) }

  private func scene(bufferCount: Int = 2) -> Scene {
    Scene(
      settings(),
      transform: OutputTransform(
        bufferSize: PixelSize(width: 480, height: 320),
        rotation: .none,
        scale: 1
      ),
      background: Color(rgb: 0),
      accent: Color(rgb: 0x00FF00),
      bufferCount: bufferCount,
      materials: NoMaterials(),
      at: instant(0)
    )
  }

  /// How much of the way is left to a spring of damping ratio ζ < 1 that starts at rest.
  private func left(of spring: Spring, after time: Double) -> Double {
    let (omega, zeta) = (spring.angularFrequency, spring.dampingRatio)
    let damped = omega * (1 - zeta * zeta).squareRoot()
    return exp(-zeta * omega * time)
      * (cos(damped * time) + zeta * omega / damped * sin(damped * time))
  }

  @Test("It lies 3 points around the widget and is 3 wide, and comes with the first key")
  func place() {
    var scene = scene()
    var events = WidgetEvents()
    #expect(scene.ring.look(at: instant(0)) == FocusRing.Shown())
    scene.handle(.nextField, by: .key, at: instant(1), telling: &events)
    #expect(scene.focus == 0 && events.needsFrame && scene.isMoving(at: instant(1)))
    let look = scene.ring.look(at: instant(2))
    // The button reaches from 10 to 70 and from 40 to 80.
    #expect(look.frame == Rect(x: 4, y: 34, width: 72, height: 52))
    #expect(look.radius == 18 && look.opacity == 1)
    #expect(!scene.isMoving(at: instant(2)))
  }

  @Test("On its way the edge ahead goes by a quicker spring than the one that follows")
  func springs() {
    var scene = scene()
    var events = WidgetEvents()
    scene.handle(.nextField, by: .key, at: instant(1), telling: &events)
    // What is hidden or disabled is passed over.
    scene.handle(.right, by: .key, at: instant(3), telling: &events)
    #expect(scene.focus == 3)
    for time in [0, 0.03, 0.08, 0.15, 0.3] {
      let look = scene.ring.look(at: instant(3 + time))
      // Both edges go from the ring around 40 to that around 280.
      let right = 316 - 240 * left(of: FocusRing.leading, after: time)
      let behind = 244 - 240 * left(of: FocusRing.following, after: time)
      #expect(abs(look.frame.maxX - right) < 0.11, "\(time)")
      #expect(abs(look.frame.minX - behind) < 0.11, "\(time)")
      #expect(look.frame.minY == 34 && look.frame.maxY == 86)
    }
    #expect(scene.ring.look(at: instant(3.08)).frame.size.width > 100)
    #expect(!scene.isMoving(at: instant(6)))
  }

  @Test("A touch hides it, and the next key shows where the focus is before it leads it on")
  func touch() {
    var scene = scene()
    var events = WidgetEvents()
    scene.handle(.nextField, by: .key, at: instant(1), telling: &events)
    #expect(scene.isFocusShown && scene.pressPlace(at: instant(2)) == Point(x: 40, y: 60))
    let finger = ContactID(device: 0, slot: 0)
    let down = TouchEvent(
      contact: finger,
      phase: .down,
      position: Point(x: 280, y: 60),
      time: instant(2)
    )
    scene.handle(down, telling: &events)
    #expect(!scene.isFocusShown && scene.pressPlace(at: instant(2)) == nil)
    #expect(scene.ring.look(at: instant(2.1)).opacity < 1)
    #expect(scene.ring.look(at: instant(3)) == FocusRing.Shown())
    scene.handle(.down, by: .key, at: instant(4), telling: &events)
    #expect(scene.focus == 0 && scene.isFocusShown)
    scene.handle(.down, by: .key, at: instant(5), telling: &events)
    #expect(scene.focus == 4)
    // A key that presses is no touch.
    var key = down
    key.contact = ContactID(key: 28)
    scene.handle(key, telling: &events)
    #expect(scene.isFocusShown)
  }

  @Test("Where its widget is hidden or disabled the focus goes on from there")
  func gone() {
    var scene = SteeredScene(settings())
    var events = WidgetEvents()
    scene.scene.handle(.nextField, by: .key, at: instant(1), telling: &events)
    scene.setButton(0, isEnabled: false, at: instant(2), telling: &events)
    #expect(scene.scene.focus == nil && scene.scene.ring.look(at: instant(3)).opacity == 0)
    scene.scene.handle(.right, by: .key, at: instant(4), telling: &events)
    #expect(scene.scene.focus == 3)
    scene.setButton(3, isVisible: false, at: instant(5), telling: &events)
    scene.scene.handle(.nextField, by: .key, at: instant(6), telling: &events)
    #expect(scene.scene.focus == 4)
  }

  @Test("What is painted of its way are the bits of painting everything, and all of it is told")
  func painting() {
    for (rotation, format) in [(Rotation.none, PixelFormat.xrgb8888), (.quarter, .rgb565)] {
      let size =
        rotation == .none
        ? PixelSize(width: 480, height: 320) : PixelSize(width: 320, height: 480)
      let transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
      func scene(count: Int) -> Scene {
        Scene(
          settings(),
          transform: transform,
          background: Color(rgb: 0x202830),
          bufferCount: count,
          materials: NoMaterials(),
          at: instant(0)
        )
      }
      var (shown, reference) = (scene(count: 2), scene(count: 2))
      var buffers = PictureBuffers(transform: transform, format: format)
      let keys: [Int: KeyStroke] = [2: .nextField, 9: .right, 14: .down, 30: .nextField]
      var last: [UInt8] = []
      for frame in 0..<44 {
        let time = instant(1 + Double(frame) / 60)
        var events = WidgetEvents()
        if let key = keys[frame] {
          shown.handle(key, by: .key, at: time, telling: &events)
          reference.handle(key, by: .key, at: time, telling: &events)
        }
        if frame == 38 {
          shown.hideFocus(at: time, telling: &events)
          reference.hideFocus(at: time, telling: &events)
        }
        let damage = buffers.paint(&shown, frame % 2, at: time)
        let whole = buffers.paintAll(&reference, at: time)
        #expect(buffers.pictures[frame % 2] == whole, "frame \(frame)")
        if !last.isEmpty {
          let step = format.bytesPerPixel
          for index in whole.indices where whole[index] != last[index] {
            let pixel = index / step
            #expect(damage.contains(x: pixel % size.width, y: pixel / size.width))
          }
        }
        last = whole
      }
    }
  }
}

/// The memory of two buffers.
private struct PictureBuffers {
  let transform: OutputTransform
  let format: PixelFormat
  var pictures: [[UInt8]]

  init(transform: OutputTransform, format: PixelFormat) {
    self.transform = transform
    self.format = format
    let size = transform.bufferSize
    let count = size.width * size.height * format.bytesPerPixel
    pictures = Array(repeating: Array(repeating: 0x5A, count: count), count: 2)
  }

  private func lend<Result>(_ bytes: inout [UInt8], _ body: (inout Canvas) -> Result) -> Result {
    var span = bytes.mutableSpan
    var canvas = unsafe Canvas(
      span.mutableBytes,
      strideBytes: transform.bufferSize.width * format.bytesPerPixel,
      format: format,
      size: transform.bufferSize
    )
    return body(&canvas)
  }

  mutating func paint(_ scene: inout Scene, _ buffer: Int, at time: MonotonicInstant) -> PixelRegion
  {
    lend(&pictures[buffer]) { scene.paint(into: &$0, buffer: buffer, at: time) }
  }

  func paintAll(_ scene: inout Scene, at time: MonotonicInstant) -> [UInt8] {
    var bytes = pictures[0]
    lend(&bytes) { scene.paintAll(into: &$0, at: time) }
    return bytes
  }
}
