// SPDX-License-Identifier: Apache-2.0
import Configuration
import Geometry
import PlainText
import TOMLReading
import Widgets

/// A widget of the scene, and its table in the file.
struct InspectedWidget {
  /// Its settings in force.
  let settings: WidgetSettings
  /// Its table in the file; `nil` where the file has none, as it is now.
  private let table: TOMLNode?

  /// The widget of these settings, with its table in a file of these bytes.
  init(_ settings: WidgetSettings, in bytes: [UInt8]) {
    self.settings = settings
    table = ExternalReference.widgets(in: bytes)[ExactText(settings.id)]
  }

  /// Line of the file at which its table begins.
  var line: Int? { table?.position.line }

  /// Kind, id, and the rectangle in points on a screen of `screen` points.
  func description(on screen: Size) -> String {
    let rect = settings.frame.resolved(in: screen)
    let values = [
      ("x", rect.minX), ("y", rect.minY), ("width", rect.size.width), ("height", rect.size.height),
    ]
    let frame = values.map { "\($0) = \(Self.tenths($1))" }.joined(separator: ", ")
    return "\(settings.kind) \"\(settings.id)\", frame \(frame)"
  }

  /// The entry `frame` of its table, moved by `distance` points.
  ///
  /// Only coordinates that change are written anew: points as whole ones, percentages to a tenth. They are those of
  /// `portrait` or `landscape` where the screen has these in force.
  ///
  /// - Parameters:
  ///   - distance: The way to the right and down.
  ///   - screen: The screen's extent in points.
  /// - Returns: A line of the file; `nil` for a widget whose place is that of a row, a column or a grid.
  func frameLine(movedBy distance: Point, on screen: Size) -> String? {
    let frame = settings.frame
    guard frame.part == .whole else { return nil }
    let isUpright = screen.height > screen.width
    let variant = (isUpright ? frame.portrait : frame.landscape).first
    let shown = variant ?? frame
    var changes: [(key: String, text: String)] = []
    if distance.x != 0 {
      let across = frame.isMirrored ? -distance.x : distance.x
      changes.append(("x", Self.text(of: shown.x, movedBy: across, in: screen.width)))
    }
    if distance.y != 0 {
      changes.append(("y", Self.text(of: shown.y, movedBy: distance.y, in: screen.height)))
    }
    let written = Self.entries(of: table, key: "frame")
    if variant != nil {
      let name = isUpright ? "portrait" : "landscape"
      let inner = written.first { $0.key.hasSameBytes(as: name) }?.node
      changes = [(name, Self.table(Self.entries(of: inner), with: changes))]
    }
    return "frame = " + Self.table(written, with: changes)
  }

  /// The entries of a table, or of a table in it; none where it is no table.
  private static func entries(of node: TOMLNode?, key: String? = nil) -> [TOMLEntry] {
    guard case .table(let entries)? = node?.value else { return [] }
    guard let key else { return entries }
    return Self.entries(of: entries.first { $0.key.hasSameBytes(as: key) }?.node)
  }

  // MARK: - Text

  /// A coordinate along a side of `total` points, moved by so many points.
  private static func text(
    of length: FrameSettings.Length,
    movedBy distance: Double,
    in total: Double
  ) -> String {
    switch length {
    case .points(let points): TOMLNode.text((points + distance).rounded())
    case .percent(let percent): "\"\(tenths(percent + distance / total * 100))%\""
    }
  }

  private static func tenths(_ value: Double) -> String {
    TOMLNode.text((value * 10).rounded() / 10)
  }

  /// A table in one line as the file orders it, with changes in place of its own values or behind them.
  private static func table(
    _ entries: [TOMLEntry],
    with changes: [(key: String, text: String)] = []
  ) -> String {
    // The reader hands them out by name.
    let ordered = entries.sorted {
      ($0.keyPosition.line, $0.keyPosition.column) < ($1.keyPosition.line, $1.keyPosition.column)
    }
    var members = ordered.map { (key: $0.key, text: text(of: $0.node)) }
    for change in changes {
      if let place = members.firstIndex(where: { $0.key.hasSameBytes(as: change.key) }) {
        members[place].text = change.text
      } else {
        members.append(change)
      }
    }
    return "{ " + members.map { "\($0.key) = \($0.text)" }.joined(separator: ", ") + " }"
  }

  private static func text(of node: TOMLNode) -> String {
    switch node.value {
    case .table(let entries): table(entries)
    case .string(let string): "\"\(string)\""
    case .integer(let integer): "\(integer)"
    case .float(let number): TOMLNode.text(number)
    case .bool(let flag): "\(flag)"
    // No frame that is right has any.
    case .array, .date: "\"\""
    }
  }
}
