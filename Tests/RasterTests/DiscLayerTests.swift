// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Discs")
struct DiscLayerTests {
  /// A stack with a disc on a black screen, and the memory of its buffers.
  struct Stage {
    var layers: LayerStack
    let disc: LayerID<DiscLayer>
    let transform: OutputTransform
    let format: PixelFormat
    var buffers: [[UInt8]]

    init(
      width: Int,
      height: Int,
      format: PixelFormat = .xrgb8888,
      rotation: Rotation = .none,
      color: Color = Color(rgb: 0xFFFFFF),
      background: Color = Color(rgb: 0),
      label: PlacedMask? = nil,
      bufferCount: Int = 2
    ) {
      let size =
        rotation.swapsAxes
        ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
      transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
      self.format = format
      layers = LayerStack(
        transform: transform,
        background: background,
        bufferCount: bufferCount
      )
      disc = layers.add(DiscLayer(fill: color, labelColor: Color(rgb: 0x20A040)))
      layers.setLabel(label, of: disc)
      let bytes = size.width * size.height * format.bytesPerPixel
      buffers = (0..<bufferCount + 1).map { buffer in
        (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ buffer) }
      }
    }

    mutating func show(_ x: Double, _ y: Double, _ radius: Double, opacity: Double = 1) {
      layers.update(disc, center: Point(x: x, y: y), radius: radius, opacity: opacity)
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

    /// The blue channel of a pixel of the buffer that was painted in full, in XRGB8888.
    func level(_ x: Int, _ y: Int) -> Int {
      Int(buffers[buffers.count - 1][(y * transform.bufferSize.width + x) * 4])
    }
  }

  /// The part of the pixel around (x, y) that lies in the disc of `radius` around the origin: the
  /// chords of 64 of its columns, each cut exactly, as samples would err by half their distance where
  /// the rim is level.
  static func share(_ x: Double, _ y: Double, _ radius: Double) -> Double {
    (0..<64).reduce(0.0) { sum, index in
      let column = x + (Double(index) - 31.5) / 64
      let half = max(0, radius * radius - column * column).squareRoot()
      return sum + max(0, min(y + 0.5, half) - max(y - 0.5, -half)) / 64
    }
  }

  @Test(
    "A rim pixel is covered as much as the disc's area in it says, within 4 of 255",
    arguments: [4, 4.3, 5.7, 9.1, 23.5, 61.25, 150]
  )
  func coverage(radius: Double) {
    for (x, y) in [(160.0, 160.0), (160.5, 160.5), (160.31, 159.77)] {
      var stage = Stage(width: 323, height: 320)
      stage.show(x, y, radius)
      _ = stage.paint(2, isFull: true)
      var worst = 0.0
      for row in 0..<320 {
        for column in 0..<320 {
          let (dx, dy) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
          let distance = (dx * dx + dy * dy).squareRoot()
          var truth = distance < radius ? 255.0 : 0
          if abs(distance - radius) < 1 { truth = Self.share(dx, dy, radius) * 255 }
          worst = max(worst, abs(Double(stage.level(column, row)) - truth))
        }
      }
      #expect(worst <= 4, "around (\(x), \(y))")
    }
  }

  @Test(
    "The area is πr², within 0.2 % of discs and a twentieth of a pixel's of specks",
    arguments: [0.25, 0.7, 1, 2.5, 4, 10, 77.3, 100, 120]
  )
  func area(radius: Double) {
    var stage = Stage(width: 256, height: 256)
    stage.show(128.2, 127.6, radius)
    _ = stage.paint(2, isFull: true)
    var sum = 0
    for y in 0..<256 { for x in 0..<256 { sum += stage.level(x, y) } }
    let area = Double.pi * radius * radius
    let bound = radius >= 10 ? area * 0.002 : max(area * 0.03, 0.1)
    #expect(abs(Double(sum) / 255 - area) <= bound)
  }

  @Test("Without a radius or opacity no pixel is drawn", arguments: [(0.0, 1.0), (20, 0), (-3, 1)])
  func nothing(radius: Double, opacity: Double) {
    var stage = Stage(width: 64, height: 64)
    stage.show(32, 32, radius, opacity: opacity)
    _ = stage.paint(2, isFull: true)
    #expect(stage.buffers[2].allSatisfy { $0 == 0 })
  }

  static let cases: [(PixelFormat, Rotation, UInt8)] = {
    var cases: [(PixelFormat, Rotation, UInt8)] = []
    for format in [PixelFormat.xrgb8888, .rgb565] {
      for rotation in Rotation.allCases {
        cases += [(format, rotation, 255), (format, rotation, 130)]
      }
    }
    return cases
  }()

  @Test("Painting changes leaves the bits of painting everything", arguments: cases)
  func incremental(format: PixelFormat, rotation: Rotation, alpha: UInt8) {
    var random = SplitMix(seed: Int(alpha) + (format == .rgb565 ? 7 : 0))
    let ink = MaskShape.drop.mask(size: PixelSize(width: 21, height: 9))
    var stage = Stage(
      width: 181,
      height: 133,
      format: format,
      rotation: rotation,
      color: Color(red: 0x66, green: 0x40, blue: 0xFF, alpha: alpha),
      background: Color(rgb: 0x10131C),
      label: PlacedMask(mask: ink, origin: PixelPoint(x: -10, y: -4))
    )
    var (x, y, radius, opacity) = (70.0, 60.0, 20.0, 1.0)
    var last: [UInt8] = []
    let width = stage.transform.bufferSize.width
    for frame in 0..<60 {
      switch random.below(10) {
      case 0:
        x = Double(random.below(2400)) / 10 - 30
        y = Double(random.below(1800)) / 10 - 20
      case 1: radius = Double(random.below(260))
      case 2: radius = 0
      case 3: opacity = [0, 0.5, 1, 1, 1][random.below(5)]
      default: radius = max(0, radius + Double(random.below(400)) / 40 - 4)
      }
      stage.show(x, y, radius, opacity: opacity)
      let damage = stage.paint(frame % 2)
      _ = stage.paint(2, isFull: true)
      #expect(
        stage.buffers[frame % 2] == stage.buffers[2],
        "frame \(frame): (\(x), \(y)) \(radius) \(opacity)"
      )
      let bytes = format.bytesPerPixel
      let isCovered = last.indices.allSatisfy { index in
        last[index] == stage.buffers[2][index]
          || damage.contains(x: index / bytes % width, y: index / bytes / width)
      }
      #expect(isCovered, "damage of frame \(frame)")
      last = stage.buffers[2]
    }
  }

  @Test("What a growing disc changes is a ring, not the disc")
  func ringDamage() {
    var stage = Stage(width: 512, height: 512)
    stage.show(256, 256, 200)
    _ = stage.paint(0)
    stage.show(256, 256, 203)
    let damage = stage.paint(1)
    #expect(!damage.isEmpty)
    #expect(!damage.contains(x: 256, y: 256))
    let area = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
    #expect(Double(area) < 0.5 * 406 * 406)
  }

  @Test(
    "Numbers that make no sense are drawn without a trap",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 29_999]
  )
  func nonsense(value: Double) {
    var stage = Stage(width: 64, height: 48)
    for (x, y, radius) in [(value, 1, 10), (1, value, 10), (3, 3, value), (value, value, value)] {
      stage.show(x, y, radius, opacity: 1)
      _ = stage.paint(0)
      _ = stage.paint(2, isFull: true)
      #expect(stage.buffers[0] == stage.buffers[2])
    }
  }
}
