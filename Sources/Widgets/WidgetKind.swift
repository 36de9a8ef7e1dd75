// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import Geometry
package import JSON
package import Raster
package import TOMLReading

/// A kind of widgets as the rest of the daemon knows it.
package struct WidgetKind: Sendable {
  /// The table's name, the prefix of the kind's methods, and the kind in `status`.
  package let name: String
  /// Its tables in the configuration.
  package let table: @Sendable () -> KeyShape
  /// The types of events that may happen to its widgets.
  package let eventTypes: [WidgetEventType]
  /// The methods by which clients ask its widgets.
  package let methods: [Method]
  /// The form of a widget's report in `status`.
  package let status: FactForm
  /// Its keys that a look may set, each with the names by which it does.
  package let lookNames: [(key: String, names: [String])]
  /// Reads a table of the configuration; paths in it start at the folder.
  package let read: @Sendable (inout TableReader, String) -> WidgetSettings
  /// Reads a request; the method is the name of one of ``methods``.
  package let request: @Sendable (String, JSONValue?) throws(WidgetFault) -> WidgetRequest

  /// True if its widgets can have the focus: keys and scans are for them.
  package let takesKeys: Bool
  /// The roles that its widgets have for others that name them.
  package let roles: Set<WidgetRole>

  /// The keys that a widget has of its own.
  package static let ownKeys = ["id", "look", "frame", "exec", "source", "to", "language", "order"]

  fileprivate let members: [Member]
  fileprivate typealias Member = (name: String, form: ValueForm, isSettable: Bool)
  /// A member's value as it is written; throws for what the kind does not take.
  fileprivate let canonical: @Sendable (String, JSONValue) throws(WidgetFault) -> JSONValue?

  /// The kind whose widgets are of type `W`.
  init<W: Widget>(
    _ type: W.Type,
    settings: @escaping @Sendable (W.Settings) -> WidgetSettings,
    request: @escaping @Sendable (W.Call) -> WidgetRequest
  ) {
    name = W.Settings.kind
    table = { W.Settings.shape() }
    eventTypes = W.eventTypes
    methods = W.Call.methods.map { Method($0, of: W.self) }
    status = .object(Seen<W>.facts(in: "status").shapes())
    lookNames = W.Settings.keys.filter { !Self.ownKeys.contains($0.name) }
      .map { ($0.name, $0.lookNames) }
    read = { reader, folder in settings(W.Settings(&reader, folder: folder)) }
    self.request = { method, params throws(WidgetFault) in
      request(try W.Call(method: method, params: params))
    }
    takesKeys = W.Settings.takesKeys
    roles = W.Settings.roles
    members = W.Settings.members.map { ($0.name, $0.form, $0.isSettable) }
    canonical = { name, value throws(WidgetFault) in
      guard let member = W.Settings.members.first(where: { $0.name == name }) else { return nil }
      // What a record or a request holds is judged by the table that it is for.
      var scratch = W.Settings.scratch
      scratch.loosen()
      guard case .words = member.form, let texts = value.object?.members, !texts.isEmpty else {
        try member.read(value, &scratch)
        return member.write(scratch)
      }
      for text in texts { try member.read(text.value, &scratch) }
      return value
    }
  }
}

extension WidgetTable {
  /// The table with another frame.
  func framed(_ frame: FrameSettings) -> Self {
    var table = self
    table.frame = frame
    return table
  }

  /// The description of its keys.
  @_optimize(none)
  fileprivate static func shape() -> KeyShape {
    let usual = scratch
    return KeyShape(tableOf: kind, isArray: true, about, keys.map { $0.shape(in: usual) })
  }

  /// Settings to read a member into: those of an empty table.
  fileprivate static var scratch: Self {
    let position = SourcePosition(line: 1, column: 1)
    var reader = TableReader([], name: kind, position: position)
    return Self(&reader, folder: "")
  }
}

extension WidgetKind {
  /// The types of events that may happen to widgets, kind by kind.
  package static let eventTypes: [WidgetEventType] = {
    var types: [WidgetEventType] = []
    for kind in allCases {
      for type in kind.eventTypes where !types.contains(type) { types.append(type) }
    }
    return types
  }()

