// SPDX-License-Identifier: Apache-2.0

/// A number that springs carry to ever new targets, without a jump in value or velocity.
///
/// Times are absolute seconds on the caller's clock; the value is a closed form of them, so a stall
/// of any length lands where it must. At rest (the envelope of what is left is under the threshold)
/// the value is exactly the target.
package struct SpringMotion: Hashable, Sendable {
  /// Target of the value, in the caller's unit.
  package private(set) var target: Double
  /// Time at which the present motion began, in seconds.
  package private(set) var startTime: Double
  /// Time from which on the value is exactly the target, in seconds; infinite without damping.
  package private(set) var restTime: Double
  /// Largest envelope that counts as rest, in the value's unit.
  package let restThreshold: Double

  private var spring: Spring
  private var displacement: Double
  private var rate: Double

  /// A value that rests at `value`.
  ///
  /// `restThreshold` is in the value's unit: for points, 0.1 divided by the pixels per point.
  package init(restingAt value: Double, restThreshold: Double = 0.1) {
    self.target = value.bounded()
    self.startTime = -.infinity
    self.restTime = -.infinity
    self.restThreshold = restThreshold
    self.spring = Spring(angularFrequency: 1, dampingRatio: 1)
    self.displacement = 0
    self.rate = 0
  }

  /// The value at `time`; before the motion's start the value it started from.
  package func value(at time: Double) -> Double {
    guard time < restTime else { return target }
    return target
      + spring.freeMotion(from: displacement, rate: rate, after: time - startTime).displacement
  }

  /// The velocity in units per second at `time`; 0 at rest and before the motion's start.
  package func velocity(at time: Double) -> Double {
    guard time >= startTime, time < restTime else { return 0 }
    return spring.freeMotion(from: displacement, rate: rate, after: time - startTime).rate
  }

  /// Tells if the value still changes at `time`.
  package func isMoving(at time: Double) -> Bool {
    time < restTime
  }

  /// Sends the value to `target` by `spring` from where and how fast it is at `time`.
  ///
  /// The new motion starts with the present velocity plus the spring's initial velocity times the
  /// distance to the target, per second. A time before the present motion's start counts as that
  /// start, a time that is not finite is ignored together with the call.
  package mutating func retarget(to target: Double, spring: Spring, at time: Double) {
    guard time.isFinite else { return }
    let time = max(time, startTime)
    start(
      from: value(at: time),
      velocity: velocity(at: time),
      to: target,
      spring: spring,
      at: time
    )
  }

  /// Takes over from another motion that is at `value` with `velocity` at `time`.
  ///
  /// As ``retarget(to:spring:at:)``, with value and velocity given: a finger that let go, or an
  /// animation of another kind that is interrupted.
  package mutating func start(
    from value: Double,
    velocity: Double,
    to target: Double,
    spring: Spring,
    at time: Double
  ) {
    guard time.isFinite else { return }
    self.target = target.bounded()
    self.spring = spring
    displacement = value.bounded() - self.target
    rate = (velocity.bounded() - spring.initialVelocity * displacement).bounded()
    startTime = time
    restTime =
      time + spring.restTime(from: displacement, rate: rate, threshold: restThreshold)
  }
}
