// SPDX-License-Identifier: Apache-2.0
import Geometry
import LayerPainting
import Raster
import TestSupport
import Testing

@testable import Widgets

/// One combination of what a painter has to cope with.
struct PainterCase: CustomTestStringConvertible, Sendable {
  var format = PixelFormat.xrgb8888
  var rotation = Rotation.none
  var bufferCount = 2
  var width = 150
  var height = 93
  var padding = 0
  var scale = 1.0
  var overlaps = false
  /// Whether the front wave lets what is behind it shine through.
  var isTranslucent = false

  var testDescription: String {
    "\(format) \(rotation) buffers=\(bufferCount) \(width)x\(height)+\(padding) scale=\(scale)"
      + (overlaps ? " overlapping" : "") + (isTranslucent ? " translucent" : "")
  }

  var transform: OutputTransform {
    let size =
      rotation.swapsAxes
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    return OutputTransform(bufferSize: size, rotation: rotation, scale: scale)
  }

  static let all: [Self] = [PixelFormat.xrgb8888, .rgb565].flatMap { format in
    Rotation.allCases.flatMap { rotation in
      [
        Self(format: format, rotation: rotation, padding: 12),
        Self(format: format, rotation: rotation, bufferCount: 3, width: 133, scale: 1.25),
        Self(format: format, rotation: rotation, height: 80, overlaps: true, isTranslucent: true),
        Self(format: format, rotation: rotation, padding: 4, isTranslucent: true),
      ]
    }
  }
}

@Suite("Painting scenes")
struct LayerPainterTests {
  @Test("Painting changes leaves the bits of painting everything", arguments: PainterCase.all)
  func incremental(_ example: PainterCase) {
    var random = SplitMix(seed: example.testDescription.utf8.reduce(42) { $0 &* 31 &+ Int($1) })
    var painter = makePainter(example)
    var reference = makePainter(example)
    let (transform, format) = (example.transform, example.format)
    var shown = PaintedBuffers(
      transform: transform,
      format: format,
      padding: example.padding,
      count: example.bufferCount
    )
    var expected = PaintedBuffers(
      transform: transform,
      format: format,
      padding: example.padding,
      count: 2
    )
    var script = Script()
    var last: [[UInt8]] = []
    for frame in 0..<40 {
      script.advance(&random)
      if frame % 23 == 17 {
        let color = Color(rgb: UInt32(random.next() & 0xFFFFFF))
        painter.setColors(color, label: Color(rgb: 0xFFFFFF), ofButton: 0)
        reference.setColors(color, label: Color(rgb: 0xFFFFFF), ofButton: 0)
      }
      let buffer = frame % example.bufferCount
      let damage = shown.paint(&painter, script.buttons, script.progresses, buffer: buffer)
      expected.paintAll(&reference, script.buttons, script.progresses, buffer: 0)
      let (found, wanted) = (shown.pixels(buffer), expected.pixels(0))
      let difference = firstDifference(found, wanted)
      #expect(difference == nil, "frame \(frame): \(script.buttons) \(script.progresses)")
      if difference != nil { return }
      if frame == 16 {
        // What a frame looks like does not depend on those before it.
        var fresh = makePainter(example)
        expected.paintAll(&fresh, script.buttons, script.progresses, buffer: 1)
        #expect(firstDifference(wanted, expected.pixels(1)) == nil)
      }
      #expect(lies(wanted, last, within: damage, format), "frame \(frame)")
      last = wanted
    }
  }

  @Test("An unchanged scene has no damage and writes nothing")
  func rest() {
    var painter = makePainter(PainterCase())
    var buffers = PaintedBuffers(
      transform: PainterCase().transform,
      format: .xrgb8888,
      padding: 0,
      count: 2
    )
    let script = Script()
    for buffer in 0..<2 {
      _ = buffers.paint(&painter, script.buttons, script.progresses, buffer: buffer)
    }
    let noise = [UInt8](repeating: 0x5A, count: buffers.buffers[0].count)
    buffers.buffers[0] = noise
    let damage = buffers.paint(&painter, script.buttons, script.progresses, buffer: 0)
    #expect(damage.isEmpty)
    #expect(buffers.buffers[0] == noise)
  }

  @Test("A forgotten buffer is painted in full", arguments: [false, true])
  func invalidation(_ all: Bool) {
    var painter = makePainter(PainterCase())
    var buffers = PaintedBuffers(
      transform: PainterCase().transform,
      format: .xrgb8888,
      padding: 0,
      count: 2
    )
    let script = Script()
    for buffer in 0..<2 {
      _ = buffers.paint(&painter, script.buttons, script.progresses, buffer: buffer)
    }
    let wanted = buffers.buffers[1]
    buffers.buffers[1] = [UInt8](repeating: 0x5A, count: wanted.count)
    if all { painter.invalidateAll() } else { painter.invalidate(buffer: 1) }
    _ = buffers.paint(&painter, script.buttons, script.progresses, buffer: 1)
    #expect(buffers.buffers[1] == wanted)
  }

