// SPDX-License-Identifier: Apache-2.0

/// The kernel's state of one slot of a multi-touch device (type B).
package struct SlotState: Hashable, Sendable {
  /// The contact in it; negative for none.
  package var trackingID: Int32
  /// The horizontal axis' value, of the last contact if there is none.
  package var x: Int32
  /// The vertical axis' value.
  package var y: Int32
  /// Kind of the touching tool (`MT_TOOL_*`); 0 is a finger.
  package var tool: Int32
  /// Distance above the panel, in the device's units; 0 touches.
  package var distance: Int32
  /// The longer side of what touches (`ABS_MT_TOUCH_MAJOR`); 0 where that is not told.
  package var extent: Int32

  /// A slot of the six values.
  package init(
    trackingID: Int32,
    x: Int32,
    y: Int32,
    tool: Int32 = 0,
    distance: Int32 = 0,
    extent: Int32 = 0
  ) {
    self.trackingID = trackingID
    self.x = x
    self.y = y
    self.tool = tool
    self.distance = distance
    self.extent = extent
  }
}
