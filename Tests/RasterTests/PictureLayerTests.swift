// SPDX-License-Identifier: Apache-2.0
import CCairo
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite("Pictures")
struct PictureLayerTests {
  /// Two pictures over each other and a disc beneath, in a view of 131 × 87 pixels.
  struct Stage {
    var layers: LayerStack
    let disc: LayerID<DiscLayer>
    let pictures: [LayerID<PictureLayer>]
    let transform: OutputTransform
    let format: PixelFormat
    var buffers: [[UInt8]]

    init(_ format: PixelFormat = .xrgb8888, _ rotation: Rotation = .none) {
      let size =
        rotation.swapsAxes ? PixelSize(width: 87, height: 131) : PixelSize(width: 131, height: 87)
      transform = OutputTransform(bufferSize: size, rotation: rotation, scale: 1)
      self.format = format
      layers = LayerStack(transform: transform, background: Color(rgb: 0x2F7CF6), bufferCount: 2)
      disc = layers.add(DiscLayer(fill: Color(rgb: 0xF25A5A), labelColor: Color(rgb: 0)))
      layers.update(disc, center: Point(x: 40, y: 40), radius: 20, opacity: 1)
      pictures = [layers.add(PictureLayer()), layers.add(PictureLayer())]
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

    /// The pixels of the view of the frame that was painted in full, row by row.
    var view: [UInt32] {
      let size = transform.viewSize
      return (0..<size.width * size.height).map { index in
        let (x, y) = (index % size.width, index / size.width)
        let rect = transform.bufferRect(
          ofView: PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
        )
        let first = (rect.top * transform.bufferSize.width + rect.left) * 4
        return buffers[2][first..<first + 3].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
    }

    func picture(_ bytes: [UInt8], _ width: Int, at x: Int, _ y: Int, clip: PixelRect? = nil)
      -> Picture
    {
      Picture(
        premultiplied: bytes,
        size: PixelSize(width: width, height: bytes.count / 4 / width),
        at: PixelPoint(x: x, y: y),
        clip: clip ?? transform.viewSize.bounds,
        transform: transform
      )
    }
  }

  /// Premultiplied pixels of all kinds of colours and alphas, from a seed.
  static func noise(_ count: Int, seed: Int) -> [UInt8] {
    var random = SplitMix(seed: seed)
    return (0..<count).flatMap { _ -> [UInt8] in
      let alpha = [0, 255, random.below(256)][random.below(3)]
      return [random.below(alpha + 1), random.below(alpha + 1), random.below(alpha + 1), alpha]
        .map { UInt8($0) }
    }
  }

  @Test("What is opaque is exactly itself, what is transparent leaves every bit")
  func exact() {
    var stage = Stage()
    _ = stage.paint(2, isFull: true)
    let before = stage.view
    var bytes = [UInt8](repeating: 0, count: 4 * 40 * 20)
    for index in 0..<400 {
      let color: [UInt8] = [UInt8(index % 256), 255, UInt8(index / 2), 255]
      for channel in 0..<4 { bytes[index * 4 + channel] = color[channel] }
    }
    stage.layers.setPicture(stage.picture(bytes, 40, at: 27, 30), of: stage.pictures[0])
    stage.layers.setOpacity(1, of: stage.pictures[0])
    _ = stage.paint(2, isFull: true)
    let after = stage.view
    for y in 0..<87 {
      for x in 0..<131 {
        let index = (y - 30) * 40 + x - 27
        let isPicture = x >= 27 && x < 67 && y >= 30 && index < 400
        let color = UInt32(index & 255) << 16 | 0xFF00 | UInt32((index / 2) & 255)
        #expect(after[y * 131 + x] == (isPicture ? color : before[y * 131 + x]), "(\(x), \(y))")
      }
    }
  }

  @Test("Colours and alphas of all kinds look as cairo draws them", arguments: [0, 0.3, 0.5, 1])
  func cairo(opacity: Double) throws {
    var stage = Stage()
    _ = stage.paint(2, isFull: true)
    let bytes = Self.noise(60 * 50, seed: 7)
    let expected = try Self.cairo(stage.view, bytes, 60, at: 13, 9, opacity)
    stage.layers.setPicture(stage.picture(bytes, 60, at: 13, 9), of: stage.pictures[1])
    stage.layers.setOpacity(opacity, of: stage.pictures[1])
    _ = stage.paint(2, isFull: true)
    #expect(Self.distance(stage.view, expected) <= (opacity == 1 ? 1 : 2))
  }

  @Test("A mix of two pictures is that of their premultiplied colours", arguments: [0.25, 0.5, 0.75])
  func mix(share: Double) throws {
    var stage = Stage()
    _ = stage.paint(2, isFull: true)
    let (one, other) = (Self.noise(1600, seed: 1), Self.noise(1600, seed: 2))
    let mixed = zip(one, other).map { from, to in
      UInt8((Double(from) + share * (Double(to) - Double(from))).rounded())
    }
    let expected = try Self.cairo(stage.view, mixed, 40, at: 30, 20, 1)
    let layer = stage.pictures[0]
    stage.layers.setPicture(stage.picture(one, 40, at: 30, 20), of: layer)
    stage.layers.setOpacity(1, of: layer)
    stage.layers.mixPicture(stage.picture(other, 40, at: 30, 20), of: layer)
    stage.layers.setShare(share, of: layer)
    _ = stage.paint(2, isFull: true)
    #expect(Self.distance(stage.view, expected) <= 2)
  }

  @Test("Every colour, alpha and opacity over white and black stays within a channel")
  func bounds() {
    // The least weight that no colour exceeds is what keeps sums from running over.
    for under: UInt32 in [0, 255] {
      for alpha in 0...255 {
        for opacity in 0...256 {
          let weight = UInt32(alpha + (alpha > 0 ? 1 : 0))
          let part = opacity == 256 ? weight : (weight * UInt32(opacity) + 128) >> 8
          let sum = under * (256 - part) + UInt32(alpha * opacity) + 128
          #expect(sum <= 65_535)
        }
      }
    }
  }

  @Test("A picture is the same in all rotations", arguments: Rotation.allCases)
  func rotations(rotation: Rotation) {
    var (upright, turned) = (Stage(), Stage(.xrgb8888, rotation))
    let bytes = Self.noise(33 * 21, seed: 3)
    let clip = PixelRect(left: 9, top: 0, right: 30, bottom: 70)
    for (x, y) in [(0, 0), (5, 61), (-16, -3), (28, 3), (200, 3)] {
      upright.layers.setPicture(
        upright.picture(bytes, 33, at: x, y, clip: clip),
        of: upright.pictures[1]
      )
      turned.layers.setPicture(
        turned.picture(bytes, 33, at: x, y, clip: clip),
        of: turned.pictures[1]
      )
      upright.layers.setOpacity(1, of: upright.pictures[1])
      turned.layers.setOpacity(1, of: turned.pictures[1])
      _ = upright.paint(2, isFull: true)
      _ = turned.paint(2, isFull: true)
      let isSame = upright.view == turned.view
      #expect(isSame, "at (\(x), \(y))")
    }
  }

  static let cases = [PixelFormat.xrgb8888, .rgb565].flatMap { format in
    Rotation.allCases.map { (format, $0) }
  }

  @Test("Painting changes leaves the bits of painting everything", arguments: cases)
  func incremental(format: PixelFormat, rotation: Rotation) {
    var random = SplitMix(seed: rotation.rawValue + (format == .rgb565 ? 7 : 0))
    var stage = Stage(format, rotation)
    let width = stage.transform.bufferSize.width
    var last: [UInt8] = []
    for frame in 0..<100 {
      let layer = stage.pictures[random.below(2)]
      switch random.below(6) {
      case 0, 1:
        let side = 1 + random.below(40)
        let picture = stage.picture(
          Self.noise(side * 20, seed: frame),
          side,
          at: random.below(140) - 10,
          random.below(90) - 10
        )
        if random.below(2) == 0 {
          stage.layers.setPicture(picture, of: layer)
        } else {
          stage.layers.mixPicture(picture, of: layer)
        }
      case 2, 3: stage.layers.setShare(Double(random.below(9)) / 8, of: layer)
      case 4: stage.layers.setOpacity([0, 0.5, 1, 1][random.below(4)], of: layer)
      default:
        let center = Point(x: Double(random.below(131)), y: 40)
        stage.layers.update(stage.disc, center: center, radius: 20, opacity: 1)
      }
      if random.below(3) == 0 { continue }
      let buffer = random.below(2)
      let damage = stage.paint(buffer)
      _ = stage.paint(2, isFull: true)
      let isSame = stage.buffers[buffer] == stage.buffers[2]
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

  // MARK: - Cairo

  private static func distance(_ one: [UInt32], _ other: [UInt32]) -> Int {
    zip(one, other).map { one, other in
      [0, 8, 16].map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }.max() ?? 0
    }.max() ?? 0
  }

  /// `view` with a premultiplied picture over it.
  private static func cairo(
    _ view: [UInt32],
    _ rgba: [UInt8],
    _ width: Int,
    at x: Int,
    _ y: Int,
    _ opacity: Double
  ) throws -> [UInt32] {
    let under = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, 131, 87)
    let height = rgba.count / 4 / width
    let over = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    defer {
      unsafe cairo_surface_destroy(over)
      unsafe cairo_surface_destroy(under)
    }
    unsafe fill(under, view)
    unsafe fill(
      over,
      stride(from: 0, to: rgba.count, by: 4).map { index in
        UInt32(rgba[index + 3]) << 24 | UInt32(rgba[index]) << 16 | UInt32(rgba[index + 1]) << 8
          | UInt32(rgba[index + 2])
      }
    )
    let context = unsafe cairo_create(under)
    unsafe cairo_set_source_surface(context, over, Double(x), Double(y))
    unsafe cairo_paint_with_alpha(context, opacity)
    unsafe cairo_destroy(context)
    unsafe cairo_surface_flush(under)
    let data = try unsafe #require(cairo_image_surface_get_data(under))
    return (0..<131 * 87).map { index in
      unsafe data.advanced(by: index * 4).withMemoryRebound(to: UInt32.self, capacity: 1) {
        unsafe $0.pointee & 0xFFFFFF
      }
    }
  }

  /// Widths are such that rows have no padding: four bytes a pixel need none.
  private static func fill(_ surface: OpaquePointer?, _ pixels: [UInt32]) {
    unsafe cairo_surface_flush(surface)
    guard let data = unsafe cairo_image_surface_get_data(surface) else { return }
    unsafe data.withMemoryRebound(to: UInt32.self, capacity: pixels.count) { memory in
      for index in pixels.indices { unsafe memory[index] = pixels[index] }
    }
    unsafe cairo_surface_mark_dirty(surface)
  }
}
