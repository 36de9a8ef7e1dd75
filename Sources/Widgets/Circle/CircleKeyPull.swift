// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Motion
internal import Touch

/// The pull of a circle by arrow keys: where a finger would be that pulls it as they say.
struct CircleKeyPull: Sendable {
  /// Duration of the way in seconds.
  private static let seconds = 0.25

  private let start: Point
  /// Direction of the pull, of length 1.
  private var way = Point(x: 0, y: 0)
  /// Distance from ``start`` in points.
  private var distance = Transition(restingAt: 0)

  /// A pull that has not begun, of what is held at `start`.
  init(from start: Point) { self.start = start }

  /// The direction of an arrow, of length 1; nil for another key.
  static func way(of stroke: KeyStroke) -> Point? {
    switch stroke {
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    default: nil
    }
  }

  /// Pulls `most` points that way or, where that is the way back, to the start.
  mutating func lead(_ way: Point, most: Double, at instant: MonotonicInstant) {
    let isBack = way.x + self.way.x == 0 && way.y + self.way.y == 0 && distance.target > 0
    if !isBack { self.way = way }
    let target = isBack ? 0 : most
    guard target != distance.target else { return }
    distance.retarget(
      to: target,
      over: Self.seconds,
      curve: .easeOut,
      at: instant,
      isAsked: true
    )
  }

  /// The place to which it pulls.
  var end: Point { point(distance.target) }

  /// The place at `instant`.
  func place(at instant: MonotonicInstant) -> Point { point(distance.value(at: instant)) }

  /// Tells if the place still changes at `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool { distance.isMoving(at: instant) }

  private func point(_ distance: Double) -> Point {
    Point(x: start.x + distance * way.x, y: start.y + distance * way.y)
  }
}
