// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
import Motion

/// A widget's appearing and disappearing.
package struct Fade: Hashable, Sendable {
  /// How long a fade takes, in seconds.
  package static let duration = 0.25

  private var opacity: Transition

  /// A widget that is shown or hidden from the start.
  package init(isVisible: Bool) {
    opacity = Transition(restingAt: isVisible ? 1 : 0)
  }

  /// Whether the widget is shown or about to be.
  package var isVisible: Bool { opacity.target > 0 }

  /// 0 invisible … 1 fully visible, at `instant`.
  package func opacity(at instant: MonotonicInstant) -> Double {
    min(max(opacity.value(at: instant), 0), 1)
  }

  /// Whether the opacity still changes at `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    opacity.isMoving(at: instant)
  }

  /// Shows or hides the widget from how it looks at `instant`; a repetition changes nothing.
  package mutating func setVisible(_ isVisible: Bool, at instant: MonotonicInstant) {
    guard isVisible != self.isVisible else { return }
    opacity.retarget(
      to: isVisible ? 1 : 0,
      over: Self.duration,
      curve: .easeInEaseOut,
      at: instant
    )
  }
}
