// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
package import Motion

/// The elastic circle's model: where it is and how large at any instant.
///
/// ```
///  empty ──down──► dragging ──up──► springing ──duration over──► resting
///                   ▲   │ cancel: springing too
///                   └───┴── down again at any time      moving: sent to a radius by request
/// ```
/// A circle around the touch begins empty, a fixed one resting. Everything but dragging is closed form.
package struct CircleMotion: Sendable {
  /// State of a circle.
  package enum State: String, CaseIterable, Hashable, FactValue {
    case empty
    case dragging
    case springing
    case moving
    case resting
  }

  private enum Phase {
    case empty
    case dragging
    case springing(ElasticCircle, since: MonotonicInstant)
    case resting
    case sent(Transition)
  }

  private let settings: CircleSettings
  private let home: Point
  private var phase: Phase
  /// Between the finger and the rim that it has caught.
  private var grip = 0.0
  /// The radius to which the finger has pulled.
  private var pulled = 0.0

  /// The circle's middle, in points; for an empty one the frame's.
  package private(set) var center: Point

  /// A circle as it is at first, of a widget in `frame`.
  package init(_ settings: CircleSettings, frame: Rect) {
    self.settings = settings
    home = frame.center
    center = home
    phase = .empty
    reset()
  }

  /// Goes back to how it was at first.
  package mutating func reset() {
    center = home
    phase = settings.centre == .touch ? .empty : .resting
  }

  /// Ends a swing: the circle rests at once.
  package mutating func rest() {
    if case .springing = phase { phase = .resting }
  }

  /// Stands where the circle of an earlier scene stands.
  ///
  /// One that swings rests, one that was sent to a radius goes on. Nothing changes where that one's middle could not be this one's.
  package mutating func takeOver(from old: Self) {
    guard settings.centre == old.settings.centre else { return }
    switch old.phase {
    case .empty: return
    case .dragging, .springing, .resting: phase = .resting
    case .sent: phase = old.phase
    }
    if settings.centre == .touch { center = old.center }
  }

  /// State of the circle at `instant`.
  package func state(at instant: MonotonicInstant) -> State {
    switch phase {
    case .empty: .empty
    case .dragging: .dragging
    case .springing: isMoving(at: instant) ? .springing : .resting
    case .resting: .resting
    case .sent(let radius): radius.isMoving(at: instant) ? .moving : .resting
    }
  }

  /// True while a finger holds the circle.
  package var isDragged: Bool { if case .dragging = phase { true } else { false } }

  /// The radius at `instant`, in points.
  package func radius(at instant: MonotonicInstant) -> Double {
    switch phase {
    case .empty: 0
    case .dragging: pulled
    case .springing(let circle, let start): circle.radius(at: (instant - start).seconds)
    case .resting: settings.resting
    case .sent(let radius): max(radius.value(at: instant), 0)
    }
  }

  /// Tells if the radius still changes by itself at `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    switch phase {
    case .empty, .dragging, .resting: false
    case .springing: settleInstant.map { instant < $0 } ?? false
    case .sent(let radius): radius.isMoving(at: instant)
    }
  }

  /// End of the swing that began with the last letting go; nil where there is none.
  package var settleInstant: MonotonicInstant? {
    guard case .springing(let circle, let start) = phase else { return nil }
    return start + MonotonicInterval(seconds: circle.duration)
  }

  /// A finger takes it at `point`.
  package mutating func grab(at point: Point, at instant: MonotonicInstant) {
    switch settings.centre {
    case .touch:
      center = point
      grip = 0
      pulled = 0
    case .fixed:
      pulled = radius(at: instant)
      // Beyond the reach the finger is farther out than the rim that follows it.
      grip = center.distance(to: point) - settings.distance(held: pulled)
    }
    phase = .dragging
  }

  /// The finger is at `point` now.
  package mutating func pull(to point: Point) {
    pulled = reached(by: point)
  }

  /// Distance of a finger from the middle that pulls it to `radius`.
  package func distance(reaching radius: Double) -> Double {
    max(0, settings.distance(held: radius) + grip)
  }

  /// The radius that is shown at `instant` while the finger is expected at `point`, in points.
  package func radius(at instant: MonotonicInstant, finger point: Point) -> Double {
    isDragged ? reached(by: point) : radius(at: instant)
  }

  /// The radius to which a finger at `point` pulls.
  private func reached(by point: Point) -> Double {
    settings.held(max(0, center.distance(to: point) - grip))
  }

  /// The finger lets go.
  package mutating func release(at instant: MonotonicInstant) {
    guard isDragged else { return }
    phase = .springing(
      ElasticCircle(
        restingRadius: settings.resting,
        releasedRadius: pulled,
        isLiteral: settings.isLiteral,
        duration: settings.duration,
        tension: settings.tension
      ),
      since: instant
    )
  }

  /// Sends the circle to `target` points from what it is at `instant`; in a stream as `Transition` has it.
  package mutating func send(
    to target: Double,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant,
    isAsked: Bool = false
  ) {
    var radius = sent(at: instant)
    radius.retarget(to: target, over: seconds, curve: curve, at: instant, isAsked: isAsked)
    phase = .sent(radius)
  }

  /// The radius as a number that can be sent somewhere.
  private func sent(at instant: MonotonicInstant) -> Transition {
    switch phase {
    case .sent(let radius): radius
    case .springing(let circle, let start) where isMoving(at: instant):
      Transition(
        at: radius(at: instant),
        velocity: circle.velocity(at: (instant - start).seconds),
        at: instant
      )
    default: Transition(restingAt: radius(at: instant))
    }
  }
}
