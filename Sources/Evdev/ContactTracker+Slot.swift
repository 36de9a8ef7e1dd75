// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

extension ContactTracker {
  /// The contact of a slot of the device, with its newest values.
  struct Slot: Sendable {
    /// State of a slot's contact, as it was told.
    enum State: Sendable {
      case idle
      case down
      /// There is a contact that is not told of.
      case ignored
    }

    /// The number that the slot's contacts are told by.
    var contact: Int
    /// The kernel's name of the contact, -1 for none.
    var trackingID: Int32 = -1
    /// The newest values of the axes.
    var x: Int32 = 0
    var y: Int32 = 0
    /// Kind of the touching tool (`MT_TOOL_*`); like all values it is not repeated for the slot's next contact.
    var tool: Int32 = 0
    /// Distance above the panel, in the device's units; 0 touches.
    var distance: Int32 = 0
    /// The longer side of what touches; not repeated for the slot's next contact.
    var extent: Int32 = 0
    /// Pressure on a panel of one finger, in the device's units; 0 where that is not told.
    var pressure: Int32 = 0
    /// True if the contact was taken for a palm since it has its tracking id.
    var isPalm = false
    /// True if the contact has got its tracking id within the report.
    var hasBegun = false
    /// The values that were told last.
    var toldX: Int32 = 0
    var toldY: Int32 = 0
    /// The fractions that were told last.
    var fractionX = 0.0
    var fractionY = 0.0
    var state = State.idle
    /// True if anything was said of the slot since the last report.
    var isChanged = false
    /// True if the contact that was told of is over, even if the slot has another one now.
    var hasEnded = false
    /// The name of that one.
    var endedID: Int32 = -1
    /// True if it was not lifted for all that is known, as palms are not.
    var isEndDoubted = false
    /// True if the contact began where another one had just been: it is not told of.
    var isJump = false
    /// True if the contact was given up because the device fell silent.
    var wasSilent = false
    /// Time at which the contact that was told of came down.
    var downTime = MonotonicInstant(nanoseconds: 0)
    /// The position of a contact that came and went within the report.
    var tap: (x: Int32, y: Int32)?
    /// True if the key has declared the contact over although the slot still names it.
    var isReleasedByKey = false
    /// Time at which the slot was last spoken of.
    var lastReport = MonotonicInstant(nanoseconds: 0)

    var isHovering: Bool { trackingID >= 0 && distance > 0 }

    var isOccupied: Bool { trackingID >= 0 && !isReleasedByKey && distance <= 0 }
  }
}
