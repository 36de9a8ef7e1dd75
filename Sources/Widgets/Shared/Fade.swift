// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime
import Motion

/// A widget's appearing and disappearing, and for one without colours that could be muted its fading while
/// it cannot be used.
package struct Fade: Hashable, Sendable {
  /// Duration of a fade in seconds.
  package static let duration = 0.25

  /// Opacity of a disabled widget: the share that `Color.muted(on:)` leaves of a colour.
  package static let disabledOpacity = 0.45

  private var opacity: Transition

  /// A widget that is shown or hidden, and enabled or disabled, from the start.
  package init(isVisible: Bool, isEnabled: Bool = true) {
    opacity = Transition(restingAt: Self.target(isVisible, isEnabled: isEnabled))
  }

  private static func target(_ isVisible: Bool, isEnabled: Bool) -> Double {
    isVisible ? isEnabled ? 1 : disabledOpacity : 0
  }

  /// True while the widget is shown or about to be.
  package var isVisible: Bool { opacity.target > 0 }

  /// 0 invisible … 1 fully visible, at `instant`.
  package func opacity(at instant: MonotonicInstant) -> Double {
    min(max(opacity.value(at: instant), 0), 1)
  }

  /// Tells if the opacity still changes at `instant`.
  package func isMoving(at instant: MonotonicInstant) -> Bool {
    opacity.isMoving(at: instant)
  }

  /// Shows, hides, enables or disables the widget in `seconds` from how it looks at `instant`; a repetition
  /// changes nothing.
  package mutating func setVisible(
    _ isVisible: Bool,
    isEnabled: Bool = true,
    over seconds: Double = Self.duration,
    at instant: MonotonicInstant
  ) {
    let target = Self.target(isVisible, isEnabled: isEnabled)
    guard target != opacity.target else { return }
    // Slow at first, whatever it interrupts.
    opacity = Transition(restingAt: opacity.value(at: instant))
    opacity.retarget(
      to: target,
      over: seconds,
      curve: .easeInEaseOut,
      at: instant
    )
  }
}
