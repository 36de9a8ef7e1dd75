// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText
internal import Raster
package import TOMLReading

extension ProgressSettings {
  package static let about = "An indicator in which a double wave rises"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame),
    .table(
      "mask",
      MaskTable.keys,
      "What is filled: a text, the alpha of an image, or a shape",
      from: { MaskTable($0.mask) }
    ) { table, settings, reader in
      settings.mask = table.mask(&reader) ?? settings.mask
    },
    .number(
      "corner_radius",
      \.cornerRadius,
      0...1000,
      "Of a \"rounded\" mask; a quarter of the shorter side unless given"
    ),
    .number("percent", \.percent, 0...100, "The value at first"),
    .choice(
      "fill",
      \.fill,
      "What the percentage measures: \"height\", \"area\", or the way along a \"ring\" from its top"
    ),
    .number("amplitude", \.amplitude, 0...1000, "Of the waves, in points"),
    .number("frequency", \.frequency, 0...100, "Waves across the width"),
    .number("speed", \.speed, -36000...36000, "Degrees a second"),
    .color("front_color", \.frontColor, "The colour of the wave in front").settable(as: "color")
      .inLook("front_color", "accent_color"),
    .color("back_color", \.backColor, "That of the front, half transparent, unless given"),
    .text(
      "front_image",
      \.frontImage,
      "PNG, JPEG or SVG in place of a wave's colour, moves with the wave"
    ),
    .text("back_image", \.backImage, "The same for the wave behind it"),
    .color("outline_color", \.outlineColor, "The colour of what is not filled yet"),
    .flag("show_percent", \.showsPercent, "Whether the figure is shown"),
    .own(
      "format",
      .words(64),
      "How the figure is written: %d, and up to 16 characters behind it, of which %% is a percent sign",
      get: { settings in
        let parts = settings.figureTail.split(separator: "%", omittingEmptySubsequences: false)
        return .string("%d" + parts.joined(separator: "%%"))
      }
    ) { node, settings throws(Diagnostic) in
      guard let tail = NumberFormat(try node.text())?.wholeTail, tail.hasAtMost(characters: 16)
      else {
        throw node.mismatch("%d and at most 16 characters, such as \"%d %%\"")
      }
      settings.figureTail = tail
    }.inLook(),
    .font(\.font),
    .fontSize(\.fontSize),
    .color("figure_color", \.figureColor, "The colour of the figure")
      .inLook("figure_color", "text_color"),
    .number(
      "over",
      \.changeDuration,
      0...86400,
      "Seconds that a change takes unless it says otherwise"
    ),
    .curve("ease", \.ease, "How a change goes unless it says otherwise"),
    .elastic(\.elastic),
    .visible(\.isVisible),
    .enabled(\.isEnabled),
  ]

  /// Reads a table `[[progress]]`; relative image paths count from `folder`.
  package init(_ reader: inout TableReader, folder: String) {
    self.init(id: "")
    reader.read(Self.keys, into: &self)
    if !reader.has("back_color") {
      backColor = Color(
        red: frontColor.red,
        green: frontColor.green,
        blue: frontColor.blue,
        alpha: min(frontColor.alpha, backColor.alpha)
      )
    }
    if fill == .ring, mask != .shape(.ring) {
      let message = "'fill' may be \"ring\" only where 'mask' is { shape = \"ring\" }"
      reader.report(Diagnostic(reader.keyPosition("fill"), message))
    }
    if case .image(let image) = mask { mask = .image(path: image.path(in: folder)) }
    frontImage = frontImage.path(in: folder)
    backImage = backImage.path(in: folder)
  }
}

/// The keys of the inline table `mask`, of which one says what is filled.
private struct MaskTable {
  var text = ""
  var image = ""
  var shape = ProgressSettings.Shape.circle
  var font: String?

  init(_ mask: ProgressSettings.Mask) {
    if case .text(let text, let font) = mask { (self.text, self.font) = (text, font) }
  }

  static let keys: [Key<Self>] = [
    .own("text", .words(1024), "The text that is filled", get: { .string($0.text) }) {
      node,
      table throws(Diagnostic) in
      table.text = try node.text()
      guard !table.text.isEmpty else { throw node.mismatch("a text with at least one character") }
    },
    .own(
      "image",
      .text,
      "An image (PNG, JPEG, or SVG by rsvg-convert) whose alpha is filled, or what is dark; relative to this file's folder"
    ) { node, table throws(Diagnostic) in
      table.image = try node.text()
      guard !table.image.isEmpty else { throw node.mismatch("the path of an image") }
    },
    .choice("shape", \.shape, "The shape that is filled").dependent(),
    .own("font", .text, "The fonts to look for, as fontconfig names them") {
      node,
      table throws(Diagnostic) in
      table.font = try node.text()
    },
  ]

  /// The mask of the table; nil for a wrong one, which is reported.
  func mask(_ reader: inout TableReader) -> ProgressSettings.Mask? {
    let kinds = ["text", "image", "shape"].filter { reader.has($0) }
    guard kinds.count == 1 else {
      let message = "'mask' needs exactly one of the keys 'text', 'image' and 'shape'"
      reader.report(Diagnostic(reader.position, message))
      return nil
    }
    if reader.has("font"), kinds != ["text"] {
      reader.report(Diagnostic(reader.keyPosition("font"), "'font' goes with 'text' only"))
    }
    switch kinds[0] {
    case "text": return .text(text, font: font)
    case "image": return .image(path: image)
    default: return .shape(shape)
    }
  }
}
