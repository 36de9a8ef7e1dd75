// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import TOMLReading
internal import Widgets

/// A table `[[row]]` or `[[column]]`: what stands in it divides its frame.
struct LineSettings: Oriented {
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
  /// The settings in force on upright screens, of which the layout counts.
  var portrait: [Self] = []
  /// The settings in force on screens that are not upright, of which the layout counts.
  var landscape: [Self] = []

  /// Its keys.
  static let keys = placeKeys + layoutKeys + contentKeys + Key.variants(of: layoutKeys)

  private static let placeKeys: [Key<Self>] = [
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
  ]

  /// The keys that may be others on some screens.
  private static let layoutKeys: [Key<Self>] = [
    .number("gap", \.line.layout.gap, 0...1000, "Points between two things in it"),
    .number("padding", \.line.layout.padding, 0...1000, "Points around all of them"),
    .choice(
      "align",
      \.line.layout.align,
      "Where things stand across it; from edge to edge: \"stretch\""
    ),
    .choice("distribute", \.line.layout.distribute, "Where what is left over lies along it"),
  ]

  private static let contentKeys: [Key<Self>] = [
    .entry(
      "widgets",
      .list(.text, 0...256),
      "The ids of what stands in it: widgets, rows and columns"
    ) { $1.readWidgets(&$0) }
  ]

  /// The defaults.
  init() {}

  /// Reads a table.
  init(_ reader: inout TableReader, isColumn: Bool) {
    line.isColumn = isColumn
    (line.fitsWidth, line.fitsHeight) = (true, true)
    reader.read(Self.keys, into: &self)
    line.layout.portrait = portrait.map(\.line.layout)
    line.layout.landscape = landscape.map(\.line.layout)
  }

  private mutating func readWidgets(_ reader: inout TableReader) {
    widgets = reader.read("widgets", fallback: widgets) { node throws(Diagnostic) in
      try node.texts(0...256, expectation: "a list of at most 256 ids")
    }
  }
}
