// SPDX-License-Identifier: Apache-2.0
package import JSON
internal import Raster
package import TOMLReading

/// One of the things about a widget that requests may set and a restart keeps.
///
/// The same description reads `widget.set`, reads and writes the state that outlives the process, and
/// tells what is in force.
package struct WidgetMember<Settings>: Sendable {
  /// Its name in requests, state and status.
  package let name: String
  /// The form of its values, where `widget.set` takes it.
  package let form: ValueForm
  /// True if `widget.set` takes it; others are set by requests of the kind's own.
  package let isSettable: Bool
  /// Puts a value in force.
  package let read: @Sendable (JSONValue, inout Settings) throws(WidgetFault) -> Void
  /// The value in force.
  package let write: @Sendable (Settings) -> JSONValue

  /// A member that reads and writes itself.
  package init(
    _ name: String,
    form: ValueForm = .text,
    isSettable: Bool = true,
    read: @escaping @Sendable (JSONValue, inout Settings) throws(WidgetFault) -> Void,
    write: @escaping @Sendable (Settings) -> JSONValue
  ) {
    self.name = name
    self.form = form
    self.isSettable = isSettable
    self.read = read
    self.write = write
  }
}

extension WidgetMember {
  /// A value of the form.
  private static func value<Value: FormedValue>(
    _ name: String,
    form: ValueForm,
    path: any WritableKeyPath<Settings, Value> & Sendable,
    isSettable: Bool
  ) -> Self {
    Self(
      name,
      form: form,
      isSettable: isSettable,
      read: { value, settings throws(WidgetFault) in
        guard let value = Value(try form.value(of: value, name)) else { return }
        settings[keyPath: path] = value
      },
      write: { $0[keyPath: path].formValue?.json ?? .null }
    )
  }

  /// A text of at most 1024 bytes that people read, or a table of such by languages.
  static func text(
    _ name: String,
    path: any WritableKeyPath<Settings, String> & Sendable
  ) -> Self { value(name, form: .words(1024), path: path, isSettable: true) }

  /// A truth value, set by a request of the kind's own.
  static func flag(
    _ name: String,
    path: any WritableKeyPath<Settings, Bool> & Sendable
  ) -> Self { value(name, form: .flag, path: path, isSettable: false) }

  /// State of a program, noted by the server; a value that is no phase is read as idle.
  static func jobPhase(
    _ name: String,
    path: any WritableKeyPath<Settings, JobPhase> & Sendable
  ) -> Self {
    Self(
      name,
      isSettable: false,
      read: { value, settings throws(WidgetFault) in
        settings[keyPath: path] = value.string.flatMap(JobPhase.init(rawValue:)) ?? .idle
      },
      write: { .string($0[keyPath: path].rawValue) }
    )
  }

  /// A colour that takes another one's place, noted by the server; null for none.
  static func substitute(
    _ name: String,
    path: any WritableKeyPath<Settings, Color?> & Sendable
  ) -> Self {
    Self(
      name,
      isSettable: false,
      read: { value, settings throws(WidgetFault) in
        settings[keyPath: path] = value.string.flatMap { Color(hex: $0) }
      },
      write: { $0[keyPath: path].map { .string($0.hexText) } ?? .null }
    )
  }

  /// A number of `range`, set by a request of the kind's own.
  static func number(
    _ name: String,
    path: any WritableKeyPath<Settings, Double> & Sendable,
    in range: ClosedRange<Double>
  ) -> Self { value(name, form: .number(range), path: path, isSettable: false) }
}

/// Changes that requests have made to a widget since its configuration was read: members with their values.
///
/// This is all that survives when the scene is built anew: on another display, after a reload, after
/// a restart of the process. What is not in it is as the configuration says.
package struct WidgetChange: Hashable, Sendable {
  /// The members in the order of ``WidgetKind/memberNames``, with values as they are written.
  package private(set) var members = JSONObject()
  /// The rows of a list: thousands, which are not read anew with each change, and no member; nil where the
  /// configuration's are in force.
  package var rows: ListRows?

  /// Nothing is different.
  package init() {}

  /// True if nothing differs from the configuration.
  package var isEmpty: Bool { members.members.isEmpty && rows == nil }

  /// Size of the change: bytes of texts, and values of lists.
  package var length: Int { Self.length(of: .object(members)) + (rows?.byteCount ?? 0) }

  /// The members as a state keeps them, with the rows where these are not too many for it.
  package var kept: JSONObject {
    var kept = members
    if let rows, rows.byteCount <= ListRows.mostKeptBytes { kept["rows"] = rows.json }
    return kept
  }

  private static func length(of value: JSONValue) -> Int {
    if let members = value.object?.members {
      return members.reduce(0) { $0 + length(of: $1.value) }
    }
    if let values = value.array { return values.reduce(values.count) { $0 + length(of: $1) } }
    return value.string?.utf8.count ?? 0
  }

  /// Takes over the members of a later change.
  package mutating func merge(_ later: Self) {
    for member in later.members.members { self[member.key] = member.value }
    rows = later.rows ?? rows
  }

  /// A member with texts in a language that is none of these; nil where there is none.
  package func stranger(among languages: Languages) -> (member: String, language: String)? {
    for member in members.members where WidgetKind.hasWords(member: member.key) {
      for text in member.value.object?.members ?? [] where !languages.contains(text.key) {
        return (member.key, text.key)
      }
    }
    return nil
  }

  /// A value in the language that is shown: of a table by languages one of its texts.
  private static func text(of value: JSONValue, in languages: Languages) -> JSONValue? {
    guard let texts = value.object else { return value }
    return ([languages.spoken] + languages.names).lazy.compactMap { texts[$0] }.first
  }

  /// The value of a member; nil where the configuration's is in force.
  package subscript(name: String) -> JSONValue? {
    get { members[name] }
    set {
      var values = members
      values[name] = newValue
      members = JSONObject(
        WidgetKind.memberNames.compactMap { name in values[name].map { (name, $0) } }
      )
    }
  }

  /// `settings` with what is different, texts in the language that is shown; members that the kind does not have
  /// count for nothing.
  func applied<Settings: WidgetTable>(to settings: Settings, in languages: Languages = Languages())
    -> Settings
  {
    var changed = settings
    if let rows { changed.take(rows) }
    for member in Settings.members {
      guard var value = members[member.name] else { continue }
      if case .words = member.form {
        guard let text = Self.text(of: value, in: languages) else { continue }
        value = text
      }
      try? member.read(value, &changed)
    }
    return changed
  }
}
