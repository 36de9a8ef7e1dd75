// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import Imaging
internal import MonotonicTime
internal import Motion
internal import Presentation
internal import Raster
internal import Typography
internal import Widgets

/// Builds stages: turns settings into models and layers, and text and images into coverage.
///
/// Nothing that is missing keeps a stage from being built: where a font or an image cannot be had, a
/// sentence says so and a fallback takes its place.
final class StageBuilder {
  /// Sentences about what had to be replaced, since they were last taken.
  private(set) var complaints: [String] = []
  private var fonts: FontLibrary?

  init() {}

  /// Takes the sentences about what had to be replaced.
  func takeComplaints() -> [String] {
    defer { complaints = [] }
    return complaints
  }

  /// The scene of `settings` on a display of `mode`.
  ///
  /// - Parameters:
  ///   - settings: What to show.
  ///   - states: What requests have changed, in the order of the widgets.
  ///   - mode: What it is shown on.
  ///   - now: When the models begin.
  /// - Returns: The stage.
  func stage(
    _ settings: Settings,
    states: [WidgetState],
    mode: OutputMode,
    at now: MonotonicInstant
  ) -> Stage {
    let transform = OutputTransform(
      bufferSize: mode.size,
      rotation: settings.display.rotation,
      scale: settings.display.scale(on: mode)
    )
    var scene = Scene()
    var painter = ScenePainter(
      transform: transform,
      format: mode.format,
      background: settings.display.background.color,
      bufferCount: mode.bufferCount
    )
    var places: [Stage.Place] = []
    for (index, widget) in settings.widgets.enumerated() {
      let frame = widget.frame.resolved(in: transform.viewSizeInPoints)
      let state = states[index]
      switch widget {
      case .button(let button):
        let style = ButtonStyle(
          frame: frame,
          color: (state.color ?? button.color).color,
          labelColor: button.labelColor.color,
          label: label(state.label ?? button.label, in: frame, scale: transform.scale)
        )
        _ = painter.addButton(style)
        places.append(.button(scene.add(model(button, state, frame, transform.scale, now))))
      case .progress(let progress):
        let mask = mask(progress, frame: frame, scale: transform.scale)
        _ = painter.addProgress(style(progress, state, mask))
        places.append(.progress(scene.add(model(progress, state, mask.mask, transform.scale, now))))
      }
    }
    // Kept open they cost megabytes; another label opens the one it needs.
    fonts?.releaseFonts()
    return Stage(
      transform: transform,
      scene: scene,
      painter: painter,
      places: places
    )
  }

  /// The coverage of a button's label, `nil` when there is nothing to draw or nothing to draw it with.
  func label(_ text: String, in frame: Rect, scale: Double) -> PlacedMask? {
    guard !text.isEmpty, let fonts = openFonts() else { return nil }
    do throws(TypographyError) {
      return try fonts.label(
        text,
        font: nil,
        pixelSize: min(frame.size.height * 0.38, 28) * scale,
        maximumWidth: max(1, frame.size.width - 16) * scale
      )
    } catch {
      complaints.append("the label \"\(text)\" is left out: \(error)")
      return nil
    }
  }

  // MARK: - Models

  private func model(
    _ button: ButtonSettings,
    _ state: WidgetState,
    _ frame: Rect,
    _ scale: Double,
    _ now: MonotonicInstant
  ) -> ElasticButton {
    ElasticButton(
      settings: ElasticButton.Settings(
        frame: frame,
        elastic: ElasticMotion.Settings(
          style: button.style == .hold ? .hold : .tap,
          amplitude: button.amplitude,
          press: button.press.spring,
          release: button.release.spring
        ),
        attract: button.attract.flatMap(Attract.init(settings:))
      ),
      pixelsPerPoint: scale,
      at: now,
      isVisible: state.isVisible ?? button.isVisible,
      isEnabled: state.isEnabled ?? button.isEnabled
    )
  }

  private func model(
    _ progress: ProgressSettings,
    _ state: WidgetState,
    _ mask: CoverageMask,
    _ scale: Double,
    _ now: MonotonicInstant
  ) -> WaveProgress {
    WaveProgress(
      settings: WaveProgress.Settings(
        fill: progress.fill == .height ? .height : .area(FillProfile(mask)),
        maskHeight: max(1, Double(mask.size.height)) / scale,
        amplitude: progress.amplitude,
        speed: progress.speed
      ),
      percent: state.percent ?? progress.percent,
      at: now,
      isVisible: state.isVisible ?? progress.isVisible
    )
  }

  // MARK: - Layers

  private func style(
    _ progress: ProgressSettings,
    _ state: WidgetState,
    _ mask: PlacedMask
  ) -> ProgressStyle {
    ProgressStyle(
      mask: mask,
      frequency: progress.frequency,
      frontColor: (state.color ?? progress.frontColor).color,
      backColor: progress.backColor.color,
      outlineColor: progress.outlineColor.color,
      figure: progress.showsPercent
        ? figures(pixelSize: 0.2 * Double(mask.mask.size.height)) : nil,
      figureColor: figureColor
    )
  }

  private func figures(pixelSize: Double) -> FigureGlyphs? {
    guard let fonts = openFonts() else { return SegmentFigures.glyphs(pixelSize: pixelSize) }
    do throws(TypographyError) {
      return try fonts.figureGlyphs(font: nil, pixelSize: pixelSize)
    } catch {
      complaints.append("the percent figure is drawn without a font: \(error)")
      return SegmentFigures.glyphs(pixelSize: pixelSize)
    }
  }

  /// The indicator's mask, cut to its ink, where it lies in view pixels.
  private func mask(_ progress: ProgressSettings, frame: Rect, scale: Double) -> PlacedMask {
    let origin = PixelPoint(
      x: Int(clamping: (frame.minX * scale).rounded()),
      y: Int(clamping: (frame.minY * scale).rounded())
    )
    let size = PixelSize(
      width: min(8192, max(1, Int(clamping: (frame.size.width * scale).rounded()))),
      height: min(8192, max(1, Int(clamping: (frame.size.height * scale).rounded())))
    )
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

  private func openFonts() -> FontLibrary? {
    if let fonts { return fonts }
    do throws(TypographyError) {
      fonts = try FontLibrary.open()
    } catch {
      complaints.append("text is left out: \(error)")
    }
    return fonts
  }
}

extension CoverageMask {
  /// The smallest rectangle that holds every pixel with any coverage.
  var inkBounds: PixelRect {
    var bounds = PixelRect.empty
    for row in 0..<size.height {
      let line = bytes[row * size.width..<(row + 1) * size.width]
      guard let first = line.firstIndex(where: { $0 > 0 }),
        let last = line.lastIndex(where: { $0 > 0 })
      else { continue }
      bounds = bounds.union(
        PixelRect(
          left: first - line.startIndex,
          top: row,
          right: last - line.startIndex + 1,
          bottom: row + 1
        )
      )
    }
    return bounds
  }

  /// The part inside `rect`, which must lie inside the mask.
  func cropped(to rect: PixelRect) -> CoverageMask {
    var cropped: [UInt8] = []
    cropped.reserveCapacity(rect.area)
    for row in rect.top..<rect.bottom {
      cropped += bytes[row * size.width + rect.left..<row * size.width + rect.right]
    }
    return CoverageMask(size: PixelSize(width: rect.width, height: rect.height), bytes: cropped)
  }
}

extension Int {
  /// The integer nearest to a number of any size; NaN is 0.
  init(clamping value: Double) {
    guard !value.isNaN else {
      self = 0
      return
    }
    self = Int(Swift.min(Swift.max(value, -1e9), 1e9))
  }
}
