// SPDX-License-Identifier: Apache-2.0
internal import Motion

/// The table `turn` of a page: how it takes the place of another one.
package struct PageTurn: Hashable, Sendable {
  /// The look of a turn.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// With the next frame.
    case cut = "none"
    /// The old page fades into the new one.
    case fade
    /// The page moves in over what was there.
    case slide
    /// The same, and its leading edge is of rubber.
    case elastic

    /// True if the page moves.
    package var moves: Bool { self == .slide || self == .elastic }
  }

  /// An edge of the screen.
  package enum Edge: String, CaseIterable, Hashable, Sendable {
    case left
    case right
    case top
    case bottom
  }

  /// The look of the turn.
  package var kind = Kind.fade
  /// The edge of the screen from which a page that moves comes.
  package var from = Edge.right
  /// Seconds that it takes, 0.05 … 10, without the swing of an elastic edge; `none` takes no time.
  package var duration = Fade.duration
  /// The damping ratio of an elastic edge, 0.1 … 1.
  package var damping = 0.6

  /// The seconds in which the widgets of one page fade into those of the other.
  package var fading: Double { kind == .fade ? duration : 0 }

  /// The defaults.
  package init() {}

  /// Position of the leading edge of a page that moves after so many seconds, and the lead of its control point: as
  /// fractions of the way, the first from 0 to 1, the second 0 in the end.
  ///
  /// The ends of an elastic edge are carried evenly faster, then evenly slower: x″ = ±4/D². Its control point hangs
  /// on them by a spring of ω = 5.5/D, so that its lead d follows d″ + 2ζωd′ + ω²d = −x″, of which the solution is
  /// a step response S of the spring for each change of x″:
  /// ```
  /// d(t) = −4/(ωD)² (S(t) − 2 S(t − D/2) + S(t − D))
  /// ```
  /// Does not allocate.
  package func edge(after seconds: Double) -> (place: Double, lead: Double) {
    let share = seconds / duration
    guard kind == .elastic else { return (Curve.easeInEaseOut.value(at: share), 0) }
    let s = min(max(share, 0), 1)
    let spring = spring
    let swing =
      spring.position(at: seconds) - 2 * spring.position(at: seconds - duration / 2)
      + spring.position(at: seconds - duration)
    return (
      s < 0.5 ? 2 * s * s : 1 - 2 * (1 - s) * (1 - s),
      -4 / (Self.stiffness * Self.stiffness) * swing
    )
  }

  /// Seconds until nothing of a page that moves is to be seen moving.
  package var movingSeconds: Double {
    kind == .elastic ? duration + spring.duration : duration
  }

  /// ωD of the spring that the control point of an elastic edge hangs on.
  private static let stiffness = 5.5

  private var spring: Spring {
    Spring(angularFrequency: Self.stiffness / duration, dampingRatio: damping)
  }

  /// The keys of the table `turn`.
  package static let keys: [Key<Self>] = [
    .choice("kind", \.kind, "\"fade\", \"slide\", \"elastic\", or \"none\" for at once"),
    .choice("from", \.from, "The side from which a page comes that slides"),
    .number("duration", \.duration, 0.05...10, "How long that takes, in seconds"),
    .number("damping", \.damping, 0.1...1, "How soon an elastic edge is still"),
  ]
}

/// The destination of a touch, a text or the end of a program: a page's id, or one of two words.
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
