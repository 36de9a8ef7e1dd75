// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Geometry
internal import LinuxSystem
internal import MonotonicTime
internal import PlainText
internal import Presentation
internal import Raster
internal import Widgets

/// The place in which a scene is shown; one that is made for another place cannot be shown there.
struct ScenePlace: Hashable, Sendable {
  /// The transform from the user's view to the buffers.
  let transform: OutputTransform
  /// The background, which is seen where no widget is.
  let background: Color
  /// Number of buffers that take turns.
  let bufferCount: Int
}

extension DisplaySettings {
  /// The scene's extent and scale on a display of `mode`.
  func extent(on mode: OutputMode) -> SceneExtent {
    let transform = place(on: mode).transform
    return SceneExtent(size: transform.viewSizeInPoints, scale: transform.scale)
  }

  /// The place that these settings give a scene on a display of `mode`.
  func place(on mode: OutputMode) -> ScenePlace {
    let turn = (rotation ?? mode.panelRotation).turned(by: mode.turn)
    var transform = OutputTransform(bufferSize: mode.size, rotation: turn, scale: 1)
    let fitting = design?.scale(in: transform.viewSizeInPoints)
    transform = OutputTransform(
      bufferSize: mode.size,
      rotation: turn,
      scale: fitting ?? scale(on: mode)
    )
    return ScenePlace(
      transform: transform,
      background: background,
      bufferCount: mode.bufferCount
    )
  }
}

/// A scene, and what it was made from.
///
/// A class, as a function that copies all of it in place, and others that assign and destroy it, are 50 KB of code.
final class MadeScene: Sendable {
  let scene: Scene
  let origin: Origin
  /// Sentences about what had to be left out or replaced.
  let complaints: [String]

  /// The conditions, besides the widgets' settings, under which the scene would become the same again.
  struct Origin: Sendable {
    let place: ScenePlace
    /// The image files, as they were looked at before they were read.
    let files: [ExactText: FileSystem.Stamp?]
    /// True if nothing had to be left out or replaced.
    let isWhole: Bool

    /// Tells if a scene of the same widgets would become the same again.
    func holds(for place: ScenePlace) -> Bool {
      isWhole && place == self.place
        && files.allSatisfy { path, stamp in FileSystem.stamp(of: path.text) == stamp }
    }
  }

  /// The scene of the widgets in force, at rest at `instant`; `pages` hide those on another one, and `accent` is the
  /// colour of the focus.
  ///
  /// Fonts are closed after that.
  init(
    _ inForce: [WidgetSettings],
    on pages: Pages? = nil,
    keyboard: ScreenKeyboardSettings? = nil,
    accent: Color,
    in place: ScenePlace,
    from materials: SceneMaterials,
    at instant: MonotonicInstant
  ) {
    _ = materials.takeFiles()
    _ = materials.takeComplaints()
    let grounds = pages?.grounds(place.background)
    var seen =
      pages.map { pages in inForce.enumerated().map { pages.seen($1, at: $0) } } ?? inForce
    if let ring = pages?.ring { seen.append(ring.settings(isVisible: false)) }
    scene = Scene(
      seen,
      transform: place.transform,
      background: grounds?.shown ?? place.background,
      grounds: grounds?.widgets ?? [],
      pages: pages?.placement ?? [],
      keyboard: keyboard,
      accent: accent,
      bufferCount: place.bufferCount,
      materials: materials,
      at: instant
    )
    materials.releaseFonts()
    complaints = materials.takeComplaints()
    origin = Origin(
      place: place,
      files: materials.takeFiles(),
      isWhole: complaints.isEmpty
    )
  }
}
