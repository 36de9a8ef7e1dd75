// SPDX-License-Identifier: Apache-2.0
internal import Touch

/// Pointers, and panels that look like them: resistive ones in mouse mode press `BTN_LEFT` as a mouse does.
extension ContactTracker {
  /// Number of reports in a row, each moving it with its button up, after which a device counts as a pointer.
  private static let neededHovers = 3

  /// True if single positions of the device have to be taken for noise.
  ///
  /// A panel in mouse mode tells positions only while it is touched, but for a stray one after the lift.
  var isNoisy: Bool {
    touchProtocol == .single || (touchProtocol == .pointer && hovers < Self.neededHovers)
  }

  /// Takes note of whether the report has moved a pointer with its button up.
  mutating func noteHover(into queue: inout TouchQueue) {
    defer {
      hasMoved = false
      hasKeyChanged = false
    }
    guard touchProtocol == .pointer, isNoisy else { return }
    if keys != 0 || hasKeyChanged { hovers = 0 } else if hasMoved { hovers += 1 }
    // What follows is not filtered any more.
    if !isNoisy { finishRelease(into: &queue) }
  }
}
