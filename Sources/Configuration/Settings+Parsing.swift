// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import TOMLReading
package import Widgets

extension Settings {
  /// The settings that the file's bytes describe.
  ///
  /// The bytes may be anything at all. Relative image paths count from the file's folder.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents, TOML in UTF-8.
  ///   - fileName: The file's path, as it is to stand in messages.
  ///   - look: The look over the scene, one of the file's; empty for none.
  ///   - extent: The extent of the display for a scene with these settings of it; the usual one unless given.
  ///   - warn: Is told what is no error and yet hardly meant, with its place.
  /// - Throws: `ConfigurationError` with all errors; only a syntax error hides others.
  package init(
    parsing bytes: [UInt8],
    fileName: String,
    over look: String = "",
    extent: (DisplaySettings) -> SceneExtent = SceneExtent.init(without:),
    warn: ([Diagnostic]) -> Void = { _ in }
  ) throws(ConfigurationError) {
    let start = SourcePosition(line: 1, column: 1)
    func failure(_ diagnostics: [Diagnostic]) -> ConfigurationError {
      ConfigurationError(fileName: fileName, diagnostics: diagnostics)
    }
    guard bytes.count <= Self.maximumByteCount else {
      throw failure([Diagnostic(start, "the file is larger than \(Self.maximumByteCount) bytes")])
    }
    let root: TOMLNode
    do throws(Diagnostic) {
      root = try TOMLDocument.parse(bytes)
    } catch {
      throw failure([error])
    }
    guard case .table(let entries) = root.value else { throw failure([]) }
    var reader = TableReader(entries, name: "the file", position: start)
    self.init(&reader, fileName: fileName, over: look, extent: extent)
    // What a look says wrongly is wrong in each widget that has it.
    var told: Set<Diagnostic> = []
    var found = reader.finish()
    var translations = [widgets]
    for language in display.languages.dropFirst() {
      // What is wrong in another language is an error as well.
      var other = TableReader(entries, name: "the file", position: start)
      let settings = Self(
        &other,
        fileName: fileName,
        speaking: language,
        over: look,
        extent: extent
      )
      translations.append(settings.widgets)
      found += other.finish()
    }
    if !display.languages.isEmpty { take(translations: translations) }
    keep(bytes, of: fileName)
    let diagnostics = found.filter { told.insert($0).inserted }
    guard diagnostics.isEmpty else { throw failure(diagnostics) }
    warn(reader.warnings.filter { told.insert($0).inserted })
  }

  /// The settings that the table of the whole file describes, with the texts of one language, the first unless
  /// given; what is wrong is left to the reader.
  package init(
    _ reader: inout TableReader,
    fileName: String,
    speaking language: String? = nil,
    over look: String = "",
    extent: (DisplaySettings) -> SceneExtent = SceneExtent.init(without:)
  ) {
    self.init()
    display = reader.table("display", fallback: display, title: "[display]") {
      DisplaySettings(&$0)
    }
    reader.languages = Languages(display.languages, speaking: language)
    touch = reader.table("touch", fallback: touch, title: "[touch]") { TouchSettings(&$0) }
    let folder = Self.folder(of: fileName)
    let looks = Looks(&reader, folder: folder, over: look)
    take(looks, over: look)
    readWidgets(&reader, folder: folder, looks: looks, extent: extent(display))
    if display.direction.isMirrored(in: reader.languages.spoken) {
      widgets = widgets.map { $0.framed($0.frame.mirrored) }
    }
    readTyping(&reader, looks: looks, folder: folder)
  }

