// SPDX-License-Identifier: Apache-2.0
internal import JSON
package import TOMLReading

extension TextFieldSettings {
  package static let about = "An elastic field into which people type"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame),
    .words("placeholder", \.placeholder, "Shown while there is no text"),
    .own(
      "text",
      .schema(#"{"type": "string", "maxLength": 256}"#),
      "What it holds at first",
      get: { .string($0.text) },
      { node, settings throws(Diagnostic) in settings.text = try node.text() }
    ),
    .amplitude(\.amplitude, "How far it swells, in points; negative bows inward"),
    .number("corner_radius", \.cornerRadius, 0...1000, "Of the corners, in points"),
    .press(\.press),
    .release(\.release),
    .own(
      "inset",
      .list(.number(0...1000), 2...2),
      "From the edges to the text: left and right, above and below",
      get: { [.number($0.insetX), .number($0.insetY)] },
      { node, settings throws(Diagnostic) in
        guard let elements = node.elements, elements.count == 2 else {
          throw node.mismatch("two numbers of points such as [10, 5]")
        }
        settings.insetX = try elements[0].number(in: 0...1000)
        settings.insetY = try elements[1].number(in: 0...1000)
      }
    ),
    .font(\.font),
    .fontSize(\.fontSize),
    .choice("align", \.align, "Where the text begins"),
    .choice(
      "direction",
      \.direction,
      "Which way it is written: \"ltr\", \"rtl\", or \"auto\" by the first letter"
    ),
    .color("color", \.color, "Its colour").settable(),
    .gradient(\.gradient),
    .border(\.border),
    .shadow(\.shadow),
    .color("text_color", \.textColor, "The colour of the text"),
    .color("placeholder_color", \.placeholderColor, "The colour of the placeholder"),
    .color("caret_color", \.caretColor, "The colour of the caret")
      .inLook("caret_color", "accent_color"),
    .color("selection_color", \.selectionColor, "The colour behind selected text"),
    .whole(
      "max_length",
      \.maximumLength,
      1...EditableText.maximumCharacterCount,
      of: "characters",
      "Characters that it takes, 1 to 256"
    ),
    .own(
      "allow",
      .pattern(#"^(any|digits|decimal|letters|alphanumeric|hex|email|ascii|\[.+\])$"#),
      "What can be typed: any, digits, decimal, letters, alphanumeric, hex, email, ascii, or such as \"[A-Z0-9-]\"",
      get: { $0.allow == .any ? "any" : nil },
      { node, settings throws(Diagnostic) in
        guard let filter = CharacterFilter(try node.text()) else {
          throw Diagnostic(node.position, "must be one of \(CharacterFilter.nameList)")
        }
        settings.allow = filter
      }
    ),
    .choice("mode", \.mode, "What is seen of it: \"text\", or \"password\", which is dots"),
    .number("reveal", \.reveal, 0...10, "Seconds that the newest character of a password shows"),
    .flag("clear_button", \.hasClearButton, "Whether a cross empties it, while there is text"),
    .choice("submit", \.submit, "What becomes of the text, or of the focus, when it is complete"),
    .text("next", \.next, "The [[text]] to which Return leads from it, instead of submitting it"),
    .flag("autofocus", \.hasAutofocus, "Whether it has the focus at first"),
    .number(
      "idle_clear",
      \.idleClear,
      0...86400,
      "Seconds without input until it is emptied; 0 = never"
    ),
    .number(
      "caret_blink",
      \.caretBlink,
      0...10,
      "Seconds that the caret is seen and not seen; 0 = steady"
    ),
    .command(
      "exec",
      \.command,
      "Runs on submit, with the text on its standard input",
      isClearable: true
    ),
    .target(\.target, "The [[page]] that comes on submit"),
    .whileRunning(\.whileRunning),
    .order(\.order),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    reader.read(Self.keys, into: &self)
    reader.checkAmplitude(amplitude, frame: frame)
    // A hundredth of a second is as fast as any display shows it.
    if caretBlink > 0, caretBlink < 0.05 { caretBlink = 0.05 }
    guard !takes(text) else { return }
    reader.report(
      Diagnostic(
        reader.keyPosition("text"),
        "'text' must be what 'allow' and 'max_length' allow"
      )
    )
    text = ""
  }
}
