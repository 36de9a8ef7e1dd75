// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import MonotonicTime
internal import Motion
internal import Touch

/// The edge of a page that a finger draws in, and its course when the finger lets go.
///
/// With s the finger's distance as a share of the way, the ends of the edge are at s² of it and the point at the finger's
/// place at s: at first the edge is drawn out there, and it is straight when the page has come. Let go, its ends and how
/// far it is drawn out spring to where they rest, each from its place and velocity. Lengths are pixels.
package struct SwipeCourse: Sendable {
  /// The motion of the edge once the finger has let go.
  private struct Release: Sendable {
    let epoch: MonotonicInstant
    var ends: SpringMotion
    var drawn: SpringMotion
  }

  /// The direction in which a finger goes.
  package enum Direction: Sendable {
    case left, right, up, down

    /// Distance of a movement in this direction; negative for one the other way.
    package func distance(from start: Point, to end: Point) -> Double {
      switch self {
      case .left: start.x - end.x
      case .right: end.x - start.x
      case .up: start.y - end.y
      case .down: end.y - start.y
      }
    }
  }

  /// For how long a finger's velocity counts when it lets go, in seconds.
  private static let foresight = 0.2
  /// Share of the way by which a page can be drawn that does not exist.
  private static let give = 0.3

  /// Length of a page's way, in pixels.
  package let way: Double
  /// True if there is a page; else the course is a rubber band's.
  package let hasPage: Bool
  private let direction: Direction
  private let transform: OutputTransform
  private let turn: PageTurn
  /// True if the edge lies along the buffers' columns.
  private let isUpright: Bool
  /// The point at which the finger began to draw.
  private let start: Point
  private var path = FingerPath()
  private var last: Point
  private var release: Release?

  /// A finger begins to draw at `start`, in points.
  package init(
    _ direction: Direction,
    way: Double,
    hasPage: Bool,
    isUpright: Bool,
    by turn: PageTurn,
    transform: OutputTransform,
    from start: Point,
    at instant: MonotonicInstant
  ) {
    (self.direction, self.way, self.hasPage, self.isUpright) = (direction, way, hasPage, isUpright)
    (self.turn, self.transform, self.start, last) = (turn, transform, start, start)
    path.begin(at: start, instant)
  }

  /// The finger is elsewhere.
  package mutating func drag(to position: Point, at instant: MonotonicInstant) {
    last = position
    path.append(position, at: instant)
  }

  /// The finger lets go.
  ///
  /// - Parameters:
  ///   - isCancelled: True if the finger was taken away, so that the page goes back.
  ///   - instant: The instant at which it lets go.
  /// - Returns: True if the page comes.
  package mutating func letGo(isCancelled: Bool, at instant: MonotonicInstant) -> Bool {
    let velocity = path.velocity(at: instant)
    let speed =
      isCancelled
      ? 0
      : direction.distance(from: .zero, to: velocity) * transform.scale * (hasPage ? 1 : Self.give)
    let share = share(of: last)
    let comes = hasPage && !isCancelled && share * way + speed * Self.foresight > way / 2
    let omega = 5.5 / turn.duration
    var release = Release(
      epoch: instant,
      ends: SpringMotion(restingAt: 0, restThreshold: 0.25),
      drawn: SpringMotion(restingAt: 0, restThreshold: 0.25)
    )
    release.ends.start(
      from: share * share * way,
      velocity: 2 * share * speed,
      to: comes ? way : 0,
      spring: Spring(angularFrequency: 1.4 * omega, dampingRatio: 1),
      at: 0
    )
    release.drawn.start(
      from: (share - share * share) * way,
      velocity: (1 - 2 * share) * speed,
      to: 0,
      spring: Spring(angularFrequency: 2 * omega, dampingRatio: turn.damping),
      at: 0
    )
    self.release = release
    return comes
  }

  /// Tells if the edge changes by itself after `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    guard release != nil else { return path.leadEnd.map { instant < $0 } ?? false }
    return !isOver(at: instant)
  }

  /// Tells if the page is where it stays.
  package func isOver(at instant: MonotonicInstant) -> Bool {
    guard let release else { return false }
    let time = (instant - release.epoch).seconds
    return !release.ends.isMoving(at: time) && !release.drawn.isMoving(at: time)
  }

  /// The edge at `instant`: where its ends are, how much further it is drawn out, and where along the side, as a share.
  package func edge(at instant: MonotonicInstant) -> (ends: Double, drawn: Double, place: Double) {
    let position = path.position(at: instant)
    let (x, y) = transform.panelFraction(of: position)
    let place = min(max(isUpright ? y : x, 0.1), 0.9)
    if let release {
      let time = (instant - release.epoch).seconds
      return (release.ends.value(at: time), release.drawn.value(at: time), place)
    }
    let share = share(of: position)
    return (share * share * way, (share - share * share) * way, place)
  }

  /// The finger's distance as a share of the way, 0 … 1; where there is no page that of a rubber band.
  private func share(of position: Point) -> Double {
    let distance = direction.distance(from: start, to: position) * transform.scale
    let given = hasPage ? distance : RubberBand.shown(of: distance, length: Self.give * way)
    return min(max(given / way, 0), 1)
  }
}
