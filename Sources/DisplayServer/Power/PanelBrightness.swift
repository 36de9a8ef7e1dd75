// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Presentation

/// The brightness of the light behind the panel, and the time of its next change.
///
/// ```
///   awake ── fade ──► dim, a tenth ── put out ──► dark
///     ▲                                            │
///     └────────────────── raise ───────────────────┘
/// ```
/// A darker setting is due a moment after it was decided, so that the one before can be stored first: a process that
/// comes after a sudden end has to find it again.
struct PanelBrightness {
  private enum Stage: Equatable {
    case awake
    /// From ``awakeLevel`` down to a tenth of it.
    case fading(since: MonotonicInstant, over: MonotonicInterval)
    case dark
  }

  /// The least time between two steps of a fade.
  private static let step = MonotonicInterval.milliseconds(40)

  /// The light.
  let light: PanelLightDescription
  /// Its level while the panel is awake.
  private(set) var awakeLevel: Int
  /// The setting that the light was given last; nil before the first time.
  private(set) var setting: PanelLightSetting?
  /// The instant at which ``advance(to:)`` has something to set; nil while it has nothing.
  private(set) var deadline: MonotonicInstant?
  private var stage = Stage.awake

  /// The light of a panel that is awake, found as `found`.
  ///
  /// - Parameters:
  ///   - light: The light.
  ///   - found: The setting in which it was found; nil where that is not known.
  ///   - level: The level that is asked for; nil for the one that it is found at.
  init(_ light: PanelLightDescription, found: PanelLightSetting?, level: Int?) {
    self.light = light
    // A panel that is found dark was left so, and is not to be found so again.
    let foundLevel = found.map { $0.level > 0 ? $0.level : light.highestLevel }
    awakeLevel = min(level ?? foundLevel ?? light.highestLevel, light.highestLevel)
    setting = found
  }

  /// True if the light is less than it is while the panel is awake, or is about to be.
  var isLowered: Bool { stage != .awake }

  /// The light's setting while the panel is awake.
  var awakeSetting: PanelLightSetting { PanelLightSetting(level: awakeLevel, isPowered: true) }

  /// Takes over what another program has set the light to meanwhile; `found` is nil where that is not known.
  mutating func notice(_ found: PanelLightSetting?) {
    guard stage == .awake, let found, found != setting, found.isPowered, found.level > 0 else {
      return
    }
    awakeLevel = min(found.level, light.highestLevel)
    setting = found
  }

  /// Sets the level while the panel is awake; one that is not is set so when it is raised.
  ///
  /// - Returns: The setting that the light is to be given now; nil for none.
  mutating func setAwakeLevel(_ level: Int) -> PanelLightSetting? {
    awakeLevel = min(max(level, 0), light.highestLevel)
    return stage == .awake ? order(awakeSetting) : nil
  }

  /// Begins to fade, to be down after `duration`.
  mutating func fade(over duration: MonotonicInterval, at now: MonotonicInstant) {
    guard stage == .awake else { return }
    stage = .fading(since: now, over: duration)
    deadline = now
  }

  /// Has the light go out.
  mutating func putOut(at now: MonotonicInstant) {
    guard stage != .dark else { return }
    stage = .dark
    deadline = now
  }

  /// Ends what makes it darker.
  ///
  /// - Returns: The setting that the light is to be given now; nil for none.
  mutating func raise() -> PanelLightSetting? {
    stage = .awake
    deadline = nil
    return order(awakeSetting)
  }

  /// The setting that the light is to be given now; nil for none.
  mutating func advance(to now: MonotonicInstant) -> PanelLightSetting? {
    guard let due = deadline, due <= now else { return nil }
    deadline = nil
    switch stage {
    case .awake: return nil
    case .dark: return order(PanelLightSetting(level: 0, isPowered: false))
    case .fading(let begin, let duration):
      let lowest = min(awakeLevel, max(1, awakeLevel / 10))
      let share = duration > .zero ? min(1, (now - begin).seconds / duration.seconds) : 1
      let level = awakeLevel - Int((Double(awakeLevel - lowest) * share).rounded())
      if share < 1 {
        // A light of few levels is not woken up for more often than it has levels.
        let each = duration.seconds / Double(max(1, awakeLevel - lowest))
        deadline = min(now + max(Self.step, MonotonicInterval(seconds: each)), begin + duration)
      }
      return order(PanelLightSetting(level: level, isPowered: true))
    }
  }

  private mutating func order(_ wanted: PanelLightSetting) -> PanelLightSetting? {
    guard wanted != setting else { return nil }
    setting = wanted
    return wanted
  }
}
