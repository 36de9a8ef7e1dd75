// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Ink")
struct InkLayerTests {
  /// A stack with a plate, two inks over it and one beside it, and the memory of its buffers.
  struct Stage {
    var layers: LayerStack
    let plate: LayerID<ElasticLayer>
    let inks: [LayerID<InkLayer>]
    let transform: OutputTransform
    let format: PixelFormat
    var buffers: [[UInt8]]

    init(
      format: PixelFormat = .xrgb8888,
      rotation: Rotation = .none,
      colors: [Color] = [
        Color(rgb: 0x2F7CF6, alpha: 64), Color(rgb: 0x101418), Color(rgb: 0xF00000),
      ]
    ) {
      let (width, height) = (181, 133)
      let size =
        rotation.swapsAxes
        ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
      transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
      self.format = format
      layers = LayerStack(
        transform: transform,
        background: Color(rgb: 0x10131C),
        bufferCount: 2
      )
      plate = layers.add(
        ElasticLayer(
          rect: Rect(x: 20, y: 30, width: 120, height: 44),
          fill: Color(rgb: 0xFFFFFF),
          labelColor: Color(rgb: 0),
          transform: transform
        )
      )
      layers.update(plate, offset: 0, opacity: 1)
      var inks: [LayerID<InkLayer>] = []
      for color in colors { inks.append(layers.add(InkLayer(color: color))) }
      self.inks = inks
      for ink in inks { layers.setOpacity(1, of: ink) }
      let bytes = size.width * size.height * format.bytesPerPixel
      buffers = (0..<3).map { buffer in
        (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ buffer) }
      }
    }

    mutating func paint(_ buffer: Int, isFull: Bool = false) -> PixelRegion {
      let size = transform.bufferSize
      var bytes = buffers[buffer].mutableSpan
      var canvas = unsafe Canvas(
        bytes.mutableBytes,
        strideBytes: size.width * format.bytesPerPixel,
        format: format,
        size: size
      )
      guard isFull else { return layers.paint(into: &canvas, buffer: buffer) }
      layers.paintAll(into: &canvas)
      return PixelRegion()
    }

