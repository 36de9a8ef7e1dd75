// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import TOMLReading
internal import Widgets

/// A widget of a file while it is read.
struct FoundWidget {
  /// Its table.
  var reader: TableReader
  /// Settings that the table holds.
  var widget: WidgetSettings
  /// The page that it is on; nil for one on all of them.
  let page: Int?
}

/// The tables `[[page]]` of a file while it is read, with what stands in them.
struct PageTables {
  /// The most tables of a file.
  private static let mostPages = 64

  /// Settings of the pages, in the order of the file.
  private(set) var pages: [PageSettings] = []
  private var readers: [TableReader] = []

  /// Reads the tables without the widgets in them; what is wrong is left to the reader.
  init(_ reader: inout TableReader) {
    for var table in reader.tables(PageTarget.table) {
      guard pages.count < Self.mostPages else {
        let message = "a file has at most \(Self.mostPages) pages"
        reader.report(Diagnostic(table.position, message))
        break
      }
      var page = PageSettings()
      table.read(PageSettings.keys, into: &page)
      if PageTarget.words.contains(where: page.id.hasSameBytes) {
        let message =
          "'id' must be another one: '\(page.id)' leads to the page before or to the first"
        table.report(Diagnostic(table.keyPosition("id"), message))
      } else if let first = place(of: page.id), !page.id.isEmpty {
        let line = readers[first].keyPosition("id").line
        let message = "the id '\(page.id)' is taken already, in line \(line)"
        table.report(Diagnostic(table.keyPosition("id"), message))
      }
      pages.append(page)
      readers.append(table)
    }
    for index in pages.indices {
      let target = pages[index].timeoutTarget
      guard let message = fault(of: target) else { continue }
      let position = readers[index].keyPosition("timeout_to")
      readers[index].report(Diagnostic(position, "'timeout_to' \(message)"))
    }
  }

  /// Readers of the arrays `key` of the file and of its pages, each with its page.
  mutating func tables(
    _ key: String,
    besides reader: inout TableReader
  ) -> [(reader: TableReader, page: Int?)] {
    var found: [(reader: TableReader, page: Int?)] = reader.tables(key).map { ($0, nil) }
    for index in readers.indices {
      found += readers[index].tables(key, in: PageTarget.table).map { ($0, index) }
    }
    return found
  }

  /// The reason why nothing can lead to `target`, as a phrase that follows the key's name; nil where it can.
  func fault(of target: String) -> String? {
    let isWord = PageTarget.words.contains(where: target.hasSameBytes)
    guard place(of: target) == nil, !isWord || pages.isEmpty else { return nil }
    let known = pages.map(\.id).filter { !$0.isEmpty } + PageTarget.words
    let nearest = pages.isEmpty ? nil : NearestName.nearest(to: target, among: known)
    let advice = nearest.map { "; the nearest is '\($0)'" } ?? ""
    return "must name a [[page]], not '\(TOMLNode.shortened(target))'\(advice)"
  }

  /// Notes the widgets on each page, and reports unknown keys.
  mutating func finish(with found: [FoundWidget], by reader: inout TableReader) {
    for (place, widget) in found.enumerated() {
      if let page = widget.page { pages[page].widgets.append(place) }
    }
    for index in readers.indices { reader.finish(&readers[index]) }
  }

  private func place(of id: String) -> Int? { pages.firstIndex { $0.id.hasSameBytes(as: id) } }
}
