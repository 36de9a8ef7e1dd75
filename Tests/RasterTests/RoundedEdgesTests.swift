// SPDX-License-Identifier: Apache-2.0
import CCairo
import Geometry
import LayerTrials
import TestSupport
import Testing

@testable import Raster

/// What an elastic layer with round corners paints, beside cairo's picture of the same outline.
@Suite("Bowed edges between round corners")
struct RoundedEdgesTests {
  /// Lengths in pixels.
  struct Shape: Sendable, CustomStringConvertible {
    var origin = (x: 20.0, y: 20.0)
    let width: Double
    let height: Double
    let radius: Double
    let offset: Double
    var description: String { "\(width) × \(height) at \(origin), \(radius), \(offset)" }

    var rect: Rect { Rect(x: origin.x, y: origin.y, width: width, height: height) }
    var view: PixelSize { PixelSize(width: Int(width) + 40, height: Int(height) + 40) }
    var reference: RoundedFrame {
      RoundedFrame(width: width, height: height, offset: offset, radius: radius)
    }
  }

  /// Held, at the deepest of the wobble behind it, and beyond both, at scales of 1, 1.25 and 2.
  static let shapes = [1, 1.25, 2].flatMap { scale -> [Shape] in
    [
      (200.0, 80.0, 14.0, 15.0), (200, 80, 14, -9.4), (200, 80, 14, -30),
      (300, 44, 10, 10), (300, 44, 10, -6.3), (300, 44, 22, 10), (300, 44, 22, -6.3),
      (60, 60, 20, 15), (60, 60, 20, -9.4), (60, 60, 30, -12),
    ].map {
      Shape(
        // On whole pixels, and between them.
        origin: scale == 1.25 ? (20.3, 20.6) : (20, 20),
        width: $0.0 * scale,
        height: $0.1 * scale,
        radius: $0.2 * scale,
        offset: $0.3 * scale
      )
    }
  }

  /// The shape in green on black.
  private struct Painting {
    var stack: PaintedStack
    let layer: LayerID<ElasticLayer>

    init(_ shape: Shape, format: PixelFormat = .xrgb8888, rotation: Rotation = .none) {
      stack = PaintedStack(view: shape.view, format: format, rotation: rotation)
      layer = stack.layers.add(
        ElasticLayer(
          rect: shape.rect,
          fill: Color(rgb: 0x00FF00),
          labelColor: Color(rgb: 0x0000FF),
          cornerRadius: shape.radius,
          transform: stack.transform
        )
      )
    }

    mutating func paintAll(_ offset: Double) -> [UInt8] {
      stack.layers.update(layer, offset: offset, opacity: 1)
      stack.paintAll()
      return stack.full
    }
  }

  @Test(
    "Edges and arcs are painted as cairo fills their outline",
    arguments: shapes.enumerated().map { index, shape in
      (shape, Rotation.allCases[index % Rotation.allCases.count])
    }
  )
  func cairo(shape: Shape, rotation: Rotation) {
    var painting = Painting(shape, rotation: rotation)
    _ = painting.paintAll(shape.offset)
    let expected = cairoCoverage(shape)
    var worst = (0, 0, 0)
    var sum = 0
    for y in 0..<shape.view.height {
      for x in 0..<shape.view.width {
        let error = abs(painting.stack.pixel(x, y).green - expected[y * shape.view.width + x])
        sum += error
        if error > worst.0 { worst = (error, x, y) }
      }
    }
    // Cairo's 16 × 17 × 15 samples, and two roundings.
    #expect(worst.0 <= 4, "\(worst)")
    #expect(Double(sum) / Double(expected.count) < 0.1)
  }

