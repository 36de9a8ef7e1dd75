// SPDX-License-Identifier: Apache-2.0
import JSON
import LayerTrials
import TOMLReading
import Touch
import Widgets

/// The keys of each kind's table but those that every widget is given here.
private let tables: [[KeyShape]] = WidgetKind.allCases.map { kind in
  (kind.table().keys ?? []).filter { $0.name != "id" && $0.name != "frame" }
}

/// Keys of tables and parameters of requests; what a kind does not know it refuses.
private let words: [String] = {
  func names(_ keys: [KeyShape]) -> [String] {
    keys.flatMap { [$0.name] + names($0.keys ?? []) }
  }
  let parameters = WidgetKind.allCases.flatMap(\.methods).flatMap(\.parameters).map(\.name)
  return Set(tables.flatMap(names) + parameters).sorted()
}()

private let texts = [
  "", "a", "bars", "%.1f %s", "Wave", "12.5", "50%", "#FF0000", "#2F7CF640", "linear",
  "easeInEaseOut", "end", "center", "top-left", "touch", "fixed", "morph", "draw", "none", "break",
  "bridge", "digits", "password", "drop", "ring", "circle", "one", "many", "tap", "H", "rtl",
  "start", "top", "next", "i1", "w0", "{percent:w0}", "{value:w1} {time:%S}",
  "שלום", "e\u{301}", "👩‍👩‍👧", "\u{202E}", "long long long long long long long long long long",
]

private let colors = ["#FF0000", "#2F7CF640", "#FFF", "#00000000", "#101418"]
private let curves = ["linear", "easeInEaseOut", "easeOutBounce", "easeInBack", "clockHand"]

// MARK: - Values

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

  /// A value of any form.
  private mutating func anything(_ depth: Int = 0) -> JSONValue {
    switch below(depth > 2 ? 6 : 9) {
    case 0: return .null
    case 1: return .bool(isOne(in: 2))
    case 2: return .string(text())
    case 3, 4, 5: return .number(number())
    case 6:
      var object = JSONObject()
      for _ in 0..<1 + below(4) { object[words[below(words.count)]] = anything(depth + 1) }
      return .object(object)
    default: return .array((0..<below(9)).map { _ in anything(depth + 1) })
    }
  }

  /// A value of this form, but for what only code of its own can tell.
  private mutating func value(of form: ValueForm) -> JSONValue {
    switch form {
    case .number(let range):
      return .number(min(max(number(), range.lowerBound), range.upperBound))
    case .whole(let range, _):
      return .number(Double(min(max(below(300) - 100, range.lowerBound), range.upperBound)))
    case .flag: return .bool(isOne(in: 2))
    case .text, .words, .pattern, .schema: return .string(text())
    case .choice(let words): return .string(words[below(words.count)])
    case .color: return .string(colors[below(colors.count)])
    case .curve:
      guard isOne(in: 4) else { return .string(curves[below(curves.count)]) }
      return .array((0..<4).map { _ in .number(fraction()) })
    case .length(let range):
      guard isOne(in: 4) else { return value(of: .number(range)) }
      return .string("\(below(120))%")
    case .list(let form, let counts):
      let count = min(max(below(9), counts.lowerBound), counts.upperBound)
      return .array((0..<count).map { _ in value(of: form) })
    case .object(let members):
      var object = JSONObject()
      for (name, form) in members where !isOne(in: 8) { object[name] = value(of: form) }
      return .object(object)
    case .either(let one, let other): return value(of: isOne(in: 2) ? other : one)
    }
  }

  /// A value of a key, of its form more often than not.
  private mutating func value(of key: KeyShape) -> JSONValue {
    if isOne(in: 12) { return anything() }
    guard let keys = key.keys else { return value(of: key.form) }
    guard key.isArray else { return .object(table(keys)) }
    return .array((0..<below(5)).map { _ in .object(table(keys)) })
  }

  /// A table of some of these keys, with those that have to be there.
  private mutating func table(_ keys: [KeyShape]) -> JSONObject {
    var object = JSONObject()
    for key in keys where key.isRequired {
      object[key.name] = key.name == "id" ? .string("i\(below(64))") : value(of: key)
    }
    for _ in 0..<below(6) {
      let key = keys[below(keys.count)]
      if object[key.name] == nil { object[key.name] = value(of: key) }
    }
    return object
  }
}

