// SPDX-License-Identifier: Apache-2.0
internal import JSON
package import TOMLReading

extension LabelSettings {
  package static let about = "A text on the background, some of it filled in"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame),
    .own(
      "text",
      .words(1024),
      "The text; {percent:ID}, {text:ID}, {value:ID} and {time:FORMAT} in it are filled in",
      get: { .string($0.text) },
      { node, settings throws(Diagnostic) in settings.text = try template(node) }
    ),
    .command(
      "source",
      \.source.command,
      "A program with its arguments, without a shell; the last line that it prints is shown"
    ),
    .every(\.source.interval),
    .font(\.font),
    .fontSize(\.fontSize),
    .color("color", \.color, "Its colour").settable().inLook("text_color"),
    .choice("align", \.align, "Where each line begins"),
    .choice("vertical_align", \.verticalAlign, "Where the lines stand in the frame"),
    .whole(
      "lines",
      \.lines,
      0...64,
      of: "lines",
      "Lines at most; what is too much ends with \"…\"; 0 = what the frame holds"
    ),
    .number("over", \.changeDuration, 0...86400, "Seconds in which one text becomes another"),
    .ease(\.ease),
    .elastic(\.elastic),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    spoken = reader.languages.spoken
    reader.read(Self.keys, into: &self)
  }

  /// Reads a text with places that are filled in.
  private static func template(_ node: TOMLNode) throws(Diagnostic) -> String {
    let text = try node.text()
    guard !LabelTemplate(text).hasLooseBrace else {
      throw Diagnostic(
        node.position,
        "has a brace that belongs to no {percent:ID}, {text:ID}, {value:ID} or {time:%H:%M}; write it "
          + "twice to have it shown"
      )
    }
    return text
  }
}