  /// The names of all members, each where every kind that has it can put it in its own order, which is that of a state.
  package static let memberNames: [String] = {
    var names: [String] = []
    for kind in allCases {
      var next = 0
      for member in kind.members {
        if let place = names.firstIndex(of: member.name) {
          next = place + 1
        } else {
          names.insert(member.name, at: next)
          next += 1
        }
      }
    }
    return names
  }()

  /// The members that `widget.set` takes, those of a later kind behind those of earlier ones: clients that give
  /// parameters by position are not to notice a new kind.
  package static let settableNames: [String] = {
    var names: [String] = []
    for member in allCases.flatMap(\.members) where member.isSettable {
      if !names.contains(member.name) { names.append(member.name) }
    }
    return names
  }()

  /// Most widgets that a `widget.set` may name.
  package static var mostIDs: Int { 256 }

  /// The method `widget.set` with its parameters.
  package static let setting: Method = {
    let members = settableNames.compactMap { name in
      allCases.lazy.flatMap(\.members).first { $0.name == name }.map { Parameter(name, $0.form) }
    }
    return Method(
      "widget.set",
      [Parameter("id", .either(.text, .list(.text, 1...mostIDs)), isRequired: true)] + members + [
        .over, .ease,
      ],
      answer: .object([FactShape("id", .either([.text, .list(.text)]))])
    )
  }()

  /// The kind of this name; nil where there is none.
  package static func kind(named name: String) -> WidgetKind? {
    allCases.first { $0.name.hasSameBytes(as: name) }
  }

  /// The kind whose widgets may be asked for `method`; nil where there is none.
  package static func kind(ofMethod method: String) -> WidgetKind? {
    allCases.first { $0.methods.contains { method.hasSameBytes(as: $0.name) } }
  }

  /// The first kind that has a member.
  package static func kind(withMember name: String) -> WidgetKind? {
    allCases.first { $0.has(member: name) }
  }

  /// Tells if a member holds a text that people read, in any kind that has it.
  static func hasWords(member name: String) -> Bool {
    allCases.contains {
      $0.members.contains { member in
        guard case .words = member.form else { return false }
        return name.hasSameBytes(as: member.name)
      }
    }
  }

  /// Tells if widgets of this kind have a member that `widget.set` takes.
  package func takes(_ name: String) -> Bool {
    members.contains { $0.isSettable && $0.name == name }
  }

  private func has(member name: String) -> Bool { members.contains { $0.name == name } }

  /// A member's value as it is written, if any kind takes it.
  ///
  /// - Returns: nil where no kind has the member.
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` where no kind takes the value.
  package static func canonical(
    _ name: String,
    value: JSONValue
  ) throws(WidgetFault) -> JSONValue? {
    var fault: WidgetFault?
    for kind in allCases {
      do throws(WidgetFault) {
        if let written = try kind.canonical(name, value) { return written }
      } catch {
        fault = fault ?? error
      }
    }
    if let fault { throw fault }
    return nil
  }
}

extension WidgetChange {
  /// The change that `members` describe, for a widget of any kind.
  ///
  /// Members that no kind has are passed over, so that what a newer version has written can be read.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for the first value that no kind takes.
  package init(_ members: JSONObject) throws(WidgetFault) {
    self.init()
    if let rows = members["rows"] {
      guard let rows = ListRows(state: rows) else {
        throw .badParameter("rows", must: "must be rows of a list")
      }
      self.rows = rows
    }
    for member in members.members {
      guard let value = try WidgetKind.canonical(member.key, value: member.value) else { continue }
      self[member.key] = value
    }
  }
}

extension WidgetSettings {
  /// The id.
  package var id: String { table.id }
  /// The widget's rectangle.
  package var frame: FrameSettings { table.frame }
  /// The program that runs when the widget triggers; nil for none.
  package var program: ProgramSettings? { table.program }
  /// The kind's name.
  package var kind: String { table.kind }
  /// True if the widget can have the focus: keys and scans are for it.
  package var takesKeys: Bool { type(of: table).takesKeys }
  /// The roles that the widget has for others that name it.
  package var roles: Set<WidgetRole> { type(of: table).roles }
  /// The masks, texts and images that the widget shows in a frame of `size` points.
  package func pictures(in size: Size) -> [PixelBudget.Picture] { table.pictures(in: size) }
}
