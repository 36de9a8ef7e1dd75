// SPDX-License-Identifier: Apache-2.0
package import JSON

/// The requests that clients may make of a list.
package enum ListCall: WidgetCall {
  /// Show other rows.
  case set(id: String?, ListReading)
  /// Show more rows, below those that are there.
  case append(id: String?, ListReading)
  /// Choose rows by their ids.
  case select(id: String?, rows: [String])
  /// Bring a row to the top, as far as there are rows below it; `over` seconds, 0 … 86400, and by `ease`.
  case scroll(id: String?, row: String, over: Double?, ease: EaseParameter?)
  /// Tell how many rows there are, which are chosen, and which is at the top.
  case get(id: String?)

  private static let ids = ValueForm.list(.text, 0...ListSettings.mostSelected)

  package static let methods = [
    Method("list.set", [Parameter("rows", ListRows.form, isRequired: true), .id]),
    Method("list.append", [Parameter("rows", ListRows.form, isRequired: true), .id]),
    Method("list.select", [Parameter("rows", ids, isRequired: true), .id]),
    Method("list.scroll", [Parameter("row", .text, isRequired: true), .id, .over, .ease]),
    Method("list.get", [.id]),
  ]

  package init(method: String, params: JSONValue?) throws(WidgetFault) {
    let parameters = try RequestParameters(params, of: Self.methods[method])
    let id = try parameters.string("id")
    switch method {
    case "list.set": self = .set(id: id, try Self.rows(parameters))
    case "list.append": self = .append(id: id, try Self.rows(parameters))
    case "list.select":
      let rows = try parameters.required(parameters.value("rows"), "rows")
      self = .select(id: id, rows: try ListSettings.ids(rows, name: "rows"))
    case "list.scroll":
      self = .scroll(
        id: id,
        row: try parameters.required(parameters.string("row"), "row"),
        over: try parameters.number("over"),
        ease: try parameters.ease()
      )
    default: self = .get(id: id)
    }
  }

  /// The rows of a request, of which none is read yet.
  private static func rows(_ parameters: RequestParameters) throws(WidgetFault) -> ListReading {
    let rows = try parameters.required(parameters.value("rows"), "rows")
    guard let list = rows.array, list.count <= ListRows.most else {
      throw .badParameter("rows", must: "must be a list of at most \(ListRows.most) rows")
    }
    return ListReading(rows)
  }

  package var id: String? {
    switch self {
    case .set(let id, _), .append(let id, _), .select(let id, _), .scroll(let id, _, _, _),
      .get(let id):
      id
    }
  }

  package var method: String {
    switch self {
    case .set: "list.set"
    case .append: "list.append"
    case .select: "list.select"
    case .scroll: "list.scroll"
    case .get: "list.get"
    }
  }

  package var params: JSONObject {
    var params = JSONObject()
    switch self {
    case .set(_, let reading), .append(_, let reading): params["rows"] = reading.json
    case .select(_, let rows): params["rows"] = .array(rows.map { .string($0) })
    case .scroll(_, let row, _, _): params["row"] = .string(row)
    case .get: break
    }
    params["id"] = id.map { .string($0) }
    if case .scroll(_, _, let over, let ease) = self {
      params["over"] = over.map { .number($0) }
      params["ease"] = ease?.json
    }
    return params
  }

  package var isChange: Bool { if case .get = self { false } else { true } }

  /// Rows are kept for the display that comes.
  package var needsDisplay: Bool { if case .scroll = self { true } else { false } }

  /// True for other rows: what is seen of them is compared with what was seen before.
  package var takesTime: Bool {
    switch self {
    case .set, .append: true
    case .select, .scroll, .get: false
    }
  }

  package func readOn() throws(WidgetFault) -> Bool {
    switch self {
    case .set(_, let reading), .append(_, let reading): try reading.readOn()
    case .select, .scroll, .get: true
    }
  }

  package var targets: [String] {
    switch self {
    case .set(_, let reading), .append(_, let reading): reading.targets
    case .select, .scroll, .get: []
    }
  }

  // MARK: - Effects

  /// The members that the request changes in a list with these settings in force.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)`` for rows that are not there, and for more than there may be.
  func change(of settings: ListSettings) throws(WidgetFault) -> WidgetChange {
    var change = WidgetChange()
    switch self {
    case .set(_, let reading): change.rows = reading.rows
    case .append(_, let reading):
      var rows = settings.rows
      let more = reading.rows
      guard rows.count + more.count <= ListRows.most else {
        throw .badParameter(
          "rows",
          must: "must be at most \(ListRows.most) with those that are there"
        )
      }
      guard rows.byteCount + more.byteCount <= ListRows.mostBytes else {
        throw .badParameter(
          "rows",
          must: "must have at most \(ListRows.mostBytes) bytes of text with those that are there"
        )
      }
      guard rows.append(more) else {
        throw .badParameter("rows", must: "must have an 'id' each that no other row has")
      }
      change.rows = rows
    case .select(_, let ids):
      let most =
        switch settings.selection {
        case .none: 0
        case .one: 1
        case .many: ListSettings.mostSelected
        }
      guard ids.count <= most else {
        let word = settings.selection.rawValue
        throw .badParameter("rows", must: "must be at most \(most), as 'select' is \"\(word)\"")
      }
      for id in ids where settings.rows.row(id) == nil {
        throw .badParameter("rows", must: "must be ids of rows, of which '\(id)' is none")
      }
      change["selected"] = .array(ids.map { .string($0) })
    case .scroll(_, let row, _, _):
      guard settings.rows.row(row) != nil else {
        throw .badParameter("row", must: "must be the id of a row, not '\(row)'")
      }
    case .get: break
    }
    return change
  }

  /// Rows that were chosen are told as they come in the list.
  package func announcement(of answer: JSONObject) -> EventDetails? {
    guard case .select(_, let rows) = self else { return nil }
    return .select(answer["selected"]?.array?.compactMap(\.string) ?? rows, .request)
  }
}
