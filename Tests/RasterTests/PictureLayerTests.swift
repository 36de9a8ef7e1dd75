// SPDX-License-Identifier: Apache-2.0
import CCairo
import Geometry
import LayerTrials
import TestSupport
import Testing

@testable import Raster

@Suite("Pictures")
struct PictureLayerTests {
  /// Two pictures over each other and a disc beneath, in a view of 131 × 87 pixels.
  struct Stage {
    var stack: PaintedStack
    let pictures: [LayerID<PictureLayer>]

    init(_ rotation: Rotation = .none, background: Color = Color(rgb: 0x2F7CF6)) {
      stack = PaintedStack(
        view: PixelSize(width: 131, height: 87),
        rotation: rotation,
        background: background
      )
      let disc = stack.layers.add(DiscLayer(fill: Color(rgb: 0xF25A5A), labelColor: Color(rgb: 0)))
      stack.layers.update(disc, center: Point(x: 40, y: 40), radius: 20, opacity: 1)
      pictures = [stack.layers.add(PictureLayer()), stack.layers.add(PictureLayer())]
    }

    /// The pixels of the view of the frame that was painted in full, row by row.
    var view: [UInt32] {
      (0..<131 * 87).map { index in
        let pixel = stack.pixel(index % 131, index / 131)
        return UInt32(pixel.red << 16 | pixel.green << 8 | pixel.blue)
      }
    }

    func picture(_ bytes: [UInt8], _ width: Int, at x: Int, _ y: Int, clip: PixelRect? = nil)
      -> Picture
    {
      Picture(
        premultiplied: bytes,
        size: PixelSize(width: width, height: bytes.count / 4 / width),
        at: PixelPoint(x: x, y: y),
        clip: clip ?? stack.transform.viewSize.bounds,
        transform: stack.transform
      )
    }
  }

  /// Premultiplied pixels of all kinds of colours and alphas, from a seed.
  static func noise(_ count: Int, seed: Int) -> [UInt8] {
    var random = SplitMix(seed: seed)
    return (0..<count).flatMap { _ -> [UInt8] in
      let alpha = [0, 255, random.below(256)][random.below(3)]
      // White as often as any other colour: its sums are the greatest.
      let isWhite = random.below(2) == 0
      let color = (0..<3).map { _ in isWhite ? alpha : random.below(alpha + 1) }
      return (color + [alpha]).map { UInt8($0) }
    }
  }

  @Test("What is opaque is exactly itself, what is transparent leaves every bit")
  func exact() {
    var stage = Stage()
    stage.stack.paintAll()
    let before = stage.view
    var bytes = [UInt8](repeating: 0, count: 4 * 40 * 20)
    for index in 0..<400 {
      let color: [UInt8] = [UInt8(index % 256), 255, UInt8(index / 2), 255]
      for channel in 0..<4 { bytes[index * 4 + channel] = color[channel] }
    }
    stage.stack.layers.setPicture(stage.picture(bytes, 40, at: 27, 30), of: stage.pictures[0])
    stage.stack.layers.setOpacity(1, of: stage.pictures[0])
    stage.stack.paintAll()
    let after = stage.view
    for y in 0..<87 {
      for x in 0..<131 {
        let index = (y - 30) * 40 + x - 27
        let isPicture = x >= 27 && x < 67 && y >= 30 && index < 400
        let color = isPicture ? (index & 255) << 16 | 0xFF00 | (index / 2) & 255 : 0
        let expected = isPicture ? UInt32(color) : before[y * 131 + x]
        #expect(after[y * 131 + x] == expected, "(\(x), \(y))")
      }
    }
  }

  @Test(
    "Colours and alphas of all kinds look as cairo draws them",
    arguments: [0, 0.3, 0.5, 0.78, 1]
  )
  func cairo(opacity: Double) {
    var stage = Stage(background: Color(rgb: 0xFFFFFF))
    stage.stack.paintAll()
    let bytes = Self.noise(60 * 50, seed: 7)
    let expected = Self.cairo(stage.view, bytes, 60, at: 13, 9, opacity)
    stage.stack.layers.setPicture(stage.picture(bytes, 60, at: 13, 9), of: stage.pictures[1])
    stage.stack.layers.setOpacity(opacity, of: stage.pictures[1])
    stage.stack.paintAll()
    #expect(Self.distance(stage.view, expected) <= (opacity == 1 ? 1 : 2))
  }

  @Test(
    "A mix of two pictures is that of their premultiplied colours",
    arguments: [0.25, 0.5, 0.75]
  )
  func mix(share: Double) {
    var stage = Stage()
    stage.stack.paintAll()
    let (one, other) = (Self.noise(1600, seed: 1), Self.noise(1600, seed: 2))
    let mixed = zip(one, other).map { Self.mixed($0, $1, share: share) }
    let expected = Self.cairo(stage.view, mixed, 40, at: 30, 20, 1)
    let layer = stage.pictures[0]
    stage.stack.layers.setPicture(stage.picture(one, 40, at: 30, 20), of: layer)
    stage.stack.layers.setOpacity(1, of: layer)
    stage.stack.layers.mixPicture(stage.picture(other, 40, at: 30, 20), of: layer)
    stage.stack.layers.setShare(share, of: layer)
    stage.stack.paintAll()
    #expect(Self.distance(stage.view, expected) <= 2)
  }

