// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Touch

/// Puts an unused panel to sleep, and decides what becomes of the touch that wakes it.
///
/// ```
///            last use + delay − dimming          dimming is over
///   bright ───────────────────────────► dim ──────────────────► dark
///     ▲                                  │                        │
///     └──────────────── use ─────────────┴────────────────────────┘
/// ```
/// A touch on a dark panel is meant for the panel, not for whatever button happens to be under the
/// finger: it wakes, and is swallowed until the finger is lifted. One on a dim panel counts.
///
/// While the schedule has the panel dark, only people wake it, and it stays awake as long as they use it.
struct PanelPower {
  /// The treatment of a touch.
  enum Verdict: Hashable {
    /// It goes to the scene.
    case deliver
    /// It is forgotten.
    case swallow
    /// The panel is woken and the touch forgotten.
    case wake
  }

  /// A step on the way to sleep.
  enum Step: Hashable {
    /// The light begins to fade.
    case dim
    /// The panel goes dark.
    case blank
  }

  /// Time for which a panel that the schedule has dark stays awake after its last use, unless another one is set.
  private static let visit = MonotonicInterval(seconds: 60)

  /// True while the panel is on.
  private(set) var isOn = true
  /// True while the schedule has the panel awake.
  private(set) var isScheduled = true

  private var delay: MonotonicInterval?
  private var dimming = MonotonicInterval.zero
  private var lastUse: MonotonicInstant
  /// The instant at which the light began to fade; nil while it has not.
  private(set) var dimInstant: MonotonicInstant?
  private var swallowed: Set<ContactID> = []

  /// A panel that is on and has just been used.
  init(at now: MonotonicInstant) { lastUse = now }

  /// Has the panel sleep after `blankAfter` seconds without use, never when that is not positive, and fade
  /// for the last `dimming` of them.
  mutating func apply(blankAfter: Double, dimming: Double, at now: MonotonicInstant) {
    delay = blankAfter > 0 ? MonotonicInterval(seconds: blankAfter) : nil
    self.dimming = MonotonicInterval(seconds: max(0, dimming))
    lastUse = max(lastUse, now)
    dimInstant = nil
  }

  /// The instant at which ``advance(to:)`` has something to say; nil while the panel sleeps or never does.
  var deadline: MonotonicInstant? {
    guard isOn, let delay = isScheduled ? delay : delay ?? Self.visit else { return nil }
    let dark = lastUse + delay
    guard dimming > .zero else { return dark }
    // However late it began, it fades as long as it should.
    return dimInstant.map { max(dark, $0 + dimming) } ?? dark - min(dimming, delay)
  }

  /// The step that is due at `now`; after `.blank` ``sleep()`` is to be called.
  mutating func advance(to now: MonotonicInstant) -> Step? {
    guard let due = deadline, due <= now else { return nil }
    guard dimming > .zero, dimInstant == nil else { return .blank }
    dimInstant = now
    return .dim
  }

  /// Notes a change that is to be seen.
  ///
  /// - Parameters:
  ///   - isByPerson: True if a person is there, so that the schedule does not matter.
  ///   - now: The current time.
  /// - Returns: True if the panel has to be woken.
  mutating func use(isByPerson: Bool = false, at now: MonotonicInstant) -> Bool {
    guard isByPerson || isScheduled else { return false }
    lastUse = max(lastUse, now)
    dimInstant = nil
    guard !isOn else { return false }
    isOn = true
    return true
  }

  /// The panel has gone to sleep.
  mutating func sleep() {
    isOn = false
    dimInstant = nil
  }

  /// Notes what the schedule says now.
  ///
  /// - Returns: True if the panel has to be woken.
  mutating func follow(isAwake: Bool, at now: MonotonicInstant) -> Bool {
    guard isAwake != isScheduled else { return false }
    isScheduled = isAwake
    return isAwake && use(at: now)
  }

  /// Notes a touch that only ends what is shown over the scene: it is swallowed until the finger is lifted.
  mutating func swallow(_ event: TouchEvent, at now: MonotonicInstant) {
    let ends = event.phase == .up || event.phase == .cancel
    if ends { swallowed.remove(event.contact) } else { swallowed.insert(event.contact) }
    _ = use(isByPerson: true, at: now)
  }

  /// Decides about one touch.
  mutating func touch(_ event: TouchEvent, at now: MonotonicInstant) -> Verdict {
    let ends = event.phase == .up || event.phase == .cancel
    if swallowed.contains(event.contact), event.phase != .down {
      if ends { swallowed.remove(event.contact) }
      _ = use(isByPerson: true, at: now)
      return .swallow
    }
    guard use(isByPerson: true, at: now) else {
      swallowed.remove(event.contact)
      return .deliver
    }
    if !ends { swallowed.insert(event.contact) }
    return .wake
  }
}
