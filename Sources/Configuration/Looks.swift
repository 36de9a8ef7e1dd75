// SPDX-License-Identifier: Apache-2.0
internal import PlainText
internal import Raster
internal import TOMLReading
package import Widgets

/// The tables `[[look]]` of a file: values that widgets have where their own keys say nothing.
package struct Looks {
  private struct Look {
    /// Its name; empty for the one that every widget begins with.
    let name: String
    let entries: [TOMLEntry]
  }

  /// Keys of a look that are no widget's.
  private struct Table {
    var name = ""
    var textColor: Color?
    var accentColor: Color?
    var screenBackground: Color?

    static let keys: [Key<Self>] = [
      .entry(
        "name",
        .pattern("^[A-Za-z0-9_.-]{1,64}$"),
        "By which widgets name it in their key `look`; every widget begins with the one without a name"
      ) { $1.name = $0.word("name") },
      .color(
        "text_color",
        \.textColor,
        "The colour of labels, figures, fields' text and axes, unless they have their own"
      ),
      .color(
        "accent_color",
        \.accentColor,
        "The colour of carets, of progress and of armed circles, unless they have their own"
      ),
      .color(
        "screen_background",
        \.screenBackground,
        "The colour behind everything while the look lies over the scene; opaque"
      ),
    ]
  }

  /// The tables and the keys that no widget has.
  package static let shape = KeyShape(
    tableOf: "look",
    isArray: true,
    "Values that widgets have where their own keys say nothing: any key but id, frame, exec, to and language",
    Table.keys.map { $0.shape(in: nil) }
  )

  /// The most tables of a file.
  private static let mostLooks = 64

  private var looks: [Look] = []
  /// The look over the scene; nil for none.
  private var over: Look?
  /// The colour of the screen with the look over the scene; nil where that says nothing.
  private(set) var background: Color?

  /// The names of those that can lie over the scene.
  var names: [String] { looks.map(\.name).filter { !$0.isEmpty } }

  /// Reads the tables; what is wrong is left to the reader.
  ///
  /// - Parameters:
  ///   - reader: The whole file.
  ///   - folder: The file's folder, from which paths count.
  ///   - over: The name of the look over the scene; empty for none, as is one that there is not.
  init(_ reader: inout TableReader, folder: String, over: String) {
    for var table in reader.tables("look") {
      guard looks.count < Self.mostLooks else {
        let message = "a scene has at most \(Self.mostLooks) looks"
        reader.report(Diagnostic(table.position, message))
        return
      }
      var own = Table()
      table.read(Table.keys, into: &own)
      let name = own.name
      check(own, in: &table)
      if !name.isEmpty, name.hasSameBytes(as: over) { background = own.screenBackground }
      let entries = table.readAll { $0 }.filter { entry in
        !["name", "screen_background"].contains { entry.key.hasSameBytes(as: $0) }
      }
      if looks.contains(where: { $0.name.hasSameBytes(as: name) }) {
        let message =
          name.isEmpty ? "needs a name, as another [[look]] has none" : "is taken already"
        table.report(Diagnostic(table.keyPosition("name"), "the name of a [[look]] \(message)"))
      }
      let right = entries.filter { Self.isRight($0, table: &table, folder: folder) }
      looks.append(Look(name: name, entries: right))
      reader.finish(&table)
    }
    self.over = over.isEmpty ? nil : look(named: over)
  }

  private func look(named name: String) -> Look? {
    looks.first { $0.name.hasSameBytes(as: name) }
  }

  /// The looks with which every widget begins: the one over the scene, and the one without a name.
  private var common: [Look] { [over, look(named: "")].compactMap { $0 } }

  private func check(_ own: Table, in table: inout TableReader) {
    guard let color = own.screenBackground else { return }
    let position = table.keyPosition("screen_background")
    if own.name.isEmpty {
      let message =
        "'screen_background' is of a [[look]] with a name; [display] has its own 'background'"
      table.report(Diagnostic(position, message))
    } else if color.alpha != 255 {
      table.report(.translucent("screen_background", at: position))
    }
  }

  /// `accent_color` of the looks with which every widget begins; nil where these say nothing.
  var accent: Color? {
    common.lazy.compactMap { look in
      look.entries.first { $0.key.hasSameBytes(as: "accent_color") }
        .flatMap { try? $0.node.color() }
    }.first
  }

  /// Lets the table of a widget have what its look says, the one over the scene, and the one without a name.
  ///
  /// With the look `night` over the scene, a widget with the look `key` has what `night.key` says first.
  func inherit(by table: inout TableReader, of kind: WidgetKind) {
    let name = table.word("look")
    if !name.isEmpty {
      if let look = look(named: name) {
        let variant = over.flatMap { self.look(named: "\($0.name).\(name)") }
        for look in [variant, look].compactMap(\.self) {
          Self.inherit(look, by: &table, of: kind)
        }
      } else {
        let nearest = NearestName.nearest(to: name, among: names)
        let advice = nearest.map { "; the nearest is '\($0)'" } ?? ""
        let message = "'look' must name a [[look]], not '\(name)'\(advice)"
        table.report(Diagnostic(table.keyPosition("look"), message))
      }
    }
    for look in common { Self.inherit(look, by: &table, of: kind) }
  }

  /// Lets a table have what a look says; its gradient gives way to a colour that stands nearer.
  private static func inherit(_ look: Look, by table: inout TableReader, of kind: WidgetKind) {
    let hasColor = table.has("color")
    table.inherit(
      translated(look.entries, for: kind).filter { key, _ in
        !hasColor || !key.hasSameBytes(as: "gradient")
      }
    )
  }

  /// Lets the keys of the keyboard on the screen have what their look says, and the one without a name; a look of
  /// the usual name need not be there.
  func inherit(
    to screen: inout ScreenKeyboardSettings?,
    by table: inout TableReader,
    folder: String
  ) {
    guard let kind = WidgetKind.kind(named: ScreenKeyboardSettings.keyKind), let name = screen?.look
    else {
      return
    }
    let isThere = look(named: name) != nil
    let look = TOMLEntry(
      key: "look",
      keyPosition: table.keyPosition("look"),
      node: TOMLNode(value: .string(name), position: table.keyPosition("look"))
    )
    let asked = table.hasOwn("look") && !name.isEmpty || isThere
    var key = TableReader(asked ? [look] : [], name: "[keyboard.screen]", position: table.position)
    key.languages = table.languages
    inherit(by: &key, of: kind)
    for diagnostic in key.diagnostics { table.report(diagnostic) }
    screen?.takeLook(&key, folder: folder)
  }

  /// A look's entries as keys of a kind: of several for one key the most exact first, those of other kinds left out.
  private static func translated(_ entries: [TOMLEntry], for kind: WidgetKind)
    -> [(key: String, entry: TOMLEntry)]
  {
    kind.lookNames.flatMap { key, names in
      names.flatMap { name in
        entries.filter { $0.key.hasSameBytes(as: name) }.map { (key, $0) }
      }
    }
  }

  /// Tells if some widget takes an entry; reports a key that none has, and a value that none with the key takes.
  private static func isRight(
    _ entry: TOMLEntry,
    table: inout TableReader,
    folder: String
  ) -> Bool {
    let kinds = WidgetKind.allCases.filter { kind in
      kind.lookNames.contains { $0.names.contains(where: entry.key.hasSameBytes) }
    }
    guard !kinds.isEmpty else {
      table.report(Diagnostic(entry.keyPosition, complaint(about: entry.key)))
      return false
    }
    var first: [Diagnostic] = []
    for kind in kinds {
      let entries = translated([entry], for: kind)
      // Some keys are for widgets with a program alone.
      let text = TOMLNode(value: .string("/bin/true"), position: table.position)
      let exec = TOMLEntry(
        key: "exec",
        keyPosition: table.position,
        node: TOMLNode(value: .array([text]), position: table.position)
      )
      var reader = TableReader([exec], name: "[[look]]", position: table.position)
      reader.languages = table.languages
      reader.inherit(entries)
      _ = kind.read(&reader, folder)
      // Without an id, and without what goes with it, more than the value is wrong.
      let wrong = reader.finish().filter { $0.position != table.position }
      if wrong.isEmpty { return true }
      if first.isEmpty { first = wrong }
    }
    for diagnostic in first { table.report(diagnostic) }
    return false
  }

  /// The error about a key that no look has.
  private static func complaint(about key: String) -> String {
    let shown = TOMLNode.shortened(key)
    if WidgetKind.ownKeys.contains(where: key.hasSameBytes) {
      return "'\(shown)' must stand in the widget, not in a [[look]]"
    }
    let known = WidgetKind.allCases.flatMap { $0.lookNames.flatMap(\.names) }
    let advice = NearestName.nearest(to: key, among: known).map {
      "; the nearest known key is '\($0)'"
    }
    return "unknown key '\(shown)' in [[look]]" + (advice ?? "")
  }
}
