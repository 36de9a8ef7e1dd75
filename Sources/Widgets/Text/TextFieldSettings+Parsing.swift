// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension TextFieldSettings {
  /// Reads a table `[[text]]`.
  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: reader.id())
    frame = reader.frame(frame)
    placeholder = reader.string("placeholder", placeholder)
    text = reader.string("text", text)
    amplitude = reader.number("amplitude", amplitude, in: -1000...1000)
    reader.checkAmplitude(amplitude, frame)
    cornerRadius = reader.number("corner_radius", cornerRadius, in: 0...1000)
    press = reader.table("press", press) { [press] in
      ButtonSettings.Spring(&$0, defaults: press)
    }
    release = reader.table("release", release) { [release] in
      ButtonSettings.Spring(&$0, defaults: release)
    }
    (insetX, insetY) = reader.read("inset", (insetX, insetY)) { node throws(Diagnostic) in
      guard let elements = node.elements, elements.count == 2 else {
        throw node.mismatch("two numbers of points such as [10, 5]")
      }
      return (try elements[0].number(in: 0...1000), try elements[1].number(in: 0...1000))
    }
    font = reader.string("font", font)
    fontSize = reader.number("font_size", fontSize, in: 4...500)
    align = reader.choice("align", align)
    direction = reader.choice("direction", direction)
    color = reader.color("color", color)
    textColor = reader.color("text_color", textColor)
    placeholderColor = reader.color("placeholder_color", placeholderColor)
    caretColor = reader.color("caret_color", caretColor)
    selectionColor = reader.color("selection_color", selectionColor)
    readEditing(&reader)
    command = reader.read("exec", command) { node throws(Diagnostic) in
      // An empty list is what the file says where nothing runs.
      if let elements = node.elements, elements.isEmpty { return [] }
      return try ProgramSettings.command(node)
    }
    whileRunning = reader.choice("while_running", whileRunning)
    isVisible = reader.bool("visible", isVisible)
    isEnabled = reader.bool("enabled", isEnabled)
  }

  /// Reads what can be typed, and what becomes of it.
  private mutating func readEditing(_ reader: inout TableReader) {
    maximumLength = reader.read("max_length", maximumLength) { node throws(Diagnostic) in
      let limit = Double(EditableText.maximumCharacterCount)
      guard let length = Int(exactly: try node.number(in: 1...limit)) else {
        throw node.mismatch("a whole number of characters")
      }
      return length
    }
    allow = reader.read("allow", allow) { node throws(Diagnostic) in
      guard let filter = CharacterFilter(try node.text()) else {
        throw Diagnostic(node.position, "must be one of \(CharacterFilter.nameList)")
      }
      return filter
    }
    mode = reader.choice("mode", mode)
    reveal = reader.number("reveal", reveal, in: 0...10)
    hasClearButton = reader.bool("clear_button", hasClearButton)
    submit = reader.choice("submit", submit)
    hasAutofocus = reader.bool("autofocus", hasAutofocus)
    idleClear = reader.number("idle_clear", idleClear, in: 0...86400)
    caretBlink = reader.number("caret_blink", caretBlink, in: 0...10)
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
