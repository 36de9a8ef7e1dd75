// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import Raster
import Widgets

/// Reads bytes as a scene and some frames of it, and paints them.
///
/// However the scene lies on the screen, in whichever format and rotation: what painting changes leaves
/// in a buffer are the bytes of painting everything; bytes behind the rows' ends stay; and what looks
/// different from the frame before lies within the damage that is told to the display.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var script = unsafe ByteScript(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
  var run = FrameRun(&script)
  // A scene comes to rest when its bytes are used up.
  for frame in 0..<12 where frame < 3 || !script.isAtEnd { run.paint(frame, &script) }
  return 0
}

/// One scene, its painter, and the memory of its buffers.
private struct FrameRun {
  private let transform: OutputTransform
  private let format: PixelFormat
  private let strideBytes: Int
  private var painter: LayerPainter
  private var buffers: [[UInt8]]
  private var expected: [UInt8]
  private var last: [UInt8] = []
  private var scene: FuzzedScene

  init(_ script: inout ByteScript) {
    let size = PixelSize(width: 1 + script.below(250), height: 1 + script.below(160))
    let rotation = Rotation.allCases[script.below(4)]
    format = script.below(2) == 0 ? .xrgb8888 : .rgb565
    transform = OutputTransform(
      bufferSize: rotation.swapsAxes
        ? PixelSize(width: size.height, height: size.width) : size,
      rotation: rotation,
      scale: [1, 1.25, 1.5, 2][script.below(4)]
    )
    let bufferSize = transform.bufferSize
    strideBytes = bufferSize.width * format.bytesPerPixel + script.below(3) * 12
    let count = 2 + script.below(2)
    // Noise, so that a pixel that nobody writes is noticed.
    let noise = (0..<strideBytes * bufferSize.height).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    buffers = Array(repeating: noise, count: count)
    expected = noise
    painter = LayerPainter(
      transform: transform,
      format: format,
      background: script.color(),
      bufferCount: count
    )
    scene = FuzzedScene(&script, view: size, into: &painter)
  }

  /// Paints the next frame and checks what it left.
  mutating func paint(_ frame: Int, _ script: inout ByteScript) {
    scene.advance(&script, &painter)
    let (buttons, progresses) = (scene.buttons, scene.progresses)
    let buffer = frame % buffers.count
    var damage = PixelRegion()
    Self.lend(&buffers[buffer], strideBytes, format, transform.bufferSize) { canvas in
      damage = painter.paint(
        buttons: buttons.span,
        progresses: progresses.span,
        into: &canvas,
        buffer: buffer
      )
    }
    Self.lend(&expected, strideBytes, format, transform.bufferSize) { canvas in
      painter.paintAll(buttons: buttons.span, progresses: progresses.span, into: &canvas)
    }
    if buffers[buffer] != expected { fail("is not what painting everything gives", frame) }
    if let place = firstChange(outside: damage) {
      fail("changed at \(place), which is outside of its damage", frame)
    }
    last = expected
  }

  /// Where something differs from the frame before and does not lie within `damage`.
  private func firstChange(outside damage: PixelRegion) -> PixelPoint? {
    guard last != expected, !last.isEmpty else { return nil }
    for index in last.indices where last[index] != expected[index] {
      let (x, y) = (index % strideBytes / format.bytesPerPixel, index / strideBytes)
      if !damage.contains(x: x, y: y) { return PixelPoint(x: x, y: y) }
    }
    return nil
  }

  private func fail(_ reason: String, _ frame: Int) -> Never {
    let buffer = buffers[frame % buffers.count]
    let place = buffer.indices.first { buffer[$0] != expected[$0] }.map {
      PixelPoint(x: $0 % strideBytes / format.bytesPerPixel, y: $0 / strideBytes)
    }
    fatalError(
      "frame \(frame) \(reason): \(format), \(transform), \(scene), first at \(String(describing: place))"
    )
  }

  private static func lend(
    _ bytes: inout [UInt8],
    _ strideBytes: Int,
    _ format: PixelFormat,
    _ size: PixelSize,
    _ body: (inout Canvas) -> Void
  ) {
    var span = bytes.mutableSpan
    var canvas = unsafe Canvas(
      span.mutableBytes,
      strideBytes: strideBytes,
      format: format,
      size: size
    )
    body(&canvas)
  }
}
