// SPDX-License-Identifier: Apache-2.0
package import Geometry
internal import JSON
package import PlainText
package import Raster

/// A table `[[list]]`: rows that a finger flings past, and chooses from.
package struct ListSettings: WidgetTable {
  /// Number of rows that can be chosen.
  package enum Selection: String, CaseIterable, Hashable, Sendable {
    /// None: a row triggers when it is touched.
    case none
    /// One; touching another one takes its place.
    case one
    /// Up to ``ListSettings/mostSelected``; touching one again gives it back.
    case many
  }

  package static let kind = "list"
  package static let roles: Set<WidgetRole> = [.value]

  /// The most rows that are chosen at once.
  package static var mostSelected: Int { 256 }

  package static let members = [WidgetMember<Self>.selected] + keys.members()

  /// The widget's name.
  package var id: String
  /// The list's rectangle; rows beyond it are flung into sight.
  package var frame = FrameSettings(
    x: .percent(50),
    y: .percent(50),
    width: .points(320),
    height: .points(400)
  )
  /// The rows in force.
  package var rows = ListRows()
  /// The files that icons of rows may be.
  package var iconFiles = IconFiles()
  /// The ids of the rows that are chosen, in the order in which they were; those that are no rows count for nothing.
  @Exact package var selected: [String] = []
  /// Number of rows that can be chosen; `select`.
  package var selection = Selection.none
  /// The height of a row in points, 16 … 1000.
  package var rowHeight: Double = 56
  /// From one row to the next in points, 0 … 100.
  package var gap: Double = 6
  /// From the sides of a row to its texts in points, 0 … 200.
  package var padding: Double = 16
  /// The radius of a row's corners in points, 0 … 1000.
  package var cornerRadius: Double = 10
  /// A row's colour.
  package var color = Color(rgb: 0x1C2229)
  /// The colour of its texts.
  package var textColor = Color(rgb: 0xF2F5F7)
  /// A row's colour while it is chosen.
  package var selectedColor = Color(rgb: 0x2F7CF6)
  /// The colour of its texts then.
  package var selectedTextColor = Color(rgb: 0xFFFFFF)
  /// The fonts to look for, as fontconfig names them; empty for the usual one.
  @Exact package var font = ""
  /// The size of the labels in points, 4 … 500; nil for one that goes by the rows' height.
  package var fontSize: Double?
  /// The command to run when a row triggers, program first; empty for none; `exec`.
  @Exact package var command: [String] = []
  /// The treatment of another trigger while the command runs; `while_running`.
  package var whileRunning: ProgramSettings.WhileRunning = .queue
  /// Place in the Tab key's order, 1 … 1000; 0 for by its place.
  package var order = 0
  /// Initial visibility.
  package var isVisible = true
  /// Initial readiness for touches; false for a list that starts disabled.
  package var isEnabled = true

  /// The defaults for a list called `id`.
  package init(id: String) { self.id = id }
}

extension ListSettings {
  package var program: ProgramSettings? {
    command.isEmpty ? nil : ProgramSettings(arguments: command, whileRunning: whileRunning)
  }

  package var drags: DragAxes { .vertical }

  package var touchMargin: Double? { 0 }

  package var references: [WidgetReference] {
    rows.targets(of: 0..<rows.count).map {
      WidgetReference(key: "rows", name: "to", role: nil, id: $0)
    }
  }

  /// Inks of the rows that are seen, and of as many that are about to be.
  package func pictures(in size: Size) -> [PixelBudget.Picture] { [.image] }

  package func lettering(in size: Size) -> [Lettering] {
    (0..<rows.count).flatMap { row in
      let icon = rows.icon(row) == nil ? 0 : (Icon.height + Icon.gap) * labelSize
      let sign = rows.target(row) == nil ? 0 : ListLook.signRoom * labelSize
      let room = size.width - 2 * padding - icon
      let detail = Lettering(
        rows.detail(row),
        font: font,
        fontSize: labelSize * ListLook.detailSize,
        width: room * ListLook.detailShare - sign,
        isShrinkable: false
      )
      let besides = detail.text.isEmpty ? [] : [detail]
      let label = Lettering(
        rows.label(row),
        font: font,
        fontSize: labelSize,
        width: room - sign - (besides.isEmpty ? 0 : ListLook.detailGap * labelSize),
        isShrinkable: false,
        besides: besides
      )
      return (label.text.isEmpty ? [] : [label]) + besides
    }
  }

  package mutating func take(_ rows: ListRows) { self.rows = rows }

  /// The size of the labels in points.
  var labelSize: Double { min(fontSize ?? min(rowHeight * 0.36, 22), rowHeight * 0.8) }

  /// The rows that are chosen, as they come in the list.
  var selectedRows: [Int] {
    guard selection != .none else { return [] }
    let found = selected.suffix(selection == .one ? 1 : Self.mostSelected).compactMap(rows.row)
    return found.sorted()
  }

  /// The ids of the rows that are chosen, as they come in the list.
  var selectedIDs: [String] { selectedRows.map(rows.id) }

  /// The labels of the chosen rows, of many the first ones.
  var said: String {
    let (rows, most) = (selectedRows, 8)
    let labels = rows.prefix(most).map(self.rows.label).joined(separator: ", ")
    return rows.count > most ? labels + ", …" : labels
  }

  /// The ids that are chosen once a finger has touched a row; nil if the touch changes nothing.
  func selection(touching row: Int) -> [String]? {
    let id = rows.id(row)
    var chosen = selectedIDs
    let place = chosen.firstIndex(where: id.hasSameBytes)
    switch selection {
    case .none: return nil
    case .one: return place == nil ? [id] : nil
    case .many:
      if let place {
        chosen.remove(at: place)
        return chosen
      }
      return chosen.count < Self.mostSelected ? chosen + [id] : nil
    }
  }
}

extension WidgetMember<ListSettings> {
  /// The ids of the rows that are chosen.
  fileprivate static let selected = Self(
    "selected",
    isSettable: false,
    read: { value, settings throws(WidgetFault) in
      settings.selected = try ListSettings.ids(value, name: "selected")
    },
    write: { .array($0.selected.map { .string($0) }) }
  )
}

extension ListSettings {
  /// Reads the ids of rows.
  static func ids(_ json: JSONValue, name: String) throws(WidgetFault) -> [String] {
    guard let list = json.array, list.count <= mostSelected else {
      throw .badParameter(name, must: "must be a list of at most \(mostSelected) ids of rows")
    }
    var ids: [String] = []
    for element in list {
      guard let id = element.string, id.utf8.count <= ListRows.longestID else {
        throw .badParameter(name, must: "must be a list of at most \(mostSelected) ids of rows")
      }
      ids.append(id)
    }
    return ids
  }
}
