// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import TOMLReading
internal import Widgets

/// A table `[[grid]]`: cells of equal size in a frame, and the buttons that lie in them.
struct GridSettings: Oriented {
  /// The frame of all cells.
  var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .percent(80),
    height: .percent(60)
  )
  /// Number of cells in a row, 1 … 64.
  var columns = 3
  /// Points between two cells, 0 … 1000.
  var gap: Double = 10
  /// The id of the button in each cell, row by row; empty for none.
  var buttons: [String] = []
  /// The settings in force on upright screens, of which the number of columns and the gaps count.
  var portrait: [Self] = []
  /// The settings in force on screens that are not upright, of which the number of columns and the gaps count.
  var landscape: [Self] = []

  /// Purpose of the table, for the documentation.
  static let about = "Buttons in cells of equal size, instead of a frame each"

  /// Its keys.
  static let keys: [Key<Self>] =
    [.frame(\.frame)] + cellKeys + [
      .entry(
        "buttons",
        .list(.text, 1...1024),
        "Ids, row by row; \"\" leaves a cell free, an id twice takes both cells",
        isRequired: true
      ) { $1.readButtons(&$0) }
    ] + Key.variants(of: cellKeys)

  /// The keys that may be others on some screens.
  private static let cellKeys: [Key<Self>] = [
    .whole("columns", \.columns, 1...64, of: "columns", "How many cells a row has"),
    .number("gap", \.gap, 0...1000, "Points between two cells"),
  ]

  init() {}

  /// Reads a table `[[grid]]`.
  init(_ reader: inout TableReader) { reader.read(Self.keys, into: &self) }

  private mutating func readButtons(_ reader: inout TableReader) {
    buttons = reader.read("buttons", fallback: buttons) { node throws(Diagnostic) in
      try node.texts(
        1...1024,
        expectation: "a list of 1 to 1024 ids of buttons, \"\" for a cell without one"
      )
    }
    if !reader.has("buttons") {
      reader.report(Diagnostic(reader.position, "[[grid]] needs 'buttons'"))
    }
  }

  /// The cells that each button has, in the order of the first one; nil for cells that are no rectangle on some screen.
  var cells: [(id: String, cell: FrameSettings.Cell?)] {
    var cells = ownCells
    for index in cells.indices {
      let upright = portrait.map { $0.ownCells[index].cell }
      let flat = landscape.map { $0.ownCells[index].cell }
      cells[index].cell?.portrait = upright.compactMap(\.self)
      cells[index].cell?.landscape = flat.compactMap(\.self)
      if (upright + flat).contains(nil) { cells[index].cell = nil }
    }
    return cells
  }

  private var ownCells: [(id: String, cell: FrameSettings.Cell?)] {
    var places: [(id: ExactText, cells: [Int])] = []
    for (index, id) in buttons.enumerated() where !id.isEmpty {
      if let known = places.firstIndex(where: { $0.id == ExactText(id) }) {
        places[known].cells.append(index)
      } else {
        places.append((ExactText(id), [index]))
      }
    }
    let rows = (buttons.count + columns - 1) / columns
    return places.map { id, cells in
      let (across, down) = (cells.map { $0 % columns }, cells.map { $0 / columns })
      let (left, top) = (across.min() ?? 0, down.min() ?? 0)
      let width = (across.max() ?? 0) - left + 1
      let height = (down.max() ?? 0) - top + 1
      guard width * height == cells.count else { return (id.text, nil) }
      let cell = FrameSettings.Cell(
        column: left,
        row: top,
        width: width,
        height: height,
        columns: columns,
        rows: rows,
        gap: gap
      )
      return (id.text, cell)
    }
  }
}

extension Settings {
  /// Reads the tables `[[grid]]`, and puts the buttons that they name in their cells.
  static func layOut(
    _ found: inout [FoundWidget],
    grids: [(reader: TableReader, page: Int?)],
    by reader: inout TableReader
  ) {
    var takers: [Int: Int] = [:]
    for (var table, _) in grids {
      let grid = GridSettings(&table)
      for (id, cell) in grid.cells {
        let fault: String?
        if let index = found.firstIndex(where: { $0.widget.id.hasSameBytes(as: id) }),
          found[index].widget.roles.contains(.cell)
        {
          if let line = takers.updateValue(table.position.line, forKey: index) {
            fault = "has '\(id)', which the grid in line \(line) has already"
          } else if found[index].reader.has("frame") {
            fault = "has '\(id)', which has a 'frame' of its own"
          } else if let cell {
            fault = nil
            found[index].widget = found[index].widget.framed(grid.frame.cell(cell))
          } else {
            fault = "must have '\(id)' in cells that make a rectangle"
          }
        } else {
          fault = "must name [[button]]s, not '\(id)'"
        }
        guard let fault else { continue }
        table.report(Diagnostic(table.keyPosition("buttons"), "'buttons' \(fault)"))
      }
      reader.finish(&table)
    }
  }
}
