// SPDX-License-Identifier: Apache-2.0

/// A request to the daemon with checked parameters: one case a method.
///
/// Ids are any string here; whether a widget has it is for the receiver to say.
package enum ControlRequest: Hashable, Sendable {
  /// `progress.set`.
  case setProgress(ProgressChange)
  /// `progress.get`: the widget's id, nil for the only one.
  case getProgress(id: String?)
  /// `widget.set`.
  case setWidget(WidgetChange)
  /// `button.press`: the button's id.
  case pressButton(id: String)
  /// `touch.send`.
  case sendTouch(RemoteTouch)
  /// `subscribe`: the events wanted from now on, instead of those wanted before.
  case subscribe(Set<ControlEventType>)
  /// `status`.
  case status
  /// `screenshot`.
  case screenshot
  /// `reload`.
  case reload

  /// Whether carrying it out can change what the daemon does or shows: to be logged with its peer.
  package var isChange: Bool {
    switch self {
    case .setProgress, .setWidget, .pressButton, .sendTouch, .reload: true
    case .getProgress, .subscribe, .status, .screenshot: false
    }
  }
}

/// The parameters of `progress.set`.
package struct ProgressChange: Hashable, Sendable {
  /// The widget; nil for the only one.
  package var id: String?
  /// The new value, 0 … 100.
  package var percent: Double
  /// How long the change takes in seconds, 0 … 86400; nil for the widget's own.
  package var duration: Double?
  /// How the change goes; nil for the widget's own.
  package var ease: EaseParameter?

  /// A change of the four values.
  package init(
    id: String? = nil,
    percent: Double,
    duration: Double? = nil,
    ease: EaseParameter? = nil
  ) {
    self.id = id
    self.percent = percent
    self.duration = duration
    self.ease = ease
  }
}

/// An `ease` as it was written, not yet resolved.
package enum EaseParameter: Hashable, Sendable {
  /// A curve's or an easing's name.
  case name(String)
  /// The two control points of a cubic Bézier from (0, 0) to (1, 1); both x within 0 … 1.
  case points(x1: Double, y1: Double, x2: Double, y2: Double)
}

/// The parameters of `widget.set`; nil leaves things as they are.
package struct WidgetChange: Hashable, Sendable {
  /// The widget.
  package var id: String
  /// The new label.
  package var label: String?
  /// The new colour as it was written (`#RGB`, `#RRGGBB`, `#RRGGBBAA`), not yet resolved.
  package var color: String?
  /// Whether it is shown.
  package var isVisible: Bool?
  /// Whether it can be pressed.
  package var isEnabled: Bool?

  /// A change of the given values.
  package init(
    id: String,
    label: String? = nil,
    color: String? = nil,
    isVisible: Bool? = nil,
    isEnabled: Bool? = nil
  ) {
    self.id = id
    self.label = label
    self.color = color
    self.isVisible = isVisible
    self.isEnabled = isEnabled
  }
}

/// The parameters of `touch.send`.
package struct RemoteTouch: Hashable, Sendable {
  /// What happens to the contact.
  package enum Phase: String, CaseIterable, Hashable, Sendable {
    /// The finger comes down.
    case down
    /// The finger moves.
    case move
    /// The finger is lifted.
    case up
    /// The contact is taken away.
    case cancel
  }

  /// Which finger, 0 … 63.
  package var slot: Int
  /// What happens.
  package var phase: Phase
  /// Distance from the left edge in points, within ±1,000,000.
  ///
  /// Nil, as ``y``, only for a lifted or cancelled finger: then the last position counts.
  package var x: Double?
  /// Distance from the top edge in points, within ±1,000,000.
  package var y: Double?

  /// A touch of the four values.
  package init(slot: Int, phase: Phase, x: Double?, y: Double?) {
    self.slot = slot
    self.phase = phase
    self.x = x
    self.y = y
  }
}
