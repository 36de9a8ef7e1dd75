// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText

extension WidgetMember {
  /// A table of keys that have values of a form each: an object in requests.
  ///
  /// - Parameters:
  ///   - name: The table's name.
  ///   - keys: Its keys.
  ///   - usual: The table of which nothing is said: a request says all of it anew.
  ///   - get: The table in force; nil for none.
  ///   - put: Puts a table in force.
  /// - Returns: The member.
  @_optimize(none)
  static func table<Table: Sendable>(
    _ name: String,
    _ keys: [Key<Table>],
    from usual: Table,
    get: @escaping @Sendable (Settings) -> Table?,
    put: @escaping @Sendable (inout Settings, Table) -> Void
  ) -> Self {
    let names = keys.map { "'\($0.name)'" }
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    return Self(
      name,
      form: .object(keys.map { ($0.name, $0.form) }),
      read: { value, settings throws(WidgetFault) in
        guard let members = value.object?.members else {
          throw .badParameter(name, must: "must be an object of \(list)")
        }
        var table = usual
        for member in members {
          let path = "\(name).\(member.key)"
          guard let key = keys.first(where: { $0.name.hasSameBytes(as: member.key) }),
            case .value(let put, _) = key.content
          else { throw .badParameter(path, must: "must be left out: a \(name) has \(list)") }
          put(try key.form.value(of: member.value, path), &table)
        }
        put(&settings, table)
      },
      write: { settings in
        guard let table = get(settings) else { return .null }
        return .object(
          JSONObject(keys.map { ($0.name, $0.shape(in: table).standard ?? .null) })
        )
      }
    )
  }
}
