// SPDX-License-Identifier: Apache-2.0

/// Everything that a configuration file says, checked.
package struct Settings: Hashable, Sendable {
  /// The table `[display]`.
  package var display = DisplaySettings()
  /// The table `[touch]`.
  package var touch = TouchSettings()
  /// The widgets in the order of the file, which is that in which they are drawn.
  ///
  /// At most ``maximumWidgetCount``, no two with the same id.
  package var widgets: [WidgetSettings] = []

  /// No widgets, and the defaults for everything else.
  package init() {}

  /// How many widgets a scene may have.
  package static var maximumWidgetCount: Int { 256 }

  /// How many bytes a configuration file may have.
  package static var maximumByteCount: Int { 256 * 1024 }

  /// The scene without a configuration file: button `start`, progress `main`.
  package static let builtIn: Self = {
    var settings = Self()
    var start = ButtonSettings(id: "start")
    start.label = "Start"
    settings.widgets = [.button(start), .progress(ProgressSettings(id: "main"))]
    return settings
  }()

  /// The buttons in the order of the file.
  package var buttons: [ButtonSettings] {
    widgets.compactMap { if case .button(let button) = $0 { button } else { nil } }
  }

  /// The progress indicators in the order of the file.
  package var progresses: [ProgressSettings] {
    widgets.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
  }
}

/// One widget of a scene.
package enum WidgetSettings: Hashable, Sendable {
  /// A table `[[button]]`.
  case button(ButtonSettings)
  /// A table `[[progress]]`.
  case progress(ProgressSettings)

  /// The widget's name.
  package var id: String {
    switch self {
    case .button(let button): button.id
    case .progress(let progress): progress.id
    }
  }

  /// Where the widget is.
  package var frame: FrameSettings {
    switch self {
    case .button(let button): button.frame
    case .progress(let progress): progress.frame
    }
  }
}
