// SPDX-License-Identifier: Apache-2.0

/// Response of an elastic button to a finger.
package enum ElasticStyle: String, Hashable, Sendable, CaseIterable {
  /// Swells while it is held and wobbles when it is let go.
  case hold
  /// Swells when touched and then wobbles by itself, however long the finger stays.
  case tap
}

/// The offset of an elastic button's four edges under presses and releases.
///
/// Offsets in points, positive outward; times in seconds on the caller's clock. Presses and releases
/// may come at any moment: value and velocity stay continuous by ``SpringMotion``'s rule. A tap that
/// is shorter than a frame leaves its impulse in the wobble, so it is seen all the same.
///
/// In the `tap` style the release follows the press after the press spring's duration, which is when
/// UIKit calls the completion handler that starts it in the article; lifting the finger then changes
/// nothing.
package struct ElasticMotion: Hashable, Sendable {
  /// The springs and the amplitude of a button.
  package struct Settings: Hashable, Sendable {
    /// Distance of the edges' middles from their rest, in points; negative bows them inward.
    package var amplitude: Double
    /// Style of playing a press and a release.
    package var style: ElasticStyle
    /// The spring that takes the edges to the amplitude.
    package var press: Spring
    /// The spring that takes them back.
    package var release: Spring

    /// The articles' settings of `style`, with other values where given.
    ///
    /// hold: amplitude 15, press (.5, .9, 1.5). tap: amplitude 10, press (.25, .9, 1.5). Both:
    /// release (.45, .15, 5.5).
    package init(
      style: ElasticStyle,
      amplitude: Double? = nil,
      press: Spring? = nil,
      release: Spring? = nil
    ) {
      let usual = style == .hold ? 0.5 : 0.25
      self.style = style
      self.amplitude = (amplitude ?? (style == .hold ? 15 : 10)).bounded()
      self.press =
        press ?? Spring(duration: usual, dampingRatio: 0.9, initialVelocity: 1.5)
      self.release =
        release ?? Spring(duration: 0.45, dampingRatio: 0.15, initialVelocity: 5.5)
    }
  }

  /// The springs and the amplitude.
  package let settings: Settings
  /// True while the button is pressed: between a press and the release, which in the `tap` style is the finger's, not
  /// the motion's.
  package private(set) var isPressed = false

  private var motion: SpringMotion
  /// The wobble that follows by itself, in the `tap` style.
  private var selfRelease: SpringMotion?

  /// A button at rest; `restThreshold` in points is 0.1 divided by the pixels per point.
  package init(settings: Settings, restThreshold: Double = 0.1) {
    self.settings = settings
    self.motion = SpringMotion(restingAt: 0, restThreshold: restThreshold)
  }

  /// The edges' offset in points at `time`.
  package func offset(at time: Double) -> Double {
    current(at: time).value(at: time)
  }

  /// The offset's velocity in points per second at `time`.
  package func velocity(at time: Double) -> Double {
    current(at: time).velocity(at: time)
  }

  /// Time from which on nothing moves any more, in seconds, if the button is not touched.
  package var restTime: Double { (selfRelease ?? motion).restTime }

  /// Tells if the edges still move at `time`.
  package func isMoving(at time: Double) -> Bool {
    time < restTime
  }

  /// A finger came down on the button; in the `hold` style ignored while one holds it.
  package mutating func press(at time: Double) {
    guard time.isFinite, !isPressed || settings.style == .tap else { return }
    settle(at: time)
    motion.retarget(to: settings.amplitude, spring: settings.press, at: time)
    isPressed = true
    if settings.style == .tap { releaseItself(at: time + settings.press.duration) }
  }

  /// Swells and wobbles without a finger, in either style; ignored while one holds the button.
  ///
  /// The release comes `holding` seconds after the press, by default the press spring's duration; the
  /// edges go to `share` of the amplitude, negative the other way.
  package mutating func play(at time: Double, holding: Double? = nil, share: Double = 1) {
    guard time.isFinite, !isPressed else { return }
    settle(at: time)
    motion.retarget(to: settings.amplitude * share, spring: settings.press, at: time)
    releaseItself(at: time + (holding ?? settings.press.duration).bounded(to: 0...60, nan: 0))
  }

  /// Puts the edges where another animation left them, for the press or release that follows.
  ///
  /// Until then they swing back as by the release spring, but without its initial velocity.
  package mutating func takeOver(offset: Double, velocity: Double, at time: Double) {
    guard time.isFinite else { return }
    selfRelease = nil
    motion.start(from: offset, velocity: velocity, to: 0, spring: settlingSpring, at: time)
  }

  /// The release spring without its initial velocity: for edges that are left to themselves.
  package var settlingSpring: Spring {
    Spring(
      angularFrequency: settings.release.angularFrequency,
      dampingRatio: settings.release.dampingRatio
    )
  }

  /// Largest offset that counts as none, in points.
  package var restThreshold: Double { motion.restThreshold }

  /// The finger was lifted, or its touch was cancelled; ignored while none holds the button.
  package mutating func release(at time: Double) {
    guard isPressed, time.isFinite else { return }
    isPressed = false
    guard settings.style == .hold else { return }
    motion.retarget(to: 0, spring: settings.release, at: time)
  }

  private func current(at time: Double) -> SpringMotion {
    guard let selfRelease, time >= selfRelease.startTime else { return motion }
    return selfRelease
  }

  /// Makes the motion that is under way at `time` the one to start from.
  private mutating func settle(at time: Double) {
    motion = current(at: time)
    selfRelease = nil
  }

  /// Plans the release that comes by itself.
  private mutating func releaseItself(at time: Double) {
    var next = motion
    next.retarget(to: 0, spring: settings.release, at: time)
    selfRelease = next
  }
}
