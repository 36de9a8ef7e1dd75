// SPDX-License-Identifier: Apache-2.0
package import JSON
internal import PlainText
internal import Synchronization

/// One row of a list, as it is read.
package struct ListRow: Hashable, Sendable {
  /// Its name for requests and events, unique in the list.
  @Exact package var id = ""
  /// The text at its beginning.
  @Exact package var label = ""
  /// The fainter text at its end.
  @Exact package var detail = ""
  /// The destination of a touch: a page's id, or a word of ``PageTarget``; empty for none.
  @Exact package var target = ""
  /// The path of the image before the label, as the file or a request writes it; empty for none.
  @Exact package var icon = ""

  /// A row without texts.
  package init(id: String = "") { self.id = id }
}

/// The rows of a list: thousands of them in a few arrays, found by their ids.
///
/// A copy costs three references. Two that come from the same one are equal without a look at their texts.
package struct ListRows: Hashable, Sendable {
  /// The most rows of a list.
  package static let most = 10_000
  /// The most bytes of all texts of a list.
  package static let mostBytes = 1 << 20
  /// The most bytes of texts that are kept for the next process.
  package static let mostKeptBytes = 32 << 10
  /// The most bytes of an id.
  package static let longestID = 256

  /// The texts of a row.
  private enum Part: Int, CaseIterable { case id, label, detail, target, icon }

  /// The texts of all rows, one after the other in UTF-8.
  private var bytes: [UInt8] = []
  /// End of each text in `bytes`: as many a row as there are parts.
  private var ends: [UInt32] = []
  /// Rows by what their ids hash to, at the next free place for one that is taken, and -1 at free ones; as many places
  /// as a power of two.
  private var table: [Int32] = []
  /// Hashes of the ids, row by row.
  private var hashes: [UInt32] = []

  /// No rows.
  package init() {}

  /// Number of rows.
  package var count: Int { ends.count / Part.allCases.count }
  /// Size of the rows' texts in bytes.
  package var byteCount: Int { bytes.count }
  /// True if there are no rows.
  package var isEmpty: Bool { ends.isEmpty }

  package static func == (left: Self, right: Self) -> Bool {
    left.ends == right.ends && left.bytes == right.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes.count) }

  // MARK: - Texts

  private func range(_ row: Int, part: Part) -> Range<Int> {
    let index = row * Part.allCases.count + part.rawValue
    return (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  private func text(_ row: Int, part: Part) -> String {
    String(decoding: bytes[range(row, part: part)], as: UTF8.self)
  }

  /// The id of a row, `0 ..< count`.
  package func id(_ row: Int) -> String { text(row, part: .id) }
  /// The text at the beginning of a row.
  package func label(_ row: Int) -> String { text(row, part: .label) }
  /// The text at the end of a row.
  package func detail(_ row: Int) -> String { text(row, part: .detail) }
  /// The destination of a row: a page's id, or a word of ``PageTarget``; nil for none.
  package func target(_ row: Int) -> String? {
    range(row, part: .target).isEmpty ? nil : text(row, part: .target)
  }

  /// The path of the image before the label of a row, as it was written; nil for none.
  package func icon(_ row: Int) -> String? {
    range(row, part: .icon).isEmpty ? nil : text(row, part: .icon)
  }

  /// Tells if a row looks like a row of `other`: the same texts and icon, and a destination if that one has any.
  package func looks(_ row: Int, like other: Self, otherRow: Int) -> Bool {
    func same(_ part: Part) -> Bool {
      bytes[range(row, part: part)].elementsEqual(other.bytes[other.range(otherRow, part: part)])
    }
    return same(.label) && same(.detail) && same(.icon)
      && range(row, part: .target).isEmpty == other.range(otherRow, part: .target).isEmpty
  }

  /// The pages to which rows lead, each once.
  package func targets(of rows: Range<Int>) -> [String] {
    var seen: Set<ExactText> = []
    return rows.compactMap(target).filter { seen.insert(ExactText($0)).inserted }
  }

  // MARK: - Looking up

  /// The row with an id; nil where there is none.
  package func row(_ id: String) -> Int? {
    guard !table.isEmpty else { return nil }
    let row = table[place(of: id.utf8, hash: Self.hash(id.utf8))]
    return row < 0 ? nil : Int(row)
  }

  /// Hash of an id, seeded so that no client can know which ids collide.
  private static func hash(_ id: some Sequence<UInt8>) -> UInt32 {
    var hasher = Hasher()
    for byte in id { hasher.combine(byte) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// Index in the table at which an id is, or would be.
  private func place(of id: some Sequence<UInt8>, hash: UInt32) -> Int {
    let mask = table.count - 1
    var place = Int(hash) & mask
    while table[place] >= 0 {
      let row = Int(table[place])
      if hashes[row] == hash, bytes[range(row, part: .id)].elementsEqual(id) { break }
      place = (place + 1) & mask
    }
    return place
  }

  // MARK: - Adding

  /// Makes room for `count` rows more.
  mutating func reserve(_ count: Int) {
    let needed = (self.count + count) * 2
    guard needed > table.count else { return }
    var size = max(16, table.count)
    while size < needed { size *= 2 }
    table = Array(repeating: -1, count: size)
    for row in 0..<self.count {
      var place = Int(hashes[row]) & (size - 1)
      while table[place] >= 0 { place = (place + 1) & (size - 1) }
      table[place] = Int32(row)
    }
  }

  /// Adds a row behind the others.
  ///
  /// - Returns: True if it was added; not where its id is taken.
  mutating func append(_ row: ListRow) -> Bool {
    reserve(1)
    let hash = Self.hash(row.id.utf8)
    let place = place(of: row.id.utf8, hash: hash)
    guard table[place] < 0 else { return false }
    table[place] = Int32(count)
    hashes.append(hash)
    for text in [row.id, row.label, row.detail, row.target, row.icon] {
      bytes += text.utf8
      ends.append(UInt32(bytes.count))
    }
    return true
  }

  /// Adds the rows of others behind these.
  ///
  /// - Returns: True if they were added; not where an id is taken, and then some have been.
  mutating func append(_ others: Self) -> Bool {
    reserve(others.count)
    for row in 0..<others.count {
      let place = place(of: others.bytes[others.range(row, part: .id)], hash: others.hashes[row])
      guard table[place] < 0 else { return false }
      table[place] = Int32(count)
      hashes.append(others.hashes[row])
      for part in Part.allCases {
        bytes += others.bytes[others.range(row, part: part)]
        ends.append(UInt32(bytes.count))
      }
    }
    return true
  }
}

// MARK: - Requests and states

extension ListRows {
  /// The form of rows in requests and states.
  static let form = ValueForm.list(
    .object([
      ("id", .text), ("label", .text), ("detail", .text), ("icon", .text), ("to", .text),
    ]),
    0...most
  )

  /// Reads rows behind those that are there.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for the first that is none; those before it have been added.
  mutating func read(_ elements: ArraySlice<JSONValue>) throws(WidgetFault) {
    for element in elements {
      let row = try Self.row(element)
      guard count < Self.most else {
        throw .badParameter("rows", must: "must be at most \(Self.most), those before them counted")
      }
      guard append(row) else {
        throw .badParameter("rows", must: "must have an 'id' each that no other row has")
      }
      guard bytes.count <= Self.mostBytes else {
        throw .badParameter("rows", must: "must have at most \(Self.mostBytes) bytes of text")
      }
    }
  }

  private static func row(_ element: JSONValue) throws(WidgetFault) -> ListRow {
    guard let object = element.object else {
      throw .badParameter("rows", must: "must be a list of objects with 'id' and 'label'")
    }
    var row = ListRow()
    for member in object.members {
      guard let text = member.value.string, text.utf8.count <= 1024 else {
        throw .badParameter("rows", must: "must have texts of at most 1024 bytes")
      }
      let key = member.key
      if key.hasSameBytes(as: "id") {
        row.id = text
      } else if key.hasSameBytes(as: "label") {
        row.label = text
      } else if key.hasSameBytes(as: "detail") {
        row.detail = text
      } else if key.hasSameBytes(as: "to") {
        row.target = text
      } else if key.hasSameBytes(as: "icon") {
        row.icon = text
      } else {
        throw .badParameter(
          "rows",
          must: "must have nothing but 'id', 'label', 'detail', 'icon' and 'to'"
        )
      }
    }
    guard !row.id.isEmpty, row.id.utf8.count <= longestID else {
      throw .badParameter("rows", must: "must have an 'id' of 1 to \(longestID) bytes each")
    }
    return row
  }

  /// The rows as requests and states write them.
  package var json: JSONValue {
    .array(
      (0..<count).map { row in
        var object = JSONObject([("id", .string(id(row))), ("label", .string(label(row)))])
        if !range(row, part: .detail).isEmpty { object["detail"] = .string(detail(row)) }
        object["to"] = target(row).map { .string($0) }
        object["icon"] = icon(row).map { .string($0) }
        return .object(object)
      }
    )
  }

  /// The rows of a state; nil for what is none.
  package init?(state json: JSONValue) {
    guard let elements = json.array else { return nil }
    self.init()
    guard (try? read(elements[...])) != nil else { return nil }
  }
}

/// Rows of a request that are read a portion a turn, so that thousands of them hold up no frame.
package final class ListReading: Sendable {
  /// Number of rows that are read in one turn: some tens of microseconds.
  private static let portion = 128

  /// The rows as they came.
  let json: JSONValue
  private let state = Mutex(State())

  private struct State {
    var rows = ListRows()
    var next = 0
    /// The rows that were read last.
    var portion = 0..<0
  }

  /// Rows of which none has been read.
  init(_ json: JSONValue) { self.json = json }

  /// The rows that have been read: all, once ``readOn()`` says so.
  var rows: ListRows { state.withLock { $0.rows } }

  /// The pages to which the rows lead that were read last.
  var targets: [String] { state.withLock { $0.rows.targets(of: $0.portion) } }

  /// Reads a portion.
  ///
  /// - Returns: True if all have been read.
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  func readOn() throws(WidgetFault) -> Bool {
    let elements = json.array ?? []
    let result = state.withLock { state -> Result<Bool, WidgetFault> in
      if state.next == 0 { state.rows.reserve(min(elements.count, ListRows.most)) }
      let end = min(state.next + Self.portion, elements.count)
      do throws(WidgetFault) {
        try state.rows.read(elements[state.next..<end])
      } catch {
        return .failure(error)
      }
      state.portion = state.next..<end
      state.next = end
      return .success(end == elements.count)
    }
    return try result.get()
  }
}

extension ListReading: Hashable {
  package static func == (left: ListReading, right: ListReading) -> Bool {
    left === right || left.json == right.json
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(json.array?.count) }
}
