// SPDX-License-Identifier: Apache-2.0
package import Raster

/// The table `border`: a line along an elastic outline, inside of it.
package struct BorderSettings: Hashable, Sendable {
  /// From the outline inward, in points, 0 … 24; 0 for none.
  package var width: Double
  /// The line's colour.
  package var color = Color(rgb: 0x9AA0A6)

  /// A border of a width, in the usual colour.
  package init(width: Double = 0) { self.width = width }

  /// A border of which nothing else is said.
  static let usual = Self(width: 2)

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
    table(
      "border",
      BorderSettings.keys,
      from: .usual,
      get: { $0[keyPath: path] },
      put: { $0[keyPath: path] = $1 }
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
