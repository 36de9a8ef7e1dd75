// SPDX-License-Identifier: Apache-2.0
internal import TOMLReading
internal import Widgets

extension DisplaySettings {
  /// Measures by which a picture that stands still for years does not burn in.
  package struct Care: Hashable, Sendable {
    /// Seconds after which the picture moves by a pixel, 10 … 86400; nil where it stays; `orbit`.
    package var orbit: Double?
    /// Distance that it moves to each side, 1 … 16 pixels of the panel; `range`.
    package var range = 4
    /// Time at which bars run over the panel, in minutes since midnight, 0 ..< 1440; nil for never; `refresh`.
    package var refresh: Int?

    /// The defaults.
    package init() {}
  }
}

extension DisplaySettings.Care {
  /// The keys of the table `care`.
  static let keys: [Key<Self>] = [
    .number(
      "orbit",
      \.orbit,
      10...86400,
      "Seconds after which the picture moves by a pixel, and touch with it"
    ),
    .whole("range", \.range, 1...16, of: "pixels", "How far it moves to each side"),
    .own(
      "refresh",
      .pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$"),
      "The time of day at which bars run over the panel for a minute while it is not touched"
    ) { node, care throws(Diagnostic) in
      guard let minute = node.string.flatMap({ AwakeSchedule.minute($0[...]) }), minute < 1440
      else { throw node.mismatch("a time of day such as \"03:00\"") }
      care.refresh = minute
    },
  ]
}
