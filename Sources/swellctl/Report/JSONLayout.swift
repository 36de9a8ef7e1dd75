// SPDX-License-Identifier: Apache-2.0
package import JSON

/// JSON for people: a value a line where it fits, with two spaces a level.
package enum JSONLayout {
  /// The longest line, unless a string is longer.
  private static let width = 110

  /// The text of `value`, without a line feed at its end.
  package static func text(_ value: JSONValue, indent: String = "") -> String {
    let line = value.text
    guard indent.utf8.count + line.utf8.count > width else { return line }
    let inner = indent + "  "
    func block(_ open: String, parts: [String], close: String) -> String {
      "\(open)\n\(inner)\(parts.joined(separator: ",\n\(inner)"))\n\(indent)\(close)"
    }
    switch value {
    case .array(let elements) where elements.allSatisfy(\.isScalar):
      return block("[", parts: rows(elements.map(\.text)), close: "]")
    case .array(let elements):
      return block("[", parts: elements.map { text($0, indent: inner) }, close: "]")
    case .object(let object):
      let members = object.members.map {
        "\(JSONValue.string($0.key).text): \(text($0.value, indent: inner))"
      }
      return block("{", parts: members, close: "}")
    default: return line
    }
  }

  /// Numbers and words, many a row.
  private static func rows(_ words: [String]) -> [String] {
    var rows: [String] = []
    for word in words {
      if let last = rows.last, last.utf8.count + word.utf8.count < 90 {
        rows[rows.count - 1] = "\(last), \(word)"
      } else {
        rows.append(word)
      }
    }
    return rows
  }
}

extension JSONValue {
  fileprivate var isScalar: Bool { object == nil && array == nil }
}