  @Test("Bytes behind the rows' ends stay as they were")
  func padding() {
    let example = PainterCase(width: 133, padding: 20)
    var painter = makePainter(example)
    var buffers = PaintedBuffers(
      transform: example.transform,
      format: .xrgb8888,
      padding: 20,
      count: 2
    )
    let before = buffers.buffers[0]
    let script = Script()
    _ = buffers.paint(&painter, script.buttons, script.progresses, buffer: 0)
    let rowBytes = 133 * 4
    for y in 0..<93 {
      let end = y * buffers.strideBytes + rowBytes
      #expect(buffers.buffers[0][end..<end + 20] == before[end..<end + 20])
    }
  }

  @Test("A turned output shows the same picture, turned", arguments: Rotation.allCases)
  func rotation(_ rotation: Rotation) {
    let script = Script()
    func picture(_ rotation: Rotation) -> PaintedBuffers {
      let example = PainterCase(rotation: rotation)
      var painter = makePainter(example)
      var buffers = PaintedBuffers(
        transform: example.transform,
        format: .xrgb8888,
        padding: 0,
        count: 2
      )
      _ = buffers.paint(&painter, script.buttons, script.progresses, buffer: 0)
      return buffers
    }
    let (plain, turned) = (picture(.none), picture(rotation))
    var worst = 0
    for y in 0..<93 {
      for x in 0..<150 {
        let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        let place = turned.transform.bufferRect(ofView: pixel)
        for channel in 0..<3 {
          let one = plain.buffers[0][y * plain.strideBytes + 4 * x + channel]
          let other = turned.buffers[0][place.top * turned.strideBytes + 4 * place.left + channel]
          worst = max(worst, abs(Int(one) - Int(other)))
        }
      }
    }
    // The edges' positions are rounded from the other side.
    #expect(worst <= 1)
  }

