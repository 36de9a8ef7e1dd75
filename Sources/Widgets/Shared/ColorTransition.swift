// SPDX-License-Identifier: Apache-2.0
internal import Motion
internal import MonotonicTime
internal import Raster

/// A colour on its way to another one along a curve, interruptible at any moment.
struct ColorTransition: Hashable, Sendable {
  /// Where the colour is going.
  private(set) var target: Color
  private var origin: Color
  private var share = Transition(restingAt: 1)

  /// A colour that stays.
  init(restingAt color: Color) {
    target = color
    origin = color
  }

  /// The colour at `instant`; exactly the target once the time is over.
  func color(at instant: MonotonicInstant) -> Color {
    origin.mixed(with: target, share: share.value(at: instant))
  }

  /// Whether the colour still changes at `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool { share.isMoving(at: instant) }

  /// Sends the colour to `target` as `pace` says, from what it is at `instant`.
  mutating func retarget(to target: Color, _ pace: ChangePace, at instant: MonotonicInstant) {
    guard target != self.target else { return }
    start(from: color(at: instant), to: target, pace, at: instant)
  }

  /// Goes from `origin` to `target`, whatever it was before.
  mutating func start(
    from origin: Color,
    to target: Color,
    _ pace: ChangePace,
    at instant: MonotonicInstant
  ) {
    self.origin = origin
    self.target = target
    share = Transition(restingAt: 0)
    share.retarget(to: 1, over: pace.seconds, curve: pace.curve, at: instant)
  }
}
