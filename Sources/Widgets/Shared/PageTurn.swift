// SPDX-License-Identifier: Apache-2.0
internal import Motion

/// The table `turn` of a page: how it takes the place of another one.
package struct PageTurn: Hashable, Sendable {
  /// How it looks.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// With the next frame.
    case cut = "none"
    /// What was there fades into what comes.
    case fade
    /// The page moves in over what was there.
    case slide
  }

  /// An edge of the screen.
  package enum Edge: String, CaseIterable, Hashable, Sendable {
    case left
    case right
    case top
    case bottom
  }

  /// How it looks.
  package var kind = Kind.fade
  /// Where a page that slides comes from.
  package var from = Edge.right
  /// Seconds that it takes, 0.05 … 10; `none` takes no time.
  package var duration = Fade.duration

  /// The seconds in which the widgets of one page fade into those of the other.
  package var fading: Double { kind == .fade ? duration : 0 }

  /// The defaults.
  package init() {}

  /// How far a page that slides has come after so many seconds: from 0 to 1, which is where it stays.
  ///
  /// Does not allocate.
  package func progress(after seconds: Double) -> Double {
    Curve.easeInEaseOut.value(at: seconds / duration)
  }

  /// The keys of the table `turn`.
  package static let keys: [Key<Self>] = [
    .choice("kind", \.kind, "\"fade\", \"slide\", or \"none\" for at once"),
    .choice("from", \.from, "The edge that a page comes from which slides"),
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
