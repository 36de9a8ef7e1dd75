// SPDX-License-Identifier: Apache-2.0

/// The table `turn` of a page: how it takes the place of another one.
package struct PageTurn: Hashable, Sendable {
  /// How it looks.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// With the next frame.
    case cut = "none"
    /// What was there fades into what comes.
    case fade
  }

  /// How it looks.
  package var kind = Kind.fade
  /// Seconds that it takes, 0.05 … 10; `none` takes no time.
  package var duration = Fade.duration

  /// The seconds that it takes.
  package var seconds: Double { kind == .cut ? 0 : duration }

  /// The defaults.
  package init() {}

  /// The keys of the table `turn`.
  package static let keys: [Key<Self>] = [
    .choice("kind", \.kind, "\"fade\", or \"none\" for at once"),
    .number("duration", \.duration, 0.05...10, "How long that takes, in seconds"),
  ]
}

/// Where a touch, a text or the end of a program leads: a page's id, or one of two words.
package enum PageTarget {
  /// The table of pages.
  package static let table = "page"
  /// The page before.
  package static let back = "back"
  /// The first page of the file.
  package static let home = "home"
  /// The words that are no page's id.
  package static let words = [back, home]
}
