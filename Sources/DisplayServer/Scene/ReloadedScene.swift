// SPDX-License-Identifier: Apache-2.0
internal import Configuration
internal import Control
internal import Geometry
internal import MonotonicTime
internal import Presentation
internal import TOMLReading
internal import Widgets

/// Everything that a reload needs to know, so that it can be done beside the loop.
struct ReloadOrder: ~Copyable, Sendable {
  /// The source of the configuration; nil where the settings that are shown are to be in another language or look.
  let source: ConfigurationSource?
  /// The errors of the file in that case; a line each.
  let errors: [String]
  /// The language of its texts; the first where the file has none of that name.
  let language: String
  /// The look over its scene; none where the file has none of that name.
  let look: String
  /// True if a file that is absent is an error.
  let mustExist: Bool
  /// The settings that are shown.
  let shown: Settings
  /// The names of their widgets.
  let names: WidgetNames
  /// Their pages.
  let pages: Pages
  /// The changes by requests, widget by widget of these.
  let changes: [WidgetChange]
  /// The display; nil where there has been none yet.
  let mode: OutputMode?
  /// The origin of the scene on it.
  let origin: MadeScene.Origin?
  /// The instant at which the new scene begins.
  let instant: MonotonicInstant

  /// Reads the configuration, and makes its scene unless that would be the one that is shown.
  func carriedOut(with materials: SceneMaterials) -> ReloadedScene {
    let extent = { [mode] (display: DisplaySettings) in
      mode.map { display.extent(on: $0) } ?? SceneExtent(without: display)
    }
    let read: ConfigurationSource.Loaded?
    let new: Settings
    do throws(ConfigurationError) {
      read = try source?.load(mustExist: mustExist, extent: extent)
      new = try (read?.settings ?? shown).speaking(language).wearing(look, extent: extent)
    } catch {
      return .refused(RefusedConfiguration(error))
    }
    let loaded = ConfigurationSource.Loaded(
      settings: new,
      isFromFile: read?.isFromFile ?? mustExist,
      errors: read?.errors ?? errors
    )
    let place = mode.map { new.display.place(on: $0) }
    let keyboard = new.screenKeyboard
    if new.widgets == shown.widgets, new.pages == shown.pages, new.accent == shown.accent,
      keyboard == shown.screenKeyboard, let place, origin?.holds(for: place) ?? false
    {
      return .unchanged(loaded)
    }
    let kept = new.keeping(changes, of: names)
    let speech = new.languages
    let inForce = zip(new.widgets, kept).map { $0.applying($1, in: speech) }
    var pages = pages.replaced(by: new, at: instant)
    if let place { pages.stand(on: place.transform.viewSizeInPoints) }
    return .made(
      loaded,
      ReloadedScene.Parts(
        changes: kept,
        inForce: inForce,
        names: WidgetNames(new.widgets),
        programs: new.widgets.map(\.program),
        speech: speech,
        page: pages.shown,
        scene: place.map {
          MadeScene(
            inForce,
            on: pages,
            keyboard: keyboard,
            accent: new.accent,
            in: $0,
            from: materials,
            at: instant
          )
        }
      )
    )
  }
}

/// The outcome of a reload.
///
/// Indirect, as all that copies so much in place is 150 KB of code.
indirect enum ReloadedScene: Sendable {
  /// The file is wrong; nothing changes.
  case refused(RefusedConfiguration)
  /// The file is right, and its scene is the one that is shown.
  case unchanged(ConfigurationSource.Loaded)
  /// The file is right, and its scene is another one.
  case made(ConfigurationSource.Loaded, Parts)

  /// The parts that take the place of those that are shown.
  struct Parts: Sendable {
    var changes: [WidgetChange]
    var inForce: [WidgetSettings]
    let names: WidgetNames
    var programs: [ProgramSettings?]
    /// The languages in which requests may have given texts.
    var speech = Languages()
    /// The page for which the scene was made.
    let page: Int
    /// nil where there is no display.
    let scene: MadeScene?
  }
}

/// The errors of a wrong configuration that are told: there may be thousands, of which no turn of the loop sees more
/// than is told.
struct RefusedConfiguration: Sendable {
  /// Number of lines that the log gets.
  static let loggedCount = 20

  /// The lines for clients.
  let lines: [String]
  /// The lines for the log.
  let logged: [String]
  /// Number of errors that the log is not told of.
  let unloggedCount: Int

  /// The first of the errors.
  init(_ error: ConfigurationError) {
    let all = error.lines
    lines = AnswerLimits.fitting(all)
    logged = Array(all.prefix(Self.loggedCount))
    unloggedCount = all.count - logged.count
  }
}

extension Settings {
  /// The changes by requests to those widgets of `old` that are here too, by id and kind.
  func keeping(
    _ changes: [WidgetChange],
    of old: WidgetNames
  ) -> [WidgetChange] {
    widgets.map { widget in
      let table = widget.table
      return old.index(of: table.id, kind: table.kind).map { table.kept(changes[$0]) }
        ?? WidgetChange()
    }
  }
}
