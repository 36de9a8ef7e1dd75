// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// Traits, beside positions, that decide if a contact of a panel can trigger.
package struct PanelTraits: Hashable, Sendable {
  /// The shortest contact that is a touch: one that was lifted sooner is cancelled.
  package var leastDuration: MonotonicInterval
  /// The extent (`ABS_MT_TOUCH_MAJOR`) from which on a contact is a palm; `nil` where none can be told.
  package var palmExtent: Int32?

  /// Traits of the two values, by default those of a panel on which every contact is a touch.
  package init(leastDuration: MonotonicInterval = .zero, palmExtent: Int32? = nil) {
    self.leastDuration = leastDuration
    self.palmExtent = palmExtent
  }
}
