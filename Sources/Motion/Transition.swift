// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// A number on its way to a target along a curve, interruptible at any moment.
///
/// Closed form in absolute time. A new target starts from where the number is then.
package struct Transition: Hashable, Sendable {
  /// Where the number is going.
  package private(set) var target: Double
  private var origin: Double
  private var start: MonotonicInstant
  private var seconds: Double
  private var curve: Curve

  /// A number that stays at `value`.
  package init(restingAt value: Double) {
    self.target = value
    self.origin = value
    self.start = MonotonicInstant(nanoseconds: 0)
    self.seconds = 0
    self.curve = .linear
  }

  /// The number at `instant`; exactly the target once the time is over.
  package func value(at instant: MonotonicInstant) -> Double {
    guard isMoving(at: instant) else { return target }
    let fraction = curve.value(at: (instant - start).seconds / seconds)
    return origin + (target - origin) * fraction
  }

  /// Whether the number still changes at `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    seconds > 0 && instant < end
  }

  /// When the number is at its target.
  package var end: MonotonicInstant {
    start + MonotonicInterval(seconds: seconds)
  }

  /// Sends the number to `target`, `seconds` long, by `curve`, from where it is at `instant`.
  ///
  /// A length that is not positive means at once; lengths beyond a day are clamped.
  package mutating func retarget(
    to target: Double,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant
  ) {
    origin = value(at: instant)
    self.target = target
    self.seconds = seconds > 0 && origin != target ? min(seconds, 86_400) : 0
    self.curve = curve
    start = instant
  }
}
