// SPDX-License-Identifier: Apache-2.0
internal import Motion
internal import MonotonicTime
internal import Raster

/// A colour on its way to another one along a curve, interruptible at any moment.
///
/// The quantities that move are the parts that colours add to a picture: their channels multiplied by their alpha.
struct ColorTransition: Hashable, Sendable {
  /// The colour at the end of the way.
  private(set) var target: Color
  private var red: Transition
  private var green: Transition
  private var blue: Transition
  private var alpha: Transition

  /// A colour that stays.
  init(restingAt color: Color) {
    target = color
    red = Transition(restingAt: Self.part(color.red, of: color))
    green = Transition(restingAt: Self.part(color.green, of: color))
    blue = Transition(restingAt: Self.part(color.blue, of: color))
    alpha = Transition(restingAt: Double(color.alpha))
  }

  private static func part(_ channel: UInt8, of color: Color) -> Double {
    Double(channel) * Double(color.alpha)
  }

  /// The colour at `instant`; exactly the target once the time is over.
  func color(at instant: MonotonicInstant) -> Color {
    guard isMoving(at: instant) else { return target }
    let alpha = alpha.value(at: instant)
    guard alpha > 0 else { return target }
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
    return Color(
      red: byte(red.value(at: instant) / alpha),
      green: byte(green.value(at: instant) / alpha),
      blue: byte(blue.value(at: instant) / alpha),
      alpha: byte(alpha)
    )
  }

  /// Tells if the colour still changes at `instant`.
  func isMoving(at instant: MonotonicInstant) -> Bool {
    red.isMoving(at: instant) || green.isMoving(at: instant) || blue.isMoving(at: instant)
      || alpha.isMoving(at: instant)
  }

  /// Sends the colour to `target` as `pace` says, from what it is at `instant`.
  mutating func retarget(to target: Color, pace: ChangePace, at instant: MonotonicInstant) {
    guard target != self.target else { return }
    self.target = target
    func send(_ channel: inout Transition, to value: Double) {
      channel.retarget(
        to: value,
        over: pace.seconds,
        curve: pace.curve,
        at: instant,
        isAsked: pace.name != nil,
        isJoint: true
      )
    }
    send(&red, to: Self.part(target.red, of: target))
    send(&green, to: Self.part(target.green, of: target))
    send(&blue, to: Self.part(target.blue, of: target))
    send(&alpha, to: Double(target.alpha))
  }

  /// Goes from `origin` to `target`, from any state.
  mutating func start(
    from origin: Color,
    to target: Color,
    pace: ChangePace,
    at instant: MonotonicInstant
  ) {
    self = Self(restingAt: origin)
    retarget(to: target, pace: pace, at: instant)
  }
}
