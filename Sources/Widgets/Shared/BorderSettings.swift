// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText
package import Raster

/// The table `border`: a line along an elastic outline, inside of it.
package struct BorderSettings: Hashable, Sendable {
  /// From the outline inward, in points, 0 … 24; 0 for none.
  package var width: Double
  /// The line's colour.
  package var color = Color(rgb: 0x9AA0A6)

  /// A border of a width, in the usual colour.
  package init(width: Double = 0) { self.width = width }

  /// The border that a request describes; what it leaves out is as in a table.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  init(_ json: JSONValue) throws(WidgetFault) {
    self = .usual
    guard let members = json.object?.members else {
      throw .badParameter("border", must: "must be an object of 'width' and 'color'")
    }
    for member in members {
      let name = "border.\(member.key)"
      if member.key.hasSameBytes(as: "width") {
        width = Double(try Self.width.value(of: member.value, name)) ?? width
      } else if member.key.hasSameBytes(as: "color") {
        color = Color(try ValueForm.color.value(of: member.value, name)) ?? color
      } else {
        throw .badParameter(name, must: "must be left out: a border has 'width' and 'color'")
      }
    }
  }

  /// The border as a request describes it.
  var json: JSONValue {
    .object(JSONObject([("width", .number(width)), ("color", .string(color.hexText))]))
  }

  /// A border of which nothing else is said.
  static let usual = Self(width: 2)

  private static let width = ValueForm.number(0...24)

  /// The form in which requests describe one.
  static let form = ValueForm.object([("width", width), ("color", .color)])

  /// The keys of the table.
  static let keys: [Key<Self>] = [
    .number("width", \.width, 0...24, "From its edges inward, in points"),
    .color("color", \.color, "Its colour"),
  ]
}

extension Key {
  /// The table `border`.
  @_optimize(none)
  static func border(_ path: Path<BorderSettings>) -> Self {
    table(
      "border",
      BorderSettings.keys,
      "A line along its edges, inside of them",
      from: { _ in .usual },
      isUsual: false
    ) { border, owner, _ in owner[keyPath: path] = border }
  }
}

extension WidgetMember {
  /// The table `border`.
  static func border(_ path: any WritableKeyPath<Settings, BorderSettings> & Sendable) -> Self {
    Self(
      "border",
      BorderSettings.form,
      read: { value, settings throws(WidgetFault) in
        settings[keyPath: path] = try BorderSettings(value)
      },
      write: { $0[keyPath: path].json }
    )
  }
}

extension LayerStack {
  /// Gives a plate its border, muted where its widget is disabled.
  mutating func setBorder(
    _ border: BorderSettings,
    of plate: LayerID<ElasticLayer>,
    in place: WidgetPlace,
    isEnabled: Bool
  ) {
    let color = isEnabled ? border.color : border.color.muted(on: place.background)
    setBorder(width: border.width * place.scale, color: color, of: plate)
  }
}
