// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

/// A part of a ``Transition``: from one number to another in a time, by a curve or by a polynomial.
struct TransitionStep: Hashable, Sendable {
  private var from = 0.0
  /// Value that it adds once it is over.
  let to: Double
  /// Units per second at its beginning; 0 for one by a curve.
  private var startVelocity = 0.0
  /// nil for the polynomial of third degree that has ``startVelocity`` at first and none in the end.
  private let curve: Curve?
  /// Time at which it begins.
  let begin: MonotonicInstant
  private let seconds: Double
  /// Time at which it is over.
  let end: MonotonicInstant
  /// True if it belongs to a stream.
  let isOfStream: Bool

  /// A step of its own, by `curve`, or by a polynomial without velocity at either end.
  init(to: Double, curve: Curve?, begin: MonotonicInstant, seconds: Double) {
    self.init(to: to, curve: curve, begin: begin, seconds: seconds, isOfStream: false)
  }

  /// A step of a stream, without velocity at either end.
  init(to: Double, begin: MonotonicInstant, end: MonotonicInstant) {
    self.init(to: to, curve: nil, begin: begin, seconds: (end - begin).seconds, isOfStream: true)
  }

  /// A step whose `velocity` dies away.
  init(to: Double, velocity: Double, begin: MonotonicInstant, seconds: Double) {
    self.init(to: to, curve: nil, begin: begin, seconds: seconds, isOfStream: false)
    startVelocity = velocity
  }

  private init(
    to: Double,
    curve: Curve?,
    begin: MonotonicInstant,
    seconds: Double,
    isOfStream: Bool
  ) {
    self.to = to
    self.curve = curve
    self.begin = begin
    self.seconds = seconds
    self.isOfStream = isOfStream
    end = begin + MonotonicInterval(seconds: seconds)
  }

  /// Value that it adds at `instant`.
  func value(at instant: MonotonicInstant) -> Double {
    guard instant < end else { return to }
    let time = (instant - begin).seconds / seconds
    if let curve { return from + (to - from) * curve.value(at: time) }
    guard time > 0 else { return from }
    let rest = 1 - time
    return from + (to - from) * (time * time * (3 - 2 * time))
      + startVelocity * seconds * (time * rest * rest)
  }

  /// Velocity of the added value at `instant`, in units per second.
  func velocity(at instant: MonotonicInstant) -> Double {
    guard instant >= begin, instant < end else { return 0 }
    let time = (instant - begin).seconds / seconds
    if let curve { return (to - from) * Self.slope(of: curve, at: time) / seconds }
    return (to - from) * 6 * time * (1 - time) / seconds
      + startVelocity * (1 - time) * (1 - 3 * time)
  }

  /// Velocity of the added value at first; at most five times its mean, which only curves pass that begin with a jolt
  /// from rest as well.
  var firstVelocity: Double {
    let mean = (to - from) / seconds
    return min(max(velocity(at: begin), -5 * abs(mean)), 5 * abs(mean))
  }

  /// A curve's slope, by a difference that stays between its ends.
  private static func slope(of curve: Curve, at time: Double) -> Double {
    let (before, after) = (max(time - 1e-6, 0), min(time + 1e-6, 1))
    return (curve.value(at: after) - curve.value(at: before)) / (after - before)
  }

  /// Has it end at `limit` where it would be later, from where and as fast as it is at `instant`.
  ///
  /// Sooner where it is so fast that it would pass its end.
  mutating func hurry(to limit: MonotonicInstant, at instant: MonotonicInstant) {
    guard end > limit else { return }
    land(
      from: value(at: instant),
      velocity: velocity(at: instant),
      to: to,
      begin: instant,
      seconds: (limit - instant).seconds
    )
  }

  private mutating func land(
    from: Double,
    velocity: Double,
    to: Double,
    begin: MonotonicInstant,
    seconds: Double
  ) {
    var seconds = seconds
    let way = to - from
    // A polynomial of third degree stays this side of its end up to a velocity of three times its way.
    if velocity * way > 0 { seconds = min(seconds, 3 * way / velocity) }
    self = Self(to: to, curve: nil, begin: begin, seconds: seconds, isOfStream: true)
    self.from = from
    startVelocity = velocity
  }
}
