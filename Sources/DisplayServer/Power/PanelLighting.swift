// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Presentation

/// The light behind the panel: found or not, as bright as it is asked for, lowered, and raised again.
struct PanelLighting {
  /// The consequence of an input.
  struct Order: Equatable {
    /// The setting that the light is to be given now; nil for none.
    var setting: PanelLightSetting?
    /// True if the light's earlier setting has to be stored before anything else happens.
    var isUrgent = false
  }

  /// Time for which the light waits for a frame after the panel has woken.
  private static let patience = MonotonicInterval.milliseconds(100)

  /// The brightness of the light; nil while there is no light.
  private(set) var brightness: PanelBrightness?
  /// The reason why there is no light; empty where none is known.
  private(set) var obstacle = ""
  /// Percent of the light that a request has asked for; nil for none.
  private(set) var requested: Double?
  /// The light as an earlier process has lowered it, until it is found.
  private var inherited: StateRecord.Light?
  /// The instant at which the light is raised though no frame has come since the panel woke; nil while it does not
  /// wait.
  private var raiseInstant: MonotonicInstant?

  /// No light yet, of which an earlier process has left `record`.
  init(_ record: StateRecord?) { (requested, inherited) = (record?.brightness, record?.light) }

  /// The instant at which ``advance(to:)`` has something to do; nil while it has nothing.
  var deadline: MonotonicInstant? {
    guard let due = brightness?.deadline else { return raiseInstant }
    return raiseInstant.map { min($0, due) } ?? due
  }

  /// True if the light is less than while the panel is awake, and waits for nothing.
  var isLowered: Bool { raiseInstant == nil && brightness?.isLowered ?? false }

  /// The light as another process has to find it; nil where it is as bright as it should be.
  var lowered: StateRecord.Light? {
    brightness.flatMap { brightness in
      brightness.isLowered
        ? StateRecord.Light(name: brightness.light.name, level: brightness.awakeLevel) : nil
    } ?? inherited
  }

  /// It was looked for the light of a display, which is set to `setting`; nil for `percent` leaves it so.
  mutating func find(
    _ finding: PanelLightFinding,
    at setting: PanelLightSetting?,
    configured percent: Double?
  ) -> Order {
    switch finding {
    case .obstacle(let reason): (brightness, obstacle) = (nil, reason)
    case .light(let light):
      obstacle = ""
      if brightness?.light != light {
        let heir = inherited.flatMap { $0.name == light.name ? $0 : nil }
        let level = (requested ?? percent).map { light.level(ofPercent: $0) } ?? heir?.level
        brightness = PanelBrightness(light, found: setting, level: level)
        if heir != nil { inherited = nil }
      }
    }
    // As it is found it may stay, but not lowered.
    return Order(setting: brightness?.raise())
  }

  /// A request asks for so many percent.
  mutating func request(_ percent: Double) -> Order {
    requested = percent
    return setLevel(percent)
  }

  /// The configuration asks for so many percent, or no longer; the newest word counts.
  mutating func configure(_ percent: Double?) -> Order {
    requested = nil
    return percent.map { setLevel($0) } ?? Order()
  }

  private mutating func setLevel(_ percent: Double) -> Order {
    guard let level = brightness?.light.level(ofPercent: percent) else { return Order() }
    return Order(setting: brightness?.setAwakeLevel(level))
  }

  /// The light is to fade from `setting`, at which it is found, and be down after `duration`.
  mutating func fade(
    from setting: PanelLightSetting?,
    over duration: MonotonicInterval,
    at now: MonotonicInstant
  ) -> Order {
    let order = lower(from: setting)
    brightness?.fade(over: duration, at: now)
    return order
  }

  /// The light is to go out from `setting`, at which it is found.
  mutating func putOut(from setting: PanelLightSetting?, at now: MonotonicInstant) -> Order {
    let order = lower(from: setting)
    brightness?.putOut(at: now)
    return order
  }

  /// A moment later, after what it was like has been stored.
  private mutating func lower(from setting: PanelLightSetting?) -> Order {
    guard brightness != nil else { return Order() }
    raiseInstant = nil
    brightness?.notice(setting)
    return Order(isUrgent: true)
  }

  /// The panel has gone to sleep.
  mutating func sleep() { raiseInstant = nil }

  /// The panel has woken: what it shows is as old as its sleep, and the light waits for what is new.
  mutating func wake(at now: MonotonicInstant) {
    if brightness?.isLowered ?? false { raiseInstant = now + Self.patience }
  }

  /// A frame is on the screen.
  mutating func frameIsShown() -> Order { raiseInstant == nil ? Order() : raise() }

  /// The light is to be as bright as it is while the panel is awake.
  mutating func raise() -> Order {
    raiseInstant = nil
    guard brightness?.isLowered ?? false else { return Order() }
    return Order(setting: brightness?.raise(), isUrgent: true)
  }

  /// Does what is due.
  mutating func advance(to now: MonotonicInstant) -> Order {
    if let due = raiseInstant, due <= now { return raise() }
    return Order(setting: brightness?.advance(to: now))
  }
}
