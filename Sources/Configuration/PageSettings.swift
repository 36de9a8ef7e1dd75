// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PlainText
package import Raster
internal import TOMLReading
package import Widgets

/// A table `[[page]]`: widgets that are shown while no other page is.
package struct PageSettings: Oriented, Hashable {
  /// The name by which it is shown.
  @Exact package var id = ""
  /// Colour where no widget is; nil for that of `[display]`.
  package var background: Color?
  /// Seconds without touch, key or scan until another page comes, 0 … 86400; 0 for never.
  package var timeout: Double = 0
  /// Seconds before that in which a ring empties, 0 … 86400; 0 for none.
  package var timeoutWarning: Double = 0
  /// The page that comes then.
  @Exact package var timeoutTarget = PageTarget.home
  /// True if everything begins anew when the first page comes then.
  package var resets = true
  /// The transition with which it comes.
  package var turn = PageTurn()
  /// Direction in which a finger draws in the pages beside it.
  package enum Swipe: String, CaseIterable, Hashable, Sendable {
    /// No way.
    case none
    /// From the sides.
    case sideways
    /// From above and below.
    case vertical
  }
  /// Direction in which a finger draws in the pages beside it.
  package var swipe = Swipe.none
  /// Its widgets, by their places in the file.
  package var widgets: [Int] = []

  /// The settings in force on upright screens; none where it is these.
  package var portrait: [Self] = []
  /// The settings in force on screens that are not upright; none where it is these.
  package var landscape: [Self] = []

  /// Its keys, without the widgets.
  package static let keys = ownKeys + viewKeys + Key.variants(of: viewKeys)

  private static let ownKeys: [Key<Self>] = [
    .entry(
      "id",
      .pattern("^[A-Za-z0-9_.-]{1,64}$"),
      "By which it is shown; the first page of the file is \"home\"",
      isRequired: true
    ) { $1.id = $0.id() },
    .number(
      "timeout",
      \.timeout,
      0...86_400,
      "Seconds without touch, key or scan until `timeout_to` comes; 0 = never"
    ),
    .number(
      "timeout_warning",
      \.timeoutWarning,
      0...86_400,
      "Seconds before it in which a ring that empties says so; touches and keys put it off; 0 = none"
    ),
    .text("timeout_to", \.timeoutTarget, "The page that comes then: an id, \"back\" or \"home\""),
    .flag(
      "timeout_reset",
      \.resets,
      "Whether fields are emptied and \"back\" is forgotten when that is the first page"
    ),
  ]

  /// The keys that may be others on some screens.
  private static let viewKeys: [Key<Self>] = [
    .color(
      "background",
      \.background,
      "The colour behind everything; that of [display] unless given"
    ),
    .own(
      "swipe",
      .either(.flag, .choice(["vertical"])),
      "Whether a finger draws in the page before or behind it in the file: sideways, or \"vertical\"",
      get: { .bool($0.swipe != .none) },
      { node, settings throws(Diagnostic) in
        if case .bool(let isOn) = node.value {
          settings.swipe = isOn ? .sideways : .none
        } else {
          guard node.string == "vertical" else {
            throw node.mismatch("true, false or \"vertical\"")
          }
          settings.swipe = .vertical
        }
      }
    ),
    .table("turn", \.turn, PageTurn.keys, "How it takes the place of another page"),
  ]

  /// No widgets, and the defaults.
  package init() {}
}

extension Settings {
  /// The page that each widget is on; nil for one on all of them.
  package var placement: [Int?] {
    var placement = [Int?](repeating: nil, count: widgets.count)
    for (page, settings) in pages.enumerated() {
      for widget in settings.widgets { placement[widget] = page }
    }
    return placement
  }
}
