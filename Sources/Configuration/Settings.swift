// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import Raster
package import TOMLReading
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
  /// The tables `[[page]]`, of which the first one is shown first; without any all widgets are shown.
  package var pages: [PageSettings] = []
  /// The colour of what no widget shows: `accent_color` of the look without a name.
  package var accent = Color(rgb: 0x2F7CF6)
  /// The language in which their texts are; empty where there is one only.
  @Exact package private(set) var language = ""
  /// The look over the scene; empty for none.
  @Exact package private(set) var look = ""
  /// The names of the looks that can lie over the scene.
  package private(set) var looks: [String] = []
  /// The widgets in each of the display's languages; empty where there is one only.
  private var translations: [[WidgetSettings]] = []
  /// The file from which they are made anew with another look; nil where it has none with a name.
  private var source: Source?

  private struct Source: Hashable {
    let bytes: [UInt8]
    let fileName: String
  }

  /// No widgets, and the defaults for everything else.
  package init() {}

  /// The languages of their texts, and the one in which these are.
  package var languages: Languages { Languages(display.languages, speaking: language) }

  /// The evdev codes of all keys that press widgets.
  package var boundKeys: Set<UInt16> { Set(widgets.flatMap(\.table.boundKeys)) }

  /// The keyboard on the screen in the language of the texts; nil for none.
  package var screenKeyboard: ScreenKeyboardSettings? { typing.screen(in: language) }

  /// The settings with the texts of another language; those of a language that there is not are as they were.
  package func speaking(_ language: String) -> Self {
    guard let place = display.languages.firstIndex(where: language.hasSameBytes),
      translations.indices.contains(place)
    else { return self }
    var settings = self
    settings.language = language
    settings.widgets = translations[place]
    return settings
  }

  /// The settings with the look of this name over the scene, in the same language; without one where `name` is
  /// empty or no look's.
  ///
  /// - Throws: `ConfigurationError` where what the look says does not go with what the file says of a widget.
  package func wearing(
    _ name: String,
    extent: (DisplaySettings) -> SceneExtent = SceneExtent.init(without:)
  ) throws(ConfigurationError) -> Self {
    guard !name.hasSameBytes(as: look), let source else { return self }
    return try Self(
      parsing: source.bytes,
      fileName: source.fileName,
      over: looks.contains(where: name.hasSameBytes) ? name : "",
      extent: extent
    ).speaking(language)
  }

  /// Takes the names of looks, and the file from which the widgets have them.
  mutating func take(_ looks: Looks, over: String) {
    self.looks = looks.names
    look = over
    accent = looks.accent ?? accent
    display.background = looks.background ?? display.background
  }

  /// Keeps the file for other looks, if it has any.
  mutating func keep(_ bytes: [UInt8], of fileName: String) {
    source = looks.isEmpty ? nil : Source(bytes: bytes, fileName: fileName)
  }

  /// Takes the widgets in each of the display's languages, of which the first is spoken.
  mutating func take(translations: [[WidgetSettings]]) {
    self.translations = translations
    language = display.languages.first ?? ""
  }

  /// Largest number of widgets in a scene.
  package static var maximumWidgetCount: Int { 256 }

  /// Largest size of a configuration file in bytes.
  package static var maximumByteCount: Int { 256 * 1024 }

  /// The file that is read unless another one is named.
  package static let defaultPath = "/etc/swell/swell.toml"

  /// The scene without a configuration file: a button whose program fills a word.
  package static let builtIn = scene(
    program: """
      exec = ["/bin/sh", "-c", "for p in 10 30 55 80 100; do echo $p; sleep 0.5; done"]
      job = { progress = "main", label = "Working", done = { label = "Done", percent = 0 } }
      """
  )

  /// The scene without a configuration file, of which nothing can be run, and above it a sentence on why
  /// it is shown.
  package static func builtIn(saying sentence: String) -> Self {
    var settings = scene()
    settings.widgets.append(.notice(sentence))
    return settings
  }

  /// A button and a word, with what runs the button's program.
  private static func scene(program: String = "") -> Self {
    let text = """
      [display]
      design = { width = 640, height = 400, portrait = { width = 400, height = 640 } }
      [[look]]
      corner_radius = 20
      font_size = 26
      [[button]]
      id = "start"
      label = "Start"
      frame = { x = "50%", y = "78%", width = 220, height = 84 }
      color = "#22303F"
      \(program)
      [[progress]]
      id = "main"
      frame = { x = "50%", y = "36%", width = "80%", height = "48%" }
      mask = { text = "swell", font = "DejaVu Sans:bold" }
      front_color = "#2F7CF6"
      """
    return (try? Settings(parsing: Array(text.utf8), fileName: "built-in")) ?? Settings()
  }
}
