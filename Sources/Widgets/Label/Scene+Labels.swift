// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import PlainText

/// A value that fills a place of a label.
struct LabelValue: Hashable, Sendable {
  /// The text.
  let text: String
  /// A number that tells the value from another one without a look at the text.
  let mark: Int
}

// Labels say what other widgets show. A frame notes where that has changed, without making anything; the
// text is made when the frame has gone out, for the next one.
extension Scene {
  /// The time of day is another one than what went by since says.
  package mutating func clockHasJumped() {
    for index in shelves.labels.indices { shelves.labels[index].clockHasJumped() }
    timeAxesHaveJumped()
  }

  /// Most work that labels may have done at once in one turn, in bytes of text times view pixels per em: 64 bytes of 48
  /// pixels, about half a millisecond at worst.
  private static var workAtOnce: Double { 64 * 48 }

  /// Most places, and texts between them, that are filled in, or begun to be, in one turn: a time of day takes
  /// microseconds, and a label has room for a hundred.
  private static let mostFilled = 128

  /// Fills in the labels' texts, and those of time axes, that have changed.
  ///
  /// Texts beyond the work of one turn are left to the next one, which is due at once.
  ///
  /// Short texts are seen with the next frame; a long one, or one of many, is made beside the loop.
  ///
  /// - Parameters:
  ///   - mayWait: True if texts may be made beside the loop, so that they come with a later turn.
  ///   - instant: The time that is shown.
  ///   - events: Told that a frame is needed.
  mutating func fillLabels(
    mayWait: Bool = true,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    fillTimeAxes(mayWait: mayWait, at: instant, telling: &events)
    var left = mayWait ? Self.workAtOnce : .infinity
    var filled = 0
    for index in shelves.labels.indices where shelves.labels[index].needsFilling(at: instant) {
      guard filled < Self.mostFilled || !mayWait else {
        shelves.labels[index].putOff()
        continue
      }
      filled += shelves.labels[index].fillingLength
      let origins =
        shelves.labels[index].origins
        ?? shelves.labels[index].sources.map { slot(of: $0.id, role: $0.role) }
      shelves.labels[index].origins = origins
      // What a frame shows is said of the time at which it is seen, which is later than now.
      let seen = max(instant, shownInstant ?? instant)
      left -= shelves.labels[index].fill(
        with: origins.map { value(of: $0, at: seen) },
        atOnce: left,
        at: instant,
        on: &layers
      )
      events.needsFrame = true
    }
  }

  /// Tells if the text that the widget at `index` is to show is being made beside the loop.
  package func isTextComing(of index: Int) -> Bool { widget(slot(index)).isComing }

  /// Notes what labels would say of the widgets that the frame for `instant` shows.
  ///
  /// Does not allocate.
  mutating func noteLabelValues(at instant: MonotonicInstant) {
    for index in shelves.labels.indices {
      guard let count = shelves.labels[index].origins?.count else { continue }
      for place in 0..<count {
        guard let origin = shelves.labels[index].origins?[place] else { continue }
        shelves.labels[index].note(shelves.mark(origin, at: instant), ofPlace: place)
      }
    }
  }

  private func value(of origin: WidgetSlot?, at instant: MonotonicInstant) -> LabelValue {
    guard let origin else { return LabelValue(text: "", mark: 0) }
    let mark = shelves.mark(origin, at: instant)
    return LabelValue(text: widget(origin).said(at: instant), mark: mark)
  }
}
