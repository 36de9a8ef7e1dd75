// SPDX-License-Identifier: Apache-2.0
package import JSON
package import Raster
internal import TOMLReading
package import Widgets

/// The golden scripts as the server plays them to a scene, with everything in them that comes from a library
/// of C: `Tests/Golden/tape.json`.
///
/// What is on it can be played where there is no server, no fontconfig and no libpng: by ``GoldenPlayer``
/// on an emulated aarch64. It is recorded on x86-64, where a test holds it to the table of frames.
package struct GoldenTape {
  /// One script.
  package struct Script {
    /// One word.
    package let name: String
    /// What is seen where no widget is.
    package let background: Color
    /// The widgets from the lowest to the topmost.
    package let widgets: [WidgetSettings]
    /// What happens to the scene, in order.
    package let steps: [[JSONValue]]
  }

  /// The scripts.
  package let scripts: [Script]
  /// Text and images, by what they were asked for as.
  package let materials: JSONObject

  /// The tape that `json` says; nil where it says none.
  package init?(_ json: JSONValue) {
    guard let object = json.object, let materials = object["materials"]?.object,
      let scripts = object["scripts"]?.array
    else { return nil }
    self.materials = materials
    self.scripts = scripts.compactMap(Script.init)
    guard self.scripts.count == scripts.count else { return nil }
  }
}

extension GoldenTape.Script {
  init?(_ json: JSONValue) {
    guard let object = json.object, let name = object["name"]?.string,
      let background = object["background"]?.string.flatMap({ Color(hex: $0) }),
      let widgets = object["widgets"]?.array, let steps = object["steps"]?.array
    else { return nil }
    self.name = name
    self.background = background
    self.widgets = widgets.compactMap { Self.widget($0) }
    self.steps = steps.compactMap { $0.array }
    guard self.widgets.count == widgets.count, self.steps.count == steps.count else { return nil }
  }

  /// The settings of a table whose kind is its member `kind`.
  private static func widget(_ json: JSONValue) -> WidgetSettings? {
    guard let table = json.object,
      let kind = WidgetKind.allCases.first(where: { $0.name == table["kind"]?.string })
    else { return nil }
    let members = table.members.filter { $0.key != "kind" }
    let place = SourcePosition(line: 1, column: 1)
    var reader = TableReader(
      members.map { TOMLEntry(key: $0.key, keyPosition: place, node: TOMLNode($0.value)) },
      name: kind.name,
      position: place
    )
    return kind.read(&reader, "")
  }
}

extension TOMLNode {
  /// The value of a configuration that a JSON value stands for.
  fileprivate init(_ json: JSONValue) {
    let place = SourcePosition(line: 1, column: 1)
    let value: Value =
      switch json {
      case .null: .date
      case .bool(let bool): .bool(bool)
      case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .float(number)
      case .longInteger(let digits): .float(Double(digits) ?? .nan)
      case .string(let string): .string(string)
      case .array(let elements): .array(elements.map { TOMLNode($0) })
      case .object(let object):
        .table(
          object.members.map {
            TOMLEntry(key: $0.key, keyPosition: place, node: TOMLNode($0.value))
          }
        )
      }
    self.init(value: value, position: place)
  }
}
