// SPDX-License-Identifier: Apache-2.0
package import Widgets

/// Everything that a configuration file says, checked.
package struct Settings: Hashable, Sendable {
  /// The table `[display]`.
  package var display = DisplaySettings()
  /// The table `[touch]`.
  package var touch = TouchSettings()
  /// The table `[keyboard]` and the tables `[[scanner]]`.
  package var typing = TypingSettings()
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
    let text = """
      [[button]]
      id = "start"
      label = "Start"
      [[progress]]
      id = "main"
      """
    return (try? Settings(parsing: Array(text.utf8), fileName: "built-in")) ?? Settings()
  }()

  /// The scene without a configuration file, and above it a sentence on why it is shown.
  package static func builtIn(saying sentence: String) -> Self {
    var label = LabelSettings(id: "reason")
    label.text = sentence
    label.frame.y = .percent(10)
    label.frame.width = .percent(90)
    label.frame.height = .percent(16)
    label.lines = 0
    label.align = .center
    var settings = builtIn
    settings.widgets.append(.label(label))
    return settings
  }
}
