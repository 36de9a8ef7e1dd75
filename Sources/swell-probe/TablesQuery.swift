// SPDX-License-Identifier: Apache-2.0
// Splitting by a text; the release leaves it out where nobody asks for it.
internal import _StringProcessing
import Configuration
import JSON
import Motion
import TOMLReading

/// What a configuration may say, as its readers tell it: the keys that they ask for, and what they say of
/// values that nothing takes.
///
/// Nothing of it is written down here, so that it cannot fall behind.
enum TablesQuery {
  /// `{"q":"tables"}` → `{"file": TABLE, "curves": [NAME, …]}`.
  ///
  /// A TABLE has `keys` (by name), `required` (names) and, where any key is taken, `any`. Each key is
  /// `{"table": TABLE}`, `{"tables": TABLE}` for an array of them, or `{"must": …}`: what its reader says
  /// that it must be, with `text`, `fraction` and `huge`, what it says of such values; null
  /// where it takes them.
  static func tables(_ arguments: Arguments) throws(ProbeError) -> [(String, JSONValue)] {
    let root = Table()
    // Every reading tells of one level more.
    for _ in 0..<8 {
      let complaints = Reading(of: root, .date, in: root.record).complaints
      root.grow(by: complaints)
    }
    for sample in Sample.others {
      root.note(Reading(of: root, sample, in: nil).complaints, of: sample)
    }
    return [("file", root.json), ("curves", .array(Curve.names.map { .string($0) }))]
  }
}

/// A value that is tried.
private enum Sample: String {
  /// A date, which nothing takes.
  case date
  /// A string with a control character, which is nobody's name.
  case text
  /// A number that is hardly ever out of range, and not whole.
  case fraction
  /// A number that is out of every range.
  case huge

  static let others = [Self.text, .fraction, .huge]

  var value: TOMLNode.Value {
    switch self {
    case .date: .date
    case .text: .string("\u{7F}")
    case .fraction: .float(1.5)
    case .huge: .float(1e300)
    }
  }
}

/// What is known of a table so far.
private final class Table {
  enum Key {
    case value([Sample: String])
    case table(Table)
    case tables(Table)
  }

  let record: TableRecord
  var keys: [(name: String, key: Key)] = []
  var required: [String] = []
  /// Where the table itself and its values stand in a trial.
  var line = 0
  var lines: [Int] = []

  init(_ record: TableRecord = TableRecord()) { self.record = record }

  /// Takes in what a reading with dates has told.
  func grow(by complaints: [Int: [String]]) {
    for index in keys.indices {
      let name = keys[index].name
      switch keys[index].key {
      case .table(let table), .tables(let table): table.grow(by: complaints)
      case .value:
        let said = Self.complaint(about: name, complaints[lines[index]] ?? []) ?? ""
        if said.hasPrefix("must be a table,") {
          keys[index].key = .table(Table(record.table(name)))
        } else if said.hasPrefix("must be written [[") {
          keys[index].key = .tables(Table(record.table(name)))
        } else {
          keys[index].key = .value([.date: said])
        }
      }
    }
    for said in complaints[line] ?? [] {
      // "[[button]] needs an 'id'"
      guard let needs = said.split(separator: " needs ", maxSplits: 1).last, needs != said[...],
        needs.split(separator: "'").count == 2, let name = needs.split(separator: "'").last
      else { continue }
      if !required.contains(String(name)) { required.append(String(name)) }
    }
    let names = record.keys + (record.takesAnyKey ? ["*"] : [])
    for name in names where !keys.contains(where: { $0.name == name }) {
      keys.append((name, .value([:])))
    }
  }

  /// Notes what was said of a sample where it is something else than what was said of a date.
  func note(_ complaints: [Int: [String]], of sample: Sample) {
    for index in keys.indices {
      switch keys[index].key {
      case .table(let table), .tables(let table): table.note(complaints, of: sample)
      case .value(var said):
        said[sample] = Self.complaint(about: keys[index].name, complaints[lines[index]] ?? [])
        keys[index].key = .value(said)
      }
    }
  }

  private static func complaint(about name: String, _ lines: [String]) -> String? {
    let start = "'\(name)' "
    return lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  var json: JSONValue {
    var members: [(String, JSONValue)] = []
    for (name, key) in keys where name != "*" { members.append((name, Self.json(key))) }
    var object = JSONObject([("keys", .object(JSONObject(members)))])
    object["required"] = .array(required.map { .string($0) })
    if let any = keys.first(where: { $0.name == "*" }) { object["any"] = Self.json(any.key) }
    return .object(object)
  }

  private static func json(_ key: Key) -> JSONValue {
    var object = JSONObject()
    switch key {
    case .table(let table): object["table"] = table.json
    case .tables(let table): object["tables"] = table.json
    case .value(let said):
      object["must"] = .string(said[.date] ?? "")
      for sample in Sample.others {
        object[sample.rawValue] = said[sample].map { .string($0) } ?? .null
      }
    }
    return .object(object)
  }
}

/// One trial: a file with a sample at each key, read as every configuration is.
private struct Reading {
  /// What was said, by the line of what it was said of.
  private(set) var complaints: [Int: [String]] = [:]
  private var nextLine = 1

  init(of root: Table, _ sample: Sample, in record: TableRecord?) {
    let entries = entries(of: root, sample)
    var reader = TableReader(
      entries,
      name: "the file",
      position: SourcePosition(line: root.line, column: 1),
      record: record
    )
    _ = Settings(&reader, fileName: "")
    for diagnostic in reader.finish() {
      complaints[diagnostic.position.line, default: []].append(diagnostic.message)
    }
  }

  private mutating func entries(of table: Table, _ sample: Sample) -> [TOMLEntry] {
    table.line = nextLine
    nextLine += 1
    table.lines = []
    var entries: [TOMLEntry] = []
    for (name, key) in table.keys {
      let position = SourcePosition(line: nextLine, column: 1)
      table.lines.append(nextLine)
      nextLine += 1
      let value: TOMLNode.Value
      switch key {
      case .value: value = sample.value
      case .table(let inner): value = .table(self.entries(of: inner, sample))
      case .tables(let inner):
        let element = TOMLNode.Value.table(self.entries(of: inner, sample))
        let place = SourcePosition(line: inner.line, column: 1)
        value = .array([TOMLNode(value: element, position: place)])
      }
      entries.append(
        TOMLEntry(
          key: name,
          keyPosition: position,
          node: TOMLNode(value: value, position: position)
        )
      )
    }
    return entries
  }
}