    /// The colour of a view pixel of the frame that was painted in full, unturned, in XRGB8888.
    func color(_ x: Int, _ y: Int) -> UInt32 {
      let start = (y * transform.bufferSize.width + x) * 4
      let bytes = buffers[2][start..<start + 3]
      return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private static func bar(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(left: x, top: y, right: x + width, bottom: y + height)
  }

  /// Letters: upright bars of two columns each, `pitch` apart.
  private static func letters(_ count: Int, pitch: Int = 9, x: Int = 30) -> PlacedMask {
    let size = PixelSize(width: max(count * pitch, 1), height: 12)
    let bytes = (0..<size.width * size.height).map { index -> UInt8 in
      index % size.width % pitch < 2 && index % size.width / pitch < count ? 255 : 0
    }
    return PlacedMask(
      mask: CoverageMask(size: size, bytes: bytes),
      origin: PixelPoint(x: x, y: 44)
    )
  }

  @Test("A rectangle is exactly its pixels, mixed by its alpha with what lies beneath")
  func rectangle() {
    var stage = Stage()
    stage.layers.setRectangle(Self.bar(37, 40, 2, 20), of: stage.inks[2])
    stage.layers.setRectangle(Self.bar(60, 40, 30, 20), of: stage.inks[0])
    _ = stage.paint(2, isFull: true)
    for (x, y, color) in [
      (36, 40, 0xFFFFFF), (37, 40, 0xF00000), (38, 59, 0xF00000), (39, 50, 0xFFFFFF),
      (38, 39, 0xFFFFFF), (38, 60, 0xFFFFFF), (59, 50, 0xFFFFFF), (90, 50, 0xFFFFFF),
    ] {
      #expect(stage.color(x, y) == UInt32(color), "(\(x), \(y))")
    }
    // 64 of 255 of #2F7CF6 over white: 255 − (255 − c)·64/256 to the nearest.
    #expect(stage.color(60, 40) == 0xCBDEFD)
    #expect(stage.color(89, 59) == 0xCBDEFD)
  }

  @Test("A mask shows within its clip alone")
  func clip() {
    var stage = Stage()
    let clip = Self.bar(40, 46, 20, 8)
    stage.layers.setMask(Self.letters(8), clip: clip, of: stage.inks[1])
    _ = stage.paint(2, isFull: true)
    for y in 31..<73 {
      for x in 22..<138 {
        let isLetter = (x - 30) % 9 < 2 && x >= 30
        let isSeen = isLetter && (40..<60).contains(x) && (46..<54).contains(y)
        #expect(stage.color(x, y) == (isSeen ? 0x101418 : 0xFFFFFF), "(\(x), \(y))")
      }
    }
  }

  @Test(
    "A character more costs the pixels of that character in every buffer, not those of the line"
  )
  func keystroke() {
    var stage = Stage()
    let clip = stage.transform.bufferSize.bounds
    for count in 1...4 {
      stage.layers.setMask(Self.letters(count), clip: clip, of: stage.inks[1])
      _ = stage.paint(count % 2)
    }
    stage.layers.setMask(Self.letters(5), clip: clip, of: stage.inks[1])
    // The fifth letter stands on columns 66 and 67; blocks are sixteen columns wide.
    let damage = stage.paint(1)
    #expect(damage.bounds == PixelRect(left: 64, top: 44, right: 75, bottom: 56))
    // Nothing but that letter is written: what stood elsewhere in the buffer stays.
    let width = stage.transform.bufferSize.width
    for x in [40, 100] { stage.buffers[0][(50 * width + x) * 4] = 0x77 }
    _ = stage.paint(0)
    for x in [40, 100] { #expect(stage.buffers[0][(50 * width + x) * 4] == 0x77) }
  }

  @Test("A caret that blinks changes its own pixels alone")
  func blink() {
    var stage = Stage()
    stage.layers.setRectangle(Self.bar(70, 40, 2, 20), of: stage.inks[2])
    _ = stage.paint(0)
    stage.layers.setOpacity(0, of: stage.inks[2])
    #expect(stage.paint(0).bounds == Self.bar(70, 40, 2, 20))
    stage.layers.setOpacity(1, of: stage.inks[2])
    #expect(stage.paint(0).bounds == Self.bar(70, 40, 2, 20))
  }

  static let cases: [(PixelFormat, Rotation)] = Rotation.allCases.flatMap {
    [(.xrgb8888, $0), (.rgb565, $0)]
  }

  @Test("Painting changes leaves the bits of painting everything", arguments: cases)
  func incremental(format: PixelFormat, rotation: Rotation) {
    var random = SplitMix(seed: rotation.rawValue + (format == .rgb565 ? 7 : 0))
    var stage = Stage(format: format, rotation: rotation)
    let width = stage.transform.bufferSize.width
    var last: [UInt8] = []
    for frame in 0..<120 {
      let ink = stage.inks[random.below(3)]
      switch random.below(7) {
      case 0, 1:
        stage.layers.setMask(
          Self.letters(random.below(12), x: random.below(60) - 10),
          clip: Self.bar(random.below(40), 20, 100, 80),
          of: ink
        )
      case 2, 3:
        let (x, y) = (random.below(190) - 5, random.below(140) - 5)
        stage.layers.setRectangle(Self.bar(x, y, random.below(30), random.below(30)), of: ink)
      case 4: stage.layers.setOpacity([0, 0.5, 1, 1][random.below(4)], of: ink)
      case 5:
        let alpha = UInt8(truncatingIfNeeded: 255 - 100 * random.below(2))
        stage.layers.setColor(
          Color(rgb: 0x2040 * UInt32(1 + random.below(9)), alpha: alpha),
          of: ink
        )
      default:
        let offset = Double(random.below(200)) / 10 - 10
        stage.layers.update(stage.plate, offset: offset, opacity: random.below(8) == 0 ? 0 : 1)
      }
      // Some changes are never painted alone, and buffers fall behind.
      if random.below(3) == 0 { continue }
      let buffer = random.below(2)
      let damage = stage.paint(buffer)
      _ = stage.paint(2, isFull: true)
      #expect(stage.buffers[buffer] == stage.buffers[2], "frame \(frame)")
      let bytes = format.bytesPerPixel
      let isCovered = last.indices.allSatisfy { index in
        last[index] == stage.buffers[2][index]
          || damage.contains(x: index / bytes % width, y: index / bytes / width)
      }
      #expect(isCovered, "damage of frame \(frame)")
      last = stage.buffers[2]
    }
  }
}
