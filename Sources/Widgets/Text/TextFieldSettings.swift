// SPDX-License-Identifier: Apache-2.0
package import PlainText
package import Geometry
internal import JSON
package import Raster

/// A table `[[text]]`: an elastic field into which people type.
package struct TextFieldSettings: WidgetTable {
  package static let kind = "text"
  package static let roles: Set<WidgetRole> = [.typedText]

  package static let members =
    keys.members() + [
      // Behind those of other kinds: their order is that of parameters by position.
      .text("placeholder", path: \.placeholder),
      .border(\.border),
      .gradient(\.gradient),
      .shadow(\.shadow),
      WidgetMember(
        "text",
        isSettable: false,
        read: { value, settings throws(WidgetFault) in
          guard let text = value.string else {
            throw .badParameter("text", must: "must be a string")
          }
          // What a stricter configuration would not take any more is as if it had not been set.
          if settings.takes(text) { settings.text = text }
        },
        write: { .string($0.text) }
      ),
    ]

  /// Horizontal alignment of the text in its room.
  package enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// At the side where lines of its direction begin.
    case start
    /// In the middle.
    case center
    /// At the side where lines of its direction end.
    case end
    /// On the left, whatever its direction.
    case left
    /// On the right, whatever its direction.
    case right
  }

  /// The direction of the line.
  package enum Direction: String, CaseIterable, Hashable, Sendable {
    /// That of the first strong character.
    case auto
    /// From left to right.
    case leftToRight = "ltr"
    /// From right to left.
    case rightToLeft = "rtl"
  }

  /// The visible form of the text.
  package enum Mode: String, CaseIterable, Hashable, Sendable {
    /// The text.
    case text
    /// A dot a character.
    case password
  }

  /// The state of the field after a submit.
  package enum AfterSubmit: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case keep
    /// It is emptied.
    case clear
    /// It lets go of the focus.
    case blur
    /// Both.
    case clearAndBlur = "clear+blur"

    /// True if a submit empties the field.
    var clears: Bool { self == .clear || self == .clearAndBlur }
    /// True if the field lets go of the focus.
    var blurs: Bool { self == .blur || self == .clearAndBlur }
  }

  /// The widget's name.
  package var id: String
  /// The field's rectangle.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(55),
    width: .points(300),
    height: .points(44)
  )
  /// The text that is shown while the field is empty.
  @Exact package var placeholder = ""
  /// The text at first.
  @Exact package var text = ""
  /// Deflection of the control points in the middles of the edges, in points; negative bows the edges inward.
  package var amplitude: Double = 10
  /// Radius of the corners in points, 0 … 1000; half of the shorter side at most is used.
  package var cornerRadius: Double = 0
  /// The spring by which the field swells.
  package var press = SpringSettings(duration: 0.25, damping: 0.9, velocity: 1.5)
  /// The spring by which the field returns to rest.
  package var release = SpringSettings(duration: 0.45, damping: 0.15, velocity: 5.5)
  /// From the left and right edges to the text, in points, 0 … 1000; the first of `inset`.
  package var insetX: Double = 10
  /// From the upper and lower edges to the text, in points, 0 … 1000; the second of `inset`.
  package var insetY: Double = 5
  /// The fonts to look for, as fontconfig names them; empty for the usual one.
  @Exact package var font = ""
  /// The font's size in points, 4 … 500.
  package var fontSize: Double = 17
  /// Horizontal alignment of the text.
  package var align: Alignment = .start
  /// The direction of the line.
  package var direction: Direction = .auto
  /// The field's colour.
  package var color = Color(rgb: 0xFFFFFF)
  /// The colours in place of ``color``; nil for none.
  package var gradient: PlateColors?
  /// The line along the edges.
  package var border = BorderSettings()
  /// The shadow beneath it; nil for none.
  package var shadow: ShadowSettings?
  /// The text's colour.
  package var textColor = Color(rgb: 0x101418)
  /// The placeholder's colour, and that of the button that empties the field.
  package var placeholderColor = Color(rgb: 0x9AA0A6)
  /// The caret's colour.
  package var caretColor = Color(rgb: 0x2F7CF6)
  /// The colour behind selected text.
  package var selectionColor = Color(rgb: 0x2F7CF6, alpha: 0x40)
  /// Most user-perceived characters, 1 … 256.
  package var maximumLength = 64
  /// The characters that the field takes.
  package var allow: CharacterFilter = .any
  /// The visible form of the text.
  package var mode: Mode = .text
  /// Seconds for which the newest character of a password shows, 0 … 10.
  package var reveal: Double = 0
  /// True if a button that empties the field is there while there is text.
  package var hasClearButton = true
  /// The state of the field after a submit.
  package var submit: AfterSubmit = .keep
  /// The field to which Return leads from it, instead of submitting it; nil for none.
  @Exact package var next: String?
  /// True if the field has the focus at first.
  package var hasAutofocus = false
  /// Seconds without input until it is emptied, 0 … 86400; 0 for never.
  package var idleClear: Double = 0
  /// Seconds that the caret is on and off, 0 … 10; 0 for always on.
  package var caretBlink: Double = 0.5
  /// The command to run on submit, program first; empty for none; `exec`.
  @Exact package var command: [String] = []
  /// The treatment of a submit while the command runs; `while_running`.
  package var whileRunning: ProgramSettings.WhileRunning = .ignore
  /// The page to which a submit leads; nil for none.
  @Exact package var target: String?
  /// Place in the Tab key's order, 1 … 1000; 0 for by its place.
  package var order = 0
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness for input; false for a field that starts disabled.
  package var isEnabled = true

  package var program: ProgramSettings? {
    command.isEmpty ? nil : ProgramSettings(arguments: command, whileRunning: whileRunning)
  }

  package var references: [WidgetReference] {
    (target.map { [WidgetReference(page: $0)] } ?? [])
      + (next.map { [WidgetReference(key: "next", role: .typedText, id: $0)] } ?? [])
  }

  /// The colours that are shown.
  var shownColors: PlateColors { gradient ?? PlateColors(color) }

  package var drags: DragAxes { .sideways }

  package var touchMargin: Double? { 0 }

  package static var takesKeys: Bool { true }
  package var isSecret: Bool { mode == .password }
  package var typedText: String? { text }
  package var clearing: WidgetRequest? { .text(.clear(id: id)) }

  /// The defaults for a field called `id`.
  package init(id: String) { self.id = id }

  /// Nothing of a password outlives the scene.
  package func kept(_ change: WidgetChange) -> WidgetChange {
    guard mode == .password else { return change }
    var kept = change
    kept["text"] = nil
    return kept
  }

  /// Tells if the field may hold `text`.
  func takes(_ text: String) -> Bool {
    text.utf8.count <= EditableText.maximumByteCount && allow.accepts(text)
      && text.count <= maximumLength
  }
}

extension TextFieldSettings {
  package mutating func loosen() {
    maximumLength = EditableText.maximumCharacterCount
    allow = .any
  }

  package func lettering(in size: Size) -> [Lettering] {
    guard !placeholder.isEmpty else { return [] }
    let width = size.width - 2 * insetX
    return [
      Lettering(placeholder, font: font, fontSize: fontSize, width: width, isShrinkable: false)
    ]
  }

  package func pictures(in size: Size) -> [PixelBudget.Picture] {
    // What is typed, and the placeholder.
    [.line(fontSize: fontSize), .line(fontSize: fontSize)] + shadow.pictures
  }

  package func check(_ change: WidgetChange) throws(WidgetFault) {
    try ShadowSettings.check(change, beside: shadow)
  }
}