  @Test(
    "Opaque pictures mix, and fade over what lies beneath, by the same formulas",
    arguments: [0.25, 0.5, 1],
    [0.3, 1]
  )
  func opaque(share: Double, opacity: Double) {
    var stage = Stage()
    stage.stack.paintAll()
    let (one, other) = (Self.opaqueNoise(1600, seed: 3), Self.opaqueNoise(1600, seed: 4))
    let mixed = zip(one, other).map { Self.mixed($0, $1, share: share) }
    let expected = Self.cairo(stage.view, mixed, 40, at: 30, 20, opacity)
    let layer = stage.pictures[0]
    stage.stack.layers.setPicture(stage.picture(one, 40, at: 30, 20), of: layer)
    stage.stack.layers.setOpacity(opacity, of: layer)
    stage.stack.layers.mixPicture(stage.picture(other, 40, at: 30, 20), of: layer)
    stage.stack.layers.setShare(share, of: layer)
    stage.stack.paintAll()
    #expect(Self.distance(stage.view, expected) <= 2)
  }

  /// A channel between two others.
  private static func mixed(_ from: UInt8, _ to: UInt8, share: Double) -> UInt8 {
    let (from, to) = (Double(from), Double(to))
    return UInt8((from + share * (to - from)).rounded())
  }

  /// Opaque pixels of all kinds of colours, from a seed.
  static func opaqueNoise(_ count: Int, seed: Int) -> [UInt8] {
    var random = SplitMix(seed: seed)
    return (0..<count).flatMap { _ -> [UInt8] in
      (0..<3).map { _ in UInt8(random.below(256)) } + [255]
    }
  }

  @Test("Every colour, alpha and opacity over white and black stays within a channel")
  func bounds() {
    // The least weight that no colour exceeds is what keeps sums from running over.
    let greatest = (0...255).map { alpha in
      (0...256).map { opacity in
        let weight = alpha + (alpha > 0 ? 1 : 0)
        let part = opacity == 256 ? weight : (weight * opacity + 128) >> 8
        return 255 * (256 - part) + alpha * opacity + 128
      }.max() ?? 0
    }
    #expect((greatest.max() ?? 0) <= 65_535)
  }

  @Test("A picture is the same in all rotations", arguments: Rotation.allCases)
  func rotations(rotation: Rotation) {
    var (upright, turned) = (Stage(), Stage(rotation))
    let bytes = Self.noise(33 * 21, seed: 3)
    let clip = PixelRect(left: 9, top: 0, right: 30, bottom: 70)
    for (x, y) in [(0, 0), (5, 61), (-16, -3), (28, 3), (200, 3)] {
      upright.stack.layers.setPicture(
        upright.picture(bytes, 33, at: x, y, clip: clip),
        of: upright.pictures[1]
      )
      turned.stack.layers.setPicture(
        turned.picture(bytes, 33, at: x, y, clip: clip),
        of: turned.pictures[1]
      )
      upright.stack.layers.setOpacity(1, of: upright.pictures[1])
      turned.stack.layers.setOpacity(1, of: turned.pictures[1])
      upright.stack.paintAll()
      turned.stack.paintAll()
      let isSame = upright.view == turned.view
      #expect(isSame, "at (\(x), \(y))")
    }
  }

  // MARK: - Cairo

  /// The most by which a channel differs.
  private static func distance(_ one: [UInt32], _ other: [UInt32]) -> Int {
    var greatest = 0
    for (one, other) in zip(one, other) {
      for shift in [UInt32(0), 8, 16] {
        let (left, right) = (Int(one >> shift & 255), Int(other >> shift & 255))
        greatest = max(greatest, abs(left - right))
      }
    }
    return greatest
  }

  /// `view` with a premultiplied picture over it.
  private static func cairo(
    _ view: [UInt32],
    _ rgba: [UInt8],
    _ width: Int,
    at x: Int,
    _ y: Int,
    _ opacity: Double
  ) -> [UInt32] {
    let under = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, 131, 87)
    let height = rgba.count / 4 / width
    let over = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    defer {
      unsafe cairo_surface_destroy(over)
      unsafe cairo_surface_destroy(under)
    }
    unsafe fill(under, view)
    // Alpha, red, green and blue from the highest byte on.
    let words = stride(from: 0, to: rgba.count, by: 4).map { index -> UInt32 in
      [3, 0, 1, 2].reduce(0) { word, channel in word << 8 | UInt32(rgba[index + channel]) }
    }
    unsafe fill(over, words)
    let context = unsafe cairo_create(under)
    unsafe cairo_set_source_surface(context, over, Double(x), Double(y))
    unsafe cairo_paint_with_alpha(context, opacity)
    unsafe cairo_destroy(context)
    unsafe cairo_surface_flush(under)
    guard let data = unsafe cairo_image_surface_get_data(under) else { return [] }
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
