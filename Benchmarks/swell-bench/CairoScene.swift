// SPDX-License-Identifier: Apache-2.0
import CCairo
import Geometry
import Raster

/// The same scene drawn by cairo, as one would write it: paths filled through a clip.
@safe
final class CairoScene {
  private let scene: BenchScene
  private let surface: OpaquePointer?
  private let context: OpaquePointer?
  private let label: CairoMask
  private let glyphs: [CairoMask]
  private let figures: FigureGlyphs

  init(_ scene: BenchScene, text: CairoText) {
    self.scene = scene
    unsafe surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24,
      Int32(scene.size.width),
      Int32(scene.size.height)
    )
    unsafe context = cairo_create(surface)
    label = CairoMask(text.label("Elastic", size: scene.labelSize))
    figures = text.figures(size: scene.figureSize)
    glyphs = figures.glyphs.map(CairoMask.init)
    draw(frame: 0, everything: true)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Draws frame `n`, either all of it or the boxes of the two widgets.
  func draw(frame n: Int, everything: Bool) {
    unsafe cairo_save(context)
    if !everything {
      for box in scene.boxes { rectangle(box) }
      unsafe cairo_clip(context)
    }
    setColor(BenchScene.background)
    unsafe cairo_paint(context)
    drawButton(n)
    drawIndicator(n)
    unsafe cairo_restore(context)
    unsafe cairo_surface_flush(surface)
  }

  private func drawButton(_ n: Int) {
    let (left, top) = (Double(scene.button.left), Double(scene.button.top))
    let (right, bottom) = (Double(scene.button.right), Double(scene.button.bottom))
    let (x, y) = ((left + right) / 2, (top + bottom) / 2)
    let offset = scene.offset(n)
    unsafe cairo_move_to(context, left, top)
    quadratic(left, top, x, top - offset, right, top)
    quadratic(right, top, right + offset, y, right, bottom)
    quadratic(right, bottom, x, bottom + offset, left, bottom)
    quadratic(left, bottom, left - offset, y, left, top)
    setColor(BenchScene.buttonColor)
    unsafe cairo_fill(context)
    setColor(BenchScene.white)
    unsafe label.paint(
      context,
      x: (scene.button.left + scene.button.right) / 2,
      y: (scene.button.top + scene.button.bottom) / 2
    )
  }

  private func drawIndicator(_ n: Int) {
    let rect = scene.indicator
    let (x, y, side) = (Double(rect.left), Double(rect.top), Double(rect.width))
    let radius = side / 4
    unsafe cairo_save(context)
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, x + side - radius, y + radius, radius, -.pi / 2, 0)
    unsafe cairo_arc(context, x + side - radius, y + side - radius, radius, 0, .pi / 2)
    unsafe cairo_arc(context, x + radius, y + side - radius, radius, .pi / 2, .pi)
    unsafe cairo_arc(context, x + radius, y + radius, radius, .pi, 1.5 * .pi)
    unsafe cairo_close_path(context)
    unsafe cairo_clip(context)
    setColor(BenchScene.outlineColor)
    unsafe cairo_paint(context)
    wave(n, shift: .pi / 2, BenchScene.backColor)
    wave(n, shift: 0, BenchScene.frontColor)
    unsafe cairo_restore(context)
    setColor(BenchScene.white)
    drawFigure(Int((scene.level(n) * 100).rounded()))
  }

  private func wave(_ n: Int, shift: Double, _ color: Color) {
    let rect = scene.indicator
    let side = Double(rect.width)
    let mean = Double(rect.top) + side * (1 - scene.level(n))
    let phase = scene.phase(n) * .pi / 180 + shift
    unsafe cairo_move_to(context, Double(rect.left), Double(rect.bottom))
    for column in stride(from: 0, through: rect.width, by: 2) {
      let angle = 2 * .pi * BenchScene.frequency * Double(column) / side + phase
      unsafe cairo_line_to(
        context,
        Double(rect.left + column),
        mean + scene.amplitude * Angle.sine(angle)
      )
    }
    unsafe cairo_line_to(context, Double(rect.right), Double(rect.bottom))
    unsafe cairo_close_path(context)
    setColor(color)
    unsafe cairo_fill(context)
  }

  private func drawFigure(_ value: Int) {
    var indices = String(value).utf8.map { Int($0) - 48 }
    indices.append(FigureGlyphs.percentSign)
    let width = indices.reduce(0) { $0 + figures.advances[$1] }
    let rect = scene.indicator
    var pen = Double(rect.left + rect.right) / 2 - width / 2
    let baseline = Double(rect.top + rect.bottom) / 2 + figures.digitHeight / 2
    for index in indices {
      unsafe glyphs[index].paint(context, x: Int(pen.rounded()), y: Int(baseline.rounded()))
      pen += figures.advances[index]
    }
  }

  private func setColor(_ color: Color) {
    unsafe cairo_set_source_rgba(
      context,
      Double(color.red) / 255,
      Double(color.green) / 255,
      Double(color.blue) / 255,
      Double(color.alpha) / 255
    )
  }

  private func rectangle(_ rect: PixelRect) {
    unsafe cairo_rectangle(
      context,
      Double(rect.left),
      Double(rect.top),
      Double(rect.width),
      Double(rect.height)
    )
  }

  private func quadratic(
    _ x0: Double,
    _ y0: Double,
    _ x1: Double,
    _ y1: Double,
    _ x2: Double,
    _ y2: Double
  ) {
    unsafe cairo_curve_to(
      context,
      x0 + (x1 - x0) * 2 / 3,
      y0 + (y1 - y0) * 2 / 3,
      x2 + (x1 - x2) * 2 / 3,
      y2 + (y1 - y2) * 2 / 3,
      x2,
      y2
    )
  }
}

/// Ink as a cairo mask.
@safe
final class CairoMask {
  private let surface: OpaquePointer?
  private let origin: PixelPoint

  init(_ placed: PlacedMask) {
    origin = placed.origin
    let size = placed.mask.size
    unsafe surface = cairo_image_surface_create(
      CAIRO_FORMAT_A8,
      Int32(size.width),
      Int32(size.height)
    )
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    if let pixels = unsafe cairo_image_surface_get_data(surface) {
      for row in 0..<size.height {
        for column in 0..<size.width {
          unsafe pixels[row * stride + column] = placed.mask.bytes[row * size.width + column]
        }
      }
    }
    unsafe cairo_surface_mark_dirty(surface)
  }

  deinit { unsafe cairo_surface_destroy(surface) }

  /// Blends the context's colour through the ink with its anchor at (`x`, `y`).
  func paint(_ context: OpaquePointer?, x: Int, y: Int) {
    unsafe cairo_mask_surface(context, surface, Double(x + origin.x), Double(y + origin.y))
  }
}
