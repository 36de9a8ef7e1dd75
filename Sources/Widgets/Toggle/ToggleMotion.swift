// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Motion

/// The knob of a toggle: where it stands on its way from off to on.
///
/// A finger that has moved by more than a few points drags it; let go it springs to the nearer end, and one that
/// has only tapped sends it to the other one. Everything but dragging is closed form.
package struct ToggleMotion: Sendable {
  /// From how many points on a finger drags.
  package static let slop = 6.0

  /// True if the toggle is on, or about to be.
  package private(set) var isOn: Bool
  /// Distance in points between the knob's places at both ends; positive.
  private let travel: Double
  private let spring: Spring
  private let epoch: MonotonicInstant
  private var share: SpringMotion
  /// The knob's position, 0 … 1, when the finger that holds it came down; nil while none does.
  private var grip: Double?
  /// The position, 0 … 1, to which a finger drags the knob; nil until it has moved by more than ``slop``.
  private var held: Double?

  /// A knob at rest.
  ///
  /// - Parameters:
  ///   - isOn: At which end.
  ///   - travel: The way between the ends in points.
  ///   - spring: By which it goes to an end.
  ///   - pixelsPerPoint: Decides what is too small to be seen.
  ///   - instant: The instant from which seconds count.
  package init(
    isOn: Bool,
    travel: Double,
    spring: Spring,
    pixelsPerPoint: Double,
    at instant: MonotonicInstant
  ) {
    self.isOn = isOn
    self.travel = max(travel, 0.01)
    self.spring = spring
    epoch = instant
    share = SpringMotion(
      restingAt: isOn ? 1 : 0,
      restThreshold: 0.05 / (max(pixelsPerPoint, 0.01) * self.travel)
    )
  }

  /// True while a finger drags the knob.
  package var isDragged: Bool { held != nil }

  /// The knob's position: 0 off, 1 on, beyond both while it swings.
  package func share(at instant: MonotonicInstant) -> Double {
    held ?? share.value(at: seconds(instant))
  }

  /// The position to draw while the finger that holds the knob is expected `distance` points from where it came down,
  /// towards the end that is on.
  package func share(at instant: MonotonicInstant, finger distance: Double) -> Double {
    isDragged ? reached(by: distance) : share(at: instant)
  }

  /// Tells if the knob still moves by itself at `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    !isDragged && share.isMoving(at: seconds(instant))
  }

  /// A finger comes down on it.
  package mutating func grab(at instant: MonotonicInstant) {
    grip = min(max(share(at: instant), 0), 1)
    held = nil
  }

  /// The finger that holds it is `distance` points from where it came down, towards the end that is on.
  package mutating func drag(by distance: Double) {
    guard isDragged || abs(distance) > Self.slop else { return }
    held = reached(by: distance)
  }

  private func reached(by distance: Double) -> Double {
    min(max((grip ?? 0) + distance / travel, 0), 1)
  }

  /// The finger lets go: the knob goes to the nearer end where it was dragged, to the other one where it was not.
  ///
  /// - Returns: True if the value is another one than before.
  package mutating func release(at instant: MonotonicInstant) -> Bool {
    let before = isOn
    settle(held.map { $0 >= 0.5 } ?? !isOn, at: instant)
    return isOn != before
  }

  /// The finger is gone: the knob goes back.
  package mutating func cancel(at instant: MonotonicInstant) { settle(isOn, at: instant) }

  /// Is on or off from now on; a finger keeps hold of the knob.
  package mutating func set(_ isOn: Bool, at instant: MonotonicInstant) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    guard !isDragged else { return }
    share.retarget(to: isOn ? 1 : 0, spring: spring, at: seconds(instant))
  }

  private mutating func settle(_ isOn: Bool, at instant: MonotonicInstant) {
    self.isOn = isOn
    let (target, time) = (isOn ? 1.0 : 0, seconds(instant))
    if let held {
      share.start(from: held, velocity: 0, to: target, spring: spring, at: time)
    } else if share.target != target {
      share.retarget(to: target, spring: spring, at: time)
    }
    (grip, held) = (nil, nil)
  }

  private func seconds(_ instant: MonotonicInstant) -> Double { (instant - epoch).seconds }
}
