// SPDX-License-Identifier: Apache-2.0
package import TOMLReading

extension CodeSettings {
  package static let about = "A QR code"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame, "Where it is: the largest square in its middle, with the quiet zone"),
    .text("text", \.text, "What is encoded").settable(as: "label"),
    .choice(
      "level",
      \.level,
      "How much of it may be covered: about 7 % (\"L\"), 15 (\"M\"), 25 (\"Q\") or 30 (\"H\")"
    ),
    .color("dark_color", \.darkColor, "The colour of dark modules"),
    .color("light_color", \.lightColor, "The colour of light modules and of the quiet zone"),
    .elastic(\.elastic),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    reader.read(Self.keys, into: &self)
  }
}
