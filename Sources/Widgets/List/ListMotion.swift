// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Motion

/// The scrolling of a list: under a finger, flung, springing back from beyond an end, or sent by request.
///
/// ```
///  resting ──down──► held ──up──► gliding ──end──► springing      sent: on its way by request
/// ```
/// Points, positive downward, 0 at the top. What is beyond an end is told apart as ``Place/beyond``. Everything but
/// the finger itself is closed form.
package struct ListMotion: Sendable {
  /// Position of the list.
  package struct Place: Hashable, Sendable {
    /// Scroll offset in points, within the ends.
    package var offset: Double
    /// Distance in points beyond an end: positive beyond the lower one, negative beyond the upper one.
    package var beyond: Double
  }

  private enum Phase {
    case resting(Double)
    /// Under a finger, which began at a place that counts as so far beyond as a finger would have to be.
    case held(from: Double)
    /// Flung, and from an instant on sprung back from an end that it has reached.
    case gliding(Glide, reaches: Double?)
    /// On the way back from beyond an end.
    case springing(isLower: Bool)
    case sent(Transition)
  }

  /// τ of what is flung, in seconds.
  static let timeConstant = 0.45
  /// Highest velocity of a fling, in points per second.
  static let fastest = 12_000.0
  /// Slower than this, in points per second, a finger just lets go.
  static let slowest = 40.0
  /// The spring by which it comes back from beyond an end.
  static let spring = Spring(angularFrequency: 14, dampingRatio: 1)

  private let epoch: MonotonicInstant
  private let pixelsPerPoint: Double
  /// Height of the visible part in points.
  private let length: Double
  /// The offset at the lower end, 0 or more.
  package private(set) var end: Double
  private var phase = Phase.resting(0)
  /// Distance beyond an end in points: 0 until a glide has reached one.
  private var beyond: SpringMotion
  /// Distance that the finger has dragged the list, in points.
  private var pulled = 0.0

  /// A list at its top.
  ///
  /// - Parameters:
  ///   - length: Height of its visible part in points.
  ///   - end: Largest scroll offset in points, 0 or more.
  ///   - pixelsPerPoint: Decides what is so little that it counts as nothing.
  ///   - instant: The instant from which seconds count.
  package init(length: Double, end: Double, pixelsPerPoint: Double, at instant: MonotonicInstant) {
    epoch = instant
    self.length = length
    self.end = max(end, 0)
    self.pixelsPerPoint = max(pixelsPerPoint, 0.01)
    beyond = SpringMotion(restingAt: 0, restThreshold: 0.1 / self.pixelsPerPoint)
  }

  // MARK: - Time

  /// True while a finger drags the list.
  package var isHeld: Bool { if case .held = phase { true } else { false } }

  /// Tells if the list still moves by itself at `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    let time = seconds(instant)
    return switch phase {
    case .resting, .held: false
    case .gliding(let glide, let reaches):
      reaches == nil ? time < glide.restTime : beyond.isMoving(at: time)
    case .springing: beyond.isMoving(at: time)
    case .sent(let transition): transition.isMoving(at: instant)
    }
  }

  /// The list's position at `instant`; while it is held the finger's `lead` ahead of its reports counts too.
  package func place(at instant: MonotonicInstant, lead: Double = 0) -> Place {
    let time = seconds(instant)
    switch phase {
    case .resting(let offset): return Place(offset: clamped(offset), beyond: 0)
    case .held(let from): return bent(from + pulled + lead)
    case .gliding(let glide, let reaches):
      if let reaches, time >= reaches {
        return Place(offset: glide.target > 0 ? end : 0, beyond: beyond.value(at: time))
      }
      return Place(offset: clamped(glide.value(at: time)), beyond: 0)
    case .springing(let isLower):
      return Place(offset: isLower ? end : 0, beyond: beyond.value(at: time))
    case .sent(let transition):
      return Place(offset: clamped(transition.value(at: instant)), beyond: 0)
    }
  }

  /// Offset once it is at rest; that at `instant` while a finger drags it.
  package func goal(at instant: MonotonicInstant) -> Double {
    switch phase {
    case .gliding(let glide, _): clamped(glide.target)
    case .sent(let transition): clamped(transition.target)
    case .resting, .held, .springing: place(at: instant).offset
    }
  }

  /// The list's velocity at `instant`, in points per second, downward if positive.
  package func velocity(at instant: MonotonicInstant) -> Double {
    let time = seconds(instant)
    return switch phase {
    case .resting, .held: 0
    case .gliding(let glide, let reaches):
      reaches.map { time >= $0 } ?? false ? beyond.velocity(at: time) : glide.velocity(at: time)
    case .springing: beyond.velocity(at: time)
    case .sent(let transition): transition.velocity(at: instant)
    }
  }

  // MARK: - Fingers

  /// A finger stops it where it is, and drags it from now on.
  package mutating func grab(at instant: MonotonicInstant) {
    let place = place(at: instant)
    pulled = 0
    phase = .held(from: unbent(place))
  }

  /// The finger has moved by so much since it began to drag: upward is more of the list below.
  package mutating func drag(by distance: Double) { pulled = distance }

  /// The finger is gone, with a velocity of the list in points per second.
  package mutating func release(velocity: Double, at instant: MonotonicInstant) {
    guard case .held(let from) = phase else { return }
    let place = bent(from + pulled)
    let velocity = min(max(velocity, -Self.fastest), Self.fastest)
    go(from: place, velocity: abs(velocity) < Self.slowest ? 0 : velocity, at: instant)
  }

  /// Goes on from a place with a velocity.
  private mutating func go(from place: Place, velocity: Double, at instant: MonotonicInstant) {
    let time = seconds(instant)
    guard place.beyond == 0 else {
      // The band passes on the less of the finger's velocity the further it is drawn, and never springs past its end.
      let give = RubberBand.slope(showing: abs(place.beyond), length: length)
      let back = Self.spring.angularFrequency * place.beyond
      let limited = place.beyond > 0 ? max(velocity * give, -back) : min(velocity * give, -back)
      spring(from: place.beyond, velocity: limited, at: time)
      phase = .springing(isLower: place.beyond > 0)
      return
    }
    guard velocity != 0 else {
      phase = .resting(place.offset)
      return
    }
    let glide = Glide(
      from: place.offset,
      velocity: velocity,
      timeConstant: Self.timeConstant,
      at: time,
      restThreshold: 0.25 / pixelsPerPoint
    )
    guard !(0...end).contains(glide.target) else {
      phase = .gliding(glide, reaches: nil)
      return
    }
    let reaches = glide.time(passing: velocity > 0 ? end : 0) ?? time
    spring(from: 0, velocity: glide.velocity(at: reaches), at: reaches)
    phase = .gliding(glide, reaches: reaches)
  }

  private mutating func spring(from value: Double, velocity: Double, at time: Double) {
    beyond = SpringMotion(restingAt: 0, restThreshold: beyond.restThreshold)
    beyond.start(from: value, velocity: velocity, to: 0, spring: Self.spring, at: time)
  }

  // MARK: - Requests

  /// Sends it to an offset in `seconds`; a finger keeps what it holds.
  package mutating func send(
    to offset: Double,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant
  ) {
    guard !isHeld else { return }
    var transition = Transition(restingAt: place(at: instant).offset)
    if case .sent(let before) = phase { transition = before }
    transition.retarget(
      to: clamped(offset),
      over: seconds,
      curve: curve,
      at: instant,
      isAsked: true
    )
    phase = .sent(transition)
  }

  /// Has it end elsewhere: what is flung glides on, what is beyond the new end springs back to it.
  package mutating func setEnd(_ end: Double, at instant: MonotonicInstant) {
    let end = max(end, 0)
    guard end != self.end else { return }
    let (before, velocity) = (place(at: instant), velocity(at: instant))
    self.end = end
    let raw = before.offset + before.beyond
    var place = Place(offset: clamped(raw), beyond: 0)
    // Of a list that has become shorter nothing is drawn beyond the new end.
    if raw < 0 || raw > end { place.beyond = before.beyond }
    switch phase {
    // The finger goes on counting from where it began to drag.
    case .held: phase = .held(from: unbent(place) - pulled)
    case .resting(let offset): phase = .resting(clamped(offset))
    case .sent(let transition):
      if transition.target > end {
        phase = .resting(clamped(before.offset))
        send(to: end, over: 0.3, curve: .easeOut, at: instant)
      }
    case .gliding, .springing: go(from: place, velocity: velocity, at: instant)
    }
  }

  /// Puts it where it is to be at once.
  package mutating func rest(at offset: Double) { phase = .resting(clamped(offset)) }

  /// Ends what moves by itself.
  package mutating func comeToRest(at instant: MonotonicInstant) {
    switch phase {
    case .gliding(let glide, _): phase = .resting(clamped(glide.target))
    case .springing: phase = .resting(place(at: instant).offset)
    case .sent(let transition): phase = .resting(clamped(transition.target))
    case .resting, .held: break
    }
  }

  // MARK: - The rubber band

  /// Position of a list that a finger has pulled to `offset`, which may be beyond the ends.
  private func bent(_ offset: Double) -> Place {
    if offset < 0 {
      return Place(offset: 0, beyond: -RubberBand.shown(of: -offset, length: length))
    }
    if offset > end {
      return Place(offset: end, beyond: RubberBand.shown(of: offset - end, length: length))
    }
    return Place(offset: offset, beyond: 0)
  }

  /// The offset to which a finger would have to pull the list to have it at a place.
  private func unbent(_ place: Place) -> Double {
    let distance = RubberBand.distance(showing: abs(place.beyond), length: length)
    if place.beyond == 0 { return place.offset }
    return place.beyond < 0 ? -distance : end + distance
  }

  private func clamped(_ offset: Double) -> Double { min(max(offset, 0), end) }

  private func seconds(_ instant: MonotonicInstant) -> Double { (instant - epoch).seconds }
}
