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
  var complaints: [String] = []
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
      rotation: settings.display.rotation ?? mode.panelRotation,
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
        let style = style(progress, state, frame: frame, scale: transform.scale)
        _ = painter.addProgress(style)
        places.append(
          .progress(scene.add(model(progress, state, style.mask.mask, transform.scale, now)))
        )
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

  func openFonts() -> FontLibrary? {
    if let fonts { return fonts }
    do throws(TypographyError) {
      fonts = try FontLibrary.open()
    } catch {
      complaints.append("text is left out: \(error)")
    }
    return fonts
  }
}