  /// The tables of a file and their keys.
  package static let tables: [KeyShape] =
    [
      KeyShape(
        tableOf: "display",
        "The panel: its output, its size and turn, and when it sleeps",
        DisplaySettings.keys.map { $0.shape(in: DisplaySettings()) }
      ),
      KeyShape(
        tableOf: "touch",
        "The devices that are touched",
        TouchSettings.keys.map { $0.shape(in: TouchSettings()) }
      ),
      Looks.shape,
      KeyShape(
        tableOf: PageTarget.table,
        isArray: true,
        "Widgets that are shown while no other page is, as [[page.button]]",
        PageSettings.keys.map { $0.shape(in: PageSettings()) }
      ),
    ] + WidgetKind.allCases.map { $0.table() } + [
      KeyShape(
        tableOf: "grid",
        isArray: true,
        GridSettings.about,
        GridSettings.keys.map { $0.shape(in: GridSettings()) }
      ),
      KeyShape(
        tableOf: "row",
        isArray: true,
        "What stands side by side and divides a frame among itself",
        LineSettings.keys.map { $0.shape(in: LineSettings()) }
      ),
      KeyShape(
        tableOf: "column",
        isArray: true,
        "What stands one below the other and divides a frame among itself",
        LineSettings.keys.map { $0.shape(in: LineSettings()) }
      ),
      KeyShape(
        tableOf: "keyboard",
        "The keyboards that type into fields for text",
        TypingSettings.keyboardKeys.map { $0.shape(in: TypingSettings()) }
      ),
      KeyShape(
        tableOf: "scanner",
        isArray: true,
        "A scanner that types what it reads",
        TypingSettings.Scanner.keys.map { $0.shape(in: .init(device: "")) }
      ),
    ]

  /// Reads the tables of keyboards and scanners.
  private mutating func readTyping(_ reader: inout TableReader, looks: Looks, folder: String) {
    let fields = widgets.filter(\.takesKeys).map(\.id)
    typing.hasKeyboard = !fields.isEmpty
    typing = reader.table("keyboard", fallback: typing, title: "[keyboard]") { [typing] in
      var typing = typing
      typing.readKeyboard(&$0, looks: looks, folder: folder)
      return typing
    }
    for var table in reader.tables("scanner") {
      typing.readScanner(&table, fields: fields)
      reader.finish(&table)
    }
  }

  /// The path up to and including the last slash; empty without a slash.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  /// Reads pages and widgets, these in the order in which they stand in the file.
  private mutating func readWidgets(
    _ reader: inout TableReader,
    folder: String,
    looks: Looks,
    extent: SceneExtent
  ) {
    var tables = PageTables(&reader)
    var found: [FoundWidget] = []
    for kind in WidgetKind.allCases {
      for (var table, page) in tables.tables(kind.name, besides: &reader) {
        looks.inherit(by: &table, of: kind)
        let widget = kind.read(&table, folder)
        found.append(FoundWidget(reader: table, widget: widget, page: page))
        reader.finish(&table)
      }
    }
    found.sort { $0.reader.position < $1.reader.position }
    Self.layOut(&found, grids: tables.tables("grid", besides: &reader), by: &reader)
    Lines.layOut(&found, pages: &tables, by: &reader)
    Self.check(found, tables: tables, by: &reader)
    if found.count > Self.maximumWidgetCount {
      let message = "a scene has at most \(Self.maximumWidgetCount) widgets"
      reader.report(Diagnostic(found[Self.maximumWidgetCount].reader.position, message))
    }
    tables.finish(with: found, by: &reader)
    widgets = found.map(\.widget)
    pages = tables.pages
    if let (index, pixels) = extent.excess(of: widgets) {
      reader.report(Diagnostic(found[index].reader.position, SceneExtent.complaint(about: pixels)))
    }
  }

  /// Reports ids that are taken, and names of what is not there.
  private static func check(
    _ found: [FoundWidget],
    tables: PageTables,
    by reader: inout TableReader
  ) {
    var places: [String: SourcePosition] = [:]
    for place in found where place.reader.has("id") && !place.widget.id.isEmpty {
      let (position, id) = (place.reader.keyPosition("id"), place.widget.id)
      if let first = places.updateValue(position, forKey: id) {
        places[id] = first
        reader.report(
          Diagnostic(position, "the id '\(id)' is taken already, in line \(first.line)")
        )
      }
    }
    for place in found {
      for reference in place.widget.table.references {
        guard let message = fault(of: reference, found: found, tables: tables) else { continue }
        let position = place.reader.keyPosition(reference.key)
        reader.report(Diagnostic(position, "'\(reference.name)' \(message)"))
      }
    }
  }

  /// The reason why a widget cannot name what it does, as a phrase that follows the key's name; nil where it can.
  private static func fault(
    of reference: WidgetReference,
    found: [FoundWidget],
    tables: PageTables
  ) -> String? {
    guard let role = reference.role else { return tables.fault(of: reference.id) }
    let isThere = found.contains {
      $0.widget.roles.contains(role) && $0.widget.id.hasSameBytes(as: reference.id)
    }
    return isThere ? nil : "must name a \(role.tables), not '\(reference.id)'"
  }
}
