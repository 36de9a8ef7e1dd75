// SPDX-License-Identifier: Apache-2.0
import JSON
import LayerTrials
import TOMLReading
import Widgets

/// Keys of tables and parameters of requests; what a kind does not know it refuses.
private let words = [
  "align", "allow", "amplitude", "animate", "axis", "back_color", "back_image", "bubble", "caret",
  "caret_blink",
  "centre", "clear_button", "color", "columns", "corner_radius", "damping", "dark_color",
  "direction", "draw",
  "draw_ease",
  "duration", "ease", "enabled", "fill", "fill_color", "file", "fit", "font_size", "format",
  "frame",
  "frequency",
  "from_color", "front_image",
  "front_color", "gap", "gaps", "grid_width", "height", "idle_clear", "inner", "inset", "job",
  "key", "kind", "knob_color", "knob_size",
  "label", "labels", "level", "light_color", "limits", "line", "line_width", "lines", "literal",
  "mask", "max",
  "max_length", "min", "mode", "on_color",
  "outline_color", "over", "padding", "percent", "placeholder", "press", "radius", "reach",
  "release",
  "resting", "reveal", "scale", "show_percent", "speed", "step", "style", "submit", "tension",
  "text",
  "text_color", "trigger_at", "types", "unit", "value", "values", "velocity", "vertical", "visible",
  "width",
  "window", "x", "y",
]

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
