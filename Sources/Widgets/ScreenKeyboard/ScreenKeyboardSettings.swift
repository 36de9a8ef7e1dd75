// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import Motion
package import PlainText
package import Raster
package import TOMLReading
package import Touch

/// The table `[keyboard.screen]`: a keyboard on the screen, for fields on a panel without one of its own.
package struct ScreenKeyboardSettings: Hashable, Sendable {
  /// The times at which the keyboard is on the screen.
  package enum Show: String, CaseIterable, Hashable, Sendable {
    /// While a field has the focus that was given to it by a touch, and no keyboard is plugged in.
    case auto
    /// At any time.
    case always
    /// At no time.
    case never
  }

  /// The times at which the keyboard is on the screen; `show`.
  package var show: Show = .auto
  /// The names of its layouts as the file has them; none for those that are used to; `layouts`.
  @Exact package var names: [String] = []
  /// The layouts, one at least.
  package var layouts: [ScreenLayout] = []
  /// The language that is shown has this one of the layouts.
  package var first = 0
  /// Largest height of the keyboard; `height`.
  package var height = FrameSettings.Length.percent(42)
  /// The look of its keys; `look`.
  @Exact package var look = "key"
  /// Look and springs of the keys.
  package var key = Self.usualKey
  /// The colour between the keys; nil for a darker tone of theirs; `color`.
  package var color: Color?
  /// The colour of the key that submits, and of a shift key that is locked; `accent_color`.
  package var accentColor = Color(rgb: 0x2F7CF6)
  /// Seconds until a held key types again, and from then on.
  package var repetition = [0.5, 0.033]

  /// The defaults.
  package init() {}

  /// The kind of widgets whose looks its keys have.
  package static let keyKind = ButtonSettings.kind

  /// A key of which nothing is said.
  private static let usualKey: ButtonSettings = {
    var key = ButtonSettings(id: "key", style: .tap)
    key.amplitude = 5
    key.cornerRadius = 8
    key.color = Color(rgb: 0x2B3440)
    key.labelColor = Color(rgb: 0xF2F5F7)
    return key
  }()

  /// The most layouts that one key changes among.
  package static let mostLayouts = 8

  /// The keys of the table.
  package static let keys: [Key<Self>] = [
    .choice(
      "show",
      \.show,
      "\"auto\": while a touch has given a field the focus and no keyboard is plugged in; \"always\"; \"never\""
    ),
    .own(
      "layouts",
      .either(.choice(["auto"]), .list(.text, 1...mostLayouts)),
      "As XKB names them, such as [\"de\", \"us(intl)\"]; \"auto\" = `layout` of [keyboard], else those of the languages",
      get: { _ in .string("auto") },
      { node, settings throws(Diagnostic) in
        guard let elements = node.elements else {
          guard try node.text() == "auto" else {
            throw node.mismatch("\"auto\" or a list of layouts")
          }
          return settings.names = []
        }
        guard (1...mostLayouts).contains(elements.count) else {
          throw node.mismatch("a list of 1 to \(mostLayouts) layouts")
        }
        var names: [String] = []
        for element in elements { names.append(try element.text()) }
        settings.names = names
      }
    ),
    .length(
      "height",
      \.height,
      40...4000,
      "How high it is at most, in points or as \"42%\" of the screen"
    ),
    .text(
      "look",
      \.look,
      "The [[look]] of its keys, which are as buttons; without one they are dark"
    ),
    .color("color", \.color, "What is seen between the keys; a darker tone of theirs unless given"),
    .color(
      "accent_color",
      \.accentColor,
      "The colour of the key that submits, and of a shift key that is locked"
    ),
  ]

  /// Takes what a look says of buttons; `reader` has its entries, for a button.
  package mutating func takeLook(_ reader: inout TableReader, folder: String) {
    let usual = key
    let style = TOMLNode(value: .string(usual.style.rawValue), position: reader.position)
    let entry = TOMLEntry(key: "style", keyPosition: reader.position, node: style)
    // The last to be asked.
    reader.inherit([("style", entry)])
    var look = ButtonSettings(&reader, folder: folder)
    if !reader.has("amplitude") { look.amplitude = usual.amplitude }
    if !reader.has("corner_radius") { look.cornerRadius = usual.cornerRadius }
    if !reader.has("color") { look.color = usual.color }
    if !reader.has("label_color") { look.labelColor = usual.labelColor }
    look.attract = nil
    look.command = []
    look.target = nil
    look.stroke = nil
    key = look
  }

  // MARK: - Colours

  /// The colour between the keys.
  var ground: Color {
    if let color { return color }
    let share = Self.luma(key.color) < 128 ? 60 : 84
    func channel(_ value: UInt8) -> UInt8 { UInt8(Int(value) * share / 100) }
    return Color(
      red: channel(key.color.red),
      green: channel(key.color.green),
      blue: channel(key.color.blue)
    )
  }

  /// The colour of keys that type no letter: halfway to what is seen between keys.
  var quietColor: Color {
    func channel(_ one: UInt8, _ other: UInt8) -> UInt8 { UInt8((Int(one) + Int(other)) / 2) }
    return Color(
      red: channel(key.color.red, ground.red),
      green: channel(key.color.green, ground.green),
      blue: channel(key.color.blue, ground.blue)
    )
  }

  /// The colour of what is written on the accent: white, or black where that can be read better.
  var accentLabelColor: Color {
    Self.luma(accentColor) < 160 ? Color(rgb: 0xFFFFFF) : Color(rgb: 0x101418)
  }

  /// The luma of Rec 601, 0 … 255.
  private static func luma(_ color: Color) -> Int {
    (299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)) / 1000
  }
}
