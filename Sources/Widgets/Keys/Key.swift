// SPDX-License-Identifier: Apache-2.0
package import JSON
package import TOMLReading

/// One key of a table that is read into an `Owner`: all that is said of it anywhere follows from this line.
///
/// Rules between two keys are code beside the table.
package struct Key<Owner>: Sendable {
  /// A property of the settings.
  package typealias Path<Value> = any WritableKeyPath<Owner, Value> & Sendable
  /// Reads a value by code of its own; throws what is wrong as a phrase that follows the key's name.
  package typealias Reading = @Sendable (TOMLNode, inout Owner) throws(Diagnostic) -> Void

  /// The way in which a value is read and told.
  enum Content: Sendable {
    /// A value of the form.
    case value(
      put: @Sendable (FormValue, inout Owner) -> Void,
      get: @Sendable (Owner) -> FormValue?
    )
    /// A value that code of its own reads.
    case own(Reading, get: @Sendable (Owner) -> JSONValue?)
    /// A value that code of its own reads from the table in which the key stands.
    case entry(@Sendable (inout TableReader, inout Owner) -> Void)
    /// A table of keys; `shape` is told what is in force unless it is given.
    case table(
      read: @Sendable (inout TableReader, inout Owner) -> Void,
      shape: @Sendable (Owner?) -> [KeyShape]
    )
  }

  /// The key.
  package let name: String
  /// The form of the key's value.
  package let form: ValueForm
  /// The key's purpose, in a sentence without its full stop.
  package let about: String
  /// True if a table without the key is an error.
  package let isRequired: Bool
  let content: Content
  /// The name by which requests set it; nil where the file alone says it.
  private var member: String?
  /// The names by which a look sets it; an earlier one wins.
  package private(set) var lookNames: [String]
  /// True if the settings hold the value in force without the key; false if that depends on other keys.
  private var hasStandard = true
  /// True if the key holds several tables of its keys.
  var isArray = false

  init(
    _ name: String,
    _ form: ValueForm,
    _ about: String,
    _ content: Content,
    isRequired: Bool = false
  ) {
    self.name = name
    self.form = form
    self.about = about
    self.content = content
    self.isRequired = isRequired
    lookNames = [name]
  }

  /// The key, which a look sets by other names.
  @_optimize(none)
  package func inLook(_ names: String...) -> Self {
    var key = self
    key.lookNames = names
    return key
  }

  /// The key, which `widget.set` takes too, by its own name unless another one is given.
  @_optimize(none)
  package func settable(as name: String? = nil) -> Self {
    var key = self
    key.member = name ?? self.name
    return key
  }

  /// The key, of which other keys say what is in force without it.
  @_optimize(none)
  package func dependent() -> Self {
    var key = self
    key.hasStandard = false
    return key
  }
}

extension TableReader {
  /// Reads the keys into `owner`, which holds what is in force where they are left out or wrong.
  @_optimize(none)
  package mutating func read<Owner>(_ keys: [Key<Owner>], into owner: inout Owner) {
    for key in keys {
      switch key.content {
      case .value(let put, _):
        if let value = value(key.name, key.form) { put(value, &owner) }
      case .own(let read, _):
        noteGaps(key.name, key.form)
        owner = self.read(key.name, fallback: owner) { [owner, languages] node throws(Diagnostic) in
          var changed = owner
          try read(try key.form.spoken(node, in: languages), &changed)
          return changed
        }
      case .entry(let read), .table(let read, _): read(&self, &owner)
      }
    }
  }

  /// The value of a key; nil where it is left out or wrong.
  private mutating func value(_ key: String, _ form: ValueForm) -> FormValue? {
    noteGaps(key, form)
    return read(key, fallback: nil) { [languages] node throws(Diagnostic) in
      try form.value(of: try form.spoken(node, in: languages))
    }
  }

  /// Notes the languages that the value of a key lacks.
  private mutating func noteGaps(_ key: String, _ form: ValueForm) {
    guard !languages.names.isEmpty, let node = node(key) else { return }
    for gap in form.gaps(in: node, of: key, languages) { warn(gap) }
  }
}

// MARK: - What follows

/// The description of a key, without its settings.
package struct KeyShape: Sendable {
  /// The key.
  package let name: String
  /// The key's purpose, in a sentence without its full stop.
  package let about: String
  /// The form of the key's value.
  package let form: ValueForm
  /// The keys of the table that it is; nil where it is none.
  package let keys: [KeyShape]?
  /// True if there may be several such tables.
  package var isArray = false
  /// True if a table without the key is an error.
  package var isRequired = false
  /// The value in force unless the file says another one; nil where that is nothing or depends.
  package var standard: JSONValue?

  /// A table, or the tables of an array.
  package init(tableOf name: String, isArray: Bool = false, _ about: String, _ keys: [KeyShape]) {
    self.name = name
    self.about = about
    self.isArray = isArray
    self.keys = keys
    form = .flag
  }

  fileprivate init(_ name: String, _ form: ValueForm, _ about: String, _ standard: JSONValue?) {
    self.name = name
    self.about = about
    self.form = form
    self.standard = standard
    keys = nil
  }
}

extension Key {
  /// The key's description, with the value in force in `owner`; nil where there is nothing without the table.
  @_optimize(none)
  package func shape(in owner: Owner?) -> KeyShape {
    var shape: KeyShape
    switch content {
    case .value(_, let get): shape = KeyShape(name, form, about, owner.flatMap { get($0)?.json })
    case .own(_, let get): shape = KeyShape(name, form, about, owner.flatMap { get($0) })
    case .entry: shape = KeyShape(name, form, about, nil)
    case .table(_, let shapes): shape = KeyShape(tableOf: name, about, shapes(owner))
    }
    if !hasStandard { shape.standard = nil }
    shape.isArray = isArray
    shape.isRequired = isRequired
    return shape
  }

  /// The member that requests set; nil where it is the file's alone.
  fileprivate var settableMember: WidgetMember<Owner>? {
    guard let member, case .value(let put, let get) = content else { return nil }
    return WidgetMember(
      member,
      form: form,
      read: { [form] value, settings throws(WidgetFault) in
        put(try form.value(of: value, member), &settings)
      },
      write: { get($0)?.json ?? .null }
    )
  }
}

extension Array {
  /// The members that requests set.
  @_optimize(none)
  package func members<Owner>() -> [WidgetMember<Owner>] where Element == Key<Owner> {
    compactMap(\.settableMember)
  }
}
