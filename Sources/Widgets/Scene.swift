// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
package import Motion
package import Touch

/// Something that a touch has done to a button.
package struct ButtonEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    /// A finger has come down on it.
    case press
    /// The finger was lifted, wherever it was by then.
    case release
    /// It was lifted on the button: the button's command is due.
    case trigger
    /// The touch ended without being lifted; nothing is triggered.
    case cancel
  }

  /// What happened.
  package let kind: Kind
  /// Which button, as an index into ``Scene/buttons``.
  package let button: Int
  /// When the finger did it.
  package let time: MonotonicInstant
}

/// A button with the recogniser that turns contacts into presses.
package struct SceneButton: Sendable {
  /// How the button moves.
  package fileprivate(set) var model: ElasticButton
  fileprivate var recognizer = PressRecognizer()
  /// When a press without a finger lets go and triggers.
  fileprivate var playEnd: MonotonicInstant?
}

/// The widgets' models: what a touch or a request does to them, and how they look at any instant.
///
/// Buttons and indicators are kept apart and named by their index; which is drawn over which is the
/// painter's concern, which touch belongs to which is decided here (the button added last wins).
package struct Scene: Sendable {
  /// The buttons in the order of adding.
  package private(set) var buttons: [SceneButton] = []
  /// The progress indicators in the order of adding.
  package private(set) var progresses: [WaveProgress] = []

  /// A scene without widgets.
  package init() {}

  /// Adds a button.
  ///
  /// - Returns: Its index.
  package mutating func add(_ button: ElasticButton) -> Int {
    buttons.append(SceneButton(model: button))
    return buttons.count - 1
  }

  /// Adds a progress indicator.
  ///
  /// - Returns: Its index.
  package mutating func add(_ progress: WaveProgress) -> Int {
    progresses.append(progress)
    return progresses.count - 1
  }

  // MARK: - Touches

  /// Gives a contact's change to the buttons.
  ///
  /// Does not allocate while `events` has capacity.
  ///
  /// - Parameters:
  ///   - event: The change, in points.
  ///   - events: What came of it is appended.
  package mutating func handle(_ event: TouchEvent, _ events: inout [ButtonEvent]) {
    var isTaken = false
    for index in buttons.indices.reversed() {
      let isInside =
        !isTaken && buttons[index].model.isTouchable
        && buttons[index].model.settings.frame.contains(event.position)
      if event.phase == .down {
        isTaken = isTaken || isInside
        buttons[index].model.noteTouch(at: event.time)
      }
      guard let action = buttons[index].recognizer.handle(event, isInside: isInside) else {
        continue
      }
      perform(action, on: index, at: event.time, &events)
    }
  }

  /// Plays a press without a finger: the button triggers when it lets go by itself.
  ///
  /// - Returns: Whether the button could be pressed; not while it is hidden, disabled or held.
  package mutating func play(
    button index: Int,
    at instant: MonotonicInstant,
    _ events: inout [ButtonEvent]
  ) -> Bool {
    guard let end = buttons[index].model.play(at: instant) else { return false }
    finishPlaying(index, &events)
    buttons[index].playEnd = end
    events.append(ButtonEvent(kind: .press, button: index, time: instant))
    return true
  }

  /// Does what was to happen by itself up to `instant`.
  package mutating func advance(to instant: MonotonicInstant, _ events: inout [ButtonEvent]) {
    for index in buttons.indices {
      if let end = buttons[index].playEnd, end <= instant { finishPlaying(index, &events) }
    }
  }

  // MARK: - Changes by request

  /// Sends an indicator to `percent`; see ``WaveProgress/set(percent:over:curve:at:)``.
  package mutating func setProgress(
    _ index: Int,
    percent: Double,
    over seconds: Double,
    curve: Curve,
    at instant: MonotonicInstant
  ) {
    progresses[index].set(percent: percent, over: seconds, curve: curve, at: instant)
  }

  /// Shows or hides an indicator, fading.
  package mutating func setProgress(
    _ index: Int,
    isVisible: Bool,
    at instant: MonotonicInstant
  ) {
    progresses[index].setVisible(isVisible, at: instant)
  }

  /// Shows or hides a button, fading; a finger on a hidden one is cancelled.
  package mutating func setButton(
    _ index: Int,
    isVisible: Bool,
    at instant: MonotonicInstant,
    _ events: inout [ButtonEvent]
  ) {
    buttons[index].model.setVisible(isVisible, at: instant)
    if !isVisible { letGo(index, at: instant, &events) }
  }

  /// Allows or refuses presses of a button; a finger on a disabled one is cancelled.
  package mutating func setButton(
    _ index: Int,
    isEnabled: Bool,
    at instant: MonotonicInstant,
    _ events: inout [ButtonEvent]
  ) {
    buttons[index].model.setEnabled(isEnabled, at: instant)
    if !isEnabled { letGo(index, at: instant, &events) }
  }

  /// Ends a press that is under way without triggering.
  package mutating func cancelPress(
    of index: Int,
    at instant: MonotonicInstant,
    _ events: inout [ButtonEvent]
  ) {
    buttons[index].model.cancel(at: instant)
    letGo(index, at: instant, &events)
  }

  // MARK: - Time

  /// Whether any widget looks different after `instant` than at it.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    for index in buttons.indices where buttons[index].model.isMoving(at: instant) { return true }
    for index in progresses.indices where progresses[index].isMoving(at: instant) { return true }
    return false
  }

  /// When a scene at rest has to be looked at again; `nil` if only a touch or a request can move it.
  package func wakeInstant(after instant: MonotonicInstant) -> MonotonicInstant? {
    var earliest: MonotonicInstant?
    func consider(_ candidate: MonotonicInstant?) {
      guard let candidate else { return }
      earliest = min(earliest ?? candidate, candidate)
    }
    consider(playEnd)
    for index in buttons.indices { consider(buttons[index].model.wakeInstant(after: instant)) }
    return earliest
  }

  /// When ``advance(to:_:)`` is due because a played press lets go; `nil` while none is played.
  package var playEnd: MonotonicInstant? {
    var earliest: MonotonicInstant?
    for index in buttons.indices {
      guard let end = buttons[index].playEnd else { continue }
      earliest = min(earliest ?? end, end)
    }
    return earliest
  }

  // MARK: - Private

  private mutating func perform(
    _ action: PressRecognizer.Action,
    on index: Int,
    at time: MonotonicInstant,
    _ events: inout [ButtonEvent]
  ) {
    switch action {
    case .pressed:
      // A finger takes over from a press that was played.
      finishPlaying(index, &events)
      buttons[index].model.press(at: time)
      events.append(ButtonEvent(kind: .press, button: index, time: time))
    case .released(let triggers):
      buttons[index].model.release(at: time)
      events.append(ButtonEvent(kind: .release, button: index, time: time))
      if triggers { events.append(ButtonEvent(kind: .trigger, button: index, time: time)) }
    case .cancelled:
      buttons[index].model.cancel(at: time)
      events.append(ButtonEvent(kind: .cancel, button: index, time: time))
    }
  }

  private mutating func finishPlaying(_ index: Int, _ events: inout [ButtonEvent]) {
    guard let end = buttons[index].playEnd else { return }
    buttons[index].playEnd = nil
    events.append(ButtonEvent(kind: .release, button: index, time: end))
    events.append(ButtonEvent(kind: .trigger, button: index, time: end))
  }

  private mutating func letGo(
    _ index: Int,
    at instant: MonotonicInstant,
    _ events: inout [ButtonEvent]
  ) {
    let wasPlaying = buttons[index].playEnd != nil
    buttons[index].playEnd = nil
    guard buttons[index].recognizer.abandon() || wasPlaying else { return }
    events.append(ButtonEvent(kind: .cancel, button: index, time: instant))
  }
}
