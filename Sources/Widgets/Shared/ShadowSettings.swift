// SPDX-License-Identifier: Apache-2.0
package import Raster

/// The table `shadow`: what a plate at rest casts on what lies beneath it.
package struct ShadowSettings: Hashable, Sendable {
  /// From the plate to the right, in points, -24 … 24.
  package var x: Double = 0
  /// From the plate downward, in points, -24 … 24.
  package var y: Double = 4
  /// The distance over which its edges fade to either side, in points, 0 … 24.
  package var blur: Double = 12
  /// The colour.
  package var color = Color(rgb: 0x000000, alpha: 0x80)

  /// The largest ``blur``.
  static let mostBlur = 24.0

  /// A shadow of which nothing else is said.
  package init() {}

  /// The keys of the table.
  static let keys: [Key<Self>] = [
    .number("x", \.x, -24...24, "From it to the right, in points"),
    .number("y", \.y, -24...24, "From it downward, in points"),
    .number("blur", \.blur, 0...mostBlur, "How far its edges fade to either side, in points"),
    .color("color", \.color, "Its colour"),
  ]

  /// Refuses a shadow for a plate that was made without one: a layer beneath it is there from the
  /// start.
  ///
  /// - Throws: ``WidgetFault/badParameter(_:must:)``.
  static func check(_ change: WidgetChange, beside shadow: Self?) throws(WidgetFault) {
    guard shadow == nil, change["shadow"] != nil else { return }
    throw .badParameter("shadow", must: "must be left out: the configuration gives it no shadow")
  }
}

extension ShadowSettings? {
  /// The mask of the shadow, as large as requests can make it.
  var pictures: [PixelBudget.Picture] {
    self == nil ? [] : [.shadow(blur: ShadowSettings.mostBlur)]
  }
}

extension Key {
  /// The table `shadow`.
  @_optimize(none)
  static func shadow(_ path: Path<ShadowSettings?>) -> Self {
    table(
      "shadow",
      path,
      ShadowSettings.keys,
      "What it casts at rest on what lies beneath it",
      from: ShadowSettings()
    )
  }
}

extension WidgetMember {
  /// The table `shadow`.
  static func shadow(_ path: any WritableKeyPath<Settings, ShadowSettings?> & Sendable) -> Self {
    table(
      "shadow",
      ShadowSettings.keys,
      from: ShadowSettings(),
      get: { $0[keyPath: path] },
      put: { $0[keyPath: path] = $1 }
    )
  }
}
