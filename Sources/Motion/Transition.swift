// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// A number on its way to a target, which new targets may move at any moment.
///
/// The value is a sum of steps, as views on iOS add up their animations:
/// ```
/// value(t) = origin + Σ step(t)                       each from 0 to its part of the way, at its own time
///
/// at rest        one step, by its curve
/// a stream       one more step, of `0.1 s + ¾ · interval` at most; what is under way ends within 0.1 s
/// otherwise      one step from where the number is, and the velocity that it had, which dies away
/// ```
/// A stream is a target that comes at most ``streamGap`` after the one before, while that is under way; with
/// a pace that was asked for, from the third such target on, and never one of a second or longer. Its steps begin
/// and end without velocity. So the number is a mean of the targets of the last 0.1 s and one interval: never beyond
/// them, and on its way up while they rise. Closed form in absolute time; a stall of any length lands right.
package struct Transition: Hashable, Sendable {
  /// The longest interval between targets of a stream, in seconds.
  package static let streamGap = 0.75
  /// Longest time that a stream is shown behind its targets, beside one interval, in seconds.
  package static let streamLag = 0.1
  /// The part of an interval that a stream's step takes; the rest is left to uneven intervals.
  private static let intervalShare = 0.75
  /// Least length, in seconds, of those that were asked for that is kept in a stream too.
  private static let keptLength = 1.0
  /// The shortest time from one step of a stream to the next, in seconds.
  ///
  /// So no stream has more than some 26 steps under way: each is over 0.1 s after the target that follows it.
  private static let stepDistance = 0.004

  /// Target of the number.
  package private(set) var target: Double
  /// Time at which the number is at its target.
  package private(set) var end: MonotonicInstant
  private var origin: Double
  private var last: TransitionStep
  /// The steps before the last one that are under way; empty, and without memory, for a single change.
  private var earlier: [TransitionStep] = []
  /// Time at which the target was set last; nil where no stream can go on from that.
  private var targeted: MonotonicInstant?
  /// True if that was while the number was on its way to a target that had been set shortly before.
  private var wasQuick = false
  /// Time at which the last step of a stream began or will.
  private var stepped: MonotonicInstant?

  /// A number that stays at `value`.
  package init(restingAt value: Double) {
    target = value
    origin = value
    end = MonotonicInstant(nanoseconds: 0)
    last = TransitionStep(to: 0, curve: nil, begin: end, seconds: 0)
  }

  /// A number that is at `value` at `instant` with `velocity`, in units per second, and is to be sent on.
  package init(at value: Double, velocity: Double, at instant: MonotonicInstant) {
    self.init(restingAt: value)
    carry(velocity, over: Self.longestCarry, at: instant)
  }

  // MARK: - Time

  /// The number at `instant`; exactly the target once the time is over.
  package func value(at instant: MonotonicInstant) -> Double {
    guard isMoving(at: instant) else { return target }
    var value = last.value(at: instant)
    for step in earlier { value += step.value(at: instant) }
    return origin + value
  }

  /// The velocity at `instant`, in units per second.
  package func velocity(at instant: MonotonicInstant) -> Double {
    guard isMoving(at: instant) else { return 0 }
    return earlier.reduce(last.velocity(at: instant)) { $0 + $1.velocity(at: instant) }
  }

  /// Tells if the number still changes at `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool { instant < end }

  // MARK: - Targets

  /// Sends the number to `target`, `seconds` long, by `curve`, from where it is at `instant`.
  ///
  /// A length that is not positive means at once; lengths beyond a day are clamped. In a stream the
  /// length is the longest that the step takes. `isAsked` says that a request names the length or the curve
  /// of this change, and not only the settings. A number that `isJoint` with others, a channel of a colour,
  /// takes its time with them even where it stays as it is.
  package mutating func retarget(
    to target: Double,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant,
    isAsked: Bool = false,
    isJoint: Bool = false
  ) {
    guard seconds > 0 else {
      self = Self(restingAt: target)
      end = instant
      return
    }
    let seconds = min(seconds, 86_400)
    if !last.isOfStream, last.begin == instant, earlier.isEmpty {
      // Of changes at one instant the last one is all that is seen.
      self = Self(restingAt: origin)
    }
    let keepsLength = isAsked && seconds >= Self.keptLength
    guard isMoving(at: instant) || !keepsLength && isPaused(at: instant, over: seconds) else {
      begin(to: target, over: seconds, curve: curve, isJoint: isJoint, at: instant)
      return
    }
    let gap = gap(at: instant)
    let isQuick = gap <= Self.streamGap
    if isQuick, !isAsked || wasQuick && !keepsLength {
      follow(to: target, over: min(seconds, Self.length(gap)), isJoint: isJoint, at: instant)
    } else {
      interrupt(to: target, over: seconds, curve: curve, at: instant)
    }
    (targeted, wasQuick) = (instant, isQuick)
  }

  /// The longest that a step of a stream takes whose targets come every `gap` seconds.
  private static func length(_ gap: Double) -> Double { streamLag + intervalShare * gap }

  private func gap(at instant: MonotonicInstant) -> Double {
    targeted.map { max((instant - $0).seconds, 0) } ?? .infinity
  }

  /// Tells if a stream has only just come to rest, and goes on too fast for a step of `seconds`.
  private func isPaused(at instant: MonotonicInstant, over seconds: Double) -> Bool {
    let gap = gap(at: instant)
    return last.isOfStream && gap <= Self.streamGap && seconds > Self.length(gap)
  }

  /// A single change from rest.
  private mutating func begin(
    to target: Double,
    over seconds: Double,
    curve: Curve,
    isJoint: Bool,
    at instant: MonotonicInstant
  ) {
    let isThere = target == self.target && !isJoint
    origin = self.target
    self.target = target
    earlier.removeAll(keepingCapacity: true)
    last = TransitionStep(
      to: target - origin,
      curve: curve,
      begin: instant,
      seconds: isThere ? 0 : seconds
    )
    end = last.end
    (targeted, wasQuick) = (isThere ? nil : instant, false)
  }

  /// One more target of a stream.
  private mutating func follow(
    to target: Double,
    over seconds: Double,
    isJoint: Bool,
    at instant: MonotonicInstant
  ) {
    let limit = instant + MonotonicInterval(seconds: min(seconds, Self.streamLag))
    settleSteps(at: instant)
    for index in earlier.indices { earlier[index].hurry(to: limit, at: instant) }
    last.hurry(to: limit, at: instant)
    if isJoint || target != self.target {
      let way = target - self.target
      if last.begin > instant {
        last = TransitionStep(to: last.to + way, begin: last.begin, end: last.end)
      } else {
        if last.end > instant { earlier.append(last) }
        let due = stepped.map { $0 + MonotonicInterval(seconds: Self.stepDistance) } ?? instant
        let begin = max(due, instant)
        stepped = begin
        last = TransitionStep(
          to: way,
          begin: begin,
          end: instant + MonotonicInterval(seconds: seconds)
        )
      }
      self.target = target
    }
    end = earlier.reduce(last.end) { max($0, $1.end) }
  }

  /// Takes what is over into the origin.
  private mutating func settleSteps(at instant: MonotonicInstant) {
    earlier.removeAll { step in
      guard step.end <= instant else { return false }
      origin += step.to
      return true
    }
    guard last.end <= instant else { return }
    origin = earlier.isEmpty ? target : origin + last.to
    last = TransitionStep(to: 0, begin: instant, end: instant)
  }

  // MARK: - Interruption

  /// Longest time in which a velocity that does not fit a new step dies away, in seconds.
  private static let longestCarry = 0.25

  /// A change of its own, from where the number is and as fast as it is.
  private mutating func interrupt(
    to target: Double,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant
  ) {
    let (value, velocity) = (value(at: instant), velocity(at: instant))
    let room = self.target - value
    origin = value
    self.target = target
    earlier.removeAll(keepingCapacity: true)
    // The polynomial has that curve's shape, and takes over any velocity without a bend.
    let shape = curve == .easeInEaseOut ? nil : curve
    last = TransitionStep(to: target - value, curve: shape, begin: instant, seconds: seconds)
    end = last.end
    let excess = velocity - last.firstVelocity
    let longest = shape == nil ? seconds : min(seconds, Self.longestCarry)
    let brake = Self.brake(
      from: excess,
      ahead: target - value,
      room: room,
      isPolynomial: shape == nil
    )
    carry(excess, over: min(brake, longest), at: instant)
  }

  private mutating func carry(
    _ velocity: Double,
    over seconds: Double,
    at instant: MonotonicInstant
  ) {
    guard velocity != 0, seconds > 0 else { return }
    earlier.append(TransitionStep(to: 0, velocity: velocity, begin: instant, seconds: seconds))
    end = earlier.reduce(last.end) { max($0, $1.end) }
  }

  /// Longest time in which a velocity may die away so that it carries the number past no target.
  ///
  /// With β(s) = s(1 − s)², at most 4/27, a velocity v that dies away in T adds v·T·β(t/T). What a
  /// polynomial step has still to go is at least 3·β of its way, that of other curves is taken to be
  /// half of β; and the number may go as far as the former target was.
  private static func brake(
    from velocity: Double,
    ahead: Double,
    room: Double,
    isPolynomial: Bool
  ) -> Double {
    let way = max(velocity > 0 ? ahead : -ahead, 0)
    let beyond = max((velocity > 0 ? room : -room) - way, 0)
    let distance = max(way * (isPolynomial ? 3 : 0.5), beyond * 27 / 4)
    return distance > 0 ? distance / abs(velocity) : .infinity
  }
}
