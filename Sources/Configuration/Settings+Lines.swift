// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import TOMLReading
internal import Widgets

/// The rows and columns of a file, and what stands in them.
struct Lines {
  /// A thing at a place of a line: a widget or another line, each by its place in the file.
  private enum Occupant: Hashable {
    case widget(Int)
    case line(Int)
  }

  /// The most tables of a file.
  private static let mostTables = 256
  /// Largest depth of rows and columns in one another.
  private static let mostDepth = 16

  private var tables: [(reader: TableReader, settings: LineSettings)] = []
  /// Occupants of each.
  private var occupants: [[Occupant]] = []
  /// The line that each occupant stands in.
  private var outer: [Occupant: Int] = [:]

  /// Reads the tables `[[row]]` and `[[column]]`, and gives the widgets that they name their places.
  static func layOut(
    _ found: inout [FoundWidget],
    pages: inout PageTables,
    by reader: inout TableReader
  ) {
    var lines = Lines()
    for (name, isColumn) in [("row", false), ("column", true)] {
      for (var table, _) in pages.tables(name, besides: &reader) {
        let settings = LineSettings(&table, isColumn: isColumn)
        lines.tables.append((table, settings))
      }
    }
    lines.tables.sort { $0.reader.position < $1.reader.position }
    if lines.tables.count > mostTables {
      let place = lines.tables[mostTables].reader.position
      reader.report(Diagnostic(place, "a scene has at most \(mostTables) rows and columns"))
      lines.tables.removeSubrange(mostTables...)
    }
    lines.fill(found)
    let deepest = lines.tables.indices.first { lines.depth(of: $0) > mostDepth }
    if let deepest {
      let place = lines.tables[deepest].reader.position
      let message = "rows and columns stand in one another at most \(mostDepth) times"
      reader.report(Diagnostic(place, message))
    }
    for line in lines.tables.indices {
      if lines.outer[.line(line)] == nil, deepest == nil {
        let whole = lines.made(line, found: found)
        lines.seat(line, in: whole, at: [], found: &found)
      }
      reader.finish(&lines.tables[line].reader)
    }
  }

  /// Finds what stands where.
  private mutating func fill(_ found: [FoundWidget]) {
    occupants = tables.map { _ in [] }
    for line in tables.indices {
      let id = tables[line].settings.id
      let isTaken =
        tables[..<line].contains { $0.settings.id.hasSameBytes(as: id) }
        || found.contains { $0.widget.id.hasSameBytes(as: id) }
      if !id.isEmpty, isTaken { report("id", of: line, "must be another: '\(id)' is taken") }
      for id in tables[line].settings.widgets { take(id, in: line, found: found) }
    }
    for line in tables.indices where !tables[line].settings.outer.isEmpty {
      let name = tables[line].settings.outer
      if let other = place(ofLine: name) {
        if outer[.line(line)] != other { put(.line(line), into: other, key: "in", of: line) }
      } else {
        report("in", of: line, "must name a [[row]] or a [[column]], not '\(name)'")
      }
    }
  }

  /// Depth of a line: the number of lines that it stands in, itself counted.
  private func depth(of line: Int) -> Int {
    var (depth, around) = (1, outer[.line(line)])
    while let at = around {
      depth += 1
      around = outer[.line(at)]
    }
    return depth
  }

  private func place(ofLine id: String) -> Int? {
    tables.firstIndex { $0.settings.id.hasSameBytes(as: id) }
  }

  /// Puts what is named into a line.
  private mutating func take(
    _ id: String,
    in line: Int,
    found: [FoundWidget]
  ) {
    if let other = place(ofLine: id) {
      put(.line(other), into: line, key: "widgets", of: line)
    } else if let widget = found.firstIndex(where: { $0.widget.id.hasSameBytes(as: id) }) {
      let own = ["x", "y", "anchor"].filter { found[widget].reader.has($0, inTable: "frame") }
      if let key = own.first {
        report("widgets", of: line, "has '\(id)', whose 'frame' must be without '\(key)'")
      } else if found[widget].widget.frame.part != .whole {
        report("widgets", of: line, "has '\(id)', which a [[grid]] has already")
      } else {
        put(.widget(widget), into: line, key: "widgets", of: line)
      }
    } else {
      report("widgets", of: line, "must name widgets, rows and columns, not '\(id)'")
    }
  }

  /// Puts something into a line unless it is in one already, or would be in itself; `speaker` says so by `key`.
  private mutating func put(
    _ occupant: Occupant,
    into line: Int,
    key: String,
    of speaker: Int
  ) {
    var around: Int? = line
    while let at = around, occupant != .line(at) { around = outer[.line(at)] }
    if around != nil {
      report(key, of: speaker, "must not put a row or a column into itself")
    } else if let taken = outer[occupant] {
      let first = tables[taken].reader.position.line
      report(key, of: speaker, "has what the one in line \(first) has already")
    } else {
      outer[occupant] = line
      occupants[line].append(occupant)
    }
  }

  private mutating func report(_ key: String, of line: Int, _ message: String) {
    let position = tables[line].reader.keyPosition(key)
    tables[line].reader.report(Diagnostic(position, "'\(key)' \(message)"))
  }

  /// A line with all that stands in it.
  private func made(
    _ line: Int,
    found: [FoundWidget]
  ) -> FrameSettings.Line {
    var made = tables[line].settings.line
    made.items = occupants[line].map { occupant in
      switch occupant {
      case .widget(let index): .widget(found[index].widget.frame)
      case .line(let inner): .line(self.made(inner, found: found))
      }
    }
    return made
  }

  /// Gives the widgets of a line, which is at `path` of the outermost one, their places.
  private func seat(
    _ line: Int,
    in whole: FrameSettings.Line,
    at path: [Int],
    found: inout [FoundWidget]
  ) {
    for (place, occupant) in occupants[line].enumerated() {
      switch occupant {
      case .widget(let index):
        let widget = found[index].widget
        let seat = FrameSettings.Seat(in: whole, at: path + [place])
        found[index].widget = widget.framed(widget.frame.seated(seat))
      case .line(let inner): seat(inner, in: whole, at: path + [place], found: &found)
      }
    }
  }
}
