// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Raster

/// The places of an indicator's mask and figure, and their materials.
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
struct ProgressLook {
  /// The shape that is filled, from the view's upper left corner in view pixels.
  let mask: PlacedMask
  /// The percent figure's glyphs; nil shows no figure.
  let figures: FigureGlyphs?
  /// The frame in view pixels, in which the mask lies.
  let box: PixelRect

  /// The measures of a ring in the frame, in view pixels.
  var ring: MaskShape.Ring {
    MaskShape.Ring(in: PixelSize(width: box.width, height: box.height))
      .moved(by: PixelPoint(x: box.left, y: box.top))
  }

  init(_ progress: ProgressSettings, in place: WidgetPlace, from materials: any Materials) {
    let (frame, scale) = (place.frame, place.scale)
    let origin = PixelPoint(
      x: Int(clamping: (frame.minX * scale).rounded()),
      y: Int(clamping: (frame.minY * scale).rounded())
    )
    let size = PixelSize(
      width: min(8192, max(1, Int(clamping: (frame.size.width * scale).rounded()))),
      height: min(8192, max(1, Int(clamping: (frame.size.height * scale).rounded())))
    )
    box = PixelRect(
      left: origin.x,
      top: origin.y,
      right: origin.x + size.width,
      bottom: origin.y + size.height
    )
    let isShape = if case .shape = progress.mask { true } else { false }
    let glyphs =
      progress.showsPercent
      ? materials.figures(
        font: progress.font,
        tail: progress.figureTail,
        pixelSize: progress.figureSize(inHeight: Double(size.height), scale: scale)
      ) : nil
    guard let glyphs, !isShape else {
      mask = Self.inkedMask(progress, size: size, origin: origin, scale: scale, from: materials)
      figures = glyphs
      return
    }
    let gap = Int((0.6 * glyphs.digitHeight).rounded())
    let room = Int(glyphs.digitHeight.rounded()) + gap
    let inked = Self.inkedMask(
      progress,
      size: PixelSize(width: size.width, height: max(1, size.height - room)),
      origin: origin,
      scale: scale,
      from: materials
    )
    let height = inked.mask.size.height
    mask = PlacedMask(
      mask: inked.mask,
      origin: PixelPoint(x: inked.origin.x, y: origin.y + (size.height - height - room) / 2)
    )
    figures = glyphs.lowered(by: (height + room + gap) / 2)
  }

  /// The indicator's mask in a box at `origin`, cut to its ink: 0 % is the ink's lower edge.
  private static func inkedMask(
    _ progress: ProgressSettings,
    size: PixelSize,
    origin: PixelPoint,
    scale: Double,
    from materials: any Materials
  ) -> PlacedMask {
    let full = coverage(progress, size: size, scale: scale, from: materials)
    let ink = full.inkBounds
    guard !ink.isEmpty else {
      materials.complain(
        "the mask of '\(progress.id)' has no ink; a rounded square takes its place"
      )
      return PlacedMask(mask: MaskShape.rounded.mask(size: size), origin: origin)
    }
    return PlacedMask(
      mask: full.cropped(to: ink),
      origin: PixelPoint(x: origin.x + ink.left, y: origin.y + ink.top)
    )
  }

  private static func coverage(
    _ progress: ProgressSettings,
    size: PixelSize,
    scale: Double,
    from materials: any Materials
  ) -> CoverageMask {
    switch progress.mask {
    case .shape(.circle): return MaskShape.circle.mask(size: size)
    case .shape(.rounded):
      let quarter = Double(min(size.width, size.height)) / 4
      return MaskShape.rectangle(size, radius: progress.cornerRadius.map { $0 * scale } ?? quarter)
    case .shape(.drop): return MaskShape.drop.mask(size: size)
    case .shape(.ring): return MaskShape.ring.mask(size: size)
    case .text(let text, let font):
      do throws(MaterialFault) {
        return try materials.word(text, font: font, fitting: size)
      } catch {
        materials.complain(
          "a rounded square stands in for the mask \"\(text)\": \(error.reason)"
        )
        return MaskShape.rounded.mask(size: size)
      }
    case .image(let path):
      do throws(MaterialFault) {
        return try materials.image(path, fitting: size)
      } catch {
        materials.complain(
          "a rounded square stands in for the mask of '\(progress.id)': \(error.reason)"
        )
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
