// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Motion
package import Raster

/// The elastic button's model: what it shows at any instant, from the touches that it was told.
///
/// It does not know fingers. The recogniser of presses says ``press(at:)``, ``release(at:)`` and
/// ``cancel(at:)`` with the events' own times, in order; everything between is closed form.
package struct ElasticButton: Sendable {
  /// Springs and idle animation of a button, without its place and looks.
  package struct Settings: Hashable, Sendable {
    /// Style, amplitude and springs.
    package var elastic: ElasticMotion.Settings
    /// The animation while the button is not touched; nil for none.
    package var attract: Attract?

    /// The settings of a button.
    package init(
      elastic: ElasticMotion.Settings = ElasticMotion.Settings(style: .hold),
      attract: Attract? = nil
    ) {
      self.elastic = elastic
      self.attract = attract
    }
  }

  /// The button's settings.
  package let settings: Settings
  /// True if the button can be pressed.
  package private(set) var isEnabled: Bool

  /// The instant from which the model's seconds count.
  private let epoch: MonotonicInstant
  private var motion: ElasticMotion
  private var fade: Fade
  /// The idle animation that waits or plays.
  private var rounds: AttractRounds?

  /// A button at rest at `instant`; `pixelsPerPoint` decides what is too small to be seen.
  package init(
    settings: Settings,
    pixelsPerPoint: Double,
    at instant: MonotonicInstant,
    isVisible: Bool = true,
    isEnabled: Bool = true
  ) {
    self.settings = settings
    self.isEnabled = isEnabled
    self.epoch = instant
    self.motion = ElasticMotion(
      settings: settings.elastic,
      restThreshold: 0.1 / (pixelsPerPoint > 0 ? pixelsPerPoint : 1)
    )
    self.fade = Fade(isVisible: isVisible)
    armAttract(from: 0)
  }

  /// True while the button is shown or about to be.
  package var isVisible: Bool { fade.isVisible }

  /// True if a touch may press the button: it is visible and enabled.
  package var isTouchable: Bool { isVisible && isEnabled }

  /// True while a finger holds the button.
  package var isPressed: Bool { motion.isPressed }

  /// The button at `instant`.
  package func snapshot(at instant: MonotonicInstant) -> ElasticButtonSnapshot {
    ElasticButtonSnapshot(
      offset: offset(at: instant),
      opacity: fade.opacity(at: instant),
      isEnabled: isEnabled
    )
  }

  /// The edges' offset at `instant`, in points, positive outward.
  package func offset(at instant: MonotonicInstant) -> Double {
    let time = seconds(instant)
    return rounds?.offset(at: time) ?? motion.offset(at: time)
  }

  /// The offset's velocity at `instant`, in points per second.
  package func velocity(at instant: MonotonicInstant) -> Double {
    let time = seconds(instant)
    return rounds?.velocity(at: time) ?? motion.velocity(at: time)
  }

  /// The colour that the idle animation shows at `instant`, where the button's is `color`; nil where it
  /// shows none.
  package func color(at instant: MonotonicInstant, besides color: Color) -> Color? {
    rounds?.color(at: seconds(instant), besides: color)
  }

  /// Tells if the picture still changes at `instant`, so that a frame after it is needed.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    if fade.isMoving(at: instant) { return true }
    guard fade.isVisible else { return false }
    let time = seconds(instant)
    return rounds?.isMoving(at: time) ?? motion.isMoving(at: time)
  }

  /// The next instant at which a button that is still at `instant` begins to move by itself; nil if it never does.
  package func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? {
    guard isTouchable, let start = rounds?.nextStart(after: seconds(instant)) else { return nil }
    let wake = epoch + MonotonicInterval(seconds: start)
    return wake > instant ? wake : instant + MonotonicInterval(nanoseconds: 1)
  }

  // MARK: - Touches

  /// A finger came down on the button; ignored unless it is shown and enabled.
  package mutating func press(at instant: MonotonicInstant) {
    guard isTouchable else { return }
    stopAttract(at: instant)
    motion.press(at: seconds(instant))
    if settings.elastic.style == .tap { armAttract(from: motion.restTime) }
  }

  /// The finger was lifted, on the button or elsewhere; ignored while none holds it.
  package mutating func release(at instant: MonotonicInstant) {
    guard motion.isPressed else { return }
    motion.release(at: seconds(instant))
    armAttract(from: max(motion.restTime, seconds(instant)))
  }

  /// The finger's touch was cancelled: the button swings back as after a release.
  package mutating func cancel(at instant: MonotonicInstant) {
    release(at: instant)
  }

  /// Presses the button without a finger, and lets go by itself; ignored while a finger holds it.
  ///
  /// - Parameters:
  ///   - instant: The instant of the press.
  ///   - share: To which part of the amplitude the edges go; negative the other way.
  /// - Returns: The instant at which it lets go; nil where the press was ignored.
  @discardableResult
  package mutating func play(
    at instant: MonotonicInstant,
    share: Double = 1
  ) -> MonotonicInstant? {
    guard isTouchable, !isPressed else { return nil }
    stopAttract(at: instant)
    motion.play(at: seconds(instant), share: share)
    armAttract(from: motion.restTime)
    return instant + MonotonicInterval(seconds: settings.elastic.press.duration)
  }

  /// A finger came down elsewhere: a person is there, so the idle animation stops and waits anew.
  package mutating func noteTouch(at instant: MonotonicInstant) {
    guard settings.attract != nil, !isPressed else { return }
    stopAttract(at: instant)
    armAttract(from: max(motion.restTime, seconds(instant)))
  }

  // MARK: - Appearance

  /// Shows or hides the button in `seconds`; a hidden one lets go of the finger.
  package mutating func setVisible(
    _ isVisible: Bool,
    over seconds: Double = Fade.duration,
    at instant: MonotonicInstant
  ) {
    guard isVisible != fade.isVisible else { return }
    fade.setVisible(isVisible, over: seconds, at: instant)
    letGo(at: instant)
  }

  /// Allows or refuses presses; a disabled button lets go of the finger.
  package mutating func setEnabled(_ isEnabled: Bool, at instant: MonotonicInstant) {
    guard isEnabled != self.isEnabled else { return }
    self.isEnabled = isEnabled
    letGo(at: instant)
  }

  private mutating func letGo(at instant: MonotonicInstant) {
    release(at: instant)
    stopAttract(at: instant)
    if isTouchable { armAttract(from: max(motion.restTime, seconds(instant))) }
  }

  // MARK: - Idle animation

  /// Hands what the idle animation shows at `instant` over to the springs.
  private mutating func stopAttract(at instant: MonotonicInstant) {
    let time = seconds(instant)
    if let rounds, let offset = rounds.offset(at: time), let velocity = rounds.velocity(at: time) {
      motion.takeOver(offset: offset, velocity: velocity, at: time)
    }
    rounds = nil
  }

  private mutating func armAttract(from time: Double) {
    guard let attract = settings.attract, isTouchable, time.isFinite else { return }
    rounds = AttractRounds(
      attract,
      start: time + attract.delay,
      settlingSpring: motion.settlingSpring,
      restThreshold: motion.restThreshold
    )
  }

  private func seconds(_ instant: MonotonicInstant) -> Double {
    (instant - epoch).seconds
  }
}
