// SPDX-License-Identifier: Apache-2.0
import CCairo
import Geometry
import Raster

/// Text as coverage, rasterised by cairo, so that every renderer starts from the same ink.
struct CairoText {
  private let family = "DejaVu Sans"

  /// A word, centred around (0, 0).
  func label(_ text: String, size: Double) -> PlacedMask {
    let placed = ink(text, size: size)
    let height = placed.mask.size.height
    return PlacedMask(
      mask: placed.mask,
      origin: PixelPoint(x: -placed.mask.size.width / 2, y: -height / 2)
    )
  }

  /// The digits and the percent sign.
  func figures(size: Double) -> FigureGlyphs {
    let characters = (0..<10).map { String($0) } + ["%"]
    let zero = ink("0", size: size)
    return FigureGlyphs(
      glyphs: characters.map { ink($0, size: size) },
      advances: characters.map { advance($0, size: size) },
      digitHeight: Double(-zero.origin.y)
    )
  }

  private func advance(_ text: String, size: Double) -> Double {
    measure(text, size: size).x_advance
  }

  private func measure(_ text: String, size: Double) -> cairo_text_extents_t {
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    let context = unsafe cairo_create(surface)
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(surface)
    }
    var extents = cairo_text_extents_t()
    unsafe cairo_select_font_face(
      context,
      family,
      CAIRO_FONT_SLANT_NORMAL,
      CAIRO_FONT_WEIGHT_NORMAL
    )
    unsafe cairo_set_font_size(context, size)
    unsafe cairo_text_extents(context, text, &extents)
    return extents
  }

  private func ink(_ text: String, size: Double) -> PlacedMask {
    let extents = measure(text, size: size)
    let left = Int(extents.x_bearing.rounded(.down)) - 1
    let top = Int(extents.y_bearing.rounded(.down)) - 1
    let width = Int(extents.width.rounded(.up)) + 3
    let height = Int(extents.height.rounded(.up)) + 3
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
    let context = unsafe cairo_create(surface)
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(surface)
    }
    unsafe cairo_select_font_face(
      context,
      family,
      CAIRO_FONT_SLANT_NORMAL,
      CAIRO_FONT_WEIGHT_NORMAL
    )
    unsafe cairo_set_font_size(context, size)
    unsafe cairo_move_to(context, Double(-left), Double(-top))
    unsafe cairo_show_text(context, text)
    unsafe cairo_surface_flush(surface)
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    var bytes: [UInt8] = []
    if let pixels = unsafe cairo_image_surface_get_data(surface) {
      for row in 0..<height {
        for column in 0..<width { unsafe bytes.append(pixels[row * stride + column]) }
      }
    }
    return PlacedMask(
      mask: CoverageMask(size: PixelSize(width: width, height: height), bytes: bytes),
      origin: PixelPoint(x: left, y: top)
    )
  }
}
