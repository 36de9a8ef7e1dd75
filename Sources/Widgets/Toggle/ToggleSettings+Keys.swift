// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension ToggleSettings {
  package static let about = "A switch that is on or off: a knob that is tapped or dragged"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(
      \.frame,
      "Where it is: the track as large as it can be at its right edge, the label before it"
    ),
    .flag("value", \.isOn, "Whether it is on at first"),
    .words("label", \.label, "A text beside it").settable(),
    .words("on_text", \.onText, "What labels with {value:ID} say of it while it is on").settable(),
    .words("off_text", \.offText, "What they say while it is off").settable(),
    .font(\.font),
    .fontSize(\.fontSize),
    .color("label_color", \.labelColor, "The colour of the label")
      .inLook("label_color", "text_color"),
    .color("color", \.color, "The track's colour while it is off").settable(),
    .color("on_color", \.onColor, "The track's colour while it is on")
      .inLook("on_color", "accent_color"),
    .color("knob_color", \.knobColor, "The colour of the knob"),
    .amplitude(
      \.amplitude,
      "How far the track's edges go while it is held, in points; the knob is drawn out by four times that"
    ),
    .press(\.press),
    .release(\.release),
    .command(
      "exec",
      \.command,
      "What runs when a finger has set it, with true or false as a line on its standard input",
      isClearable: true
    ),
    .whileRunning(\.whileRunning),
    .order(\.order),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    reader.read(Self.keys, into: &self)
  }
}