  /// Coverages 0 … 255 of the shape's outline, each the mean of 4 × 4 of cairo's.
  private func cairoCoverage(_ shape: Shape) -> [Int] {
    let (width, height) = (shape.view.width, shape.view.height)
    let (fine, rows) = (Int32(width * 4), Int32(height * 4))
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, fine, rows)
    let context = unsafe cairo_create(surface)
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(surface)
    }
    unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_BEST)
    unsafe cairo_scale(context, 4, 4)
    unsafe cairo_translate(context, shape.origin.x, shape.origin.y)
    // From the left edge's middle clockwise; each corner is the first one in a mirror.
    let corner = shape.reference.outline(step: 0.05)
    for isRight in [false, true] {
      for isLower in [false, true] {
        let isBackward = isRight != isLower
        let places = (isBackward ? corner.reversed() : corner).map { place in
          (
            x: isRight ? shape.width - place.x : place.x,
            y: isLower ? shape.height - place.y : place.y
          )
        }
        // A quarter of the shape, with the middle between all four.
        unsafe cairo_move_to(context, shape.width / 2, shape.height / 2)
        for place in places { unsafe cairo_line_to(context, place.x, place.y) }
        unsafe cairo_close_path(context)
      }
    }
    unsafe cairo_fill(context)
    unsafe cairo_surface_flush(surface)
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    guard let pixels = unsafe cairo_image_surface_get_data(surface) else { return [] }
    var sums = [Int](repeating: 0, count: width * height)
    for y in 0..<Int(rows) {
      for x in 0..<Int(fine) {
        sums[(y >> 2) * width + (x >> 2)] += unsafe Int(pixels[y * stride + x])
      }
    }
    return sums.map { ($0 + 8) / 16 }
  }

  @Test(
    "The outline turns nowhere by more than its arcs do",
    arguments: shapes
  )
  func turns(shape: Shape) throws {
    let reference = shape.reference
    let radius = try #require(reference.arc?.radius)
    let step = 0.25
    let outline = reference.outline(step: step)
    // The sharpest bend of a parabola, at its middle.
    let shorter = min(shape.width, shape.height)
    let bend = max(1 / radius, 4 * abs(shape.offset) / (shorter * shorter))
    for index in 2..<outline.count {
      let (a, b, c) = (outline[index - 2], outline[index - 1], outline[index])
      let (one, other) = (b - a, c - b)
      // Where the arc ends in the edge's middle, nothing of the edge is left.
      guard one != .zero, other != .zero else { continue }
      let lengths = (
        (one.x * one.x + one.y * one.y).squareRoot(),
        (other.x * other.x + other.y * other.y).squareRoot()
      )
      let sine = (one.x * other.y - one.y * other.x) / (lengths.0 * lengths.1)
      let limit = bend * (lengths.0 + lengths.1) / 2
      #expect(abs(sine) <= limit * 1.05 + 1e-4, "at \(b)")
    }
  }

  @Test(
    "What was bowed comes to rest with the corners that it had before, in every bit",
    arguments: [PixelFormat.xrgb8888, .rgb565],
    Rotation.allCases
  )
  func rest(format: PixelFormat, rotation: Rotation) {
    let shape = Shape(origin: (20.25, 20.5), width: 101.5, height: 51, radius: 15.3, offset: 0)
    var painting = Painting(shape, format: format, rotation: rotation)
    let rest = painting.paintAll(0)
    for offset in [12.0, -9, 30, -25.5, 1e-6] {
      let bowed = painting.paintAll(offset)
      if abs(offset) > 1 { #expect(bowed != rest) }
      let again = painting.paintAll(0)
      #expect(again == rest)
    }
  }

  @Test(
    "Each frame of a wobble holds what painting everything does",
    arguments: [PixelFormat.xrgb8888, .rgb565],
    Rotation.allCases
  )
  func frames(format: PixelFormat, rotation: Rotation) {
    for radius in [0.7, 10, 22] {
      let shape = Shape(origin: (20.25, 20), width: 131, height: 45, radius: radius, offset: 0)
      var painting = Painting(shape, format: format, rotation: rotation)
      for (frame, offset) in [
        0, 5.5, 9, 10, 10, 4, -1.1, -6.3, -4, 0, 1.8, 0.2, 0, 22, 40, -20, -44, 3, 0,
      ].enumerated() {
        painting.stack.layers.update(painting.layer, offset: offset, opacity: 1)
        _ = painting.stack.paint(frame % 2)
        let full = painting.paintAll(offset)
        #expect(painting.stack.buffers[frame % 2] == full, "radius \(radius), frame \(frame)")
      }
    }
  }
}
