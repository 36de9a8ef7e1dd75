// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime

extension Scene {
  /// The time of day is another one than what went by since says.
  mutating func timeAxesHaveJumped() {
    for index in shelves.charts.indices { shelves.charts[index].clockHasJumped() }
  }

  /// Has charts show the labels of their time axes that are due.
  mutating func fillTimeAxes(
    mayWait: Bool,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    for index in shelves.charts.indices where shelves.charts[index].needsFilling(at: instant) {
      let isOther = shelves.charts[index].fill(mayWait: mayWait, at: instant, on: &layers)
      if isOther { events.needsFrame = true }
    }
  }
}
