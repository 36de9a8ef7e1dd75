// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import Imaging
internal import Raster
internal import Typography
internal import Widgets

/// The look of progress indicators: where mask and figure go, and what they are made of.
///
/// On a shape the figure stands in the middle. A word or a logo must stay readable, so there it
/// stands below, and both together are centred in the frame:
///
/// ```
///   ┌──frame───┐     ┌──frame───┐
///   │  ╭────╮  │     │   d  u   │  mask
///   │  │42 %│  │     │          │  gap: 0.6 of the digits' height
///   │  ╰────╯  │     │   42 %   │
///   └──────────┘     └──────────┘
/// ```
extension StageBuilder {
  /// The style of an indicator whose frame is given in points.
  func style(
    _ progress: ProgressSettings,
    _ state: WidgetState,
    frame: Rect,
    scale: Double
  ) -> ProgressStyle {
    let origin = PixelPoint(
      x: Int(clamping: (frame.minX * scale).rounded()),
      y: Int(clamping: (frame.minY * scale).rounded())
    )
    let size = PixelSize(
      width: min(8192, max(1, Int(clamping: (frame.size.width * scale).rounded()))),
      height: min(8192, max(1, Int(clamping: (frame.size.height * scale).rounded())))
    )
    let isShape = if case .shape = progress.mask { true } else { false }
    var figures: FigureGlyphs?
    if progress.showsPercent {
      figures = self.figures(pixelSize: (isShape ? 0.2 : 0.15) * Double(size.height))
    }
    var mask: PlacedMask
    if let glyphs = figures, !isShape {
      let gap = Int((0.6 * glyphs.digitHeight).rounded())
      let room = Int(glyphs.digitHeight.rounded()) + gap
      mask = inkedMask(
        progress,
        size: PixelSize(width: size.width, height: max(1, size.height - room)),
        origin: origin
      )
      let height = mask.mask.size.height
      mask = PlacedMask(
        mask: mask.mask,
        origin: PixelPoint(x: mask.origin.x, y: origin.y + (size.height - height - room) / 2)
      )
      figures = glyphs.lowered(by: (height + room + gap) / 2)
    } else {
      mask = inkedMask(progress, size: size, origin: origin)
    }
    return ProgressStyle(
      mask: mask,
      frequency: progress.frequency,
      frontColor: (state.color ?? progress.frontColor).color,
      backColor: progress.backColor.color,
      outlineColor: progress.outlineColor.color,
      figure: figures,
      figureColor: figureColor
    )
  }

  private func figures(pixelSize: Double) -> FigureGlyphs {
    guard let fonts = openFonts() else { return SegmentFigures.glyphs(pixelSize: pixelSize) }
    do throws(TypographyError) {
      return try fonts.figureGlyphs(font: nil, pixelSize: pixelSize)
    } catch {
      complaints.append("the percent figure is drawn without a font: \(error)")
      return SegmentFigures.glyphs(pixelSize: pixelSize)
    }
  }

  /// The indicator's mask in a box at `origin`, cut to its ink: 0 % is the ink's lower edge.
  private func inkedMask(
    _ progress: ProgressSettings,
    size: PixelSize,
    origin: PixelPoint
  ) -> PlacedMask {
    let full = coverage(progress, size: size)
    let ink = full.inkBounds
    guard !ink.isEmpty else {
      complaints.append("the mask of '\(progress.id)' has no ink; a rounded square takes its place")
      return PlacedMask(mask: MaskShape.rounded.mask(size: size), origin: origin)
    }
    return PlacedMask(
      mask: full.cropped(to: ink),
      origin: PixelPoint(x: origin.x + ink.left, y: origin.y + ink.top)
    )
  }

  private func coverage(_ progress: ProgressSettings, size: PixelSize) -> CoverageMask {
    switch progress.mask {
    case .shape(let shape):
      switch shape {
      case .circle: return MaskShape.circle.mask(size: size)
      case .rounded: return MaskShape.rounded.mask(size: size)
      case .drop: return MaskShape.drop.mask(size: size)
      }
    case .text(let text, let font):
      guard let fonts = openFonts() else { return MaskShape.rounded.mask(size: size) }
      do throws(TypographyError) {
        return try fonts.wordMask(text, font: font, fitting: size).mask
      } catch {
        complaints.append("a rounded square stands in for the mask \"\(text)\": \(error)")
        return MaskShape.rounded.mask(size: size)
      }
    case .image(let path):
      do throws(ImagingError) {
        return try PNGImage.open(path).maskFromAlpha(fitting: size).mask
      } catch {
        complaints.append("a rounded square stands in for the mask of '\(progress.id)': \(error)")
        return MaskShape.rounded.mask(size: size)
      }
    }
  }
}

extension FigureGlyphs {
  /// The glyphs with their ink `distance` pixels further down.
  fileprivate func lowered(by distance: Int) -> Self {
    Self(
      glyphs: glyphs.map { placed in
        PlacedMask(
          mask: placed.mask,
          origin: PixelPoint(x: placed.origin.x, y: placed.origin.y + distance)
        )
      },
      advances: advances,
      digitHeight: digitHeight
    )
  }
}
