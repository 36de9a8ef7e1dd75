// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
package import Motion

/// The wave-fill indicator's model: its level, waves and figure at any instant.
package struct WaveProgress: Sendable {
  /// The rule that turns percent into a level.
  package enum Fill: Hashable, Sendable {
    /// In proportion to the mask's height, as in the article.
    case height
    /// So that the fluid covers the percentage of the mask's area.
    case area(FillProfile)
  }

  /// Mask and waves of an indicator, without its looks.
  package struct Settings: Hashable, Sendable {
    /// The rule that turns percent into a level.
    package var fill: Fill
    /// The mask's height in points, positive.
    package var maskHeight: Double
    /// The waves' amplitude in points, away from the ends.
    package var amplitude: Double
    /// Advance of the phase in degrees per second.
    package var speed: Double

    /// The settings of an indicator with a mask of `maskHeight` points.
    package init(
      fill: Fill = .height,
      maskHeight: Double,
      amplitude: Double = 6,
      speed: Double = 480
    ) {
      self.fill = fill
      self.maskHeight = maskHeight
      self.amplitude = amplitude.isFinite ? abs(amplitude) : 0
      self.speed = speed.isFinite ? speed : 0
    }
  }

  /// Duration of a change that names none, in seconds.
  package static let changeDuration = 0.4

  /// The indicator's settings.
  package let settings: Settings

  /// The level in percent; of a busy indicator what it has still of the velocity that it had before.
  private var percent: Transition
  /// The instant at which a busy indicator's level was 0, on the way up; nil for one that is not busy.
  private var swingStart: MonotonicInstant?
  private var fade: Fade
  private var isEnabled: Bool
  /// The instant at which the waves last began to move, with phase 0.
  private var wavesSince: MonotonicInstant
  /// Distance that the waves had come before ``wavesSince``, in wave lengths.
  private var travelled = 0.0

  /// An indicator that shows `percent` (clamped to 0 … 100, NaN is 0) at `instant`.
  package init(
    settings: Settings,
    percent: Double,
    at instant: MonotonicInstant,
    isVisible: Bool = true,
    isEnabled: Bool = true
  ) {
    self.settings = settings
    self.isEnabled = isEnabled
    self.percent = Transition(restingAt: Self.clamped(percent))
    self.fade = Fade(isVisible: isVisible, isEnabled: isEnabled)
    self.wavesSince = instant
  }

  /// The percentage to which the indicator goes.
  package var target: Double { percent.target }

  /// The instant at which the level reaches ``target``.
  package var levelEnd: MonotonicInstant { percent.end }

  /// True while the indicator is shown or about to be.
  package var isVisible: Bool { fade.isVisible }

  /// The percentage that shows at `instant`, 0 … 100, also while a curve overshoots.
  package func shown(at instant: MonotonicInstant) -> Double {
    let percent = percent.value(at: instant)
    guard let swingStart else { return Self.clamped(percent) }
    return Self.clamped(Self.swing(from: swingStart, at: instant) + percent)
  }

  /// Rate of change of the percentage that shows, in percent a second.
  private func velocity(at instant: MonotonicInstant) -> Double {
    let velocity = percent.velocity(at: instant)
    return swingStart.map { velocity + Self.swingVelocity(from: $0, at: instant) } ?? velocity
  }

  /// The percent figure that belongs to what shows at `instant`, 0 … 100, or
  /// ``WaveProgressSnapshot/noFigure``.
  package func figure(at instant: MonotonicInstant) -> Int {
    guard swingStart == nil else { return WaveProgressSnapshot.noFigure }
    return Self.figure(percent: shown(at: instant))
  }

  /// The indicator at `instant`.
  package func snapshot(at instant: MonotonicInstant) -> WaveProgressSnapshot {
    let shown = shown(at: instant)
    let level = level(percent: shown)
    let amplitude = amplitude(level: level)
    return WaveProgressSnapshot(
      level: level,
      amplitude: amplitude,
      // A flat line looks the same in any phase; so does its snapshot.
      phase: amplitude > 0 ? phase(at: instant) : 0,
      figure: swingStart == nil ? Self.figure(percent: shown) : WaveProgressSnapshot.noFigure,
      opacity: fade.opacity(at: instant)
    )
  }

  /// Tells if the picture still changes at `instant`, so that a frame after it is needed.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    if fade.isMoving(at: instant) { return true }
    guard fade.isVisible else { return false }
    if swingStart != nil || percent.isMoving(at: instant) { return true }
    guard settings.speed != 0 else { return false }
    return amplitude(level: level(percent: percent.target)) > 0
  }

  /// Sends the indicator to `percent` (clamped to 0 … 100) from what it shows at `instant`.
  ///
  /// `seconds` that are not positive mean at once. A stream of them is shown as `Transition` has it.
  /// NaN leaves everything as it is.
  package mutating func set(
    percent target: Double,
    over seconds: Double = WaveProgress.changeDuration,
    curve: Curve = .easeInEaseOut,
    at instant: MonotonicInstant,
    isAsked: Bool = false
  ) {
    guard !target.isNaN else { return }
    wake(at: instant)
    if swingStart != nil {
      percent = Transition(at: shown(at: instant), velocity: velocity(at: instant), at: instant)
      swingStart = nil
    }
    percent.retarget(
      to: Self.clamped(target),
      over: seconds,
      curve: curve,
      at: instant,
      isAsked: isAsked
    )
  }

  /// Has the level swing between 0 and 100 % and show no figure, from where it is upward.
  ///
  /// Each way takes 3 s, by easeInEaseOut; a number that is set takes over from where the level is, and
  /// either from the velocity that it has.
  package mutating func setBusy(at instant: MonotonicInstant) {
    guard swingStart == nil else { return }
    wake(at: instant)
    let (level, velocity) = (shown(at: instant) / 100, velocity(at: instant))
    // The curve climbs all the way, so that halving finds where it has this level.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if Self.swing.value(at: middle) < level { low = middle } else { high = middle }
    }
    let start = instant - MonotonicInterval(seconds: low * Self.swingDuration)
    swingStart = start
    let excess = velocity - Self.swingVelocity(from: start, at: instant)
    percent = Transition(at: 0, velocity: excess, at: instant)
  }

  /// Duration of a busy indicator's way from one end to the other, in seconds.
  package static let swingDuration = 3.0
  private static let swing = Curve.easeInEaseOut

  /// A busy indicator's level that was 0 at `start`, in percent.
  private static func swing(from start: MonotonicInstant, at instant: MonotonicInstant) -> Double {
    swing(ways: (instant - start).seconds / swingDuration)
  }

  private static func swing(ways: Double) -> Double {
    let way = ways - 2 * (ways / 2).rounded(.down)
    return 100 * swing.value(at: way <= 1 ? way : 2 - way)
  }

  /// Rate of change of a busy indicator's level, in percent a second, as a difference quotient.
  private static func swingVelocity(
    from start: MonotonicInstant,
    at instant: MonotonicInstant
  ) -> Double {
    let (ways, step) = ((instant - start).seconds / swingDuration, 1e-6)
    return (swing(ways: ways + step) - swing(ways: ways - step)) / (2 * step * swingDuration)
  }

  /// Shows or hides the indicator, and draws it faintly where it is disabled, in `seconds`.
  package mutating func set(
    isVisible: Bool,
    isEnabled: Bool = true,
    over seconds: Double = Fade.duration,
    at instant: MonotonicInstant
  ) {
    guard isVisible != fade.isVisible || isEnabled != self.isEnabled else { return }
    wake(at: instant)
    self.isEnabled = isEnabled
    fade.setVisible(isVisible, isEnabled: isEnabled, over: seconds, at: instant)
  }

  /// Starts the waves anew unless they are moving.
  private mutating func wake(at instant: MonotonicInstant) {
    guard !isMoving(at: instant) else { return }
    travelled = travel(at: instant)
    wavesSince = instant
  }

  /// Distance that the waves have come, in wave lengths; where they rest it is kept, and goes on from there.
  package func travel(at instant: MonotonicInstant) -> Double {
    var end = instant
    // They rest from where the level comes to an end at which they are flat.
    if swingStart == nil, amplitude(level: level(percent: percent.target)) == 0 {
      end = min(end, percent.end)
    }
    return travelled + max((end - wavesSince).seconds, 0) * settings.speed / 360
  }

  /// The waves' phase in degrees, 0 ..< 360, by the time since they began to move.
  private func phase(at instant: MonotonicInstant) -> Double {
    Wave.phase(after: (instant - wavesSince).seconds, speed: settings.speed)
  }

  /// The level of the mean line for a percentage: 0 at the mask's bottom, 1 at its top.
  private func level(percent: Double) -> Double {
    switch settings.fill {
    case .height: percent / 100
    case .area(let profile): profile.level(forShare: percent / 100)
    }
  }

  /// The amplitude at a level, in points: it fades out where the mean line nears an end.
  ///
  /// With d the distance to the nearer end: A from d = 2A on, d − d²/(4A) below. So it has no kink,
  /// and no crest or trough ever passes the end that is near.
  private func amplitude(level: Double) -> Double {
    let full = settings.amplitude
    let ends: ClosedRange<Double> =
      switch settings.fill {
      case .height: 0...1
      case .area(let profile): profile.inkRange
      }
    let near = min(level - ends.lowerBound, ends.upperBound - level)
    let distance = max(near, 0) * settings.maskHeight
    guard full > 0, distance > 0 else { return 0 }
    return distance < 2 * full ? distance - distance * distance / (4 * full) : full
  }

  /// The figure for a percentage: rounded, but 100 only when everything is full.
  private static func figure(percent: Double) -> Int {
    let rounded = Int(percent.rounded())
    return percent < 100 ? min(rounded, 99) : rounded
  }

  private static func clamped(_ percent: Double) -> Double {
    percent.isNaN ? 0 : min(max(percent, 0), 100)
  }
}
