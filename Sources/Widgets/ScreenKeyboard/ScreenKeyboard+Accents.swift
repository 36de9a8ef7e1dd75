// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import MonotonicTime
internal import Motion
internal import Raster
internal import Touch

/// A letter with accents whose finger is still down.
struct HeldLetter: Sendable {
  let contact: ContactID
  /// Index of its key.
  let key: Int
  /// The stroke of the letter itself.
  let stroke: ScreenStroke
  /// The letters that the finger can choose instead.
  let accents: [Unicode.Scalar]
  /// The instant at which they are wanted; nil once they are asked for.
  var due: MonotonicInstant?
  /// The strip that is being made beside the loop.
  var coming: Future<AccentStrip>?
  /// The strip that is shown, and the cell that the finger is on.
  var strip: AccentStrip?
  var chosen: Int?

  /// The instant at which there is something to do; nil while there is not.
  var deadline: MonotonicInstant? {
    coming?.isMade ?? false ? MonotonicInstant(nanoseconds: 0) : due
  }
}

// ```
//   down on a letter with accents ─ 0.45 s ─► strip ─► the finger slides to one ─► up types that
//        up before, or elsewhere than on the strip, or another finger down: types the letter
// ```
extension ScreenKeyboard {
  /// Seconds after which a held letter shows those that come of it.
  private static let holdingTime = 0.45

  /// Has a letter wait for its finger to go up.
  ///
  /// - Returns: False for a key that has no accents, or none that the field takes.
  mutating func hold(_ key: Int, by contact: ContactID, at instant: MonotonicInstant) -> Bool {
    guard let face = face(of: key), case .type(let stroke) = face.act, sheet?.accents != nil,
      case .text(let label) = face.label
    else { return false }
    let accents = LetterAccents.of(label).filter { allow.accepts(String($0)) }
    guard !accents.isEmpty else { return false }
    held = HeldLetter(
      contact: contact,
      key: key,
      stroke: stroke,
      accents: accents,
      due: instant + MonotonicInterval(seconds: Self.holdingTime)
    )
    return true
  }

  /// Shows the strip of the letter that has been held long enough, once it is made.
  mutating func raiseStrip(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    guard let letter = held, let sheet else { return }
    if let due = letter.due, due <= instant {
      let order = AccentStripOrder(
        letters: letter.accents,
        settings: settings,
        transform: transform,
        frames: sheet.keys.map(\.frame),
        gap: sheet.gap,
        key: letter.key,
        top: Double(transform.viewSize.height - height) / transform.scale
      )
      let lines = lines
      held?.due = nil
      held?.coming = Future.begin(by: lines.makeLater) { order.made(by: lines) }
      if held?.coming == nil { show(order.made(by: lines), telling: &events) }
    }
    if let made = held?.coming?.value { show(made, telling: &events) }
  }

  private mutating func show(_ strip: AccentStrip, telling events: inout WidgetEvents) {
    held?.coming = nil
    held?.strip = strip
    sheet?.show(strip)
    events.needsFrame = true
  }

  /// Notes where the finger is that holds a letter, in points where the keyboard is up.
  mutating func choose(at point: Point, telling events: inout WidgetEvents) {
    guard let strip = held?.strip else { return }
    let cell = strip.cell(at: point)
    guard cell != held?.chosen else { return }
    held?.chosen = cell
    sheet?.show(strip, chosen: cell)
    events.needsFrame = true
  }

  /// Types the letter that is held, or the one that its finger has chosen.
  mutating func typeHeld(at instant: MonotonicInstant, telling events: inout WidgetEvents) {
    guard let letter = takeHeld() else { return }
    let chosen = letter.chosen.flatMap { letter.strip?.texts[$0] }
    let stroke = chosen.map { ScreenStroke.stroke(.text($0)) } ?? letter.stroke
    carryOut(.type(stroke), at: instant, telling: &events)
    events.needsFrame = true
  }

  /// The letter that is held, which is held no more; its strip is gone.
  @discardableResult
  mutating func takeHeld() -> HeldLetter? {
    guard let letter = held.take() else { return nil }
    if letter.strip != nil { sheet?.hideStrip() }
    return letter
  }
}
