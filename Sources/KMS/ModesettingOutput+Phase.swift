// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

extension ModesettingOutput {
  /// The output's state with regard to the screen.
  ///
  /// ```
  ///            start                      display found
  ///     idle ─────────► searching ─────────────────────────► showing
  ///                      │ ▲   ▲ ▲                            │   │ ⟲ frames, flips, sleep
  ///       retry, hotplug └─┘   │ └── unplugged, left, refused,┘   │
  ///                            │     master or frames lost        │
  ///                    acquire │                                  │ release
  ///                            │                                  ▼
  ///                            └─────────────────────────────── away
  ///                                            ⟲ a duplicate of the device is still open somewhere
  ///     any of them ── stop ──► stopped
  /// ```
  /// A `release` leads from `searching` to `away` too. Inputs change the phase and return what is to be
  /// done about it; the phase itself calls nothing and reads no clock.
  enum Phase {
    /// Not started yet.
    case idle
    /// Nothing to show on, for the reason in `obstacle`; it is looked again at `retryAt`, and when cards
    /// or monitors change.
    case searching(obstacle: String, retryAt: MonotonicInstant?)
    /// Frames go to a monitor.
    case showing(Shown)
    /// Another virtual terminal is in front, or will be once the device is let go everywhere.
    case away(Handover?)
    /// Let go for good.
    case stopped
  }

  /// A card that was let go and may still be held by a duplicate of its descriptor.
  struct Handover {
    /// The card.
    var path: String
    /// Time at which the screen is given away all the same.
    var deadline: MonotonicInstant
    /// Time of the next look if the card is free.
    var nextLook: MonotonicInstant
  }

  /// The action that an input to the phase asks for.
  enum Action {
    /// Nothing.
    case none
    /// Look for a display.
    case search
    /// Say that there is no display any more.
    case announceLoss
    /// Look for the event of a flip that should have come by now.
    case flipIsOverdue
    /// Take a flip without event as done.
    case flipIsDone
    /// Look whether the card has been let go everywhere.
    case probe(Handover)
  }
}

extension ModesettingOutput.Phase {
  /// The display that frames go to; `nil` in every other phase.
  var shown: ModesettingOutput.Shown? {
    if case .showing(let shown) = self { shown } else { nil }
  }

  /// True if the output has been started and not stopped.
  var isRunning: Bool {
    switch self {
    case .idle, .stopped: false
    case .searching, .showing, .away: true
    }
  }

  /// Time at which ``advance(to:)`` is due; `nil` while nothing is.
  var deadline: MonotonicInstant? {
    switch self {
    case .idle, .stopped: nil
    case .searching(_, let retryAt): retryAt
    case .showing(let shown): shown.flip?.deadline
    case .away(let handover): handover?.nextLook
    }
  }

  /// The phase in words.
  var sentence: String {
    switch self {
    case .idle: "not started"
    case .searching(let obstacle, _): obstacle
    case .showing: "active"
    case .away: "another virtual terminal is in front"
    case .stopped: "stopped"
    }
  }

  // MARK: - Inputs

  /// The output is to show something.
  mutating func start() -> ModesettingOutput.Action {
    guard case .idle = self else { return .none }
    self = .searching(obstacle: "looking for a display", retryAt: nil)
    return .search
  }

  /// Time has come to `now`.
  mutating func advance(to now: MonotonicInstant) -> ModesettingOutput.Action {
    guard let deadline, deadline <= now else { return .none }
    switch self {
    case .idle, .stopped: return .none
    case .searching(let obstacle, _):
      self = .searching(obstacle: obstacle, retryAt: nil)
      return .search
    case .showing(let shown): return shown.flip?.hasEvent == true ? .flipIsOverdue : .flipIsDone
    case .away(let handover): return handover.map { .probe($0) } ?? .none
    }
  }

  /// A display has been found.
  mutating func find(_ shown: ModesettingOutput.Shown) { self = .showing(shown) }

  /// There is nothing to show on, for the reason in `obstacle`.
  mutating func lose(
    _ obstacle: String,
    retryAt: MonotonicInstant? = nil
  ) -> ModesettingOutput.Action {
    let hasShown = shown != nil
    self = .searching(obstacle: obstacle, retryAt: retryAt)
    return hasShown ? .announceLoss : .none
  }

  /// The screen goes to another terminal, after `handover` where there is one.
  mutating func release(_ handover: ModesettingOutput.Handover? = nil) -> ModesettingOutput.Action {
    let hasShown = shown != nil
    self = .away(handover)
    return hasShown ? .announceLoss : .none
  }

  /// The screen is ours again.
  mutating func acquire() -> ModesettingOutput.Action {
    switch self {
    case .idle, .showing, .stopped: return .none
    case .searching: return .search
    case .away:
      self = .searching(obstacle: "looking for a display", retryAt: nil)
      return .search
    }
  }

  /// The output is not needed any more.
  ///
  /// - Returns: The display that was in use.
  mutating func stop() -> ModesettingOutput.Shown? {
    defer { self = .stopped }
    return shown
  }
}
