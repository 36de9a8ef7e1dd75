// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Motion
package import Raster
package import TOMLReading

// What makes keys is not made anew for each type of settings: it runs once a table, and would take 150 KB
// of the program.
extension Key {
  /// A key whose values have the form.
  @_optimize(none)
  private static func value<Value: FormedValue>(
    _ name: String,
    _ form: ValueForm,
    _ path: Path<Value>,
    _ about: String
  ) -> Self {
    Self(
      name,
      form,
      about,
      .value(
        put: { value, owner in
          if let value = Value(value) { owner[keyPath: path] = value }
        },
        get: { $0[keyPath: path].formValue }
      )
    )
  }

  /// A number of the range.
  @_optimize(none)
  package static func number(
    _ name: String,
    _ path: Path<Double>,
    _ range: ClosedRange<Double>,
    _ about: String
  ) -> Self { value(name, .number(range), path, about) }

  /// A number of the range, or none.
  @_optimize(none)
  package static func number(
    _ name: String,
    _ path: Path<Double?>,
    _ range: ClosedRange<Double>,
    _ about: String
  ) -> Self { value(name, .number(range), path, about) }

  /// A whole number of the range, and what is counted.
  @_optimize(none)
  package static func whole(
    _ name: String,
    _ path: Path<Int>,
    _ range: ClosedRange<Int>,
    of things: String? = nil,
    _ about: String
  ) -> Self { value(name, .whole(range, of: things), path, about) }

  /// True or false.
  @_optimize(none)
  package static func flag(
    _ name: String,
    _ path: Path<Bool>,
    _ about: String
  ) -> Self { value(name, .flag, path, about) }

  /// A text of at most 1024 bytes.
  @_optimize(none)
  package static func text(
    _ name: String,
    _ path: Path<String>,
    _ about: String
  ) -> Self { value(name, .text, path, about) }

  /// A text of at most 1024 bytes; none where it is empty.
  @_optimize(none)
  package static func text(
    _ name: String,
    _ path: Path<String?>,
    _ about: String
  ) -> Self { value(name, .text, path, about) }

  /// A text that people read, in one language or a table by languages.
  @_optimize(none)
  package static func words(
    _ name: String,
    _ path: Path<String>,
    _ about: String
  ) -> Self { value(name, .words(1024), path, about) }

  /// A text that people read, in one language or a table by languages; none where it is empty.
  @_optimize(none)
  package static func words(
    _ name: String,
    _ path: Path<String?>,
    _ about: String
  ) -> Self { value(name, .words(1024), path, about) }

  /// A colour.
  @_optimize(none)
  package static func color(
    _ name: String,
    _ path: Path<Color>,
    _ about: String
  ) -> Self { value(name, .color, path, about) }

  /// A colour, or none.
  @_optimize(none)
  package static func color(
    _ name: String,
    _ path: Path<Color?>,
    _ about: String
  ) -> Self { value(name, .color, path, about) }

  /// A curve.
  @_optimize(none)
  package static func curve(
    _ name: String,
    _ path: Path<Curve>,
    _ about: String
  ) -> Self { value(name, .curve, path, about) }

  /// Points in the range, or a percentage of the screen.
  @_optimize(none)
  package static func length(
    _ name: String,
    _ path: Path<FrameSettings.Length>,
    _ range: ClosedRange<Double>,
    _ about: String
  ) -> Self { value(name, .length(range), path, about) }

  /// Points in the range, or a percentage of the screen, or none.
  @_optimize(none)
  package static func length(
    _ name: String,
    _ path: Path<FrameSettings.Length?>,
    _ range: ClosedRange<Double>,
    _ about: String
  ) -> Self { value(name, .length(range), path, about) }

  /// One of the cases.
  @_optimize(none)
  package static func choice<Value>(
    _ name: String,
    _ path: Path<Value>,
    _ about: String
  ) -> Self where Value: CaseIterable & RawRepresentable<String> & SendableMetatype {
    Self(
      name,
      .choice(Value.allCases.map(\.rawValue)),
      about,
      .value(
        put: { value, owner in
          guard case .text(let word) = value, let value = Value(rawValue: word) else { return }
          owner[keyPath: path] = value
        },
        get: { .text($0[keyPath: path].rawValue) }
      )
    )
  }

