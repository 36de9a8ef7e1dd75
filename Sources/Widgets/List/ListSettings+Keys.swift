// SPDX-License-Identifier: Apache-2.0
internal import JSON
package import TOMLReading

extension ListSettings {
  package static let about = "Rows that a finger flings past, and chooses from"

  package static let keys: [Key<Self>] = [
    .id(\.id),
    .look(),
    .frame(\.frame, "Where it is; rows beyond it are flung into sight"),
    .tables(
      "rows",
      ListRow.keys,
      most: ListRows.most,
      "The rows, the uppermost first",
      from: { _ in ListRow() },
      put: { row, settings, reader in
        guard !row.id.isEmpty, !settings.rows.append(row) else { return }
        reader.report(
          Diagnostic(reader.keyPosition("id"), "'id' must be another one than that of other rows")
        )
      }
    ),
    .choice("select", \.selection, "How many rows can be chosen: \"none\", \"one\" or \"many\""),
    .own(
      "selected",
      .list(.text, 0...mostSelected),
      "The ids of the rows that are chosen at first",
      { node, settings throws(Diagnostic) in
        guard let elements = node.elements, elements.count <= mostSelected else {
          throw node.mismatch("a list of at most \(mostSelected) ids of rows")
        }
        var ids: [String] = []
        for element in elements { ids.append(try element.text()) }
        settings.selected = ids
      }
    ),
    .number("row_height", \.rowHeight, 16...1000, "The height of a row, in points"),
    .number("gap", \.gap, 0...100, "From one row to the next, in points"),
    .number("padding", \.padding, 0...200, "From the sides of a row to its texts, in points"),
    .number(
      "corner_radius",
      \.cornerRadius,
      0...1000,
      "Radius of a row's corners in points; half of its height at most is used"
    ),
    .color("color", \.color, "The colour of a row"),
    .color("text_color", \.textColor, "The colour of its texts"),
    .color("selected_color", \.selectedColor, "The colour of a row that is chosen")
      .inLook("selected_color", "accent_color"),
    .color("selected_text_color", \.selectedTextColor, "The colour of its texts then"),
    .font(\.font),
    .number(
      "font_size",
      \.fontSize,
      4...500,
      "The size of the labels, in points; by the rows' height unless given"
    ),
    .command(
      "exec",
      \.command,
      "What runs when a row is touched, with the row's id on its standard input",
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
    iconFiles = IconFiles(in: folder)
    for row in 0..<rows.count {
      if let icon = rows.icon(row) { iconFiles.add(icon) }
    }
    if rows.byteCount > ListRows.mostBytes {
      let message = "'rows' must have at most \(ListRows.mostBytes) bytes of text"
      reader.report(Diagnostic(reader.keyPosition("rows"), message))
    }
    guard selection == .one && selected.count > 1 || selection == .none && !selected.isEmpty else {
      return
    }
    let most = selection == .one ? "at most one row" : "left out where 'select' is \"none\""
    reader.report(Diagnostic(reader.keyPosition("selected"), "'selected' must be \(most)"))
  }
}

extension ListRow {
  /// The keys of a table of `rows`.
  package static let keys: [Key<Self>] = [
    .entry(
      "id",
      .pattern("^.{1,256}$"),
      "Its name for requests and events, another one than that of other rows",
      isRequired: true
    ) { reader, row in
      guard let node = reader.node("id") else {
        reader.report(Diagnostic(reader.position, "'id' is missing"))
        return
      }
      guard let text = node.string, (1...ListRows.longestID).contains(text.utf8.count) else {
        let message = "'id' must be a string of 1 to \(ListRows.longestID) bytes"
        reader.report(Diagnostic(node.position, message))
        return
      }
      row.id = text
    },
    .words("label", \.label, "The text at its beginning"),
    .words("detail", \.detail, "The fainter text at its end"),
    .text(
      "icon",
      \.icon,
      "An image (PNG, JPEG, or SVG by rsvg-convert) before the label, in its colour unless it has several"
    ),
    .text(
      "to",
      \.target,
      "The [[page]] that comes when it is touched: an id, \"back\" or \"home\""
    ),
  ]
}