  @Test(
    "Numbers that make no sense are drawn without a trap",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 30_000]
  )
  func nonsense(_ value: Double) {
    var painter = makePainter(PainterCase())
    let style = ButtonStyle(
      frame: Rect(x: value, y: 5, width: 10, height: value),
      color: Color(rgb: 0xFFFFFF),
      labelColor: Color(rgb: 0),
      label: PlacedMask(
        mask: CoverageMask(size: PixelSize(width: 1, height: 1), bytes: [255]),
        origin: PixelPoint(x: 0, y: 0)
      )
    )
    _ = painter.addButton(style)
    var buffers = PaintedBuffers(
      transform: PainterCase().transform,
      format: .xrgb8888,
      padding: 0,
      count: 2
    )
    let button = ElasticButtonSnapshot(offset: value, opacity: value)
    let wave = WaveProgressSnapshot(
      level: value,
      amplitude: value,
      phase: value,
      figure: 300,
      opacity: 1
    )
    for frame in 0..<4 {
      let isNonsense = frame % 3 > 0
      let buttons = [ElasticButtonSnapshot](
        repeating: isNonsense ? button : ElasticButtonSnapshot(offset: 1),
        count: 3
      )
      let waves = [isNonsense ? wave : Script().progresses[0]]
      _ = buffers.paint(&painter, buttons, waves, buffer: frame % 2)
    }
    // What comes afterwards is right again.
    let script = [ElasticButtonSnapshot](repeating: ElasticButtonSnapshot(offset: 2), count: 3)
    var expected = buffers
    _ = buffers.paint(&painter, script, Script().progresses, buffer: 0)
    expected.paintAll(&painter, script, Script().progresses, buffer: 0)
    #expect(buffers.buffers[0] == expected.buffers[0])
  }

  @Test(
    "Waves that change places are painted, though crests stay where they were",
    arguments: [PixelFormat.xrgb8888, .rgb565],
    Rotation.allCases
  )
  func wavesChangePlaces(_ format: PixelFormat, _ rotation: Rotation) {
    let transform = OutputTransform(
      bufferSize: PixelSize(width: 144, height: 144),
      rotation: rotation,
      scale: 1
    )
    var painter = LayerPainter(
      transform: transform,
      format: format,
      background: Color(rgb: 0x10131C),
      bufferCount: 1
    )
    let side = PixelSize(width: 128, height: 128)
    _ = painter.addProgress(
      ProgressStyle(
        mask: PlacedMask(
          mask: MaskShape.rounded.mask(size: side),
          origin: PixelPoint(x: 8, y: 8)
        ),
        frequency: 0.5,
        frontColor: Color(red: 0x2F, green: 0x6B, blue: 0xFF, alpha: 150),
        backColor: Color(red: 0xFF, green: 0x8D, blue: 0x20, alpha: 128),
        outlineColor: Color(rgb: 0x2A3045)
      )
    )
    var buffers = PaintedBuffers(transform: transform, format: format, padding: 0, count: 1)
    var expected = buffers
    // One wave is a quarter behind the other: at an angle a from the start, both exchange their
    // heights when the phase grows by 90° - 2a.
    for phase in [0, 90, 0, 45, 225, 20, 70, 200, 110, 290, 15, 75].map(Double.init) {
      let wave = WaveProgressSnapshot(level: 0.5, amplitude: 38, phase: phase, figure: 0)
      _ = buffers.paint(&painter, [], [wave], buffer: 0)
      var another = painter
      expected.paintAll(&another, [], [wave], buffer: 0)
      let difference = firstDifference(buffers.pixels(0), expected.pixels(0))
      #expect(difference == nil, "phase \(phase)")
    }
  }

  // MARK: - Scenes

  private func makePainter(_ example: PainterCase) -> LayerPainter {
    var painter = LayerPainter(
      transform: example.transform,
      format: example.format,
      background: Color(rgb: 0x10131C),
      bufferCount: example.bufferCount
    )
    let label = MaskShape.drop.mask(size: PixelSize(width: 21, height: 9))
    let placed = PlacedMask(mask: label, origin: PixelPoint(x: -10, y: -4))
    let white = Color(rgb: 0xFFFFFF)
    _ = painter.addButton(
      ButtonStyle(
        frame: Rect(x: 17.4, y: 31, width: 34, height: 21.5),
        color: Color(rgb: 0xE2574C),
        labelColor: white,
        label: placed
      )
    )
    let digits = (0..<11).map { index in
      PlacedMask(
        mask: MaskShape.circle.mask(size: PixelSize(width: 4 + index % 3, height: 7)),
        origin: PixelPoint(x: 1, y: -7)
      )
    }
    let side = 64
    let origin = example.overlaps ? PixelPoint(x: 40, y: 10) : PixelPoint(x: 71, y: 13)
    _ = painter.addProgress(
      ProgressStyle(
        mask: PlacedMask(
          mask: MaskShape.rounded.mask(size: PixelSize(width: side, height: side)),
          origin: origin
        ),
        frequency: 1.5,
        frontColor: example.isTranslucent
          ? Color(red: 0x2F, green: 0x6B, blue: 0xFF, alpha: 150) : Color(rgb: 0x2F6BFF),
        backColor: Color(red: 0x4F, green: 0x8D, blue: 0xF7, alpha: 128),
        outlineColor: example.overlaps
          ? Color(red: 0x2A, green: 0x30, blue: 0x45, alpha: 90) : Color(rgb: 0x2A3045),
        figure: FigureGlyphs(
          glyphs: digits,
          advances: (0..<11).map { 6 + Double($0 % 3) },
          digitHeight: 7
        )
      )
    )
    // Sticks out of the screen to the upper left.
    _ = painter.addButton(
      ButtonStyle(
        frame: Rect(x: -9, y: -6, width: 30, height: 24),
        color: Color(red: 200, green: 220, blue: 90, alpha: 200),
        labelColor: white,
        label: nil
      )
    )
    return painter
  }

  /// Row and byte of the first difference.
  private func firstDifference(_ one: [[UInt8]], _ other: [[UInt8]]) -> [Int]? {
    for y in one.indices where one[y] != other[y] {
      for index in one[y].indices where one[y][index] != other[y][index] { return [y, index] }
    }
    return nil
  }

  /// Whether two pictures are equal outside of `damage`.
  private func lies(
    _ picture: [[UInt8]],
    _ last: [[UInt8]],
    within damage: PixelRegion,
    _ format: PixelFormat
  ) -> Bool {
    for y in last.indices where picture[y] != last[y] {
      for index in picture[y].indices where picture[y][index] != last[y][index] {
        guard damage.contains(x: index / format.bytesPerPixel, y: y) else { return false }
      }
    }
    return true
  }
}

/// A scene's snapshots on a random walk with jumps.
private struct Script {
  var buttons = [ElasticButtonSnapshot(offset: 3), ElasticButtonSnapshot(offset: 0)]
  var progresses = [WaveProgressSnapshot(level: 0.4, amplitude: 3, phase: 0, figure: 40)]

  mutating func advance(_ random: inout SplitMix) {
    for index in buttons.indices where random.below(3) > 0 {
      switch random.below(12) {
      case 0: buttons[index].offset = 0
      case 1: buttons[index].opacity = [0, 0.5, 1, 1, 1][random.below(5)]
      case 2: buttons[index].isEnabled.toggle()
      case 3: buttons[index].offset = Double(random.below(120)) - 60
      default: buttons[index].offset = Double(random.below(2000)) / 100 - 10
      }
    }
    guard random.below(4) > 0 else { return }
    progresses[0].phase = (progresses[0].phase + 8).truncatingRemainder(dividingBy: 360)
    switch random.below(10) {
    case 0: progresses[0].opacity = [0, 0.25, 1, 1, 1][random.below(5)]
    // Steep crests are painted in another way than flat ones, which are what people see.
    case 1: progresses[0].amplitude = Double(random.below(random.below(3) == 0 ? 160 : 24)) / 4
    case 2: progresses[0].level = Double(random.below(5)) / 4
    default: progresses[0].level = min(1, progresses[0].level + 0.01)
    }
    progresses[0].figure = Int(progresses[0].level * 100)
  }
}
