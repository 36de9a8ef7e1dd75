// SPDX-License-Identifier: Apache-2.0
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Plates")
struct PlateLayerTests {
  struct Stage {
    var layers: LayerStack
    let plate: LayerID<PlateLayer>
    let transform: OutputTransform
    let format: PixelFormat
    var buffers: [[UInt8]]

    init(_ format: PixelFormat = .xrgb8888, _ rotation: Rotation = .none) {
      let size =
        rotation.swapsAxes ? PixelSize(width: 90, height: 133) : PixelSize(width: 133, height: 90)
      transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
      self.format = format
      layers = LayerStack(transform: transform, background: Color(rgb: 0x101418), bufferCount: 2)
      plate = layers.add(
        PlateLayer(
          rect: PixelRect(left: 9, top: 5, right: 120, bottom: 80),
          fill: Color(rgb: 0xF3F3F3),
          transform: transform
        )
      )
      let ink = MaskShape.drop.mask(size: PixelSize(width: 41, height: 17))
      for index in 0..<PlateLayer.inkCount {
        layers.setMask(
          PlacedMask(mask: ink, origin: PixelPoint(x: 12 + 20 * index, y: 8 + 15 * index)),
          clip: PixelRect(left: 15, top: 0, right: 110, bottom: 77),
          ofInk: index,
          of: plate
        )
        layers.setColor(Color(rgb: 0x9E9E9E >> UInt32(index)), ofInk: index, of: plate)
      }
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

    /// The pixels of the view, row by row.
    var view: [UInt32] {
      let size = transform.viewSize
      return (0..<size.width * size.height).map { index in
        let (x, y) = (index % size.width, index / size.width)
        let rect = transform.bufferRect(
          ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        )
        let first = (rect.top * transform.bufferSize.width + rect.left) * 4
        return buffers[2][first..<first + 3].reduce(0) { $0 << 8 | UInt32($1) }
      }
    }
  }

  @Test("A moved ink is the same ink elsewhere, in all rotations", arguments: Rotation.allCases)
  func moved(rotation: Rotation) {
    var (upright, turned) = (Stage(), Stage(.xrgb8888, rotation))
    for (x, y) in [(0, 0), (5, 0), (-16, 3), (-33, -7), (70, 30), (32, 0)] {
      upright.layers.move(ink: 1, by: PixelPoint(x: x, y: y), isShown: true, of: upright.plate)
      turned.layers.move(ink: 1, by: PixelPoint(x: x, y: y), isShown: true, of: turned.plate)
      upright.layers.update(upright.plate, opacity: 1)
      turned.layers.update(turned.plate, opacity: 1)
      _ = upright.paint(2, isFull: true)
      _ = turned.paint(2, isFull: true)
      let isSame = upright.view == turned.view
      #expect(isSame, "by (\(x), \(y))")
    }
  }

  @Test("An ink is cut to its rectangle, wherever it goes")
  func clipped() {
    var stage = Stage()
    stage.layers.update(stage.plate, opacity: 1)
    func ink(_ x: Int, _ y: Int) -> Bool { stage.view[y * 133 + x] != 0xF3F3F3 }
    stage.layers.move(ink: 0, by: PixelPoint(x: -20, y: 0), isShown: true, of: stage.plate)
    _ = stage.paint(2, isFull: true)
    #expect((10..<15).allSatisfy { x in (8..<24).allSatisfy { !ink(x, $0) } })
    #expect((15..<32).contains { x in (8..<24).contains { ink(x, $0) } })
    stage.layers.move(ink: 0, by: PixelPoint(x: 0, y: 0), isShown: false, of: stage.plate)
    _ = stage.paint(2, isFull: true)
    #expect((10..<31).allSatisfy { x in (8..<22).allSatisfy { !ink(x, $0) } })
  }

  static let cases = [PixelFormat.xrgb8888, .rgb565].flatMap { format in
    Rotation.allCases.map { (format, $0) }
  }

  @Test("Painting changes leaves the bits of painting everything", arguments: cases)
  func incremental(format: PixelFormat, rotation: Rotation) {
    var random = SplitMix(seed: rotation.rawValue)
    var stage = Stage(format, rotation)
    var last: [UInt8] = []
    let width = stage.transform.bufferSize.width
    var opacity = 1.0
    for frame in 0..<60 {
      let index = random.below(PlateLayer.inkCount)
      switch random.below(6) {
      case 0: opacity = [0, 0.4, 1, 1][random.below(4)]
      case 1:
        stage.layers.setColor(
          Color(rgb: UInt32(random.below(0xFFFFFF))),
          ofInk: index,
          of: stage.plate
        )
      case 2: stage.layers.setFill(Color(rgb: UInt32(random.below(0xFFFFFF))), of: stage.plate)
      default:
        stage.layers.move(
          ink: index,
          by: PixelPoint(x: random.below(90) - 45, y: random.below(60) - 30),
          isShown: random.below(4) > 0,
          of: stage.plate
        )
      }
      stage.layers.update(stage.plate, opacity: opacity)
      let damage = stage.paint(frame % 2)
      _ = stage.paint(2, isFull: true)
      let isSame = stage.buffers[frame % 2] == stage.buffers[2]
      #expect(isSame, "frame \(frame)")
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
