// SPDX-License-Identifier: Apache-2.0
package import PlainText
package import TOMLReading
internal import Widgets

/// Something outside of a configuration file that the file names, and that may be missing.
package struct ExternalReference: Hashable, Sendable {
  /// The kind of thing that is named.
  package enum Kind: Sendable, Hashable {
    /// A program, the first word of a command: a path, or a name to be found in `$PATH`.
    case program
    /// An image file.
    case image
    /// A font: a family, a fontconfig pattern, or the path of a file.
    case font
    /// A text that is shown, whose letters a font has to have.
    case letters
  }

  /// The kind of thing that is named.
  package let kind: Kind
  /// Its name; of an image the path from the working folder on.
  package let name: String
  /// The id of the widget that names it; nil where it is named elsewhere.
  package let widget: String?
  /// Position in the file at which it is named.
  package let position: SourcePosition

  /// Everything that the file's bytes name, in the order of the file.
  ///
  /// Known by their keys, such as `exec`, `file`, `font` and `label`, whichever table they stand in.
  ///
  /// - Parameters:
  ///   - bytes: The contents of a file that ``Settings/init(parsing:fileName:over:extent:warn:)`` takes.
  ///   - fileName: The file's path; relative image paths count from its folder.
  /// - Returns: The references; none when the bytes are no TOML.
  package static func all(in bytes: [UInt8], fileName: String) -> [Self] {
    guard let root = try? TOMLDocument.parse(bytes) else { return [] }
    let folder = fileName.lastIndex(of: "/").map { String(fileName[...$0]) } ?? ""
    var found: [Self] = []
    collect(root, folder: folder, of: nil, found: &found)
    return found.sorted { $0.position < $1.position }
  }

  /// Tables of the widgets in a file, by their ids; none when the bytes are no TOML.
  package static func widgets(in bytes: [UInt8]) -> [ExactText: TOMLNode] {
    guard let root = try? TOMLDocument.parse(bytes) else { return [:] }
    var widgets: [ExactText: TOMLNode] = [:]
    collect(root, widgets: &widgets)
    return widgets
  }

  /// Adds the widgets in the table of the file, or of a page.
  private static func collect(_ root: TOMLNode, widgets: inout [ExactText: TOMLNode]) {
    guard case .table(let tables) = root.value else { return }
    for table in tables {
      let elements = table.node.elements ?? []
      if table.key.hasSameBytes(as: PageTarget.table) {
        for page in elements { collect(page, widgets: &widgets) }
      }
      guard WidgetKind.kind(named: table.key) != nil else { continue }
      for widget in elements {
        if let id = id(widget) { widgets[ExactText(id)] = widget }
      }
    }
  }

  /// The id that a table has.
  private static func id(_ table: TOMLNode) -> String? {
    guard case .table(let entries) = table.value else { return nil }
    return entries.first { $0.key.hasSameBytes(as: "id") }?.node.string
  }

  private static let programKeys = ["exec", "source", "on_blank", "on_wake"]
  private static let imageKeys = ["image", "front_image", "back_image", "file", "icon"]

  private static let textKeys = ["label", "labels", "text", "placeholder", "unit"]

  /// The texts of a key: one, a list, or one in each language.
  private static func texts(_ node: TOMLNode) -> [TOMLNode] {
    if case .table(let languages) = node.value { return languages.map(\.node) }
    return node.elements ?? [node]
  }

  /// Adds what a node names, which is in the table of `widget`; or, with `areWidgets`, whose elements are such tables.
  private static func collect(
    _ node: TOMLNode,
    folder: String,
    of widget: String?,
    areWidgets: Bool = false,
    found: inout [Self]
  ) {
    for element in node.elements ?? [] {
      let own = areWidgets ? id(element) : nil
      collect(element, folder: folder, of: own ?? widget, found: &found)
    }
    guard case .table(let entries) = node.value else { return }
    func add(_ kind: Kind, name: String, node: TOMLNode) {
      found.append(Self(kind: kind, name: name, widget: widget, position: node.position))
    }
    for entry in entries {
      let areWidgets = WidgetKind.kind(named: entry.key) != nil
      collect(entry.node, folder: folder, of: widget, areWidgets: areWidgets, found: &found)
      if textKeys.contains(where: entry.key.hasSameBytes) {
        for text in texts(entry.node) {
          guard let letters = text.string, !letters.isEmpty else { continue }
          add(.letters, name: letters, node: text)
        }
      }
      let isProgram = programKeys.contains(where: entry.key.hasSameBytes)
      let first = isProgram ? entry.node.elements?.first : entry.node
      guard let first, let name = first.string, !name.isEmpty else { continue }
      if isProgram {
        add(.program, name: name, node: first)
      } else if imageKeys.contains(where: entry.key.hasSameBytes) {
        add(.image, name: name.hasPrefix("/") ? name : folder + name, node: first)
      } else if entry.key.hasSameBytes(as: "font") {
        add(.font, name: name, node: first)
      }
    }
  }
}
