// SPDX-License-Identifier: Apache-2.0
internal import PlainText

/// Which keys a table's reader has asked for, for those who want to know what a file may say.
///
/// What a key may hold is told by the reader's own complaints about values that nothing takes.
package final class TableRecord {
  /// The keys in the order in which they were asked for, each once.
  package private(set) var keys: [String] = []
  /// Whether keys of any name are taken.
  package private(set) var takesAnyKey = false
  private var tables: [(key: String, record: TableRecord)] = []

  /// Of a table that nobody has read yet.
  package init() {}

  /// The record of the table, or of all the tables of the array, that stands at `key`.
  package func table(_ key: String) -> TableRecord {
    if let known = tables.first(where: { $0.key.hasSameBytes(as: key) }) { return known.record }
    let record = TableRecord()
    tables.append((key, record))
    return record
  }

  func note(_ key: String) {
    if !keys.contains(where: key.hasSameBytes) { keys.append(key) }
  }

  func noteAnyKey() { takesAnyKey = true }
}
