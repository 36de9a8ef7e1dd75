// SPDX-License-Identifier: Apache-2.0
import CCairo
import Geometry
import Testing

@testable import Raster

@Suite("Filling beside cairo")
struct CairoComparisonTests {
  @Test("Shapes look as cairo's best antialiasing draws them", arguments: MaskShape.allCases)
  func shapes(_ shape: MaskShape) {
    let size = PixelSize(width: 90, height: 90)
    let path = shape.path(in: size)
    let mask = CoverageMask(filling: path, size: size)
    let reference = cairoCoverage(path, size)
    var worst = 0
    var sum = 0
    for (one, other) in zip(mask.bytes, reference) {
      worst = max(worst, abs(Int(one) - Int(other)))
      sum += abs(Int(one) - Int(other))
    }
    // Cairo's best mode samples 17 × 15 points of a grid.
    #expect(worst <= 16)
    #expect(Double(sum) / Double(mask.bytes.count) / 255 <= 0.001)
  }

  private func cairoCoverage(_ path: Path, _ size: PixelSize) -> [UInt8] {
    let (width, height) = (Int32(size.width), Int32(size.height))
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, width, height)
    let context = unsafe cairo_create(surface)
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(surface)
    }
    unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_BEST)
    unsafe cairo_set_tolerance(context, 0.01)
    for element in path.elements {
      switch element {
      case .move(let point): unsafe cairo_move_to(context, point.x, point.y)
      case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
      case .cubic(let one, let two, let end):
        unsafe cairo_curve_to(context, one.x, one.y, two.x, two.y, end.x, end.y)
      }
    }
    unsafe cairo_fill(context)
    unsafe cairo_surface_flush(surface)
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    guard let pixels = unsafe cairo_image_surface_get_data(surface) else { return [] }
    var bytes: [UInt8] = []
    for row in 0..<size.height {
      for column in 0..<size.width { unsafe bytes.append(pixels[row * stride + column]) }
    }
    return bytes
  }
}
