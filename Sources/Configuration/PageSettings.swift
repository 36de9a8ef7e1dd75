// SPDX-License-Identifier: Apache-2.0
internal import PlainText
package import Raster
internal import TOMLReading
package import Widgets

/// A table `[[page]]`: widgets that are shown while no other page is.
package struct PageSettings: Hashable, Sendable {
  /// The name by which it is shown.
  @Exact package var id = ""
  /// What is seen where no widget is; nil for what `[display]` says.
  package var background: Color?
  /// Seconds without touch, key or scan until another page comes, 0 … 86400; 0 for never.
  package var timeout: Double = 0
  /// The page that comes then.
  @Exact package var timeoutTarget = PageTarget.home
  /// Whether everything begins anew when the first page comes then.
  package var resets = true
  /// How it comes.
  package var turn = PageTurn()
  /// Its widgets, by their places in the file.
  package var widgets: [Int] = []

  /// Its keys, without the widgets.
  package static let keys: [Key<Self>] = [
    .entry(
      "id",
      .pattern("^[A-Za-z0-9_.-]{1,64}$"),
      "By which it is shown; the first page of the file is \"home\"",
      isRequired: true
    ) { $1.id = $0.id() },
    .color(
      "background",
      \.background,
      "The colour behind everything; that of [display] unless given"
    ),
    .number(
      "timeout",
      \.timeout,
      0...86_400,
      "Seconds without touch, key or scan until `timeout_to` comes; 0 = never"
    ),
    .text("timeout_to", \.timeoutTarget, "The page that comes then: an id, \"back\" or \"home\""),
    .flag(
      "timeout_reset",
      \.resets,
      "Whether fields are emptied and \"back\" is forgotten when that is the first page"
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
