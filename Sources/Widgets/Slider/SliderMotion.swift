// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Motion

/// The knob of a slider: at which share of its way it stands, and how high the crest is there.
///
/// ```
///  resting ──down──► held ──up──► springing to the nearest step     sent: on its way by request
/// ```
/// A finger that comes down beside the knob has it come by a spring, from where it was. Everything but the
/// finger itself is closed form.
package struct SliderMotion: Sendable {
  private enum Phase {
    case held
    case springing
    case sent(Transition)
  }

  private let epoch: MonotonicInstant
  private var phase = Phase.springing
  /// Position of a knob that no request has sent; while it is held, its distance from the finger, as a share of the
  /// way.
  private var share: SpringMotion
  /// Offset of the knob from the finger that holds it, as a share of the way.
  private var grip = 0.0
  /// Position, 0 … 1, to which the finger has pulled the knob.
  private var pulled = 0.0
  private var crest: ElasticMotion

  /// The spring by which the knob comes to a finger, and to a step.
  static let spring = Spring(duration: 0.2, dampingRatio: 1, initialVelocity: 0)

  /// A knob at rest.
  ///
  /// - Parameters:
  ///   - share: The knob's position, 0 … 1.
  ///   - crest: Amplitude and springs of the crest.
  ///   - pixels: Length of the knob's way in pixels.
  ///   - pixelsPerPoint: Decides how small a crest is none.
  ///   - instant: The instant from which seconds count.
  package init(
    at share: Double,
    crest: ElasticMotion.Settings,
    pixels: Double,
    pixelsPerPoint: Double,
    at instant: MonotonicInstant
  ) {
    epoch = instant
    self.share = SpringMotion(restingAt: share, restThreshold: 0.05 / max(pixels, 1))
    self.crest = ElasticMotion(
      settings: crest,
      restThreshold: 0.1 / max(pixelsPerPoint, 0.01)
    )
  }

  /// True while a finger holds the knob.
  package var isHeld: Bool { if case .held = phase { true } else { false } }

  /// The position, 0 … 1, to which the knob goes or is pulled.
  package var target: Double {
    switch phase {
    case .held: pulled
    case .springing: share.target
    case .sent(let transition): transition.target
    }
  }

  /// The knob's position at `instant`, 0 … 1.
  package func share(at instant: MonotonicInstant) -> Double {
    switch phase {
    case .held: clamped(pulled + share.value(at: seconds(instant)))
    case .springing: clamped(share.value(at: seconds(instant)))
    case .sent(let transition): clamped(transition.value(at: instant))
    }
  }

  /// The position to draw, 0 … 1, while the finger that holds the knob is expected at a share of the way.
  package func share(at instant: MonotonicInstant, finger: Double) -> Double {
    guard isHeld else { return share(at: instant) }
    return clamped(clamped(finger + grip) + share.value(at: seconds(instant)))
  }

  /// Height of the crest at `instant`, in points.
  package func crest(at instant: MonotonicInstant) -> Double { crest.offset(at: seconds(instant)) }

  /// Tells if knob or crest still moves by itself at `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    let time = seconds(instant)
    if crest.isMoving(at: time) { return true }
    if case .sent(let transition) = phase { return transition.isMoving(at: instant) }
    return share.isMoving(at: time)
  }

  /// A finger comes down at a share of the way, on the knob or beside it.
  package mutating func grab(at finger: Double, isOnKnob: Bool, at instant: MonotonicInstant) {
    let (before, time) = (share(at: instant), seconds(instant))
    grip = isOnKnob ? before - finger : 0
    pulled = clamped(finger + grip)
    share.start(from: before - pulled, velocity: 0, to: 0, spring: Self.spring, at: time)
    phase = .held
    crest.press(at: time)
  }

  /// The finger is at a share of the way now.
  package mutating func pull(to finger: Double) { pulled = clamped(finger + grip) }

  /// The finger is gone: the knob goes to a share of the way.
  package mutating func release(to target: Double, at instant: MonotonicInstant) {
    guard isHeld else { return }
    let (before, time) = (share(at: instant), seconds(instant))
    share.start(from: before, velocity: 0, to: target, spring: Self.spring, at: time)
    phase = .springing
    crest.release(at: time)
  }

  /// Sends it to a share of the way, in a stream as `Transition` has it.
  ///
  /// A knob that is held stays with its finger.
  package mutating func send(
    to target: Double,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant,
    isAsked: Bool = false
  ) {
    guard !isHeld else { return }
    var transition = Transition(restingAt: share(at: instant))
    if case .sent(let before) = phase { transition = before }
    transition.retarget(to: target, over: seconds, curve: curve, at: instant, isAsked: isAsked)
    phase = .sent(transition)
  }

  private func clamped(_ share: Double) -> Double { min(max(share, 0), 1) }

  private func seconds(_ instant: MonotonicInstant) -> Double { (instant - epoch).seconds }
}
