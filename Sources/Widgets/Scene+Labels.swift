// SPDX-License-Identifier: Apache-2.0
internal import MonotonicTime
internal import PlainText

/// Where the scene finds what fills a place of a label.
enum LabelOrigin: Hashable, Sendable {
  /// Nowhere: no widget has the id.
  case none
  /// The figure of an indicator, by its place on the shelf.
  case percent(Int)
  /// What a text field holds, by its place on the shelf.
  case field(Int)
  /// The value of a slider, by its place on the shelf.
  case slider(Int)
}

/// What fills a place of a label.
struct LabelValue: Hashable, Sendable {
  /// The text.
  let text: String
  /// What tells it from another one without looking at the text.
  let mark: Int
}

// Labels say what other widgets show. A frame notes where that has changed, without making anything; the
// text is made when the frame has gone out, for the next one.
extension Scene {
  /// The time of day is another one than what went by since says.
  package mutating func clockHasJumped() {
    for index in shelves.labels.indices { shelves.labels[index].clockHasJumped() }
  }

  /// What labels may have made at once in one turn, in bytes of text times view pixels per em: 64 bytes
  /// of 48 pixels, about half a millisecond's work at worst.
  private static var workAtOnce: Double { 64 * 48 }

  /// How many places and what lies between them are filled in, or begun to be, in one turn: a time of day takes
  /// microseconds, and a label has room for a hundred.
  private static let mostFilled = 128

  /// Fills in what labels say, where that is another text by now.
  ///
  /// What is more than a turn may take is left to the next one, which is due at once.
  ///
  /// Short texts are seen with the next frame; a long one, or one of many, is made beside the loop.
  ///
  /// - Parameters:
  ///   - mayWait: Whether texts may be made beside the loop, so that they come with a later turn.
  ///   - instant: The time that is shown.
  ///   - events: Told that a frame is needed.
  mutating func fillLabels(
    mayWait: Bool = true,
    at instant: MonotonicInstant,
    _ events: inout WidgetEvents
  ) {
    var left = mayWait ? Self.workAtOnce : .infinity
    var filled = 0
    for index in shelves.labels.indices where shelves.labels[index].needsFilling(at: instant) {
      guard filled < Self.mostFilled || !mayWait else {
        shelves.labels[index].putOff()
        continue
      }
      filled += shelves.labels[index].fillingLength
      let origins = shelves.labels[index].origins ?? shelves.labels[index].sources.map(origin)
      shelves.labels[index].origins = origins
      // What a frame shows is said of the time at which it is seen, which is later than now.
      let seen = max(instant, shownInstant ?? instant)
      left -= shelves.labels[index].fill(
        with: origins.map { value(of: $0, at: seen) },
        atOnce: left,
        at: instant,
        &layers
      )
      events.needsFrame = true
    }
  }

  /// Whether a label's text or a list's is being made beside the loop, so that another one is seen soon.
  package var hasComingTexts: Bool {
    shelves.labels.contains { $0.isComing } || shelves.lists.contains { $0.isComing }
  }

  /// Notes what labels would say of the widgets that the frame for `instant` shows.
  ///
  /// Does not allocate.
  mutating func noteLabelValues(at instant: MonotonicInstant) {
    for index in shelves.labels.indices {
      guard let count = shelves.labels[index].origins?.count else { continue }
      for place in 0..<count {
        guard let origin = shelves.labels[index].origins?[place] else { continue }
        shelves.labels[index].note(mark(of: origin, at: instant), ofPlace: place)
      }
    }
  }

  private func origin(of source: LabelTemplate.Source) -> LabelOrigin {
    switch source {
    case .percent(let id):
      shelves.progresses.firstIndex { $0.settings.id.hasSameBytes(as: id) }.map { .percent($0) }
        ?? .none
    case .field(let id):
      shelves.texts.firstIndex { $0.settings.id.hasSameBytes(as: id) }.map { .field($0) } ?? .none
    case .value(let id):
      shelves.sliders.firstIndex { $0.settings.id.hasSameBytes(as: id) }.map { .slider($0) }
        ?? .none
    }
  }

  private func mark(of origin: LabelOrigin, at instant: MonotonicInstant) -> Int {
    switch origin {
    case .none: 0
    case .percent(let index): shelves.progresses[index].model.figure(at: instant)
    case .field(let index): shelves.texts[index].lookVersion
    case .slider(let index): Int(bitPattern: UInt(shelves.sliders[index].told.bitPattern))
    }
  }

  private func value(of origin: LabelOrigin, at instant: MonotonicInstant) -> LabelValue {
    let mark = mark(of: origin, at: instant)
    switch origin {
    case .none: return LabelValue(text: "", mark: mark)
    case .percent:
      let hasFigure = mark != WaveProgressSnapshot.noFigure
      return LabelValue(text: hasFigure ? "\(mark)" : "", mark: mark)
    case .field(let index):
      let isSecret = shelves.texts[index].settings.mode == .password
      return LabelValue(text: isSecret ? "" : shelves.texts[index].edit.text, mark: mark)
    case .slider(let index):
      let slider = shelves.sliders[index]
      return LabelValue(text: slider.settings.text(of: slider.told), mark: mark)
    }
  }
}
