// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension SliderSettings {
  package static let about = "A number that a finger sets on a line that it draws out"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame, "Where it is and can be touched: the line in its middle, the knob within"),
    .number("min", \.minimum, -limit...limit, "The value at the left or lower end"),
    .number("max", \.maximum, -limit...limit, "The value at the right or upper end"),
    .number("step", \.step, 0...limit, "From one value to the next; 0 = any value"),
    .number("value", \.value, -limit...limit, "The value at first; \"min\" unless given")
      .dependent(),
    .flag("vertical", \.isVertical, "Whether it goes upward"),
    .words("unit", \.unit, "What stands behind the value where a label shows it"),
    .color("color", \.color, "The colour of the line"),
    .color("fill_color", \.fillColor, "The colour of the line up to the knob")
      .inLook("fill_color", "accent_color"),
    .color("knob_color", \.knobColor, "The colour of the knob"),
    .number("line_width", \.lineWidth, 0.5...200, "The width of the line, in points"),
    .number("knob_size", \.knobSize, 1...400, "The knob's diameter in points"),
    .amplitude(
      \.amplitude,
      "How high the crest is where a finger pulls the line, in points; negative for a trough"
    ),
    .press(\.press),
    .release(\.release),
    .number(
      "over",
      \.changeDuration,
      0...86400,
      "Seconds that a change by request takes unless it says otherwise"
    ),
    .curve("ease", \.ease, "How it goes unless it says otherwise"),
    .command(
      "exec",
      \.command,
      "What runs when a finger has set it, with the value as a line on its standard input",
      isClearable: true
    ),
    .whileRunning(\.whileRunning),
    .order(\.order),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    spoken = reader.languages.spoken
    reader.read(Self.keys, into: &self)
    if minimum >= maximum {
      let key = reader.has("max") ? "max" : "min"
      reader.report(Diagnostic(reader.keyPosition(key), "'max' must be more than 'min'"))
      maximum = minimum + 1
    }
    if !reader.has("value") { value = minimum }
    if !(minimum...maximum).contains(value) {
      let place = reader.keyPosition("value")
      reader.report(Diagnostic(place, "'value' must be within 'min' and 'max'"))
    }
    if step > maximum - minimum {
      let place = reader.keyPosition("step")
      reader.report(Diagnostic(place, "'step' must not be more than from 'min' to 'max'"))
    }
  }
}
