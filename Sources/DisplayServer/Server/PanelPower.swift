// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import Touch

/// Puts the panel to sleep when nobody needs it, and decides what becomes of the touch that wakes it.
///
/// A touch on a dark panel is meant for the panel, not for whatever button happens to be under the
/// finger: it wakes, and is swallowed until the finger is lifted.
struct PanelPower {
  /// What becomes of a touch.
  enum Verdict: Hashable {
    /// It goes to the scene.
    case deliver
    /// It is forgotten.
    case swallow
    /// The panel is woken and the touch forgotten.
    case wake
  }

  /// Whether the panel is on.
  private(set) var isOn = true

  private let delay: MonotonicInterval?
  private var lastUse: MonotonicInstant
  private var swallowed: Set<ContactID> = []

  /// A panel that sleeps after `blankAfter` seconds without use, never when that is not positive.
  init(blankAfter seconds: Double, wasOn: Bool = true, at now: MonotonicInstant) {
    isOn = wasOn
    delay = seconds > 0 ? MonotonicInterval(seconds: seconds) : nil
    lastUse = now
  }

  /// When the panel goes to sleep; `nil` while it sleeps or never does.
  var deadline: MonotonicInstant? {
    guard isOn, let delay else { return nil }
    return lastUse + delay
  }

  /// Notes a change that somebody may want to see.
  ///
  /// - Returns: Whether the panel has to be woken.
  mutating func use(at now: MonotonicInstant) -> Bool {
    lastUse = max(lastUse, now)
    guard !isOn else { return false }
    isOn = true
    return true
  }

  /// The panel has gone to sleep.
  mutating func sleep() { isOn = false }

  /// Decides about one touch.
  mutating func touch(_ event: TouchEvent, at now: MonotonicInstant) -> Verdict {
    let ends = event.phase == .up || event.phase == .cancel
    if swallowed.contains(event.contact), event.phase != .down {
      if ends { swallowed.remove(event.contact) }
      _ = use(at: now)
      return .swallow
    }
    guard use(at: now) else {
      swallowed.remove(event.contact)
      return .deliver
    }
    if !ends { swallowed.insert(event.contact) }
    return .wake
  }
}
