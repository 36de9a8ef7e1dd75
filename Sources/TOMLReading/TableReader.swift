// SPDX-License-Identifier: Apache-2.0
internal import PlainText

/// Reads a table key by key, notes what is wrong, and reports the keys that were not read.
package struct TableReader {
  /// Name of the table in messages, such as "[display]".
  package let name: String
  /// Position at which the table begins.
  package let position: SourcePosition
  /// The languages in which texts may be given, for its tables too.
  package var languages = Languages()
  /// Errors that were found so far.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Warnings about values that are allowed, and yet are hardly meant.
  package private(set) var warnings: [Diagnostic] = []

  private let entries: [TOMLEntry]
  /// Entries of other tables, in force for keys that this one leaves out.
  private var inherited: [(key: String, entry: TOMLEntry)] = []
  private var knownKeys: [String] = []

  /// A reader of `entries`.
  package init(_ entries: [TOMLEntry], name: String, position: SourcePosition) {
    self.entries = entries
    self.name = name
    self.position = position
  }

  /// The value of `key` as `convert` reads it; `fallback` when it is left out or wrong.
  package mutating func read<Value>(
    _ key: String,
    fallback: Value,
    convert: (TOMLNode) throws(Diagnostic) -> Value
  ) -> Value {
    guard let node = node(key) else { return fallback }
    do throws(Diagnostic) {
      return try convert(node)
    } catch {
      // As it stands in the file.
      let written = entry(key)?.key ?? key
      report(Diagnostic(error.position, "'\(written)' \(error.message)"))
      return fallback
    }
  }

  /// The entry's value; from now on the key is known.
  package mutating func node(_ key: String) -> TOMLNode? {
    knownKeys.append(key)
    return entry(key)?.node
  }

  /// Position of `key`, or of the table when it was left out.
  package func keyPosition(_ key: String) -> SourcePosition {
    entry(key)?.keyPosition ?? position
  }

  /// Tells if the table has `key`, of its own or inherited.
  package func has(_ key: String) -> Bool { entry(key) != nil }

  /// Tells if `key` stands in the table itself.
  package func hasOwn(_ key: String) -> Bool {
    entries.contains { $0.key.hasSameBytes(as: key) }
  }

  /// Tells if the table `table` of this one has `key`.
  package func has(_ key: String, inTable table: String) -> Bool {
    guard case .table(let entries)? = entry(table)?.node.value else { return false }
    return entries.contains { $0.key.hasSameBytes(as: key) }
  }

  /// Lets entries of other tables stand for keys that this one leaves out; of two of a key the first does.
  package mutating func inherit(_ entries: [(key: String, entry: TOMLEntry)]) {
    inherited += entries
  }

  /// Leaves an inherited key out.
  package mutating func disinherit(_ key: String) {
    inherited.removeAll { $0.key.hasSameBytes(as: key) }
  }

  private func entry(_ key: String) -> TOMLEntry? {
    entries.first { $0.key.hasSameBytes(as: key) }
      ?? inherited.first { $0.key.hasSameBytes(as: key) }?.entry
  }

  package mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Notes what is hardly meant.
  package mutating func warn(_ warning: Diagnostic) {
    warnings.append(warning)
  }

  /// Takes over everything that was found in `table`, unknown keys included.
  package mutating func finish(_ table: inout TableReader) {
    diagnostics += table.finish()
    warnings += table.warnings
  }

  /// The table `key` as `body` reads it; `fallback` when it is left out or no table.
  ///
  /// Messages call it `title`, unless given its key.
  package mutating func table<Value>(
    _ key: String,
    fallback: Value,
    title: String? = nil,
    body: (inout TableReader) -> Value
  ) -> Value {
    guard let node = node(key) else { return fallback }
    guard case .table(let entries) = node.value else {
      report(Diagnostic(node.position, "'\(key)' must be a table, not \(node.kind)"))
      return fallback
    }
    var reader = TableReader(
      entries,
      name: title ?? "'\(key)'",
      position: node.position
    )
    reader.languages = languages
    let value = body(&reader)
    finish(&reader)
    return value
  }

  /// Readers of the tables of the array `key`, which messages call `[[key]]`, or `[[outer.key]]` where
  /// this table is one of the array `outer`.
  package mutating func tables(_ key: String, in outer: String? = nil) -> [TableReader] {
    guard let node = node(key) else { return [] }
    let title = "[[\(outer.map { "\($0)." } ?? "")\(key)]]"
    guard let elements = node.elements else {
      let message = "'\(key)' must be written \(title), once for each \(key)"
      report(Diagnostic(keyPosition(key), message))
      return []
    }
    var readers: [TableReader] = []
    for element in elements {
      guard case .table(let entries) = element.value else {
        report(Diagnostic(element.position, "'\(key)' must hold tables, not \(element.kind)"))
        continue
      }
      var reader = TableReader(entries, name: title, position: element.position)
      reader.languages = languages
      readers.append(reader)
    }
    return readers
  }

  /// All entries as `convert` reads them, whatever their keys; those that are wrong are left out.
  package mutating func readAll<Value>(
    _ convert: (TOMLEntry) throws(Diagnostic) -> Value
  ) -> [Value] {
    var values: [Value] = []
    for entry in entries {
      knownKeys.append(entry.key)
      do throws(Diagnostic) {
        values.append(try convert(entry))
      } catch {
        report(Diagnostic(error.position, "'\(TOMLNode.shortened(entry.key))' \(error.message)"))
      }
    }
    return values
  }

  /// Everything that was wrong, unknown keys included.
  package mutating func finish() -> [Diagnostic] {
    for entry in entries where !knownKeys.contains(where: entry.key.hasSameBytes) {
      let nearest = NearestName.nearest(to: entry.key, among: knownKeys)
      let advice = nearest.map { "; the nearest known key is '\($0)'" } ?? ""
      let key = TOMLNode.shortened(entry.key)
      report(Diagnostic(entry.keyPosition, "unknown key '\(key)' in \(name)\(advice)"))
    }
    return diagnostics
  }
}

extension TableReader {
  package mutating func string(_ key: String, fallback: String) -> String {
    read(key, fallback: fallback) { node throws(Diagnostic) in try node.text() }
  }
}
