// SPDX-License-Identifier: Apache-2.0
package import MonotonicTime

/// The keys of one source that are down and press a widget: those that are buttons on the screen, and those whose
/// stroke can press the widget that has the focus.
package struct HeldKeys: Sendable {
  /// Their strokes by their evdev codes; nil for a button on the screen.
  private var strokes: [UInt16: KeyStroke?] = [:]

  /// No key is down.
  package init() {}

  /// Tells that a key presses; a button on the screen that is down already presses no more.
  ///
  /// - Parameters:
  ///   - code: The key's evdev code.
  ///   - stroke: Its stroke; nil for a button on the screen.
  ///   - instant: The time of the press.
  ///   - queue: The events of the source.
  package mutating func press(
    _ code: UInt16,
    stroke: KeyStroke? = nil,
    at instant: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    let isNew = strokes.updateValue(stroke, forKey: code) == nil
    if isNew || stroke != nil {
      queue.append(Self.event(code, stroke: stroke, phase: .down, at: instant))
    }
  }

  /// Tells that a key has been let go, if it pressed.
  package mutating func release(
    _ code: UInt16,
    at instant: MonotonicInstant,
    into queue: inout TouchQueue
  ) {
    if let stroke = strokes.removeValue(forKey: code) {
      queue.append(Self.event(code, stroke: stroke, phase: .up, at: instant))
    }
  }

  /// Tells that no key presses any more, and none has been let go.
  package mutating func cancel(at instant: MonotonicInstant, into queue: inout TouchQueue) {
    for (code, stroke) in strokes {
      queue.append(Self.event(code, stroke: stroke, phase: .cancel, at: instant))
    }
    strokes = [:]
  }

  private static func event(
    _ code: UInt16,
    stroke: KeyStroke?,
    phase: TouchPhase,
    at instant: MonotonicInstant
  ) -> TouchSourceEvent {
    if let stroke { return .press(stroke, code, phase, at: instant) }
    return .button(code, phase, at: instant)
  }
}