// MARK: - What clients ask

extension ByteScript {
  /// The parameters of a request.
  mutating func parameters(of method: Method) -> JSONObject {
    var object = JSONObject()
    for parameter in method.parameters where parameter.name != "id" {
      guard parameter.isRequired || isOne(in: 2) else { continue }
      let isNull = parameter.isNullable && isOne(in: 4)
      let value = isOne(in: 12) ? anything() : value(of: parameter.form)
      object[parameter.name] = isNull ? .null : value
    }
    if isOne(in: 8) { object[words[below(words.count)]] = anything() }
    return object
  }

  /// What is set of a widget of the kind at an index of all kinds.
  mutating func change(ofKind kind: Int) -> JSONObject {
    var object = JSONObject()
    for _ in 0..<1 + below(2) {
      if isOne(in: 8) || tables[kind].isEmpty {
        object[words[below(words.count)]] = anything()
      } else {
        let key = tables[kind][below(tables[kind].count)]
        object[key.name] = value(of: key)
      }
    }
    return object
  }
}

// MARK: - What stands in files

private let position = SourcePosition(line: 1, column: 1)

/// A value as a file has it.
private func node(_ json: JSONValue) -> TOMLNode {
  let value: TOMLNode.Value =
    switch json {
    case .null, .longInteger: .bool(false)
    case .bool(let flag): .bool(flag)
    case .string(let text): .string(text)
    case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .float(number)
    case .array(let values): .array(values.map(node))
    case .object(let object): .table(object.members.map { entry($0.key, $0.value) })
    }
  return TOMLNode(value: value, position: position)
}

private func entry(_ key: String, _ value: JSONValue) -> TOMLEntry {
  TOMLEntry(key: key, keyPosition: position, node: node(value))
}

extension ByteScript {
  /// A widget of a table without errors.
  mutating func widget(ofKind index: Int, id: String) -> WidgetSettings {
    let kind = WidgetKind.allCases[index]
    var frame = JSONObject()
    for key in ["x", "y", "width", "height"] { frame[key] = .number(Double(below(180) + 1)) }
    var entries = [entry("id", .string(id)), entry("frame", .object(frame))]
    func settings(_ entries: [TOMLEntry]) -> WidgetSettings? {
      var reader = TableReader(entries, name: kind.name, position: position)
      let settings = kind.read(&reader, "")
      return reader.finish().isEmpty ? settings : nil
    }
    for _ in 0..<below(24) {
      for (key, value) in change(ofKind: index).members.map({ ($0.key, $0.value) })
      where !entries.contains(where: { $0.key == key }) {
        let more = entries + [entry(key, value)]
        if settings(more) != nil { entries = more }
      }
    }
    if let settings = settings(entries) { return settings }
    // A kind that wants more than a place is given nothing else.
    var reader = TableReader(entries, name: kind.name, position: position)
    return kind.read(&reader, "")
  }

  /// A keyboard on the screen with a layout of letters, dead keys among them; nil for none.
  mutating func screenKeyboard() -> ScreenKeyboardSettings? {
    guard isOne(in: 2) else { return nil }
    var settings = ScreenKeyboardSettings()
    settings.show = isOne(in: 4) ? .always : .auto
    settings.height =
      isOne(in: 2) ? .percent(Double(20 + below(80))) : .points(Double(40 + below(90)))
    settings.color = isOne(in: 3) ? color() : nil
    settings.accentColor = color()
    settings.key.color = color()
    settings.key.amplitude = Double(below(12))
    let rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]
    settings.layouts = (0...below(2)).map { number in
      let keys = rows.enumerated().map { row, letters in
        letters.enumerated().map { place, letter in
          let upper = String(letter).uppercased()
          let isDead = isOne(in: 16)
          return ScreenLayout.Key(
            code: UInt16(2 + 14 * row + place),
            faces: [
              ScreenLayout.Face(label: String(letter), text: isDead ? "" : String(letter)),
              ScreenLayout.Face(label: upper, text: upper), nil, nil,
            ]
          )
        }
      }
      return ScreenLayout(name: "l\(number)", rows: keys, separator: ".")
    }
    return settings
  }
}