  /// A value that code of its own reads; `get` tells it as it would be written.
  @_optimize(none)
  package static func own(
    _ name: String,
    _ form: ValueForm,
    _ about: String,
    get: @escaping @Sendable (Owner) -> JSONValue? = { _ in nil },
    _ read: @escaping Reading
  ) -> Self { Self(name, form, about, .own(read, get: get)) }

  /// A key whose value code of its own reads from the table in which the key stands.
  @_optimize(none)
  package static func entry(
    _ name: String,
    _ form: ValueForm,
    _ about: String,
    isRequired: Bool = false,
    _ read: @escaping @Sendable (inout TableReader, inout Owner) -> Void
  ) -> Self { Self(name, form, about, .entry(read), isRequired: isRequired) }
}

// MARK: - Tables

extension Key {
  /// A table of keys that code of its own puts into the settings: `put` is given what was read, and the
  /// table's reader.
  ///
  /// `usual` makes what is in force unless its keys say otherwise of what was read before; where `isUsual` that is
  /// in force without the table too.
  @_optimize(none)
  package static func table<Inner: Sendable>(
    _ name: String,
    _ keys: [Key<Inner>],
    _ about: String,
    title: String? = nil,
    from usual: @escaping @Sendable (Owner) -> Inner,
    isUsual: Bool = true,
    put: @escaping @Sendable (Inner, inout Owner, inout TableReader) -> Void
  ) -> Self {
    Self(
      name,
      .flag,
      about,
      .table(
        read: { reader, owner in
          reader.table(name, fallback: (), title: title) { reader in
            var inner = usual(owner)
            reader.read(keys, into: &inner)
            put(inner, &owner, &reader)
          }
        },
        shape: { owner in keys.map { $0.shape(in: isUsual ? owner.map(usual) : nil) } }
      )
    )
  }

  /// A table of keys.
  @_optimize(none)
  package static func table<Inner: Sendable>(
    _ name: String,
    _ path: Path<Inner>,
    _ keys: [Key<Inner>],
    _ about: String
  ) -> Self {
    table(name, keys, about, from: { $0[keyPath: path] }) { inner, owner, _ in
      owner[keyPath: path] = inner
    }
  }

  /// A table of keys that need not be there; `usual` is in force unless they say otherwise.
  @_optimize(none)
  package static func table<Inner: Sendable>(
    _ name: String,
    _ path: Path<Inner?>,
    _ keys: [Key<Inner>],
    _ about: String,
    from usual: Inner
  ) -> Self {
    table(name, keys, about, from: { _ in usual }, isUsual: false) { inner, owner, _ in
      owner[keyPath: path] = inner
    }
  }

  /// A list of at most `most` tables of keys that code of its own puts into the settings, one after the other.
  ///
  /// `usual` makes what is in force in each unless its keys say otherwise of what was read before.
  @_optimize(none)
  package static func tables<Inner: Sendable>(
    _ name: String,
    _ keys: [Key<Inner>],
    most: Int,
    _ about: String,
    from usual: @escaping @Sendable (Owner) -> Inner,
    put: @escaping @Sendable (Inner, inout Owner, inout TableReader) -> Void
  ) -> Self {
    var key = Self(
      name,
      .flag,
      about,
      .table(
        read: { reader, owner in
          if let node = reader.node(name), node.elements == nil {
            let message = "'\(name)' must be a list of tables, not \(node.kind)"
            reader.report(Diagnostic(node.position, message))
            return
          }
          for (index, table) in reader.tables(name).enumerated() {
            var table = table
            guard index < most else {
              let message = "'\(name)' must be at most \(most) tables"
              reader.report(Diagnostic(table.position, message))
              return
            }
            var inner = usual(owner)
            table.read(keys, into: &inner)
            put(inner, &owner, &table)
            reader.finish(&table)
          }
        },
        shape: { owner in keys.map { $0.shape(in: owner.map(usual)) } }
      )
    )
    key.isArray = true
    return key
  }
}
