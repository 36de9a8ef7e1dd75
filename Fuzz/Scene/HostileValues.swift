// SPDX-License-Identifier: Apache-2.0
import JSON
import LayerTrials
import TOMLReading
import Widgets

/// Keys of tables and parameters of requests; what a kind does not know it refuses.
private let words: [String] = {
  func names(_ keys: [KeyShape]) -> [String] {
    keys.flatMap { [$0.name] + names($0.keys ?? []) }
  }
  let kinds = WidgetKind.allCases
  let parameters = kinds.flatMap(\.methods).flatMap(\.parameters).map(\.name)
  return Set(kinds.flatMap { names($0.table().keys ?? []) } + parameters).sorted()
}()

private let texts = [
  "", "a", "bars", "%.1f %s", "Wave", "12.5", "50%", "#FF0000", "#2F7CF640", "linear",
  "easeInEaseOut", "end",
  "center",
  "top-left", "touch", "fixed", "morph", "draw", "none", "break", "bridge", "digits", "password",
  "drop",
  "שלום", "e\u{301}", "👩‍👩‍👧", "\u{202E}", "long long long long long long long long long long",
]

extension ByteScript {
  mutating func text() -> String { texts[below(texts.count)] }

  /// Small and common, or as large, small and odd as a number can be that a file or a client may give.
  mutating func number() -> Double {
    switch below(12) {
    case 0: 0
    case 1: 1e9
    case 2: -1e9
    case 3: 1e300
    case 4: -1e-300
    case 5: Double(below(65_536))
    case 6: signed()
    case 7: fraction()
    default: Double(below(120))
    }
  }

  private mutating func json(_ depth: Int) -> JSONValue {
    switch below(depth > 2 ? 6 : 9) {
    case 0: .null
    case 1: .bool(isOne(in: 2))
    case 2: .string(text())
    case 3, 4, 5: .number(number())
    case 6: .object(parameters(depth + 1))
    default: .array((0..<below(9)).map { _ in json(depth + 1) })
    }
  }

  /// The parameters of a request.
  mutating func parameters(_ depth: Int = 0) -> JSONObject {
    var object = JSONObject()
    for _ in 0..<1 + below(4) { object[words[below(words.count)]] = json(depth) }
    return object
  }

  private mutating func node(_ depth: Int) -> TOMLNode {
    let value: TOMLNode.Value
    switch below(depth > 2 ? 6 : 9) {
    case 0: value = .bool(isOne(in: 2))
    case 1, 2: value = .string(text())
    case 3: value = .integer(Int64(below(300)) - 100)
    case 4, 5: value = .float(number())
    case 6: value = .array((0..<below(9)).map { _ in node(depth + 1) })
    default: value = .table((0..<1 + below(5)).map { _ in entry(depth + 1) })
    }
    return TOMLNode(value: value, position: Self.position)
  }

  private mutating func entry(_ depth: Int) -> TOMLEntry {
    TOMLEntry(key: words[below(words.count)], keyPosition: Self.position, node: node(depth))
  }

  private static var position: SourcePosition { SourcePosition(line: 1, column: 1) }

  /// A widget of a table without errors.
  mutating func widget(of kind: WidgetKind, id: String) -> WidgetSettings {
    func entry(_ key: String, _ value: TOMLNode.Value) -> TOMLEntry {
      TOMLEntry(
        key: key,
        keyPosition: Self.position,
        node: TOMLNode(value: value, position: Self.position)
      )
    }
    let frame = ["x", "y", "width", "height"].map { key in
      entry(key, .integer(Int64(below(180)) + 1))
    }
    var entries = [entry("id", .string(id)), entry("frame", .table(frame))]
    func settings(_ entries: [TOMLEntry]) -> WidgetSettings? {
      var reader = TableReader(entries, name: kind.name, position: Self.position)
      let settings = kind.read(&reader, "")
      return reader.finish().isEmpty ? settings : nil
    }
    for _ in 0..<below(24) {
      let more = entries + [self.entry(0)]
      let isNew = !entries.contains { $0.key == more[more.count - 1].key }
      if isNew, settings(more) != nil { entries = more }
    }
    if let settings = settings(entries) { return settings }
    // A kind that wants more than a place is given nothing else.
    var reader = TableReader(entries, name: kind.name, position: Self.position)
    return kind.read(&reader, "")
  }
}
