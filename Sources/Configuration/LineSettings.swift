// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import TOMLReading
internal import Widgets

/// A table `[[row]]` or `[[column]]`: what stands in it divides its frame.
struct LineSettings {
  /// Its name among rows and columns; empty for none.
  var id = ""
  /// The row or column that it stands in, behind what that names; empty for none.
  var outer = ""
  /// Frame and layout, without the contents.
  var line = FrameSettings.Line(
    isColumn: false,
    frame: FrameSettings(
      x: .percent(50),
      y: .percent(50),
      width: .percent(90),
      height: .percent(90)
    )
  )
  /// The ids of what stands in it.
  var widgets: [String] = []

  /// Its keys.
  static let keys: [Key<Self>] = [
    .entry("id", .pattern("^[A-Za-z0-9_.-]{1,64}$"), "By which others name it") {
      $1.id = $0.word("id")
    },
    .entry("in", .pattern("^[A-Za-z0-9_.-]{1,64}$"), "The [[row]] or [[column]] that it ends") {
      $1.outer = $0.word("in")
    },
    .table(
      "frame",
      FrameSettings.keys,
      "Where it is; in another one its extents alone, which go by what stands in it unless given",
      from: { $0.line.frame }
    ) { frame, owner, reader in
      owner.line.frame = frame
      if reader.has("width") { owner.line.fitsWidth = false }
      if reader.has("height") { owner.line.fitsHeight = false }
    },
    .number("gap", \.line.gap, 0...1000, "Points between two things in it"),
    .number("padding", \.line.padding, 0...1000, "Points around all of them"),
    .choice("align", \.line.align, "Where things stand across it; from edge to edge: \"stretch\""),
    .choice("distribute", \.line.distribute, "Where what is left over lies along it"),
    .entry(
      "widgets",
      .list(.text, 0...256),
      "The ids of what stands in it: widgets, rows and columns"
    ) { $1.readWidgets(&$0) },
  ]

  /// The defaults.
  init() {}

  /// Reads a table.
  init(_ reader: inout TableReader, isColumn: Bool) {
    line.isColumn = isColumn
    (line.fitsWidth, line.fitsHeight) = (true, true)
    reader.read(Self.keys, into: &self)
  }

  private mutating func readWidgets(_ reader: inout TableReader) {
    widgets = reader.read("widgets", widgets) { node throws(Diagnostic) in
      try node.texts(0...256, "a list of at most 256 ids")
    }
  }
}
