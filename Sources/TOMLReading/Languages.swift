// SPDX-License-Identifier: Apache-2.0
package import PlainText

/// The languages of a file, and the one in which its texts are read.
package struct Languages: Hashable, Sendable {
  /// Their names, such as "de"; the first stands for one that a text lacks.
  @Exact package var names: [String]
  /// The one in which texts are read; empty where there is none.
  @Exact package var spoken: String

  /// Languages of which `spoken` is read, or else the first.
  package init(_ names: [String] = [], speaking spoken: String? = nil) {
    self.names = names
    self.spoken = spoken ?? names.first ?? ""
  }

  /// Tells if a name is one of them.
  package func contains(_ name: String) -> Bool { names.contains(where: name.hasSameBytes) }

  /// Tells if a language is written from the right: by its script, or as it is where no script is named.
  package static func isRightToLeft(_ name: String) -> Bool {
    let parts = parts(of: name)
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) {
      return isAny(script, of: ["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"])
    }
    guard let language = parts.first else { return false }
    // By ISO 639, those of which most is written so.
    return isAny(
      language,
      of: [
        "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "lrc", "mzn", "nqo", "pnb", "ps", "sd",
        "syr", "ug", "ur", "yi",
      ]
    )
  }

  /// Tells if a comma stands before the decimals of a number in a language: as CLDR 45 has it, where digits are Latin.
  package static func hasDecimalComma(_ name: String) -> Bool {
    let parts = parts(of: name)
    guard let language = parts.first else { return false }
    if let region = parts.dropFirst().first(where: { $0.count == 2 }) {
      let others: [StaticString] =
        if isAny(language, of: ["es"]) {
          ["cu", "do", "gt", "hn", "mx", "ni", "pa", "pe", "pr", "sv", "us"]
        } else if isAny(language, of: ["de", "it"]) {
          ["ch", "li"]
        } else {
          []
        }
      if isAny(region, of: others) { return false }
    }
    return isAny(
      language,
      of: [
        "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "dsb", "el", "es", "et", "eu", "fi",
        "fo", "fr", "fur", "fy", "gl", "hr", "hsb", "hu", "hy", "id", "is", "it", "ka", "kk", "kl",
        "ky", "lb", "lt", "lv", "mk", "nb", "nds", "nl", "nn", "no", "os", "pl", "pt", "ro", "ru",
        "sah", "sc", "se", "sk", "sl", "sq", "sr", "sv", "tg", "tk", "tr", "tt", "uk", "uz", "vi",
        "wo",
      ]
    )
  }

  private static func parts(of name: String) -> [Substring.UTF8View] {
    name.lowercased().split(separator: "-", omittingEmptySubsequences: true).map(\.utf8)
  }

  private static func isAny(_ part: Substring.UTF8View, of words: [StaticString]) -> Bool {
    words.contains { String(describing: $0).utf8.elementsEqual(part) }
  }

  /// The one of a name; for "next" the one after `current`, nil for a name that is none of them.
  package func named(_ name: String, after current: String) -> String? {
    guard name.hasSameBytes(as: "next") else { return contains(name) ? name : nil }
    let place = names.firstIndex(where: current.hasSameBytes).map { $0 + 1 } ?? 0
    return names.isEmpty ? nil : names[place % names.count]
  }

  /// The text that a value has in the language: of a table by languages one entry, else the value itself.
  ///
  /// - Throws: The fault of such a table, as a phrase that follows the key's name.
  package func text(of node: TOMLNode) throws(Diagnostic) -> TOMLNode {
    guard case .table(let entries) = node.value else { return node }
    guard !names.isEmpty else {
      throw Diagnostic(
        node.position,
        "must be a string, as [display] names no 'languages' for a table of texts"
      )
    }
    for entry in entries where !contains(entry.key) {
      let name = TOMLNode.shortened(entry.key)
      throw Diagnostic(
        entry.keyPosition,
        "has a text in '\(name)', which is none of the 'languages' in [display]"
      )
    }
    for name in [spoken] + names {
      if let entry = entries.first(where: { $0.key.hasSameBytes(as: name) }) { return entry.node }
    }
    throw Diagnostic(node.position, "must have a text in one of the 'languages' in [display]")
  }

  /// The warning about languages that a value lacks; nil where it lacks none.
  package func gap(in node: TOMLNode, of key: String) -> Diagnostic? {
    guard case .table(let entries) = node.value else { return nil }
    let missing = names.filter { name in !entries.contains { $0.key.hasSameBytes(as: name) } }
    guard !missing.isEmpty, missing.count < names.count else { return nil }
    let list = missing.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(node.position, "'\(key)' has no text in \(list)")
  }
}
