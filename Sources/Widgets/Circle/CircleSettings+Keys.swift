// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension CircleSettings {
  package static let about = "A circle that a finger pulls and that springs back"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame, "Where it can be touched"),
    .choice(
      "centre",
      \.centre,
      "Its middle: \"touch\", where the finger comes down, or \"fixed\", the frame's"
    ),
    .number("resting", \.resting, 0...10_000, "The radius at rest, in points"),
    .number("duration", \.duration, 0.05...60, "Seconds that it swings"),
    .number("tension", \.tension, 0.01...10, "The part of the duration that one swing takes"),
    .flag("literal", \.isLiteral, "Begin the swing on the other side of the resting radius"),
    .number("reach", \.reach, 0...10_000, "Radius from which a rubber band holds back; 0 = none"),
    .number(
      "inner",
      \.inner,
      0...10_000,
      "Radius that counts as value 0; `reach` or `resting` is 1"
    ),
    .number(
      "trigger_at",
      \.triggerRadius,
      0...20_000,
      "Radius from which letting go triggers; 0 = never"
    ),
    .color("color", \.color, "Its colour").settable(),
    .color("armed_color", \.armedColor, "The colour while letting go would trigger")
      .inLook("armed_color", "accent_color"),
    .words("label", \.label, "A text on it").settable(),
    .font(\.font),
    .fontSize(\.fontSize),
    .color("label_color", \.labelColor, "The colour of the label")
      .inLook("label_color", "text_color"),
    .command("exec", \.command, "As for a button", isClearable: true),
    .target(\.target, "The [[page]] that comes when it triggers"),
    .whileRunning(\.whileRunning),
    .order(\.order),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    reader.read(Self.keys, into: &self)
    checkRadii(&reader)
  }

  /// Refuses radii of which one could never be reached.
  private func checkRadii(_ reader: inout TableReader) {
    if inner > fullRadius {
      let outer = reach > 0 ? "reach" : "resting"
      let key = reach > 0 && reader.has("reach") ? "reach" : "inner"
      reader.report(
        Diagnostic(
          reader.keyPosition(key),
          "'\(outer)' must not be less than 'inner', or there is no value between them"
        )
      )
    }
    if reach > 0, triggerRadius >= 2 * reach {
      reader.report(
        Diagnostic(
          reader.keyPosition("trigger_at"),
          "'trigger_at' must be less than twice 'reach', which no pull gets to"
        )
      )
    }
  }
}
